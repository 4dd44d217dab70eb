import { z } from "zod";
import { bytes, day, instant, milliseconds, minutes } from "@/lib/dto-fields";
import { ANSWER_STATES, DIFFICULTIES, PLAYED_BY, PRACTICE_MODES, RECORDING_KINDS } from "@/lib/enums/practice";
import { ratingsField } from "./schema";

export const categoryDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  description: z.string(),
  questions: z.int().meta({ description: "How many published questions it holds." }),
});

export const questionDto = z.object({ uid: z.uuid(), text: z.string(), reading_time: minutes, answer_time: minutes });

export const questionDetailDto = questionDto.extend({
  category_id: z.uuid(),
  category: z.string(),
  guidance: z.array(z.string()),
});

const recordingDto = z.object({
  kind: z.enum(RECORDING_KINDS),
  type: z.string().meta({ description: "Its container, without codecs." }),
  size: bytes,
  duration_ms: milliseconds,
  overrun_ms: milliseconds.meta({ description: "What of it is beyond the time for the answer, in milliseconds." }),
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
  reading_time: minutes,
  answer_time: minutes,
  recording: recordingDto.nullable(),
  rate_your_self: ratingsField.nullable(),
  question_difficulty: z.enum(DIFFICULTIES).nullable(),
  comments: z.string(),
  media: z
    .object({ name: z.string(), link: z.string().nullable() })
    .nullable()
    .meta({ description: "The stored file: its name, and in a detail the short-lived address that plays it." }),
  recorded_at: instant.meta({ description: "When it was made, as its device told." }),
  created_at: instant.meta({ description: "When it arrived." }),
});

export const answerDetailDto = answerDto.extend({
  guidance: z.array(z.string()),
  share_link: z.string().nullable().meta({ description: "The address that plays this answer to whoever has it; null while none works." }),
});

/** What others see of a take: nothing by which its maker's hours, or the take elsewhere, could be told. */
export const sharedAnswerDto = answerDto.pick({ question: true, category: true }).extend({
  recording: recordingDto.pick({ kind: true, type: true, duration_ms: true }).nullable(),
  recorded_on: day.meta({ description: "The day on which it was made, where its maker lives." }),
  firstName: z.string(),
  link: z.string().meta({ description: "The short-lived address that plays it." }),
});

export const playDto = z.object({
  uid: z.uuid(),
  answer: z.uuid(),
  question: z.string(),
  by: z.enum(PLAYED_BY),
  browser: z.string().meta({ description: "The listener's browser, as far as it names itself." }),
  system: z.string().meta({ description: "The same of the system." }),
  playedAt: instant,
});

export const deletedDto = z.object({ deleted: z.literal(true) });
export const shareDto = z.object({ share_link: answerDetailDto.shape.share_link });
