import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { TOPIC_KINDS, TOPIC_STATES, WATCH_LEVELS } from "@/lib/enums/forum";
import { LOCALES } from "@/lib/locales";
import { authorDto, bylineDto } from "../members/dto";

const base = z.object({
  uid: z.uuid(),
  title: z.string(),
  replies: z.int().meta({ description: "Messages that can be seen, without the first." }),
  lastMessageAt: instant,
  createdAt: instant,
  professionId: z.uuid(),
  state: z.enum(TOPIC_STATES),
  pinned: z.boolean(),
  answered: z.boolean().meta({ description: "Somebody else than its author has answered." }),
  solved: z.boolean().meta({ description: "A message is marked as the answer." }),
  locale: z.enum(LOCALES).meta({ description: "The language in which it was begun." }),
  lastSeq: z.int().meta({ description: "The number of its last message; messages are numbered from 1 without gaps." }),
  posterCount: z.int().meta({ description: "How many have written in it." }),
});

/** A topic in a list as anybody sees it; null where an account is no more. */
export const topicPreviewDto = base.extend({ author: bylineDto.nullable(), posters: z.array(bylineDto) });

const topicRowDto = base.extend({
  author: authorDto.nullable(),
  posters: z.array(authorDto).meta({ description: "Its author, then those who wrote last." }),
  unread: z
    .int()
    .nullable()
    .meta({ description: "Messages of others since the caller read it, counted up to 100; null where they never opened it." }),
  level: z.enum(WATCH_LEVELS).meta({ description: "How closely the caller follows it: by their own choice, else as its room." }),
});

/** A topic as it stands above its messages. */
export const topicDto = base.extend({
  kind: z.enum(TOPIC_KINDS),
  author: authorDto.nullable(),
  posters: z.array(authorDto),
  level: z.enum(WATCH_LEVELS),
  levelChosen: z.boolean().meta({ description: "The caller chose the level; otherwise it follows from what they do." }),
  readSeq: z.int().meta({ description: "What is new begins behind this number; 0 where they never opened it." }),
  answer: z.object({ uid: z.uuid(), seq: z.int() }).nullable().meta({ description: "The message that is the answer, and its number." }),
  may: z
    .object({ write: z.boolean(), rename: z.boolean(), answer: z.boolean(), moderate: z.boolean() })
    .meta({ description: "What the caller may do." }),
});
export type TopicDto = z.infer<typeof topicDto>;

export const topicListDto = z.object({
  data: z.array(topicRowDto),
  meta: z.object({
    total: z.int(),
    next: z.string().nullable().meta({ description: "Where to go on (`before`); null at the end." }),
  }),
});

export const topicLevelDto = z.object({ uid: z.uuid(), level: z.enum(WATCH_LEVELS) });
export const readDto = z.object({ uid: z.uuid(), readSeq: z.int() });
