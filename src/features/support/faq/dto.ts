import { z } from "zod";

export const faqEntryDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  category: z.string(),
  question: z.string(),
  answer: z.string(),
  /** What the caller has said of it; null for nothing yet. */
  helpful: z.boolean().nullable(),
});

export const votedDto = z.object({ uid: z.uuid(), helpful: z.boolean() });
