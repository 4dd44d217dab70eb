"use client";

import { ArrowRightIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { trpc } from "@/trpc/client";
import { LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { useClientState } from "@/ui/client-state";
import { LoadingList } from "@/ui/spinner";
import { AnswerRows } from "./answer-list";
import { DeviceTakes } from "./device-takes";

/** Home answers "what should I do now": finish what is on the device, rate what is unrated, else the next question. @param reviews what peers wait for */
export function Home({ reviews }: { reviews?: ReactNode }) {
  const t = useTranslations("practice.home");
  const common = useTranslations("common");
  const { user } = useSession();
  const answers = trpc.practice.answers.useQuery({ page: 1 });
  const unrated = answers.data?.data.find(({ state }) => state === "stored");
  return (
    <>
      <h1 className="mb-6 text-2xl font-bold lg:mb-8 lg:text-[1.75rem]">{user ? t("hello", { name: user.firstName }) : t("title")}</h1>
      <DeviceTakes />
      {answers.isPending ? <LoadingList label={common("loading")} /> : null}
      {answers.isError && !answers.data ? <LoadFailed query={answers} /> : null}
      {answers.data ? (
        <>
          {unrated ? (
            <NextStep
              title={t("rate")}
              why={t("rateWhy")}
              text={unrated.question}
              href={`/dashboard/answers/detail?answer=${unrated.uid}`}
              action={t("rateAction")}
            />
          ) : (
            <NextQuestion answered={answers.data.data.map(({ question_id }) => question_id)} first={answers.data.meta.total === 0} />
          )}
          {reviews}
          {answers.data.meta.total > 0 ? (
            <section aria-labelledby="recent" className="mt-10">
              <div className="mb-4 flex items-baseline justify-between gap-4">
                <h2 id="recent" className="text-lg font-semibold">
                  {t("recent")}
                </h2>
                <Link href="/dashboard/answers" className="rounded font-semibold text-primary-text underline-offset-4 hover:underline">
                  {t("all")}
                </Link>
              </div>
              <AnswerRows answers={answers.data.data.slice(0, 3)} />
            </section>
          ) : null}
        </>
      ) : null}
    </>
  );
}

/** The first question of the chosen category that is not among the latest answers. */
function NextQuestion({ answered, first }: { answered: string[]; first: boolean }) {
  const t = useTranslations("practice.home");
  const common = useTranslations("common");
  const chosen = useClientState((state) => state.shared.selectedCategoryId);
  const categories = trpc.practice.categories.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const list = categories.data?.data ?? [];
  const category = list.find(({ uid }) => uid === chosen) ?? list[0];
  const questions = trpc.practice.questions.useQuery({ category_id: category?.uid ?? "", page: 1 }, { enabled: category !== undefined });
  const next = questions.data?.data.find(({ uid }) => !answered.includes(uid)) ?? questions.data?.data[0];
  if (categories.isError || questions.isError) {
    // The bank can still be opened, and says there what is wrong.
    return <ButtonLink href="/dashboard/practice">{t("choose")}</ButtonLink>;
  }
  if (!next || !category) return <LoadingList label={common("loading")} />;
  return (
    <NextStep
      title={t(first ? "first" : "next")}
      why={first ? t("firstWhy") : t("nextWhy", { category: category.name })}
      text={next.text}
      href={`/dashboard/practice/session?question=${next.uid}`}
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
