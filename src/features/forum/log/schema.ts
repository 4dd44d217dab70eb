import { z } from "zod";
import { MODERATION_ACTS } from "@/lib/enums/forum";
import { id, textField } from "@/lib/fields";
import { MAX_REASON } from "./rules";

/** Why something is done: whom it concerns reads it, and it stands in the log. */
export const reason = textField(MAX_REASON).pipe(z.string().min(1));
export const maybeReason = textField(MAX_REASON).default("");

/** Entries that come at a time. */
export const ENTRIES = 30;

export const logInput = z.object({
  act: z.enum(MODERATION_ACTS).optional(),
  /** Who did it. */
  moderatorId: id.optional(),
  /** Whom it concerned. */
  memberId: id.optional(),
  topicId: id.optional(),
  /** From where the last answer ended (`meta.next`). */
  before: z.string().max(200).optional(),
});
export const memberInput = z.object({ memberId: id });
export type LogInput = z.infer<typeof logInput>;
