"use client";

import { CalendarDaysIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ACCOUNT_SETTINGS } from "@/features/account/hrefs";
import { useFormat } from "@/i18n/use-format";
import { Card } from "@/ui/card";
import type { Plan } from "../hooks/use-plan";

/** The interview that the plan is fitted to, or how to tell of one. */
export function InterviewCard({ interview, light }: Pick<Plan, "interview" | "light">) {
  const t = useTranslations("practice.plan.interview");
  const format = useFormat();
  return (
    <Card className="p-5">
      <h2 className="flex items-center gap-2 font-semibold">
        <CalendarDaysIcon className="size-5 shrink-0 text-primary-text" aria-hidden="true" />
        {t("title")}
      </h2>
      {interview ? (
        <>
          <p className="mt-2 text-lg font-bold first-letter:uppercase">{format.daysFromNow(interview.days)}</p>
          <p className="text-ink-soft">{format.longDay(interview.date)}</p>
          {interview.company ? (
            <p className="mt-1 font-medium">{t("at", { company: interview.company, role: interview.role ?? "" })}</p>
          ) : null}
          <p className="mt-2 text-sm text-ink-soft">{t(light ? "light" : "fitted")}</p>
        </>
      ) : (
        <p className="mt-2 text-ink-soft">{t("none")}</p>
      )}
      <Link
        // Beside a log, also one that holds only what was called off, a day in the profile would change nothing.
        href={interview?.uid === null ? ACCOUNT_SETTINGS : "/dashboard/interviews"}
        className="mt-3 inline-block rounded font-semibold text-primary-text underline-offset-4 hover:underline"
      >
        {t(interview ? "change" : "add")}
      </Link>
    </Card>
  );
}
