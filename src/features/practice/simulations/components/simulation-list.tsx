"use client";

import { StarIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Badge, Card, Notice } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";

const TONES = { planned: "neutral", running: "info", finished: "success", abandoned: "neutral" } as const;

/** One's simulations, newest first: each leads to its report, the one that runs back into it. */
export function SimulationList() {
  const t = useTranslations("practice.simulation");
  const answers = useTranslations("practice.answers");
  const format = useFormat();
  const page = pageOf(useSearchParams());
  const simulations = trpc.practice.simulation.list.useQuery({ page });
  return (
    <section aria-labelledby="earlier-simulations">
      <h2 id="earlier-simulations" className="mb-4 text-lg font-semibold">
        {t("setup.earlier")}
      </h2>
      {isComing(simulations) ? <LoadingList /> : null}
      {isMissing(simulations) ? <LoadFailed query={simulations} /> : null}
      {simulations.data?.meta.total === 0 ? <Notice title={t("setup.none")} text={t("setup.noneText")} /> : null}
      {simulations.data ? (
        <>
          <ul className="grid gap-3">
            {simulations.data.data.map(({ uid, state, startedAt, answered, questions, overall }) => (
              <li key={uid}>
                <Card className="transition-colors hover:border-primary">
                  <Link
                    href={`/dashboard/practice/simulation/${state === "running" ? "run" : "report"}?simulation=${uid}`}
                    className="block rounded-box p-4 sm:p-5"
                  >
                    <span className="block font-semibold">{format.dateTime(startedAt)}</span>
                    <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
                      <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
                      <span>{t("answered", { answered: format.number(answered), questions: format.number(questions) })}</span>
                      {overall === null ? null : (
                        <span className="inline-flex items-center gap-1 font-medium">
                          <StarIcon className="size-4" aria-hidden="true" />
                          {answers("overall", { score: format.tenths(overall) })}
                        </span>
                      )}
                    </span>
                  </Link>
                </Card>
              </li>
            ))}
          </ul>
          <Pagination page={page} total={simulations.data.meta.total} href={(target) => `/dashboard/practice/simulation?page=${target}`} />
        </>
      ) : null}
    </section>
  );
}
