"use client";

import { CalendarDaysIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { ButtonLink } from "@/ui/button";
import { browserZone } from "@/ui/time-zones";
import { nextOf, useAgain, usePlan } from "../hooks/use-plan";

/**
 * When a question that was rated comes again; nothing before it was.
 * @param next whether to lead on to the next question of today
 */
export function AgainNote({ questionId, next = false }: { questionId: string; next?: boolean }) {
  const again = useAgain();
  const [date] = trpc.practice.plan.dates.useQuery({ question_ids: [questionId], timeZone: browserZone() }).data?.data ?? [];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 has-[p:empty]:sr-only">
      <p role="status" className="flex items-center gap-2 font-medium text-ink-soft">
        {date ? (
          <>
            <CalendarDaysIcon className="size-5 shrink-0 text-primary-text" aria-hidden="true" />
            {again(date)}
          </>
        ) : null}
      </p>
      {date && next ? <NextLink /> : null}
    </div>
  );
}

function NextLink() {
  const t = useTranslations("practice.plan");
  const next = nextOf(usePlan().data?.data);
  return next ? (
    <ButtonLink look="outline" href={`/dashboard/practice/session?question=${next.question_id}`}>
      {t("nextQuestion")}
    </ButtonLink>
  ) : (
    <ButtonLink look="outline" href="/dashboard">
      {t("backHome")}
    </ButtonLink>
  );
}
