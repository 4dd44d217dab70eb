import { z } from "zod";
import { deviceReport } from "@/lib/device-report";
import { MAX_ATTACHMENTS } from "./rules";

/** What somebody typed: no blanks around it, line ends in one way, and nothing that PostgreSQL cannot keep. */
const typed = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").replaceAll("\u0000", "").trim())
    .pipe(z.string().max(max));

export const MAX_MESSAGE = 5000;
export const MAX_SUBJECT = 120;

export const messageText = typed(MAX_MESSAGE);
const attachments = z.array(z.uuid()).max(MAX_ATTACHMENTS).default([]);

export const beginInput = z.object({
  subject: typed(MAX_SUBJECT).pipe(z.string().min(1)),
  message: messageText.pipe(z.string().min(1)),
  /** The ids of the conversation and of its first message, where the caller wants to ask again without writing twice. */
  uid: z.uuid().optional(),
  messageUid: z.uuid().optional(),
  attachments,
});
export type BeginInput = z.infer<typeof beginInput>;

/** A message says something or brings a file. */
export const sendInput = z
  .object({ conversationId: z.uuid(), message: messageText, uid: z.uuid().optional(), attachments })
  .refine(({ message: text, attachments: files }) => text.length > 0 || files.length > 0, { path: ["message"], error: "required" });
export type SendInput = z.infer<typeof sendInput>;

export const conversationInput = z.object({ conversationId: z.uuid() });

export const viewInput = conversationInput.extend({
  /** Messages before this one; without it, the newest. */
  before: z.int().min(1).max(2_000_000_000).optional(),
});

/** How many messages come at a time. */
export const HISTORY = 30;

export const historyInput = z.object({
  conversationId: z.uuid(),
  /** Messages before this one; without it, the newest. */
  before: z.int().min(1).max(2_000_000_000).optional(),
  /** Messages after this one, all of them: what was missed. */
  after: z.int().min(0).max(2_000_000_000).optional(),
});
export type HistoryInput = z.infer<typeof historyInput>;

/** Up to which message somebody has seen it. */
export const readInput = z.object({ conversationId: z.uuid(), seq: z.int().min(0).max(2_000_000_000) });
export type ReadInput = z.infer<typeof readInput>;

export const attachmentInput = z.object({ uid: z.uuid() });

export const satisfactionInput = z.object({
  conversationId: z.uuid(),
  satisfaction: z.enum(["good", "bad", "dismissed"]),
  comment: typed(1000).optional(),
});
export type SatisfactionInput = z.infer<typeof satisfactionInput>;

export const reportInput = z.object({ conversationId: z.uuid(), report: deviceReport.nullable() });
export type ReportInput = z.infer<typeof reportInput>;

/** What the form for a new conversation asks for. */
export const newConversation = z.object({
  subject: z.string().trim().min(1).max(MAX_SUBJECT),
  message: z.string().trim().min(1).max(MAX_MESSAGE),
});
