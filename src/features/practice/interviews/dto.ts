import { z } from "zod";
import { day } from "@/lib/dto-fields";
import { INTERVIEW_OUTCOMES, INTERVIEW_STAGES } from "@/lib/enums/practice";

export const interviewDto = z.object({
  uid: z.uuid(),
  company: z.string(),
  role: z.string(),
  date: day.meta({ description: "A day of the person's own calendar." }),
  time: z.string().nullable().meta({ description: "Hours and minutes, such as 14:30." }),
  timeZone: z.string().nullable().meta({ description: "Where that is meant: an IANA name." }),
  stage: z.enum(INTERVIEW_STAGES),
  outcome: z.enum(INTERVIEW_OUTCOMES),
  asked: z.int().meta({ description: "How many questions of it are kept." }),
});
export type InterviewDto = z.infer<typeof interviewDto>;

export const interviewDetailDto = interviewDto.extend({
  version: z.int(),
  notes: z.string(),
  questions: z.array(
    z.object({
      text: z.string(),
      question_id: z.uuid().nullable(),
      question: z
        .string()
        .nullable()
        .meta({ description: "What the question of the bank says; null where there is none, or it is not shown any more." }),
      went: z.int().nullable().meta({ description: "How the answer went: 1 to 5." }),
    }),
  ),
});
export type InterviewDetailDto = z.infer<typeof interviewDetailDto>;

export const interviewDeletedDto = z.object({ deleted: z.literal(true) });
