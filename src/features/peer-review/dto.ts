import { z } from "zod";
import { RATING_SCALES, type RatingScale, RECORDING_KINDS } from "@/lib/enums/practice";
import { ratingsField } from "./schema";

export const commentDto = z.object({ second: z.number(), text: z.string() });

/** What is said of a take, as far as words and scores go. */
export const saidDto = z.object({ ratings: ratingsField, good: z.string(), suggestion: z.string(), comments: z.array(commentDto) });

export const lengthDto = z.object({ kind: z.enum(RECORDING_KINDS), duration_ms: z.int() });

/** Means and medians: halves, and quarters, are possible. */
const perScale = <T extends z.ZodType>(value: T) =>
  z.object(Object.fromEntries(RATING_SCALES.map((scale) => [scale, value])) as Record<RatingScale, T>);
export const mediansDto = perScale(z.number());
export const spreadDto = perScale(z.object({ median: z.number(), min: z.number(), max: z.number(), q1: z.number(), q3: z.number() }));

export const overviewDto = z.object({
  /** Reviews that count, and requests that do. */
  given: z.int(),
  asked: z.int(),
  /** How many are to be given before the next request. */
  owed: z.int(),
  /** The recording that one has for review now. */
  active: z.object({ uid: z.uuid(), leaseEndsAt: z.string() }).nullable(),
  /** Own requests with reviews that were not looked at yet, and those whose reviews wait for one's own rating. */
  unread: z.int(),
  unrated: z.int(),
  /** How long a first review takes these days; null where too few have come to say. */
  waitingSeconds: z.int().nullable(),
  /** Something waits in the queue that one could review. */
  reviewable: z.boolean(),
  languages: z.array(z.string()),
});
