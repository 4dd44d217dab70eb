import { z } from "zod";
import { id, seenEdit, seenVersion } from "@/lib/fields";
import { type moveInput, uidInput } from "@/lib/inputs";
import { translated } from "@/lib/localized-schemas";

/** The conversation for which the answers are filled in; without one they come as they are kept. */
export const cannedInput = z.object({ conversationId: id.optional() });
export type CannedInput = z.infer<typeof cannedInput>;

export const TITLE_MAX = 80;
/** Filled in it is still to fit a message. */
export const TEXT_MAX = 4000;

/** A ready answer's texts. Without uid one is made, at the end of the list. */
export const replyInput = z.strictObject({
  uid: z.uuid().optional(),
  version: seenVersion,
  title: translated(TITLE_MAX),
  text: translated(TEXT_MAX),
});
export type ReplyInput = z.infer<typeof replyInput>;

export const deleteInput = uidInput.extend({ editedAt: seenEdit });
export type DeleteInput = z.infer<typeof deleteInput>;
export type MoveInput = z.infer<typeof moveInput>;
