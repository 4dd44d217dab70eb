"use client";

import { ArrowRightIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { InterviewCard } from "../plan/components/interview-card";
import { Queue } from "../plan/components/queue";
import { useReason } from "../plan/components/reason";
import { nextOf, type Plan, usePlan } from "../plan/hooks/use-plan";
import { isStored } from "../rules";
import { SimulationCard } from "../simulations/components/simulation-card";
import { WeekCard } from "../streak/components/week-card";
import { AnswerRows } from "./answer-list";
import { DeviceTakes } from "./device-takes";

/**
 * Home answers "what should I do now": finish what is on the device, rate what is unrated, else what the plan has next, and why.
 * @param reviews what peers wait for
 */
export function Home({ reviews }: { reviews?: ReactNode }) {
  const t = useTranslations("practice.home");
  const { user } = useSession();
  const answers = trpc.practice.answers.useQuery({ page: 1 });
  const today = usePlan();
  const plan = today.data?.data;
  const unrated = answers.data?.data.find(({ state, rate_your_self }) => isStored(state) && rate_your_self === null);
  const failed = [answers, today].find((query) => isMissing(query));
  const waits = !failed && (answers.isPending || today.isPending);
  return (
    <>
      <h1 className="mb-6 text-2xl font-bold lg:mb-8 lg:text-[1.75rem]">{user ? t("hello", { name: user.firstName }) : t("title")}</h1>
      <DeviceTakes />
      {waits ? <LoadingList /> : null}
      {failed ? <LoadFailed query={failed} /> : null}
      {answers.data && plan ? (
        <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
          <div className="grid min-w-0 gap-10">
            {unrated ? (
              <NextStep
                title={t("rate")}
                why={t("rateWhy")}
                text={unrated.question}
                href={`/dashboard/answers/detail?answer=${unrated.uid}`}
                action={t("rateAction")}
              />
            ) : (
              <NextQuestion plan={plan} />
            )}
            {plan.queue.length > 0 ? (
              <Part id="today" title={t("today")} href="/dashboard/plan" more={t("plan")}>
                <Queue plan={plan} level={3} />
              </Part>
            ) : null}
            {reviews}
            <SimulationCard />
            {answers.data.meta.total > 0 ? (
              <Part id="recent" title={t("recent")} href="/dashboard/answers" more={t("all")}>
                <AnswerRows answers={answers.data.data.slice(0, 3)} />
              </Part>
            ) : null}
          </div>
          <aside aria-label={t("beside")} tabIndex={-1} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
            {plan.begun && plan.streak ? <WeekCard streak={plan.streak} /> : null}
            <InterviewCard interview={plan.interview} light={plan.light} />
          </aside>
        </div>
      ) : null}
    </>
  );
}

function Part({ id, title, href, more, children }: { id: string; title: string; href: string; more: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <Link href={href} className="rounded font-semibold text-primary-text underline-offset-4 hover:underline">
          {more}
        </Link>
      </div>
      {children}
    </section>
  );
}

/** What the plan has next and why; where it has nothing, or nothing more, that it is so, with a way to go on. */
function NextQuestion({ plan }: { plan: Plan }) {
  const t = useTranslations("practice.home");
  const words = useTranslations("practice.plan");
  const reason = useReason();
  const next = nextOf(plan);
  if (!next) {
    const onward = { href: "/dashboard/practice", action: t("more") };
    if (!plan.begun) return <NextStep title={t("first")} why={words("beginText")} text={words("begin")} {...onward} />;
    if (plan.queue.length === 0) return <NextStep title={t("today")} why={words("emptyText")} text={words("empty")} {...onward} />;
    return <NextStep title={t("enough")} why={t("enoughWhy")} text={t("enoughText")} {...onward} />;
  }
  return (
    <NextStep
      title={t(plan.begun ? "next" : "first")}
      why={plan.begun ? reason(next, plan) : t("firstWhy")}
      text={next.question}
      href={`/dashboard/practice/session?question=${next.question_id}`}
      action={t("start")}
      other={
        <ButtonLink href="/dashboard/practice" look="outline" size="lg">
          {t("choose")}
        </ButtonLink>
      }
    />
  );
}

function NextStep({
  title,
  why,
  text,
  href,
  action,
  other,
}: {
  title: string;
  why: string;
  text: string;
  href: string;
  action: string;
  other?: ReactNode;
}) {
  return (
    <Card className="relative overflow-hidden p-6 sm:p-8">
      <span className="absolute inset-y-0 start-0 w-1.5 bg-primary" aria-hidden="true" />
      <p className="text-sm font-semibold text-primary-text">{title}</p>
      <h2 className="mt-2 max-w-3xl text-xl font-bold sm:text-2xl">{text}</h2>
      <p className="mt-2 text-ink-soft">{why}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={href} size="lg" className="flex-row-reverse" icon={<ArrowRightIcon className="size-5 rtl:-scale-x-100" />}>
          {action}
        </ButtonLink>
        {other}
      </div>
    </Card>
  );
}
