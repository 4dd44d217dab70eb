import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { ASSIGNMENT_STATES } from "@/lib/enums/peer-review";
import { LOCALES } from "@/lib/locales";
import { commentDto, lengthDto } from "../dto";
import { ratingsField } from "../schema";
import { STAGES } from "./rules";

export const assignmentDto = z.object({
  uid: z.uuid(),
  question_id: z.uuid(),
  question: z.string(),
  category: z.string(),
  guidance: z.array(z.string()),
  language: z.enum(LOCALES),
  state: z.enum(ASSIGNMENT_STATES),
  stage: z.enum(STAGES).meta({ description: "What there is to hear or see now." }),
  recording: lengthDto
    .extend({
      type: z.string(),
      link: z
        .string()
        .nullable()
        .meta({ description: "The short-lived address ends with the lease; null when it has, and when the recording was taken back." }),
    })
    .nullable(),
  firstRatings: ratingsField.nullable().meta({ description: "What one thought after the voice alone." }),
  leasedAt: instant,
  leaseEndsAt: instant,
  draftId: z.uuid().meta({
    description:
      "By which a device keeps what it could not send: the same where somebody goes on with what they wrote in an earlier lease.",
  }),
  draft: z
    .object({
      ratings: ratingsField.partial(),
      good: z.string(),
      suggestion: z.string(),
      comments: z.array(commentDto),
      heard: z.array(z.tuple([z.int(), z.int()])).meta({ description: "Which stretches were played: from and to, in milliseconds." }),
      savedAt: instant,
    })
    .nullable(),
});

export const savedDto = z.object({ savedAt: instant });
export const releasedDto = z.object({ released: z.literal(true) });
export const reportedDto = z.object({ reported: z.literal(true) });
export const languagesDto = z.object({ languages: z.array(z.enum(LOCALES)) });
