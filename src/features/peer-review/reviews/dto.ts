import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { REVIEW_CASE_KINDS, REVIEW_OUTCOMES, REVIEW_STATES } from "@/lib/enums/peer-review";
import { commentDto, saidDto } from "../dto";
import { ratingsField } from "../schema";

/** A review as the author of the take reads it: under a letter, and nothing else that tells who wrote it. */
export const receivedDto = z.object({
  uid: z.uuid(),
  letter: z.string(),
  state: z.enum(REVIEW_STATES),
  ratings: ratingsField.nullable().meta({ description: "Null where moderators removed it." }),
  good: z.string(),
  suggestion: z.string(),
  comments: z.array(commentDto),
  helpful: z.boolean().nullable(),
  thankedAt: instant.nullable(),
  disputeUntil: instant,
  case: z
    .object({
      kind: z.enum(REVIEW_CASE_KINDS),
      note: z.string(),
      outcome: z.enum(REVIEW_OUTCOMES).nullable(),
      reason: z.string(),
      createdAt: instant,
      decidedAt: instant.nullable(),
    })
    .nullable(),
  retake: z.uuid().nullable().meta({ description: "The own take that tries its suggestion." }),
  createdAt: instant,
});

/** The same in a list over all takes. */
export const receivedRecordDto = receivedDto.extend({ question_id: z.uuid(), answer_id: z.uuid() });

/** A review as its writer has it: nothing in it tells whose take it is about. */
export const givenDto = saidDto.extend({
  uid: z.uuid(),
  question_id: z.uuid(),
  question: z.string(),
  state: z.enum(REVIEW_STATES),
  thankedAt: instant.nullable(),
  helpful: z.boolean().nullable(),
  retake: z.boolean(),
  createdAt: instant,
  decision: z.object({ outcome: z.enum(REVIEW_OUTCOMES), reason: z.string(), decidedAt: instant }).nullable(),
});

export const retakenDto = z.object({ retaken: z.literal(true) });
