import { z } from "zod";
import { BANK } from "@/features/practice/bank/rules";
import { minutesField } from "@/features/practice/minutes/schema";
import { calendarDay, id, lineField, textField } from "@/lib/fields";
import { pageInput } from "@/lib/list-schemas";
import { byLocale } from "@/lib/locales";
import { translated } from "@/lib/localized-schemas";
import { reason } from "../log/schema";
import { ASKED, isPlain, TEAM_STATES } from "./rules";

/** A question that somebody was asked in an interview. No addresses: it stands in mails, and in the bank. */
export const askedInput = z.object({
  question: textField(ASKED.question).pipe(z.string().min(3)).refine(isPlain, "addresses"),
  company: lineField(ASKED.company).pipe(z.string().min(1)).refine(isPlain, "addresses"),
  role: lineField(ASKED.role).pipe(z.string().min(1)).refine(isPlain, "addresses"),
  /** The day of the interview: not in the future, and at most ten years ago. */
  askedOn: calendarDay,
});
export type AskedInput = z.infer<typeof askedInput>;

export const proposalsInput = pageInput.extend({ state: z.enum(TEAM_STATES).default("proposed") });
export type ProposalsInput = z.infer<typeof proposalsInput>;

export const proposalInput = z.object({ uid: id });

const points = z
  .array(z.string().trim().max(BANK.point))
  .max(BANK.points)
  .transform((list) => list.filter((point) => point !== ""));

/** What a question says, and what a good answer shows: in English, and in the languages in which somebody has written it. */
export const adoptInput = proposalInput.extend({
  categoryId: id,
  readingTime: minutesField,
  answerTime: minutesField,
  text: translated(BANK.text),
  guidance: z.strictObject(byLocale(() => points)).refine(({ en }) => en.length > 0, { path: ["en"], message: "required" }),
});
export type AdoptInput = z.infer<typeof adoptInput>;

export const declineInput = proposalInput.extend({ reason });
export type DeclineInput = z.infer<typeof declineInput>;

export const creditInput = z.object({ questionId: id });
