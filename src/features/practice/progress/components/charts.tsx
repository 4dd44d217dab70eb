"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { axisFrom, RATING_AXIS } from "@/lib/charts";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { Card } from "@/ui/card";
import { ChartFrame } from "@/ui/charts/frame";
import { ColumnChart, DotRows, LineChart } from "@/ui/charts/plot";
import type { ProgressDto } from "../dto";
import { meanOf, totalOf } from "../rules";

/** What a phone and a wide page have room for below a chart. */
const HALF_PAGE = { narrow: 4, wide: 5 };

/** A week is called by its first day, a month by itself. */
function usePeriodNames({ unit, periods }: ProgressDto): { short: string[]; long: string[] } {
  const t = useTranslations("practice.progress");
  const format = useFormat();
  return {
    short: periods.map(({ from }) => (unit === "week" ? format.dayMonth(from) : format.shortMonth(from))),
    long: periods.map(({ from }) => (unit === "week" ? t("weekOf", { day: format.day(from) }) : format.month(from))),
  };
}

/** Ratings over time, by category, and how much was practised. */
export function Charts({ progress }: { progress: ProgressDto }) {
  return (
    <>
      <Ratings progress={progress} />
      <Categories progress={progress} />
      <Amounts progress={progress} />
    </>
  );
}

function Ratings({ progress }: { progress: ProgressDto }) {
  const t = useTranslations("practice.progress");
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("ratings")}</h2>
      <p className="mt-1 max-w-prose text-ink-soft">{t(`ratingsLead.${progress.unit}`)}</p>
      <div className="mt-6 grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {/* The whole before its parts. */}
        {RATING_SCALES.toReversed().map((scale) => (
          <div key={scale} className={scale === "rating_overall" ? "lg:col-span-2" : undefined}>
            <Rating progress={progress} scale={scale} />
          </div>
        ))}
      </div>
    </Card>
  );
}

function Rating({ progress, scale }: { progress: ProgressDto; scale: RatingScale }) {
  const t = useTranslations("practice.progress");
  const rating = useTranslations("practice.rating.scale");
  const format = useFormat();
  const names = usePeriodNames(progress);
  const values = progress.periods.map((period) => meanOf(period, scale));
  const all = totalOf(progress.periods);
  const mean = meanOf(all, scale);
  return (
    <ChartFrame
      title={rating(scale)}
      summary={mean === null ? t("noRating") : t("meanOf", { score: format.tenths(mean), count: all.rated })}
      tableLabel={t("table")}
      head={[t(`unit.${progress.unit}`), t("mean"), t("rated")]}
      rows={progress.periods.map((period, at) => [
        names.long[at] ?? "",
        values[at] === null || values[at] === undefined ? "–" : format.tenths(values[at]),
        format.number(period.rated),
      ])}
    >
      <LineChart axis={RATING_AXIS} values={values} names={names.short} room={HALF_PAGE} write={format.number} writeValue={format.tenths} />
    </ChartFrame>
  );
}

function Categories({ progress }: { progress: ProgressDto }) {
  const t = useTranslations("practice.progress");
  const format = useFormat();
  const rows = progress.categories.map((category) => ({ ...category, value: meanOf(category, "rating_overall") }));
  const score = (value: number | null) => (value === null ? "–" : format.tenths(value));
  return (
    <Card className="p-5 sm:p-8">
      <ChartFrame
        title={t("categories")}
        summary={t("categoriesLead")}
        tableLabel={t("table")}
        head={[t("category"), t("overall"), t("rated"), t("takes")]}
        rows={rows.map(({ name, value, rated, takes }) => [name, score(value), format.number(rated), format.number(takes)])}
      >
        <DotRows
          axis={RATING_AXIS}
          write={format.number}
          rows={rows.map(({ name, value, takes }) => ({ name, value, text: t("scoreOf", { score: score(value), count: takes }) }))}
        />
      </ChartFrame>
    </Card>
  );
}

function Amounts({ progress }: { progress: ProgressDto }) {
  const t = useTranslations("practice.progress");
  const format = useFormat();
  const names = usePeriodNames(progress);
  const { periods, unit } = progress;
  const all = totalOf(periods);
  const takes = periods.map((period) => period.takes);
  const minutes = periods.map(({ spokenMs }) => spokenMs / 60_000);
  const shared = { names: names.short, room: HALF_PAGE };
  return (
    <Card className="grid gap-x-10 gap-y-8 p-5 sm:p-8 lg:grid-cols-2">
      <ChartFrame
        title={t(`takesBy.${unit}`)}
        summary={t("takesInAll", { count: all.takes })}
        tableLabel={t("table")}
        head={[t(`unit.${unit}`), t("takes")]}
        rows={periods.map((period, at) => [names.long[at] ?? "", format.number(period.takes)])}
      >
        <ColumnChart {...shared} axis={axisFrom(takes)} values={takes} write={format.number} writeValue={format.number} />
      </ChartFrame>
      <ChartFrame
        title={t(`spokenBy.${unit}`)}
        summary={t("spokenLead")}
        tableLabel={t("table")}
        head={[t(`unit.${unit}`), t("spoken")]}
        rows={periods.map((period, at) => [names.long[at] ?? "", format.clock(period.spokenMs)])}
      >
        <ColumnChart
          {...shared}
          axis={axisFrom(minutes)}
          values={minutes}
          write={format.number}
          writeValue={(value) => format.clock(value * 60_000)}
        />
      </ChartFrame>
    </Card>
  );
}
