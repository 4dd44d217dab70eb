import { z } from "zod";
import { DAY_MS } from "@/lib/durations";
import { DIFFICULTIES, PRACTICE_MODES, RATING_SCALES, type RatingScale, RECORDING_KINDS } from "@/lib/enums/practice";
import { id } from "@/lib/fields";
import { timeZoneField } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { minutesField } from "./minutes/schema";
import { COMMENTS_MAX, MAX_RECORDING_BYTES } from "./rules";

const score = z.int().min(1).max(5);

export const ratingsField = z.strictObject(
  Object.fromEntries(RATING_SCALES.map((scale) => [scale, score])) as Record<RatingScale, typeof score>,
);
export type Ratings = z.infer<typeof ratingsField>;

const ms = z.int().min(0).max(DAY_MS);

/** What the device captured, told before the file follows through the upload endpoint. */
const recordingField = z.strictObject({
  kind: z.enum(RECORDING_KINDS),
  type: z
    .string()
    .regex(/^(audio|video)\/[a-z0-9.+-]{2,40}$/)
    .meta({ description: "Container only, without codecs." }),
  size: z.int().min(1).max(MAX_RECORDING_BYTES).meta({ description: "Bytes." }),
  duration_ms: ms.meta({ description: "Milliseconds." }),
  overrun_ms: ms.meta({ description: "What of it is beyond the time for the answer, in milliseconds." }).optional(),
  md5: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ description: "Of the file, in hex." }),
});
export type RecordingInput = z.infer<typeof recordingField>;

/** The place of a simulation for which a take was recorded, as the device knows it. */
const placeField = z.strictObject({
  uid: id,
  position: z.int().min(1).max(100),
  started_after_ms: ms.meta({
    description: "From the moment in which the device had the question to the recording's first second, in milliseconds.",
  }),
});

export const questionListInput = pageInput.extend({ category_id: id });

/** The practice answer record. With a known `uid` it changes what is given; else it creates. */
export const answerInput = z.strictObject({
  uid: id.optional(),
  category_id: id.optional(),
  question_id: id.optional(),
  reading_time: minutesField.meta({ description: "Minutes, in steps of 0.5." }).optional(),
  answer_time: minutesField.meta({ description: "Minutes, in steps of 0.5." }).optional(),
  mode: z.enum(PRACTICE_MODES).optional(),
  simulation: placeField
    .meta({
      description:
        "With it the mode follows: a take that is the place's one and in time is a simulation's, another one is kept as practice.",
    })
    .optional(),
  recording: recordingField.nullish(),
  rate_your_self: ratingsField.optional(),
  question_difficulty: z.enum(DIFFICULTIES).nullish(),
  comments: z.string().max(COMMENTS_MAX).optional(),
  time_zone: timeZoneField.meta({
    description: "Where the maker's days begin, as far as their account does not say: the plan counts in days.",
  }),
  recorded_at: z.iso
    .datetime({ offset: true })
    .meta({ description: "When the device recorded it. It is settled with the record: changing one leaves it." })
    .optional(),
});
export type AnswerInput = z.infer<typeof answerInput>;

export const sharedInput = z.strictObject({ token: z.string().min(1).max(200) });
