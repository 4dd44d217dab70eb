import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { mediansDto } from "../dto";
import { ratingsField } from "../schema";

/** Over time, the oldest first: how one rates oneself beside how others do. */
export const calibrationDto = z.object({
  points: z.array(z.object({ answer_id: z.uuid(), question: z.string(), at: instant, own: ratingsField, peers: mediansDto })),
  enough: z.boolean().meta({ description: "There are enough points to see a course in them." }),
});

/** The same for one's own reviews beside the other reviewers' of the same takes. */
export const reviewingDto = z.object({
  points: z.array(z.object({ uid: z.uuid(), question: z.string(), at: instant, own: ratingsField, others: mediansDto })),
  enough: z.boolean(),
});
