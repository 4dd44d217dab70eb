import { z } from "zod";
import { MODERATION_ACTS } from "@/lib/enums";
import { id } from "@/lib/typed";

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
export type LogInput = z.infer<typeof logInput>;
