import { z } from "zod";
import { day } from "@/lib/dto-fields";
import { PROGRESS_RANGES, RATING_SCALES, type RatingScale } from "@/lib/enums/practice";

/** Each scale's ratings added up. */
const sums = z.object(Object.fromEntries(RATING_SCALES.map((scale) => [scale, z.int()])) as Record<RatingScale, z.ZodInt>);

const half = z.object({ rated: z.int(), sums });

const tally = z.object({
  takes: z.int(),
  rated: z.int().meta({ description: "Takes with a rating; the sums are over these." }),
  spokenMs: z.int().meta({ description: "How long their recordings are, in milliseconds." }),
  sums,
});

export const progressDto = z.object({
  range: z.enum(PROGRESS_RANGES),
  timeZone: z.string().meta({ description: "Whose days these are: an IANA name." }),
  unit: z.enum(["week", "month"]),
  periods: z
    .array(tally.extend({ from: day, to: day }))
    .meta({ description: "Weeks or months, oldest first, also those in which nothing was practised. The last day is one of them." }),
  categories: z
    .array(tally.extend({ uid: z.uuid(), name: z.string() }))
    .meta({ description: "Those in which something was practised, in the bank's order." }),
  halves: z.object({ earlier: half, later: half }).meta({ description: "The rated takes, split in the middle." }),
});
export type ProgressDto = z.infer<typeof progressDto>;
