import { z } from "zod";
import { textDto } from "@/lib/translated";

export const editedCategoryDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  version: z.int(),
  name: textDto,
  description: textDto,
  retired: z.boolean(),
  /** How many questions it holds, and how many of them are published. */
  questions: z.int(),
  published: z.int(),
});

export const savedDto = z.object({ uid: z.uuid(), version: z.int() });
