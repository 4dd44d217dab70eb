import { z } from "zod";
import {
  ANSWER_STATES,
  DIFFICULTIES,
  RATING_SCALES,
  type RatingScale,
  RECORDING_KINDS,
  SIMULATION_STATES,
  TAKE_STANDINGS,
} from "@/lib/enums/practice";
import { ratingsField } from "../schema";

const placeDto = z.object({
  position: z.int(),
  readingTime: z.number(),
  answerTime: z.number(),
  /** How long ago the question was given out, in milliseconds of the server's clock; null before. */
  begunMs: z.int().nullable(),
  /** What is asked: nobody knows before it is given out. */
  question: z.object({ uid: z.uuid(), text: z.string(), category: z.string() }).nullable(),
  /** Whether the server knows of a take that counts. */
  taken: z.boolean(),
});

export const simulationDto = z.object({
  uid: z.uuid(),
  state: z.enum(SIMULATION_STATES),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  places: z.array(placeDto),
});

export const listedSimulationDto = z.object({
  uid: z.uuid(),
  state: z.enum(SIMULATION_STATES),
  startedAt: z.string(),
  questions: z.int(),
  answered: z.int(),
  rated: z.int(),
  /** The mean of the overall ratings; null where nothing was rated. */
  overall: z.number().nullable(),
});

const meansDto = z.object(Object.fromEntries(RATING_SCALES.map((scale) => [scale, z.number()])) as Record<RatingScale, z.ZodNumber>);

const reportedTakeDto = z.object({
  uid: z.uuid(),
  state: z.enum(ANSWER_STATES),
  kind: z.enum(RECORDING_KINDS).nullable(),
  durationMs: z.int(),
  sizeBytes: z.int(),
  /** Whether its file has arrived. */
  stored: z.boolean(),
  rate_your_self: ratingsField.nullable(),
  question_difficulty: z.enum(DIFFICULTIES).nullable(),
  comments: z.string(),
  /** When the first word came; null where nobody speaks, and until it was measured. */
  onsetMs: z.int().nullable(),
});

export const reportDto = z.object({
  uid: z.uuid(),
  state: z.enum(SIMULATION_STATES),
  startedAt: z.string(),
  endedAt: z.string(),
  places: z.array(
    z.object({
      position: z.int(),
      question: z.object({ uid: z.uuid(), text: z.string(), category: z.string() }).nullable(),
      readingTime: z.number(),
      answerTime: z.number(),
      /** The take that counts, also after its deletion: then its state says so. */
      take: reportedTakeDto.nullable(),
      /** Takes that were recorded for this place and stayed ordinary practice takes, and why. */
      others: z.array(z.object({ uid: z.uuid(), standing: z.enum(TAKE_STANDINGS).exclude(["counted"]) })),
    }),
  ),
  /** Over the rated answers of this simulation; null when none is rated. */
  means: meansDto.nullable(),
  /** The same over the simulations before; null when nothing in them is rated. */
  earlier: z.object({ simulations: z.int(), means: meansDto }).nullable(),
  /** Of all answers that count. */
  spokenMs: z.int(),
});
