import { z } from "zod";
import { QUESTION_STATES } from "@/lib/enums/practice";
import { id, ids, textField } from "@/lib/fields";
import { type moveInput, rowVersion } from "@/lib/inputs";
import { byLocale, LOCALES } from "@/lib/locales";
import { translated } from "@/lib/localized-schemas";
import { minutesField } from "../minutes/schema";
import { BANK } from "./rules";

/** Questions that come at a time. */
export const QUESTIONS = 30;

export type MoveInput = z.infer<typeof moveInput>;

const points = z
  .array(textField(BANK.point))
  .max(BANK.points)
  .transform((list) => list.filter((point) => point !== ""));

/** What a question says, and what a good answer shows: in English, and in the languages in which somebody has written it. */
const wordingField = z
  .strictObject(byLocale(() => textField(BANK.text)))
  .refine(({ en }) => en !== "", { path: ["en"], message: "required" });
const guidanceField = z.strictObject(byLocale(() => points)).refine(({ en }) => en.length > 0, { path: ["en"], message: "required" });

const contentFields = {
  category: id,
  readingTime: minutesField,
  answerTime: minutesField,
  text: wordingField,
  guidance: guidanceField,
};

/** Without uid a draft is made, as its category's last. */
export const questionInput = z.strictObject({ uid: id.optional(), version: rowVersion.optional(), ...contentFields });
export type QuestionInput = z.infer<typeof questionInput>;

/** The same as a form has it: a point of the guidance stands on a line of its own. */
export const questionForm = z.object({
  version: rowVersion.optional(),
  category: z.uuid("choice"),
  readingTime: minutesField,
  answerTime: minutesField,
  text: translated(BANK.text),
  guidance: translated(BANK.points * (BANK.point + 1)),
});
export type QuestionForm = z.infer<typeof questionForm>;

/** `of`: the version whose words come back; `version`: the one that was seen as the latest. */
export const restoreInput = z.strictObject({ uid: id, of: rowVersion, version: rowVersion });
export type RestoreInput = z.infer<typeof restoreInput>;

/** `seen`: how questions stood that somebody chose. One that stands otherwise by now is left. */
export const turnInput = z.strictObject({
  uids: ids,
  state: z.enum(QUESTION_STATES),
  seen: z
    .array(z.strictObject({ uid: id, state: z.enum(QUESTION_STATES) }))
    .max(500)
    .optional(),
});
export type TurnInput = z.infer<typeof turnInput>;

export const bankInput = z.object({
  /** Beginnings of words, in whatever language. */
  search: z.string().trim().max(100).optional(),
  category: id.optional(),
  state: z.enum(QUESTION_STATES).optional(),
  /** Only what is still to be written in this language. */
  missing: z.enum(LOCALES).optional(),
  /** From where the last answer ended (`meta.next`). */
  before: z.string().max(300).optional(),
});
export type BankInput = z.infer<typeof bankInput>;
