"use client";

import { CalendarDaysIcon, ChevronRightIcon, ClockIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Card, PageHeading } from "@/ui/card";
import { updateSlice, useClientState } from "@/ui/client-state";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { browserZone } from "@/ui/time-zones";
import { useAgain } from "../plan/hooks/use-plan";
import { SimulationCard } from "../simulations/components/simulation-card";

const address = (category: string, page = 1) => `/dashboard/practice?category=${category}${page > 1 ? `&page=${page}` : ""}`;

/** Choosing a category and a question. Both stand in the address; the last category is remembered. */
export function QuestionBank() {
  const t = useTranslations("practice.bank");
  const format = useFormat();
  const params = useSearchParams();
  const remembered = useClientState((state) => state.shared.selectedCategoryId);
  const categories = trpc.practice.categories.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const asked = params.get("category") ?? remembered;
  const list = categories.data?.data ?? [];
  const selected = list.find(({ uid }) => uid === asked) ?? list[0];
  const page = pageOf(params);
  useEffect(() => {
    if (selected && selected.uid !== remembered) updateSlice("shared", { selectedCategoryId: selected.uid });
  }, [selected, remembered]);

  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <div className="mb-6">
        <SimulationCard />
      </div>
      {isMissing(categories) ? <LoadFailed query={categories} /> : null}
      {isComing(categories) ? <LoadingList /> : null}
      {selected ? (
        <div className="grid gap-6 lg:grid-cols-[17rem_minmax(0,1fr)] lg:items-start lg:gap-8">
          <nav aria-label={t("categories")} className="-mx-4 overflow-x-auto px-4 pb-2 lg:mx-0 lg:overflow-visible lg:p-0">
            <ul className="flex gap-2 lg:grid lg:gap-1">
              {list.map(({ uid, name, questions }) => (
                <li key={uid} className="shrink-0">
                  <Link
                    href={address(uid)}
                    scroll={false}
                    aria-current={uid === selected.uid ? "true" : undefined}
                    className={clsx(
                      "flex min-h-11 items-center justify-between gap-3 rounded-box border px-3.5 font-medium whitespace-nowrap transition-colors lg:whitespace-normal",
                      uid === selected.uid
                        ? "border-primary bg-primary-soft text-primary-text"
                        : "border-line bg-surface text-ink hover:border-line-strong lg:border-transparent lg:bg-transparent lg:hover:bg-sunken",
                    )}
                  >
                    {name}
                    <span className="tabular text-sm text-ink-soft">{format.number(questions)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <section aria-labelledby="category-name">
            <h2 id="category-name" className="text-xl font-semibold">
              {selected.name}
            </h2>
            <p className="mt-1 mb-5 text-ink-soft">{selected.description}</p>
            <QuestionList categoryId={selected.uid} page={page} />
          </section>
        </div>
      ) : null}
    </>
  );
}

function QuestionList({ categoryId, page }: { categoryId: string; page: number }) {
  const t = useTranslations("practice.bank");
  const format = useFormat();
  const again = useAgain();
  const questions = trpc.practice.questions.useQuery({ category_id: categoryId, page });
  // What is known of it shows when it comes; the bank does not wait for it.
  const question_ids = questions.data?.data.map(({ uid }) => uid) ?? [];
  const asked = { question_ids, timeZone: browserZone() };
  const dates = trpc.practice.plan.dates.useQuery(asked, { enabled: question_ids.length > 0 }).data?.data ?? [];
  const comesAgain = (uid: string) => {
    const date = dates.find(({ question_id }) => question_id === uid);
    return date ? again(date) : null;
  };
  // A refetch that fails leaves what is there.
  if (isMissing(questions)) return <LoadFailed query={questions} />;
  if (!questions.data) return <LoadingList />;
  return (
    <>
      <ol className="grid gap-3">
        {questions.data.data.map(({ uid, text, reading_time, answer_time }) => (
          <li key={uid}>
            <Card className="transition-colors hover:border-primary">
              <Link href={`/dashboard/practice/session?question=${uid}`} className="flex items-center gap-4 rounded-box p-4 sm:p-5">
                <span className="grow">
                  <span className="block font-semibold">{text}</span>
                  <span className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
                    <span className="flex items-center gap-1.5">
                      <ClockIcon className="size-4 shrink-0" />
                      {t("times", { reading: format.minutes(reading_time), answer: format.minutes(answer_time) })}
                    </span>
                    {comesAgain(uid) ? (
                      <span className="flex items-center gap-1.5">
                        <CalendarDaysIcon className="size-4 shrink-0" />
                        {comesAgain(uid)}
                      </span>
                    ) : null}
                  </span>
                </span>
                <ChevronRightIcon className="size-5 shrink-0 text-ink-soft rtl:-scale-x-100" />
              </Link>
            </Card>
          </li>
        ))}
      </ol>
      <Pagination page={page} total={questions.data.meta.total} href={(target) => address(categoryId, target)} />
    </>
  );
}
