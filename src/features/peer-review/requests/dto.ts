import { z } from "zod";
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
  /** The voice alone is still to come from its author's device. */
  awaitsVoice: z.boolean(),
  /** The copies that reviewers get are being made. */
  preparing: z.boolean(),
  staffMay: z.boolean(),
  paid: z.boolean(),
  wanted: z.int(),
  /** Reviews that count, and of one that had all it wanted those that moderators removed. */
  received: z.int(),
  removed: z.int(),
  createdAt: z.string(),
  openedAt: z.string().nullable(),
  firstReviewAt: z.string().nullable(),
  /** One's own rating is missing: reviews are shown once it is there. */
  hidden: z.boolean(),
  /** Reviews since one last looked. */
  unread: z.int(),
});

export const requestDetailDto = requestDto.extend({
  recording: lengthDto.nullable(),
  /** As it was given before one could read theirs. */
  own: ratingsField.nullable(),
  /** One has changed one's rating since. */
  ratedAgain: z.boolean(),
  peers: spreadDto.nullable(),
  reviews: z.array(receivedDto),
});

export const seenDto = z.object({ seen: z.literal(true) });
