import { z } from "zod";

/** A question that somebody has answered more than once. */
export const repeatedDto = z.object({ uid: z.uuid(), text: z.string(), takes: z.int(), lastAt: z.string() });

/** A take of a question, as far as one chooses by it. */
export const takeDto = z.object({
  uid: z.uuid(),
  recorded_at: z.string(),
  duration_ms: z.int().nullable(),
  rating_overall: z.int().nullable(),
});
