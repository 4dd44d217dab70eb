import { z } from "zod";
import { textDto } from "@/lib/localized-schemas";

export const editedCategoryDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  version: z.int(),
  name: textDto,
  description: textDto,
  retired: z.boolean(),
  questions: z.int().meta({ description: "How many questions it holds." }),
  published: z.int().meta({ description: "How many of them are published." }),
});

export const savedDto = z.object({ uid: z.uuid(), version: z.int() });
