import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { FLAG_REASONS } from "@/lib/enums/forum";
import { REVIEW_CASE_KINDS, REVIEW_OUTCOMES } from "@/lib/enums/peer-review";
import { LOCALES } from "@/lib/locales";
import { lengthDto, saidDto } from "../dto";

export const countsDto = z.object({ cases: z.int(), waiting: z.int() });

/** What moderators decide about. Both sides stay nameless for them, too: what was said is judged, not who said it. */
export const caseDto = z.object({
  uid: z.uuid(),
  kind: z.enum(REVIEW_CASE_KINDS),
  cause: z.enum(FLAG_REASONS).nullable(),
  note: z.string(),
  createdAt: instant,
  question: z.string(),
  review: saidDto.nullable().meta({ description: "Null where it is about a recording." }),
  outcome: z.enum(REVIEW_OUTCOMES).nullable(),
  reason: z.string(),
});

/** A request that no peer came for, and that its author let staff review. */
export const waitingDto = z.object({
  uid: z.uuid(),
  question: z.string(),
  category: z.string(),
  language: z.enum(LOCALES),
  recording: lengthDto,
  openedAt: instant,
});
