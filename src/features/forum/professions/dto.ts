import { z } from "zod";
import { LOCALES, type Locale } from "@/lib/locales";

const text = z.object(Object.fromEntries(LOCALES.map((locale) => [locale, z.string()])) as Record<Locale, z.ZodString>);

export const professionDto = z.object({
  uid: z.uuid(),
  /** Its name in addresses. */
  slug: z.string(),
  version: z.int(),
  name: text,
  description: text,
  archived: z.boolean(),
  /** Threads in it. */
  topicCount: z.int(),
});

export const savedDto = z.object({ uid: z.uuid(), version: z.int() });
