import { z } from "zod";
import { INTERVIEW_LISTS, INTERVIEW_OUTCOMES, INTERVIEW_STAGES } from "@/lib/enums/practice";
import { id, lineField, textField } from "@/lib/fields";
import { timeZoneField } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { FIRST_DAY, INTERVIEW, LAST_DAY } from "./rules";

export const interviewListInput = pageInput.extend({ list: z.enum(INTERVIEW_LISTS).default("coming"), timeZone: timeZoneField });
export type InterviewListInput = z.infer<typeof interviewListInput>;

export const interviewOfInput = z.strictObject({ uid: id });

const askedField = z.strictObject({
  text: textField(INTERVIEW.question).pipe(z.string().min(1)),
  /** The question of the bank that it is, or resembles. */
  question_id: id.nullish(),
  /** How the answer went. */
  went: z.int().min(1).max(5).nullish(),
});

/**
 * An interview as a whole: with the uid of an own one it takes the place of what stands there, and with the version that was seen of that
 * alone.
 */
export const interviewInput = z
  .strictObject({
    uid: id.optional(),
    version: z.int().min(1).optional(),
    company: lineField(INTERVIEW.company).pipe(z.string().min(1)),
    role: lineField(INTERVIEW.role).pipe(z.string().min(1)),
    date: z.iso.date().refine((day) => day >= FIRST_DAY && day <= LAST_DAY, "date"),
    /** Hours and minutes, such as 14:30. */
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .nullish(),
    timeZone: timeZoneField.nullable(),
    stage: z.enum(INTERVIEW_STAGES),
    outcome: z.enum(INTERVIEW_OUTCOMES).default("waiting"),
    notes: textField(INTERVIEW.notes).default(""),
    questions: z.array(askedField).max(INTERVIEW.questions).default([]),
  })
  // A zone says where a time is meant.
  .refine(({ time, timeZone }) => !timeZone || time, { path: ["time"], message: "required" });
export type InterviewInput = z.infer<typeof interviewInput>;
