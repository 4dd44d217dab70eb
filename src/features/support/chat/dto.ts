import { z } from "zod";
import { deviceReport } from "@/lib/device-report";
import { bytes, instant } from "@/lib/dto-fields";
import { CONVERSATION_SIDES, CONVERSATION_STATES, MESSAGE_KINDS, SATISFACTIONS } from "@/lib/enums/support";

const attachmentDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  type: z.string(),
  size: bytes,
  width: z.int().nullable().meta({ description: "In pixels; null for what is no picture." }),
  height: z.int().nullable().meta({ description: "In pixels; null for what is no picture." }),
});

export const messageDto = z.object({
  uid: z.uuid(),
  seq: z.int().meta({ description: "Its number in the conversation, from 1; messages stand in this order." }),
  kind: z.enum(MESSAGE_KINDS),
  side: z.enum(CONVERSATION_SIDES),
  author: z
    .string()
    .nullable()
    .meta({ description: "First name of its author; null for guests, the app itself, and accounts that are no more." }),
  text: z.string(),
  createdAt: instant,
  attachments: z.array(attachmentDto),
});
export type MessageDto = z.infer<typeof messageDto>;

export const conversationDto = z.object({
  uid: z.uuid(),
  subject: z.string(),
  state: z.enum(CONVERSATION_STATES),
  createdAt: instant,
  movedAt: instant,
  lastSeq: z.int(),
  unread: z.int().meta({ description: "How many messages of support's its author has not seen." }),
  delivered: z.int().meta({ description: "Up to which message support has it." }),
  read: z.int().meta({ description: "Up to which message support has seen it." }),
  waitingSince: instant.nullable().meta({ description: "Since when its author waits for an answer." }),
  reopensUntil: instant.nullable().meta({ description: "Until when a message opens it again; null unless it is solved." }),
  satisfaction: z.enum(SATISFACTIONS).nullable(),
  deviceReportAt: instant.nullable().meta({ description: "When its author let the team see details of their device." }),
});

export const conversationRowDto = conversationDto.extend({
  last: z
    .object({ side: z.enum(CONVERSATION_SIDES), text: z.string(), files: z.int() })
    .nullable()
    .meta({ description: "The beginning of what was said last." }),
});

export const historyDto = z.object({
  messages: z.array(messageDto),
  more: z.boolean().meta({ description: "Whether there are older ones than these." }),
});

export const conversationViewDto = conversationDto.extend(historyDto.shape);

export const unreadDto = z.object({ conversations: z.int() });
export const waitDto = z.object({
  seconds: z
    .number()
    .nullable()
    .meta({ description: "Within which three of four were answered lately; null while there is too little to tell." }),
});
export const fileLinkDto = z.object({ url: z.string(), preview: z.string().nullable(), name: z.string(), type: z.string() });
export const reportDto = z.object({ report: deviceReport.nullable(), sharedAt: instant.nullable() });
export const acceptedDto = z.object({ uid: z.uuid() });
