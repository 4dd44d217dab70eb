import { z } from "zod";
import { TOPIC_KINDS } from "@/lib/enums/forum";
import { authorDto } from "../members/dto";

const hitDto = z.object({
  uid: z.uuid(),
  topicId: z.uuid(),
  /** Empty for a chat. */
  title: z.string(),
  kind: z.enum(TOPIC_KINDS),
  professionId: z.uuid(),
  seq: z.int(),
  author: authorDto.nullable(),
  createdAt: z.string(),
  /** What it says around the first word that was found. */
  excerpt: z.string(),
  /** Where found words begin and end in the excerpt, in UTF-16 units. */
  marks: z.array(z.tuple([z.int(), z.int()])),
});

export const hitsDto = z.object({ data: z.array(hitDto), meta: z.object({ next: z.string().nullable() }) });
