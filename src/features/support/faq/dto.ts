import { z } from "zod";
import { LOCALES } from "@/lib/locales";
import { textDto } from "@/lib/translated";

export const faqDto = z.object({
  data: z.array(
    z.object({
      uid: z.uuid(),
      /** Its name in addresses: /faq#slug. */
      slug: z.string(),
      category: z.object({ slug: z.string(), name: z.string() }),
      question: z.string(),
      /** Markdown. */
      answer: z.string(),
      /** What the caller has said of it; null for nothing yet. */
      helpful: z.boolean().nullable(),
    }),
  ),
  meta: z.object({
    total: z.int(),
    /** Whether all of what was searched for stands in what was found; false for what only comes near. */
    exact: z.boolean(),
  }),
});

export const votedDto = z.object({ uid: z.uuid(), helpful: z.boolean() });

export const entryRowDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  category: z.object({ uid: z.uuid(), name: z.string() }),
  question: z.string(),
  published: z.boolean(),
  /** Languages in which something is still to be written. */
  missing: z.array(z.enum(LOCALES)),
  /** How many people said that it helped, and that it did not. */
  helpful: z.int(),
  unhelpful: z.int(),
  /** When somebody last wrote it here. */
  editedAt: z.string().nullable(),
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
