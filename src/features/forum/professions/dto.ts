import { z } from "zod";
import { textDto } from "@/lib/translated";

export const professionDto = z.object({
  uid: z.uuid(),
  /** Its name in addresses. */
  slug: z.string(),
  version: z.int(),
  name: textDto,
  description: textDto,
  archived: z.boolean(),
  /** Threads in it. */
  topicCount: z.int(),
});

export const savedDto = z.object({ uid: z.uuid(), version: z.int() });
