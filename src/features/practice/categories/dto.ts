import { z } from "zod";
import { LOCALES, type Locale } from "@/lib/locales";

const text = z.object(Object.fromEntries(LOCALES.map((locale) => [locale, z.string()])) as Record<Locale, z.ZodString>);

export const editedCategoryDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  version: z.int(),
  name: text,
  description: text,
  retired: z.boolean(),
  /** How many questions it holds, and how many of them are published. */
  questions: z.int(),
  published: z.int(),
});

export const savedDto = z.object({ uid: z.uuid(), version: z.int() });
