import { z } from "zod";
import { deviceReport } from "@/lib/device-report";
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
  /** Without an id for a guest. */
  person: z.object({ uid: z.uuid().nullable(), name: z.string(), email: z.string(), guest: z.boolean(), confirmed: z.boolean() }),
  assignee: memberDto.nullable(),
  createdAt: z.string(),
  movedAt: z.string(),
  waitingSince: z.string().nullable(),
  snoozedUntil: z.string().nullable(),
  /** Messages of the person's that nobody of the team has seen. */
  unread: z.int(),
  last: conversationRowDto.shape.last,
});

export const noteDto = z.object({
  uid: z.uuid(),
  kind: z.enum(NOTE_KINDS),
  author: z.string().nullable(),
  subject: z.string().nullable(),
  until: z.string().nullable(),
  text: z.string(),
  createdAt: z.string(),
});

export const inboxViewDto = inboxRowDto.omit({ last: true }).extend({
  ...historyDto.shape,
  lastSeq: z.int(),
  /** Up to which message the person has it, and has seen it. */
  delivered: z.int(),
  read: z.int(),
  satisfaction: z.object({ word: z.enum(SATISFACTIONS), comment: z.string().nullable() }).nullable(),
  notes: z.array(noteDto),
  /** What the person let the team see; null unless they did. */
  device: z
    .object({
      report: deviceReport,
      sharedAt: z.string(),
      /** Their last recordings as the server has them: no questions, no sound. */
      uploads: z.array(
        z.object({ state: z.enum(ANSWER_STATES), type: z.string().nullable(), sizeBytes: z.number().nullable(), createdAt: z.string() }),
      ),
    })
    .nullable(),
  /** How many other conversations this person has had. */
  others: z.int(),
});

export const queuesDto = z.record(z.enum(INBOX_QUEUES), z.int());
