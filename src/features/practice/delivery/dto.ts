import { z } from "zod";

const deliveryDto = z.object({
  uid: z.uuid(),
  version: z.int().meta({ description: "Of the measuring: counts up whenever the same recording would be measured differently." }),
  durationMs: z.int(),
  speakingMs: z.int(),
  onsetMs: z
    .int()
    .nullable()
    .meta({ description: "When the first word came, in milliseconds from the recording's start; null where nobody speaks." }),
  pausedMs: z.int(),
  pauses: z
    .array(z.object({ startMs: z.int(), endMs: z.int() }))
    .meta({ description: "Times are milliseconds from the recording's start." }),
  syllables: z.int(),
  loudness: z.object({ medianDb: z.number(), rangeDb: z.number() }).nullable().meta({ description: "In dB below full scale." }),
  peaks: z.array(z.int()).meta({ description: "The loudest of each part of it, all parts of one length: 0 to 255." }),
});

/** What was measured of one answer, and what its maker usually does: the medians of their other takes. */
export const comparedDeliveryDto = z.object({
  delivery: deliveryDto.nullable().meta({ description: "Null until it was measured." }),
  usual: z
    .object({
      takes: z.int(),
      onsetMs: z.number(),
      pausedShare: z.number().meta({ description: "Of the time from the first word to the last: 0 to 1." }),
      rate: z.number().meta({ description: "Syllables for each second of speaking." }),
      loudnessRangeDb: z.number(),
      speakingMs: z.number(),
    })
    .nullable()
    .meta({ description: "Null until there are enough other takes." }),
});
