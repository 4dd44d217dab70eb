import { z } from "zod";
import { pageInput } from "@/lib/pagination";
import { id } from "@/lib/typed";
import { commentsField, heardField, reasonField, scores, textField } from "../schema";

export const reviewInput = z.strictObject({
  assignmentId: id,
  ...scores,
  comments: commentsField,
  /** What was good, and the one thing to try next; clients that know comments alone give neither. */
  good: textField.optional(),
  suggestion: textField.optional(),
  /** Which stretches were played, as the device tells it. */
  heard: heardField.optional(),
});
export type ReviewInput = z.infer<typeof reviewInput>;

export const helpfulInput = z.strictObject({ uid: id, helpful: z.boolean().nullable() });
export const disputeInput = z.strictObject({ uid: id, reason: reasonField });
export const retakeInput = z.strictObject({ uid: id, answer_id: id });
export const receivedInput = pageInput.extend({ userId: id });
