import { z } from "zod";
import { PROGRESS_RANGES, RATING_SCALES, type RatingScale } from "@/lib/enums/practice";

/** Each scale's ratings added up. */
const sums = z.object(Object.fromEntries(RATING_SCALES.map((scale) => [scale, z.int()])) as Record<RatingScale, z.ZodInt>);

const half = z.object({ rated: z.int(), sums });

const tally = z.object({
  takes: z.int(),
  /** Takes with a rating; the sums are over these. */
  rated: z.int(),
  /** How long their recordings are, in milliseconds. */
  spokenMs: z.int(),
  sums,
});

export const progressDto = z.object({
  range: z.enum(PROGRESS_RANGES),
  /** Whose days these are: an IANA name. */
  timeZone: z.string(),
  unit: z.enum(["week", "month"]),
  /** Weeks or months, oldest first, also those in which nothing was practised; days such as 2026-01-31, the last one included. */
  periods: z.array(tally.extend({ from: z.string(), to: z.string() })),
  /** Those in which something was practised, in the bank's order. */
  categories: z.array(tally.extend({ uid: z.uuid(), name: z.string() })),
  /** The rated takes, split in the middle. */
  halves: z.object({ earlier: half, later: half }),
});
export type ProgressDto = z.infer<typeof progressDto>;
