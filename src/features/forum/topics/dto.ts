import { z } from "zod";
import { TOPIC_KINDS, TOPIC_STATES, WATCH_LEVELS } from "@/lib/enums/forum";
import { LOCALES } from "@/lib/locales";
import { authorDto, bylineDto } from "../members/dto";

const base = z.object({
  uid: z.uuid(),
  title: z.string(),
  /** Messages that can be seen, without the first. */
  replies: z.int(),
  lastMessageAt: z.string(),
  createdAt: z.string(),
  professionId: z.uuid(),
  state: z.enum(TOPIC_STATES),
  pinned: z.boolean(),
  /** Somebody else than its author has answered. */
  answered: z.boolean(),
  /** A message is marked as the answer. */
  solved: z.boolean(),
  /** The language in which it was begun. */
  locale: z.enum(LOCALES),
  /** The number of its last message; messages are numbered from 1 without gaps. */
  lastSeq: z.int(),
  /** How many have written in it. */
  posterCount: z.int(),
});

/** A topic in a list as anybody sees it; null where an account is no more. */
export const topicPreviewDto = base.extend({ author: bylineDto.nullable(), posters: z.array(bylineDto) });

const topicRowDto = base.extend({
  author: authorDto.nullable(),
  /** Its author, then those who wrote last. */
  posters: z.array(authorDto),
  /** Messages of others since the caller read it, counted up to 100; null where they never opened it. */
  unread: z.int().nullable(),
  /** How closely the caller follows it: by their own choice, else as its room. */
  level: z.enum(WATCH_LEVELS),
});

/** A topic as it stands above its messages. */
export const topicDto = base.extend({
  kind: z.enum(TOPIC_KINDS),
  author: authorDto.nullable(),
  posters: z.array(authorDto),
  level: z.enum(WATCH_LEVELS),
  /** The caller chose the level; otherwise it follows from what they do. */
  levelChosen: z.boolean(),
  /** What is new begins behind this number; 0 where they never opened it. */
  readSeq: z.int(),
  /** The message that is the answer, and its number. */
  answer: z.object({ uid: z.uuid(), seq: z.int() }).nullable(),
  /** What the caller may do. */
  may: z.object({ write: z.boolean(), rename: z.boolean(), answer: z.boolean(), moderate: z.boolean() }),
});
export type TopicDto = z.infer<typeof topicDto>;

export const topicListDto = z.object({
  data: z.array(topicRowDto),
  meta: z.object({
    total: z.int(),
    /** Where to go on (`before`); null at the end. */
    next: z.string().nullable(),
  }),
});

export const topicLevelDto = z.object({ uid: z.uuid(), level: z.enum(WATCH_LEVELS) });
export const readDto = z.object({ uid: z.uuid(), readSeq: z.int() });
