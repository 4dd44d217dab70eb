import { z } from "zod";
import { QUESTION_STATES } from "@/lib/enums/practice";
import { byLocale, LOCALES } from "@/lib/locales";
import { textDto } from "@/lib/translated";

const list = z.object(byLocale(() => z.array(z.string())));

const bankRowDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  category: z.object({ uid: z.uuid(), name: z.string() }),
  /** In the caller's language, as candidates read it. */
  text: z.string(),
  state: z.enum(QUESTION_STATES),
  readingTime: z.number(),
  answerTime: z.number(),
  /** Languages in which something is still to be written. */
  missing: z.array(z.enum(LOCALES)),
  /** When somebody last wrote it here. */
  editedAt: z.string().nullable(),
});

export const bankDto = z.object({ data: z.array(bankRowDto), meta: z.object({ next: z.string().nullable() }) });

const content = {
  category: z.uuid(),
  readingTime: z.number(),
  answerTime: z.number(),
  /** Empty where nobody has written it: candidates read the English one there. */
  text: textDto,
  guidance: list,
};

export const bankQuestionDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  version: z.int(),
  state: z.enum(QUESTION_STATES),
  ...content,
});

export const versionDto = z.object({
  version: z.int(),
  /** Null for what was there before versions were kept. */
  at: z.string().nullable(),
  /** Who wrote it; null for what came with the app, and where the account is no more. */
  by: z.string().nullable(),
  ...content,
});

export const savedDto = z.object({ uid: z.uuid(), version: z.int() });

/** What was turned, and where it stood before. */
export const turnedDto = z.object({ uid: z.uuid(), before: z.enum(QUESTION_STATES) });
