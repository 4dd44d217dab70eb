import { z } from "zod";
import { TITLE } from "@/features/forum/rules";
import { TOPIC_LISTS, WATCH_LEVELS } from "@/lib/enums/forum";
import { id, nameField } from "@/lib/fields";
import { pageInput } from "@/lib/list-schemas";
import { LOCALES } from "@/lib/locales";
import { extras, messageText } from "../posts/schema";

/** Topics that come at a time where they are asked for one after the other. */
export const TOPICS = 20;

export const topicsInput = pageInput.extend({
  /** All rooms without it. */
  professionId: id.optional(),
  list: z.enum(TOPIC_LISTS).default("latest"),
  /** From where the last answer ended (`meta.next`), instead of a page: it stays right while others write. Empty for the beginning. */
  before: z.string().max(200).optional(),
});
export type TopicsInput = z.infer<typeof topicsInput>;

/** No addresses: titles stand in mails to other people. */
export const title = nameField(TITLE.max)
  .pipe(z.string().min(TITLE.min))
  .refine((text) => /[\p{L}\p{N}]/u.test(text) && !/:\/\/|www\./i.test(text), "title");

export const createInput = extras.extend({
  professionId: id,
  title,
  /** Markdown; pictures that were uploaded stand in it as `![what it shows](image:<uid>)`. */
  message: messageText,
  /** The language it is written in; the caller's own unless they say. */
  locale: z.enum(LOCALES).optional(),
  /** The ids of the topic and of its first message, where the caller wants to ask again without writing twice. */
  uid: id.optional(),
  messageUid: id.optional(),
});
export type CreateInput = z.infer<typeof createInput>;

export const topicInput = z.object({ topicId: id });
export const renameInput = topicInput.extend({ title });
export const levelInput = topicInput.extend({ level: z.enum(WATCH_LEVELS) });
export type LevelInput = z.infer<typeof levelInput>;

/** Up to which message somebody has seen it. */
export const readInput = topicInput.extend({ seq: z.int().min(0).max(2_000_000_000) });
export type ReadInput = z.infer<typeof readInput>;

/** The message that answers it; null takes the mark back. */
export const answerInput = topicInput.extend({ messageId: id.nullable() });
export type AnswerInput = z.infer<typeof answerInput>;
