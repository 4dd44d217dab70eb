import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { POST_STATES, REACTIONS } from "@/lib/enums/forum";
import { bylineDto } from "../members/dto";
import { imageDto } from "../posts/dto";
import { topicPreviewDto } from "../topics/dto";

const postPreviewDto = z.object({
  uid: z.uuid(),
  seq: z.int(),
  state: z.enum(POST_STATES),
  message: z.string().nullable().meta({ description: "Markdown; null where only its place is left." }),
  quote: z.object({ seq: z.int(), author: bylineDto.nullable(), excerpt: z.string() }).nullable(),
  author: bylineDto.nullable(),
  reactions: z.array(z.object({ reaction: z.enum(REACTIONS), count: z.int() })),
  images: z.array(imageDto),
  createdAt: instant,
  editedAt: instant.nullable(),
});

/** A thread's beginning; `lastSeq` says how many messages there are in all. */
export const threadPreviewDto = topicPreviewDto.extend({ messages: z.array(postPreviewDto) });
