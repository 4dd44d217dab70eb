import { z } from "zod";
import { INBOX_QUEUES } from "@/lib/enums/support";
import { id, textField } from "@/lib/fields";
import { pageInput } from "@/lib/list-schemas";
import { MAX_MESSAGE, readInput, sendInput } from "../chat/schema";

export const inboxInput = pageInput.extend({
  queue: z.enum(INBOX_QUEUES).default("all"),
  search: z.string().trim().max(200).meta({ description: "In subjects, names, addresses and messages of every queue." }).optional(),
});
export type InboxInput = z.infer<typeof inboxInput>;

/** With the number of the last message that whoever answers had seen: what came since stays unanswered. */
export const answerInput = sendInput.safeExtend({ seq: readInput.shape.seq.optional() });
export type AnswerInput = z.infer<typeof answerInput>;

export const noteInput = z.object({
  conversationId: id,
  uid: id.optional(),
  text: textField(MAX_MESSAGE).pipe(z.string().min(1)),
});
export type NoteInput = z.infer<typeof noteInput>;

export const assignInput = z.object({
  conversationId: id,
  assigneeId: id.nullable().meta({ description: "Null gives it back to everybody." }),
  expected: id.nullable().meta({ description: "Who had it when the caller looked: two who take it at once do not both get it." }),
});
export type AssignInput = z.infer<typeof assignInput>;

/** Up to which message the caller has seen it: what its author wrote after that is not put aside or called solved unread. */
const seen = readInput.shape.seq.optional();

export const snoozeInput = z.object({ conversationId: id, until: z.iso.datetime(), seq: seen });
export type SnoozeInput = z.infer<typeof snoozeInput>;

export const resolveInput = z.object({ conversationId: id, seq: seen });
export type ResolveInput = z.infer<typeof resolveInput>;
