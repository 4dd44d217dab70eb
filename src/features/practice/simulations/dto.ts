import { z } from "zod";
import { instant, minutes } from "@/lib/dto-fields";
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
  position: z.int().meta({ description: "Its place among the questions, from 1." }),
  readingTime: minutes,
  answerTime: minutes,
  begunMs: z
    .int()
    .nullable()
    .meta({ description: "How long ago the question was given out, in milliseconds of the server's clock; null before." }),
  question: z
    .object({ uid: z.uuid(), text: z.string(), category: z.string() })
    .nullable()
    .meta({ description: "What is asked: nobody knows before it is given out." }),
  taken: z.boolean().meta({ description: "Whether the server knows of a take that counts." }),
});

export const simulationDto = z.object({
  uid: z.uuid(),
  state: z.enum(SIMULATION_STATES),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  places: z.array(placeDto),
});

export const listedSimulationDto = z.object({
  uid: z.uuid(),
  state: z.enum(SIMULATION_STATES),
  startedAt: instant,
  questions: z.int(),
  answered: z.int(),
  rated: z.int(),
  overall: z.number().nullable().meta({ description: "The mean of the overall ratings, 1 to 5; null where nothing was rated." }),
});

const meansDto = z.object(Object.fromEntries(RATING_SCALES.map((scale) => [scale, z.number()])) as Record<RatingScale, z.ZodNumber>);

const reportedTakeDto = z.object({
  uid: z.uuid(),
  state: z.enum(ANSWER_STATES),
  kind: z.enum(RECORDING_KINDS).nullable(),
  durationMs: z.int(),
  sizeBytes: z.int(),
  stored: z.boolean().meta({ description: "Whether its file has arrived." }),
  rate_your_self: ratingsField.nullable(),
  question_difficulty: z.enum(DIFFICULTIES).nullable(),
  comments: z.string(),
  onsetMs: z.int().nullable().meta({
    description:
      "When the first word came, in milliseconds from the recording's start; null where nobody speaks, and until it was measured.",
  }),
});

export const reportDto = z.object({
  uid: z.uuid(),
  state: z.enum(SIMULATION_STATES),
  startedAt: instant,
  endedAt: instant,
  places: z.array(
    z.object({
      position: placeDto.shape.position,
      question: z.object({ uid: z.uuid(), text: z.string(), category: z.string() }).nullable(),
      readingTime: minutes,
      answerTime: minutes,
      take: reportedTakeDto.nullable().meta({ description: "The take that counts, also after its deletion: then its state says so." }),
      others: z
        .array(z.object({ uid: z.uuid(), standing: z.enum(TAKE_STANDINGS).exclude(["counted"]) }))
        .meta({ description: "Takes that were recorded for this place and stayed ordinary practice takes, and why." }),
    }),
  ),
  means: meansDto.nullable().meta({ description: "Over the rated answers of this simulation; null when none is rated." }),
  earlier: z
    .object({ simulations: z.int(), means: meansDto })
    .nullable()
    .meta({ description: "The same over the simulations before; null when nothing in them is rated." }),
  spokenMs: z.int().meta({ description: "Of all answers that count, in milliseconds." }),
});
