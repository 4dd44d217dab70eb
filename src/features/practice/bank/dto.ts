import { z } from "zod";
import { instant, minutes } from "@/lib/dto-fields";
import { QUESTION_STATES } from "@/lib/enums/practice";
import { byLocale, LOCALES } from "@/lib/locales";
import { textDto } from "@/lib/localized-schemas";

const list = z.object(byLocale(() => z.array(z.string())));

const bankRowDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  category: z.object({ uid: z.uuid(), name: z.string() }),
  text: z.string().meta({ description: "In the caller's language, as candidates read it." }),
  state: z.enum(QUESTION_STATES),
  readingTime: minutes,
  answerTime: minutes,
  missing: z.array(z.enum(LOCALES)).meta({ description: "Languages in which something is still to be written." }),
  editedAt: instant.nullable().meta({ description: "When somebody last wrote it here." }),
});

export const bankDto = z.object({ data: z.array(bankRowDto), meta: z.object({ next: z.string().nullable() }) });

const content = {
  category: z.uuid(),
  readingTime: minutes,
  answerTime: minutes,
  text: textDto.meta({ description: "Empty where nobody has written it: candidates read the English one there." }),
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
  at: instant.nullable().meta({ description: "Null for what was there before versions were kept." }),
  by: z.string().nullable().meta({ description: "Who wrote it; null for what came with the app, and where the account is no more." }),
  ...content,
});

export const savedDto = z.object({ uid: z.uuid(), version: z.int() });

/** What was turned, and where it stood before. */
export const turnedDto = z.object({ uid: z.uuid(), before: z.enum(QUESTION_STATES) });
