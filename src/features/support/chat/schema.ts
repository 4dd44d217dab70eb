import { z } from "zod";
import { deviceReport } from "@/lib/device-report";
import { id, lineField, textField } from "@/lib/fields";
import { MAX_ATTACHMENTS } from "./rules";

export const MAX_MESSAGE = 5000;
export const MAX_SUBJECT = 120;

export const messageText = textField(MAX_MESSAGE);
const attachments = z.array(id).max(MAX_ATTACHMENTS).default([]);

export const beginInput = z.object({
  subject: lineField(MAX_SUBJECT).pipe(z.string().min(1)),
  message: messageText.pipe(z.string().min(1)),
  /** The ids of the conversation and of its first message, where the caller wants to ask again without writing twice. */
  uid: id.optional(),
  messageUid: id.optional(),
  attachments,
});
export type BeginInput = z.infer<typeof beginInput>;

/** A message says something or brings a file. */
export const sendInput = z
  .object({ conversationId: id, message: messageText, uid: id.optional(), attachments })
  .refine(({ message: text, attachments: files }) => text.length > 0 || files.length > 0, { path: ["message"], error: "required" });
export type SendInput = z.infer<typeof sendInput>;

export const conversationInput = z.object({ conversationId: id });

export const viewInput = conversationInput.extend({
  /** Messages before this one; without it, the newest. */
  before: z.int().min(1).max(2_000_000_000).optional(),
});

/** How many messages come at a time. */
export const HISTORY = 30;

export const historyInput = z.object({
  conversationId: id,
  /** Messages before this one; without it, the newest. */
  before: z.int().min(1).max(2_000_000_000).optional(),
  /** Messages after this one, all of them: what was missed. */
  after: z.int().min(0).max(2_000_000_000).optional(),
});

/** Up to which message somebody has seen it. */
export const readInput = z.object({ conversationId: id, seq: z.int().min(0).max(2_000_000_000) });
export type ReadInput = z.infer<typeof readInput>;

export const attachmentInput = z.object({ uid: id });

export const satisfactionInput = z.object({
  conversationId: id,
  satisfaction: z.enum(["good", "bad", "dismissed"]),
  comment: textField(1000).optional(),
});
export type SatisfactionInput = z.infer<typeof satisfactionInput>;

export const reportInput = z.object({ conversationId: id, report: deviceReport.nullable() });
export type ReportInput = z.infer<typeof reportInput>;

/** What the form for a new conversation asks for. */
export const newConversation = z.object({
  subject: z.string().trim().min(1).max(MAX_SUBJECT),
  message: z.string().trim().min(1).max(MAX_MESSAGE),
});
