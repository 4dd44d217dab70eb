import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { POST_STATES, REACTIONS } from "@/lib/enums/forum";
import { authorDto } from "../members/dto";
import { proposedDto } from "../proposals/dto";
import { shareDto } from "../sharing/dto";

export const imageDto = z.object({
  uid: z.uuid(),
  url: z.string().meta({ description: "Lives for a quarter of an hour." }),
  width: z.int().meta({ description: "In pixels." }),
  height: z.int().meta({ description: "In pixels." }),
});
export type ImageDto = z.infer<typeof imageDto>;

export const quoteDto = z.object({
  uid: z.uuid(),
  seq: z.int(),
  author: authorDto.nullable(),
  excerpt: z.string().meta({ description: "Its beginning, without what marks it up; empty for what cannot be seen." }),
});

export const postDto = z.object({
  uid: z.uuid(),
  topicId: z.uuid(),
  seq: z.int().meta({ description: "Its number in the topic, from 1 without gaps: messages stand in this order, and keep it." }),
  state: z.enum(POST_STATES),
  message: z.string().nullable().meta({ description: "Markdown; null where only its place is left." }),
  replyFromId: z.uuid().nullable(),
  quote: quoteDto.nullable(),
  author: authorDto.nullable().meta({ description: "Null where an account is no more, and for what was removed." }),
  own: z.boolean().meta({ description: "It is the caller's." }),
  reactions: z.array(z.object({ reaction: z.enum(REACTIONS), count: z.int(), mine: z.boolean() })),
  mentions: z
    .array(z.object({ handle: z.string(), name: z.string() }))
    .meta({ description: "Who is named in it: what is written after the @, and what they are called." }),
  images: z.array(imageDto),
  share: shareDto.nullable().meta({ description: "What is shared with it; null for nothing." }),
  proposal: proposedDto.nullable().meta({ description: "The question that was asked in an interview, of which it tells." }),
  createdAt: instant,
  editedAt: instant.nullable(),
});
export type PostDto = z.infer<typeof postDto>;

export const postListDto = z.object({
  data: z.array(postDto),
  meta: z
    .object({ total: z.int() })
    .meta({ description: "`total` counts messages by their number, those of which only the place is left too." }),
});

export const locateDto = z.object({ uid: z.uuid(), topicId: z.uuid(), professionId: z.uuid(), seq: z.int() });
export const versionDto = z.object({ version: z.int(), message: z.string(), writtenAt: instant });
export const deletedDto = z.object({
  uid: z.uuid(),
  topic: z.boolean().meta({ description: "The whole topic went: nobody had answered." }),
});
export const acceptedDto = z.object({ uid: z.uuid() });
