import { z } from "zod";
import { INTERVIEW_OUTCOMES, INTERVIEW_STAGES } from "@/lib/enums/practice";

export const interviewDto = z.object({
  uid: z.uuid(),
  company: z.string(),
  role: z.string(),
  /** A day of the person's own calendar. */
  date: z.string(),
  time: z.string().nullable(),
  timeZone: z.string().nullable(),
  stage: z.enum(INTERVIEW_STAGES),
  outcome: z.enum(INTERVIEW_OUTCOMES),
  /** How many questions of it are kept. */
  asked: z.int(),
});
export type InterviewDto = z.infer<typeof interviewDto>;

export const interviewDetailDto = interviewDto.extend({
  version: z.int(),
  notes: z.string(),
  questions: z.array(
    z.object({
      text: z.string(),
      question_id: z.uuid().nullable(),
      /** What the question of the bank says; null where there is none, or it is not shown any more. */
      question: z.string().nullable(),
      went: z.int().nullable(),
    }),
  ),
});
export type InterviewDetailDto = z.infer<typeof interviewDetailDto>;

export const interviewDeletedDto = z.object({ deleted: z.literal(true) });
