import { z } from "zod";
import { DAY_MS } from "@/lib/durations";
import { id } from "@/lib/fields";
import { MAX_PEAKS } from "@/lib/speech/limits";
import { isPlausible, MAX_PAUSES } from "./rules";

const ms = z.int().min(0).max(DAY_MS);

/** How an answer was spoken, as its maker's device measured it. */
export const deliveryInput = z
  .strictObject({
    uid: id,
    version: z.int().min(1).max(1000),
    durationMs: ms.min(1),
    speakingMs: ms,
    onsetMs: ms
      .nullable()
      .meta({ description: "When the first word came, in milliseconds from the recording's start; null where nobody speaks." }),
    pauses: z
      .array(z.strictObject({ startMs: ms, endMs: ms }))
      .max(MAX_PAUSES)
      .meta({ description: "Times are milliseconds from the recording's start." }),
    syllables: z.int().min(0).max(2_000_000),
    loudness: z
      .strictObject({ medianDb: z.number().min(-100).max(6), rangeDb: z.number().min(0).max(106) })
      .nullable()
      .meta({ description: "In dB below full scale." }),
    peaks: z
      .array(z.int().min(0).max(255))
      .min(1)
      .max(MAX_PEAKS)
      .meta({ description: "The loudest of each part of it, all parts of one length." }),
  })
  .refine(isPlausible, { path: ["speakingMs"], message: "invalid" });
export type DeliveryInput = z.infer<typeof deliveryInput>;

export const deliveryOfInput = z.strictObject({ uid: id });
