import { addDays, monthOf, nextMonth, weekOf } from "@/lib/days";
import { type ProgressRange, RATING_SCALES, type RatingScale } from "@/lib/enums/practice";

/** Each scale's ratings added up. Means are made of sums alone: the mean of means would let a quiet week count like a full one. */
export type RatingSums = Record<RatingScale, number>;

/** What was practised, in a stretch of time or in a category. */
export interface Tally {
  takes: number;
  /** Takes with a rating; the sums are over these. */
  rated: number;
  /** How long their recordings are. */
  spokenMs: number;
  sums: RatingSums;
}

export const NO_SUMS = Object.fromEntries(RATING_SCALES.map((scale) => [scale, 0])) as RatingSums;

/** The mean of a scale over all takes of a tally; null where none was rated. */
export const meanOf = ({ rated, sums }: Pick<Tally, "rated" | "sums">, scale: RatingScale): number | null =>
  rated > 0 ? sums[scale] / rated : null;

const addSums = (a: RatingSums, b: RatingSums): RatingSums =>
  Object.fromEntries(RATING_SCALES.map((scale) => [scale, a[scale] + b[scale]])) as RatingSums;

export const totalOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce<Tally>(
    (all, { takes, rated, spokenMs, sums }) => ({
      takes: all.takes + takes,
      rated: all.rated + rated,
      spokenMs: all.spokenMs + spokenMs,
      sums: addSums(all.sums, sums),
    }),
    { takes: 0, rated: 0, spokenMs: 0, sums: NO_SUMS },
  );

/** Whether a stretch of a chart is a week or a month. */
type PeriodUnit = "week" | "month";

/** A stretch of days, the last one included. */
interface Period {
  from: string;
  to: string;
}

/** Beyond so many weeks a chart shows months. */
const MOST_WEEKS = 26;
const WEEKS: Record<Exclude<ProgressRange, "all">, number> = { weeks: 4, months: 13 };

/**
 * The weeks or months of a range, oldest first, up to the one of today.
 * @param first the day of somebody's first take, null without one
 */
export function periodsOf(range: ProgressRange, today: string, first: string | null): { unit: PeriodUnit; periods: Period[] } {
  const thisWeek = weekOf(today);
  const start = range === "all" ? weekOf(first ?? today) : addDays(thisWeek, -7 * (WEEKS[range] - 1));
  const unit = start < addDays(thisWeek, -7 * (MOST_WEEKS - 1)) ? "month" : "week";
  const next = (day: string) => (unit === "week" ? addDays(day, 7) : nextMonth(day));
  const periods: Period[] = [];
  for (let from = unit === "week" ? start : monthOf(first ?? today); from <= today; from = next(from))
    periods.push({ from, to: addDays(next(from), -1) });
  return { unit, periods };
}

/** Rated takes from which on an earlier and a later half say something. */
export const TREND_FROM = 6;
/** A smaller difference of means is one click of one rating. */
const NOTICED = 0.25;

type Trend = { known: false; missing: number } | { known: true; than: "higher" | "lower" | "same"; earlier: number; later: number };

/**
 * How the later half of somebody's rated takes was rated beside the earlier half. Two points make a line, but no trend.
 * @param halves the rated takes of a range, split in the middle
 */
export function trendOf(
  halves: { earlier: Pick<Tally, "rated" | "sums">; later: Pick<Tally, "rated" | "sums"> },
  scale: RatingScale,
): Trend {
  const rated = halves.earlier.rated + halves.later.rated;
  const earlier = meanOf(halves.earlier, scale);
  const later = meanOf(halves.later, scale);
  if (rated < TREND_FROM || earlier === null || later === null) return { known: false, missing: TREND_FROM - rated };
  const than = Math.abs(later - earlier) < NOTICED ? "same" : later > earlier ? "higher" : "lower";
  return { known: true, than, earlier, later };
}
