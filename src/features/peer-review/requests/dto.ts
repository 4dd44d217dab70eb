import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { REVIEW_REQUEST_STATES, WITHDRAWN_FOR } from "@/lib/enums/peer-review";
import { LOCALES } from "@/lib/locales";
import { lengthDto, spreadDto } from "../dto";
import { receivedDto } from "../reviews/dto";
import { ratingsField } from "../schema";

export const requestDto = z.object({
  uid: z.uuid(),
  answer_id: z.uuid(),
  question_id: z.uuid(),
  question: z.string(),
  category: z.string(),
  state: z.enum(REVIEW_REQUEST_STATES),
  withdrawnFor: z.enum(WITHDRAWN_FOR).nullable(),
  language: z.enum(LOCALES),
  staged: z.boolean(),
  awaitsVoice: z.boolean().meta({ description: "The voice alone is still to come from its author's device." }),
  preparing: z.boolean().meta({ description: "The copies that reviewers get are being made." }),
  staffMay: z.boolean(),
  paid: z.boolean(),
  wanted: z.int(),
  received: z.int().meta({ description: "Reviews that count." }),
  removed: z.int().meta({ description: "Of a request that had all it wanted: reviews that moderators removed." }),
  createdAt: instant,
  openedAt: instant.nullable(),
  firstReviewAt: instant.nullable(),
  hidden: z.boolean().meta({ description: "One's own rating is missing: reviews are shown once it is there." }),
  unread: z.int().meta({ description: "Reviews since one last looked." }),
});

export const requestDetailDto = requestDto.extend({
  recording: lengthDto.nullable(),
  own: ratingsField.nullable().meta({ description: "As it was given before one could read theirs." }),
  ratedAgain: z.boolean().meta({ description: "One has changed one's rating since." }),
  peers: spreadDto.nullable(),
  reviews: z.array(receivedDto),
});

export const seenDto = z.object({ seen: z.literal(true) });
