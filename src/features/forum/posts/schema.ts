import { z } from "zod";
import { MAX_TEXT } from "@/features/forum/rules";
import { REACTIONS } from "@/lib/enums/forum";
import { id, textField } from "@/lib/fields";
import { pageInput } from "@/lib/list-schemas";
import { askedInput } from "../proposals/schema";
import { shareInput } from "../sharing/schema";

/** Messages that come at a time where they are asked for by their number. */
export const POSTS = 20;

export const messageText = textField(MAX_TEXT.thread).pipe(z.string().min(1));

const seq = z.int().min(1).max(2_000_000_000);

export const postsInput = pageInput.extend({
  topicId: id,
  /** Instead of a page: twenty messages from this number on, */
  fromSeq: seq.optional(),
  /** around it, */
  aroundSeq: seq.optional(),
  /** or before it, the nearest ones. */
  beforeSeq: seq.optional(),
});
export type PostsInput = z.infer<typeof postsInput>;

export const postInput = z.object({ uid: id });

/** What may come along with a message. */
export const extras = z.object({
  /** A question of the bank, or an own take. */
  share: shareInput.optional(),
  /** A question that they were asked in an interview, proposed for the bank. */
  asked: askedInput.optional(),
});
export type Extras = z.infer<typeof extras>;

export const writeInput = extras.extend({
  topicId: id,
  /** Markdown; pictures that were uploaded stand in it as `![what it shows](image:<uid>)`. */
  message: messageText,
  replyFromId: id.optional(),
  /** The message's id, where the caller wants to ask again without writing twice. */
  uid: id.optional(),
});
export type WriteInput = z.infer<typeof writeInput>;

export const editInput = postInput.extend({ message: messageText });
export type EditInput = z.infer<typeof editInput>;

export const reactInput = postInput.extend({
  reaction: z.enum(REACTIONS),
  /** Whether it is to stand there. */
  on: z.boolean(),
});
export type ReactInput = z.infer<typeof reactInput>;
