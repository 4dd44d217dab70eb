import type { Ratings } from "@/features/practice/schema";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { quantile } from "@/lib/statistics";

export interface Spread {
  median: number;
  min: number;
  max: number;
  /** Between these two lies the middle half. */
  q1: number;
  q3: number;
}

const perScale = <T>(value: (scale: RatingScale) => T): Record<RatingScale, T> =>
  Object.fromEntries(RATING_SCALES.map((scale) => [scale, value(scale)])) as Record<RatingScale, T>;

/** How several people rated one take, scale by scale; null while nobody has. */
export function spreadOf(ratings: readonly Ratings[]): Record<RatingScale, Spread> | null {
  if (ratings.length === 0) return null;
  return perScale((scale) => {
    const sorted = ratings.map((one) => one[scale]).toSorted((a, b) => a - b);
    const at = (share: number) => quantile(sorted, share);
    return { median: at(0.5), min: at(0), max: at(1), q1: at(0.25), q3: at(0.75) };
  });
}

/** The middle rating of several, scale by scale; null while nobody has rated. */
export function mediansOf(ratings: readonly Ratings[]): Record<RatingScale, number> | null {
  const spread = spreadOf(ratings);
  return spread && perScale((scale) => spread[scale].median);
}

/** With fewer points than this there is no course to see. */
export const COURSE_FROM = 3;
/** So many of the latest are shown. */
export const COURSE_OF = 100;
