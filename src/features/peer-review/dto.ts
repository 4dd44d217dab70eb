import { z } from "zod";
import { instant, milliseconds, seconds } from "@/lib/dto-fields";
import { RATING_SCALES, type RatingScale, RECORDING_KINDS } from "@/lib/enums/practice";
import { ratingsField } from "./schema";

export const commentDto = z.object({ second: seconds.meta({ description: "Seconds from the recording's start." }), text: z.string() });

/** What is said of a take, as far as words and scores go. */
export const saidDto = z.object({ ratings: ratingsField, good: z.string(), suggestion: z.string(), comments: z.array(commentDto) });

export const lengthDto = z.object({ kind: z.enum(RECORDING_KINDS), duration_ms: milliseconds });

/** Means and medians: halves, and quarters, are possible. */
const perScale = <T extends z.ZodType>(value: T) =>
  z.object(Object.fromEntries(RATING_SCALES.map((scale) => [scale, value])) as Record<RatingScale, T>);
export const mediansDto = perScale(z.number());
export const spreadDto = perScale(z.object({ median: z.number(), min: z.number(), max: z.number(), q1: z.number(), q3: z.number() }));

export const overviewDto = z.object({
  given: z.int().meta({ description: "Reviews that count." }),
  asked: z.int().meta({ description: "Requests that count." }),
  owed: z.int().meta({ description: "How many are to be given before the next request." }),
  active: z.object({ uid: z.uuid(), leaseEndsAt: instant }).nullable().meta({ description: "The recording that one has for review now." }),
  unread: z.int().meta({ description: "Own requests with reviews that were not looked at yet." }),
  unrated: z.int().meta({ description: "Own requests whose reviews wait for one's own rating." }),
  waitingSeconds: z
    .int()
    .nullable()
    .meta({ description: "How long a first review takes these days, in seconds; null where too few have come to say." }),
  reviewable: z.boolean().meta({ description: "Something waits in the queue that one could review." }),
  languages: z.array(z.string()),
});
