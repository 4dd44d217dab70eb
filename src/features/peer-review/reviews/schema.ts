import { z } from "zod";
import { id } from "@/lib/fields";
import { pageInput } from "@/lib/list-schemas";
import { commentsField, heardField, reviewTextField, scores } from "../schema";

export const reviewInput = z.strictObject({
  assignmentId: id,
  ...scores,
  comments: commentsField.meta({ description: "Each is about a moment: its `second` is counted from the recording's start." }),
  good: reviewTextField.meta({ description: "What was good; clients that know comments alone leave it out." }).optional(),
  suggestion: reviewTextField.meta({ description: "The one thing to try next; clients that know comments alone leave it out." }).optional(),
  heard: heardField.meta({ description: "Which stretches were played, as the device tells it: from and to, in milliseconds." }).optional(),
});
export type ReviewInput = z.infer<typeof reviewInput>;

export const helpfulInput = z.strictObject({ uid: id, helpful: z.boolean().nullable() });
export const retakeInput = z.strictObject({ uid: id, answer_id: id });
export const receivedInput = pageInput.extend({ userId: id });
