import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { TOPIC_KINDS } from "@/lib/enums/forum";
import { authorDto } from "../members/dto";

const hitDto = z.object({
  uid: z.uuid(),
  topicId: z.uuid(),
  title: z.string().meta({ description: "Empty for a chat." }),
  kind: z.enum(TOPIC_KINDS),
  professionId: z.uuid(),
  seq: z.int(),
  author: authorDto.nullable(),
  createdAt: instant,
  excerpt: z.string().meta({ description: "What it says around the first word that was found." }),
  marks: z.array(z.tuple([z.int(), z.int()])).meta({ description: "Where found words begin and end in the excerpt, in UTF-16 units." }),
});

export const hitsDto = z.object({ data: z.array(hitDto), meta: z.object({ next: z.string().nullable() }) });
