"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { daysBetween } from "@/lib/days";
import type { Plan, Queued } from "../hooks/use-plan";

/** Why a question stands in the plan, in a sentence. */
export function useReason(): (item: Queued, plan: Plan) => string {
  const t = useTranslations("practice.plan.reason");
  const format = useFormat();
  return ({ reason: { kind, day, score }, category }, { today, interview }) => {
    const when = day === null ? "" : format.daysFromNow(-daysBetween(day, today));
    if (kind === "new") return t("new", { category });
    if (kind === "interview" && interview) {
      const until = format.daysFromNow(interview.days);
      return interview.company === null ? t("interview", { when: until }) : t("interviewAt", { when: until, company: interview.company });
    }
    if (kind === "unrated" || score === null) return t("unrated", { when });
    return t("rated", { score: format.number(score), when });
  };
}
