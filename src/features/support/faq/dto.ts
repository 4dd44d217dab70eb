import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { LOCALES } from "@/lib/locales";
import { textDto } from "@/lib/localized-schemas";

export const faqDto = z.object({
  data: z.array(
    z.object({
      uid: z.uuid(),
      slug: z.string().meta({ description: "Its name in addresses: /faq#slug." }),
      category: z.object({ slug: z.string(), name: z.string() }),
      question: z.string(),
      answer: z.string().meta({ description: "Markdown." }),
      helpful: z.boolean().nullable().meta({ description: "What the caller has said of it; null for nothing yet." }),
    }),
  ),
  meta: z.object({
    total: z.int(),
    exact: z
      .boolean()
      .meta({ description: "Whether all of what was searched for stands in what was found; false for what only comes near." }),
  }),
});

export const votedDto = z.object({ uid: z.uuid(), helpful: z.boolean() });

export const entryRowDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  category: z.object({ uid: z.uuid(), name: z.string() }),
  question: z.string(),
  published: z.boolean(),
  missing: z.array(z.enum(LOCALES)).meta({ description: "Languages in which something is still to be written." }),
  helpful: z.int().meta({ description: "How many people said that it helped." }),
  unhelpful: z.int().meta({ description: "How many said that it did not." }),
  editedAt: instant.nullable().meta({ description: "When somebody last wrote it here." }),
});

export const entryDto = z.object({
  uid: z.uuid(),
  version: z.string(),
  slug: z.string(),
  category: z.uuid(),
  question: textDto,
  answer: textDto,
  published: z.boolean(),
});

export const categoryDto = z.object({ uid: z.uuid(), name: z.string() });

export const savedDto = z.object({ uid: z.uuid(), version: z.string() });
