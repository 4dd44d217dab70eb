import { z } from "zod";
import { DAY_MS } from "@/lib/durations";
import { DIFFICULTIES, PRACTICE_MODES, RATING_SCALES, type RatingScale, RECORDING_KINDS } from "@/lib/enums/practice";
import { pageInput } from "@/lib/pagination";
import { id } from "@/lib/typed";
import { zoneField } from "./interviews/schema";
import { COMMENTS_MAX, MINUTES } from "./rules";

export const minutesField = z.number().min(MINUTES.min).max(MINUTES.max).multipleOf(MINUTES.step);

const score = z.int().min(1).max(5);

export const ratingsField = z.strictObject(
  Object.fromEntries(RATING_SCALES.map((scale) => [scale, score])) as Record<RatingScale, typeof score>,
);
export type Ratings = z.infer<typeof ratingsField>;

/** The largest recording that is taken, in bytes: what two hours of video need. */
const MAX_RECORDING_BYTES = 2 * 1024 ** 3;

/** What the device captured, told before the file follows through the upload endpoint. */
const recordingField = z.strictObject({
  kind: z.enum(RECORDING_KINDS),
  /** Container only, without codecs. */
  type: z.string().regex(/^(audio|video)\/[a-z0-9.+-]{2,40}$/),
  size: z.int().min(1).max(MAX_RECORDING_BYTES),
  duration_ms: z.int().min(0).max(DAY_MS),
  overrun_ms: z.int().min(0).max(DAY_MS).optional(),
  md5: z.string().regex(/^[0-9a-f]{32}$/),
});
export type RecordingInput = z.infer<typeof recordingField>;

/** The place of a simulation for which a take was recorded, as the device knows it. */
const placeField = z.strictObject({
  uid: id,
  position: z.int().min(1).max(100),
  /** From the moment in which the device had the question to the recording's first second. */
  started_after_ms: z.int().min(0).max(DAY_MS),
});

export const uidInput = z.strictObject({ uid: id });

export const questionListInput = pageInput.extend({ category_id: id });

/** The practice answer record. With a known `uid` it changes what is given; else it creates. */
export const answerInput = z.strictObject({
  uid: id.optional(),
  category_id: id.optional(),
  question_id: id.optional(),
  reading_time: minutesField.optional(),
  answer_time: minutesField.optional(),
  mode: z.enum(PRACTICE_MODES).optional(),
  /** With it the mode follows: a take that is the place's one and in time is a simulation's, another one is kept as practice. */
  simulation: placeField.optional(),
  recording: recordingField.nullish(),
  rate_your_self: ratingsField.optional(),
  question_difficulty: z.enum(DIFFICULTIES).nullish(),
  comments: z.string().max(COMMENTS_MAX).optional(),
  /** Where the maker's days begin, as far as their account does not say: the plan counts in days. */
  time_zone: zoneField,
  /** When the device recorded it. It is settled with the record: changing one leaves it. */
  recorded_at: z.iso.datetime({ offset: true }).optional(),
});
export type AnswerInput = z.infer<typeof answerInput>;

export const sharedInput = z.strictObject({ token: z.string().min(1).max(200) });
