import { z } from "zod";
import { POST_STATES, REACTIONS } from "@/lib/enums/forum";
import { authorDto } from "../members/dto";
import { proposedDto } from "../proposals/dto";
import { shareDto } from "../sharing/dto";

export const imageDto = z.object({
  uid: z.uuid(),
  /** Lives for a quarter of an hour. */
  url: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
});
export type ImageDto = z.infer<typeof imageDto>;

export const quoteDto = z.object({
  uid: z.uuid(),
  seq: z.int(),
  author: authorDto.nullable(),
  /** Its beginning, without what marks it up; empty for what cannot be seen. */
  excerpt: z.string(),
});

export const postDto = z.object({
  uid: z.uuid(),
  topicId: z.uuid(),
  /** Its number in the topic, from 1 without gaps: messages stand in this order, and keep it. */
  seq: z.int(),
  state: z.enum(POST_STATES),
  /** Markdown; null where only its place is left. */
  message: z.string().nullable(),
  replyFromId: z.uuid().nullable(),
  quote: quoteDto.nullable(),
  /** Null where an account is no more, and for what was removed. */
  author: authorDto.nullable(),
  /** It is the caller's. */
  own: z.boolean(),
  reactions: z.array(z.object({ reaction: z.enum(REACTIONS), count: z.int(), mine: z.boolean() })),
  /** Who is named in it: what is written after the @, and what they are called. */
  mentions: z.array(z.object({ handle: z.string(), name: z.string() })),
  images: z.array(imageDto),
  /** What is shared with it; null for nothing. */
  share: shareDto.nullable(),
  /** The question that was asked in an interview, of which it tells. */
  proposal: proposedDto.nullable(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
});
export type PostDto = z.infer<typeof postDto>;

export const postListDto = z.object({
  data: z.array(postDto),
  /** `total` counts messages by their number, those of which only the place is left too. */
  meta: z.object({ total: z.int() }),
});

export const locateDto = z.object({ uid: z.uuid(), topicId: z.uuid(), professionId: z.uuid(), seq: z.int() });
export const versionDto = z.object({ version: z.int(), message: z.string(), writtenAt: z.string() });
export const deletedDto = z.object({
  uid: z.uuid(),
  /** The whole topic went: nobody had answered. */
  topic: z.boolean(),
});
export const acceptedDto = z.object({ uid: z.uuid() });
