import { z } from "zod";
import { deviceReport } from "@/lib/device-report";
import { CONVERSATION_SIDES, CONVERSATION_STATES, MESSAGE_KINDS, SATISFACTIONS } from "@/lib/enums/support";

const attachmentDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** In pixels; null for what is no picture. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});

export const messageDto = z.object({
  uid: z.uuid(),
  /** Its number in the conversation, from 1; messages stand in this order. */
  seq: z.int(),
  kind: z.enum(MESSAGE_KINDS),
  side: z.enum(CONVERSATION_SIDES),
  /** First name of its author; null for guests, the app itself, and accounts that are no more. */
  author: z.string().nullable(),
  text: z.string(),
  createdAt: z.string(),
  attachments: z.array(attachmentDto),
});
export type MessageDto = z.infer<typeof messageDto>;

export const conversationDto = z.object({
  uid: z.uuid(),
  subject: z.string(),
  state: z.enum(CONVERSATION_STATES),
  createdAt: z.string(),
  movedAt: z.string(),
  lastSeq: z.int(),
  /** How many messages of support's its author has not seen. */
  unread: z.int(),
  /** Up to which message support has it, and has seen it. */
  delivered: z.int(),
  read: z.int(),
  /** Since when its author waits for an answer. */
  waitingSince: z.string().nullable(),
  /** Until when a message opens it again; null unless it is solved. */
  reopensUntil: z.string().nullable(),
  satisfaction: z.enum(SATISFACTIONS).nullable(),
  /** When its author let the team see details of their device. */
  deviceReportAt: z.string().nullable(),
});

export const conversationRowDto = conversationDto.extend({
  /** The beginning of what was said last. */
  last: z.object({ side: z.enum(CONVERSATION_SIDES), text: z.string(), files: z.int() }).nullable(),
});

export const historyDto = z.object({
  messages: z.array(messageDto),
  /** Whether there are older ones than these. */
  more: z.boolean(),
});

export const conversationViewDto = conversationDto.extend(historyDto.shape);

export const unreadDto = z.object({ conversations: z.int() });
/** Seconds within which three of four were answered lately; null while there is too little to tell. */
export const waitDto = z.object({ seconds: z.number().nullable() });
export const fileLinkDto = z.object({ url: z.string(), preview: z.string().nullable(), name: z.string(), type: z.string() });
export const reportDto = z.object({ report: deviceReport.nullable(), sharedAt: z.string().nullable() });
export const acceptedDto = z.object({ uid: z.uuid() });
