import { z } from "zod";
import { ANSWER_STATES, DIFFICULTIES, PLAYED_BY, PRACTICE_MODES, RECORDING_KINDS } from "@/lib/enums/practice";
import { ratingsField } from "./schema";

export const categoryDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** How many published questions it holds. */
  questions: z.int(),
});

export const questionDto = z.object({ uid: z.uuid(), text: z.string(), reading_time: z.number(), answer_time: z.number() });

export const questionDetailDto = questionDto.extend({
  category_id: z.uuid(),
  category: z.string(),
  guidance: z.array(z.string()),
});

const recordingDto = z.object({
  kind: z.enum(RECORDING_KINDS),
  type: z.string(),
  size: z.int(),
  duration_ms: z.int(),
  overrun_ms: z.int(),
  md5: z.string(),
});

export const answerDto = z.object({
  uid: z.uuid(),
  category_id: z.uuid(),
  category: z.string(),
  question_id: z.uuid(),
  question: z.string(),
  state: z.enum(ANSWER_STATES),
  mode: z.enum(PRACTICE_MODES),
  reading_time: z.number(),
  answer_time: z.number(),
  recording: recordingDto.nullable(),
  rate_your_self: ratingsField.nullable(),
  question_difficulty: z.enum(DIFFICULTIES).nullable(),
  comments: z.string(),
  /** The stored file: its name, and in a detail the short-lived address that plays it. */
  media: z.object({ name: z.string(), link: z.string().nullable() }).nullable(),
  /** When it was made, as its device told. */
  recorded_at: z.string(),
  /** When it arrived. */
  created_at: z.string(),
});

export const answerDetailDto = answerDto.extend({
  guidance: z.array(z.string()),
  /** The address that plays this answer to whoever has it; null while none works. */
  share_link: z.string().nullable(),
});

/** What others see of a take: nothing by which its maker's hours, or the take elsewhere, could be told. */
export const sharedAnswerDto = answerDto.pick({ question: true, category: true }).extend({
  recording: recordingDto.pick({ kind: true, type: true, duration_ms: true }).nullable(),
  /** The day on which it was made, where its maker lives. */
  recorded_on: z.string(),
  firstName: z.string(),
  link: z.string(),
});

export const playDto = z.object({
  uid: z.uuid(),
  answer: z.uuid(),
  question: z.string(),
  by: z.enum(PLAYED_BY),
  /** The listener's browser and system, as far as they name themselves. */
  browser: z.string(),
  system: z.string(),
  playedAt: z.string(),
});

export const deletedDto = z.object({ deleted: z.literal(true) });
export const shareDto = z.object({ share_link: z.string().nullable() });
