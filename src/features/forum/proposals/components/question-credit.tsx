"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";

/** In which interview the question of the address was asked, and who shared it; nothing for questions of our own. */
export function QuestionCredit() {
  const t = useTranslations("forum.credit");
  const members = useTranslations("forum.members");
  const format = useFormat();
  const questionId = useSearchParams().get("question") ?? "";
  const query = trpc.forum.proposals.credit.useQuery({ questionId }, { enabled: questionId !== "", retry: false, staleTime: 600_000 });
  const credit = query.data?.data;
  if (!credit) return null;
  const { company, role, askedOn, name } = credit;
  return (
    <p className="mt-2 text-sm text-ink-soft" dir="auto">
      {t("asked", { company, role, month: format.month(`${askedOn}-01`), name: name ?? members("former") })}
    </p>
  );
}
