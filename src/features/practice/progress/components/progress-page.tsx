"use client";

import { ChartBarIcon, PrinterIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { PROGRESS_RANGES, type ProgressRange } from "@/lib/enums/practice";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, ButtonLink } from "@/ui/button";
import { Card, Notice, PageHeading } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { lazyPart } from "@/ui/lazy-part";
import { LoadingList } from "@/ui/spinner";
import { browserZone } from "@/ui/time-zones";
import { useAddress } from "@/ui/use-address";
import { ReportButton } from "../../report/components/report-button";
import type { ProgressDto } from "../dto";
import { meanOf, totalOf, trendOf } from "../rules";

const Charts = lazyPart(() => import("./charts").then((part) => part.Charts));

const DEFAULT: ProgressRange = "months";
const rangeOf = (text: string | null): ProgressRange => PROGRESS_RANGES.find((range) => range === text) ?? DEFAULT;

/** How practising goes: what was done, how it was rated, and what that allows to say. */
export function ProgressPage() {
  const t = useTranslations("practice.progress");
  const { params, replace } = useAddress();
  const range = rangeOf(params.get("range"));
  const progress = trpc.practice.progress.get.useQuery(
    { range, timeZone: browserZone() },
    // A take that was just rated shows at once.
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const shown = isMissing(progress) ? undefined : progress.data?.data;
  const nothing = shown !== undefined && totalOf(shown.periods).takes === 0;
  return (
    <>
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button look="outline" icon={<PrinterIcon className="size-5" />} onClick={() => window.print()}>
              {t("print")}
            </Button>
            <ReportButton range={range} />
          </div>
        }
      />
      <div className="mb-6 print:hidden">
        <Choices
          label={t("range")}
          hideLabel
          value={range}
          choices={PROGRESS_RANGES.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          onChange={(value) => replace({ range: value === DEFAULT ? undefined : value })}
        />
      </div>
      {isComing(progress) ? <LoadingList /> : null}
      {isMissing(progress) ? <LoadFailed query={progress} /> : null}
      {nothing ? (
        <Notice icon={<ChartBarIcon />} title={t("empty")} text={t("emptyText")}>
          <ButtonLink href="/dashboard/practice">{t("practise")}</ButtonLink>
        </Notice>
      ) : null}
      {shown && !nothing ? (
        <div className="grid gap-6" aria-busy={progress.isPlaceholderData}>
          <Summary progress={shown} />
          <Charts progress={shown} />
        </div>
      ) : null}
    </>
  );
}

/** What was practised, in numbers, and whether the ratings have changed. */
function Summary({ progress }: { progress: ProgressDto }) {
  const t = useTranslations("practice.progress");
  const format = useFormat();
  const all = totalOf(progress.periods);
  const overall = meanOf(all, "rating_overall");
  const from = progress.periods[0]?.from ?? "";
  const to = progress.periods.at(-1)?.to ?? "";
  return (
    <Card className="p-5 sm:p-8">
      <p className="text-sm text-ink-soft">{t("span", { from: format.day(from), to: format.day(to) })}</p>
      <dl className="mt-4 grid gap-6 sm:grid-cols-3">
        <Fact name={t("takes")}>{format.number(all.takes)}</Fact>
        <Fact name={t("spoken")}>{format.clock(all.spokenMs)}</Fact>
        <Fact name={t("overall")}>{overall === null ? "–" : t("ofFive", { score: format.tenths(overall) })}</Fact>
      </dl>
      <TrendLine progress={progress} />
      {all.rated < all.takes ? (
        <p className="mt-1 text-sm text-ink-soft">
          {t("unrated", { count: all.takes - all.rated })}{" "}
          <Link href="/dashboard/answers" className="rounded font-semibold text-primary-text underline-offset-4 hover:underline">
            {t("seeAnswers")}
          </Link>
        </p>
      ) : null}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-medium text-ink-soft">{name}</dt>
      <dd className="tabular text-2xl font-bold">{children}</dd>
    </div>
  );
}

function TrendLine({ progress }: { progress: ProgressDto }) {
  const t = useTranslations("practice.progress.trend");
  const format = useFormat();
  const trend = trendOf(progress.halves, "rating_overall");
  return (
    <p className="mt-5 border-t border-line pt-4 font-medium">
      {trend.known
        ? t(trend.than, { earlier: format.tenths(trend.earlier), later: format.tenths(trend.later) })
        : t("missing", { count: trend.missing })}
    </p>
  );
}
