import { z } from "zod";
import { LOCALES, type Locale } from "@/lib/locales";

const text = z.object(Object.fromEntries(LOCALES.map((locale) => [locale, z.string()])) as Record<Locale, z.ZodString>);

export const cannedDto = z.object({
  uid: z.uuid(),
  title: z.string(),
  text: z.string(),
  /** Languages in which something is still to be written. */
  missing: z.array(z.enum(LOCALES)),
  /** When somebody last wrote it here. */
  editedAt: z.string().nullable(),
});

export const replyDto = z.object({ uid: z.uuid(), version: z.string(), title: text, text });

export const savedDto = z.object({ uid: z.uuid(), version: z.string() });
