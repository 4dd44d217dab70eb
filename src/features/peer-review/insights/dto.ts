import { z } from "zod";
import { mediansDto } from "../dto";
import { ratingsField } from "../schema";

/** Over time, the oldest first: how one rates oneself beside how others do. */
export const calibrationDto = z.object({
  points: z.array(z.object({ answer_id: z.uuid(), question: z.string(), at: z.string(), own: ratingsField, peers: mediansDto })),
  /** There are enough points to see a course in them. */
  enough: z.boolean(),
});

/** The same for one's own reviews beside the other reviewers' of the same takes. */
export const reviewingDto = z.object({
  points: z.array(z.object({ uid: z.uuid(), question: z.string(), at: z.string(), own: ratingsField, others: mediansDto })),
  enough: z.boolean(),
});
