import { z } from "zod";

const deliveryDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  durationMs: z.int(),
  speakingMs: z.int(),
  /** When the first word came; null where nobody speaks. */
  onsetMs: z.int().nullable(),
  pausedMs: z.int(),
  pauses: z.array(z.object({ startMs: z.int(), endMs: z.int() })),
  syllables: z.int(),
  /** In dB below full scale. */
  loudness: z.object({ medianDb: z.number(), rangeDb: z.number() }).nullable(),
  peaks: z.array(z.int()),
});

/** What was measured of one answer, and what its maker usually does: the medians of their other takes. */
export const comparedDeliveryDto = z.object({
  /** Null until it was measured. */
  delivery: deliveryDto.nullable(),
  /** Null until there are enough other takes. */
  usual: z
    .object({
      takes: z.int(),
      onsetMs: z.number(),
      pausedShare: z.number(),
      rate: z.number(),
      loudnessRangeDb: z.number(),
      speakingMs: z.number(),
    })
    .nullable(),
});
