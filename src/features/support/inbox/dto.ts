import { z } from "zod";
import { deviceReport } from "@/lib/device-report";
import { instant } from "@/lib/dto-fields";
import { ANSWER_STATES } from "@/lib/enums/practice";
import { CONVERSATION_STATES, INBOX_QUEUES, NOTE_KINDS, SATISFACTIONS } from "@/lib/enums/support";
import { LOCALES } from "@/lib/locales";
import { conversationRowDto, historyDto } from "../chat/dto";

export const memberDto = z.object({ uid: z.uuid(), name: z.string() });

export const inboxRowDto = z.object({
  uid: z.uuid(),
  subject: z.string(),
  state: z.enum(CONVERSATION_STATES),
  locale: z.enum(LOCALES),
  person: z
    .object({ uid: z.uuid().nullable(), name: z.string(), email: z.string(), guest: z.boolean(), confirmed: z.boolean() })
    .meta({ description: "Without an id for a guest." }),
  assignee: memberDto.nullable(),
  createdAt: instant,
  movedAt: instant,
  waitingSince: instant.nullable(),
  snoozedUntil: instant.nullable(),
  unread: z.int().meta({ description: "Messages of the person's that nobody of the team has seen." }),
  last: conversationRowDto.shape.last,
});

export const noteDto = z.object({
  uid: z.uuid(),
  kind: z.enum(NOTE_KINDS),
  author: z.string().nullable(),
  subject: z.string().nullable(),
  until: instant.nullable(),
  text: z.string(),
  createdAt: instant,
});

export const inboxViewDto = inboxRowDto.omit({ last: true }).extend({
  ...historyDto.shape,
  lastSeq: z.int(),
  delivered: z.int().meta({ description: "Up to which message the person has it." }),
  read: z.int().meta({ description: "Up to which message the person has seen it." }),
  satisfaction: z.object({ word: z.enum(SATISFACTIONS), comment: z.string().nullable() }).nullable(),
  notes: z.array(noteDto),
  device: z
    .object({
      report: deviceReport,
      sharedAt: instant,
      uploads: z
        .array(
          z.object({ state: z.enum(ANSWER_STATES), type: z.string().nullable(), sizeBytes: z.number().nullable(), createdAt: instant }),
        )
        .meta({ description: "Their last recordings as the server has them: no questions, no sound." }),
    })
    .nullable()
    .meta({ description: "What the person let the team see; null unless they did." }),
  others: z.int().meta({ description: "How many other conversations this person has had." }),
});

export const queuesDto = z.record(z.enum(INBOX_QUEUES), z.int());
