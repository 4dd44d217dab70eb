import { z } from "zod";
import { instant, milliseconds } from "@/lib/dto-fields";

/** A question that somebody has answered more than once. */
export const repeatedDto = z.object({ uid: z.uuid(), text: z.string(), takes: z.int(), lastAt: instant });

/** A take of a question, as far as one chooses by it. */
export const takeDto = z.object({
  uid: z.uuid(),
  recorded_at: instant,
  duration_ms: milliseconds.nullable(),
  rating_overall: z.int().nullable(),
});
