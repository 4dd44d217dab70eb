"use client";

import { CheckCircleIcon, SparklesIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { LoadingList } from "@/ui/spinner";
import { nextOf, usePlan } from "../hooks/use-plan";
import { LeftOut } from "./left-out";
import { Queue } from "./queue";

const Forecast = lazyPart(() => import("./forecast").then((part) => part.Forecast), { waiting: () => <LoadingList /> });
const PlanSettings = lazyPart(() => import("./settings-form").then((part) => part.PlanSettings), { waiting: () => <LoadingList /> });

/** The plan as a whole: today, the coming two weeks, and what it is set to. */
export function PlanPage() {
  const t = useTranslations("practice.plan");
  const format = useFormat();
  const query = usePlan();
  const plan = query.data?.data;
  const next = nextOf(plan);
  return (
    <>
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={next ? <ButtonLink href={`/dashboard/practice/session?question=${next.question_id}`}>{t("start")}</ButtonLink> : null}
      />
      {isComing(query) ? <LoadingList /> : null}
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {plan ? (
        <>
          <section aria-labelledby="today">
            <h2 id="today" className="mb-4 text-lg font-semibold first-letter:uppercase">
              {t("today", { day: format.longDay(plan.today) })}
            </h2>
            {plan.queue.length > 0 ? <Queue plan={plan} level={3} /> : <NothingDue begun={plan.begun} />}
          </section>
          <section aria-labelledby="forecast" className="mt-10">
            <h2 id="forecast" className="mb-4 text-lg font-semibold">
              {t("forecast.title")}
            </h2>
            <Forecast />
          </section>
        </>
      ) : null}
      {/* Below what comes: shown before, it would be pushed down. */}
      {query.isPending ? null : (
        <>
          <section aria-labelledby="settings" className="mt-10">
            <h2 id="settings" className="mb-4 text-lg font-semibold">
              {t("settings.title")}
            </h2>
            <PlanSettings />
          </section>
          <LeftOut />
        </>
      )}
    </>
  );
}

/** A day on which nothing comes. Whoever has not begun yet has nothing that could come again. */
function NothingDue({ begun }: { begun: boolean }) {
  const t = useTranslations("practice.plan");
  const home = useTranslations("practice.home");
  return begun ? (
    <Notice icon={<CheckCircleIcon />} title={t("empty")} text={t("emptyText")}>
      <ButtonLink href="/dashboard/practice" look="outline">
        {t("choose")}
      </ButtonLink>
    </Notice>
  ) : (
    <Notice icon={<SparklesIcon />} title={t("begin")} text={t("beginText")}>
      <ButtonLink href="/dashboard/practice">{home("more")}</ButtonLink>
    </Notice>
  );
}
