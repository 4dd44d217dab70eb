import { z } from "zod";
import { id } from "@/lib/typed";
import { minutesField } from "../schema";
import { MAX_QUESTIONS, MIN_QUESTIONS } from "./rules";

export const planInput = z.strictObject({
  /** Categories to draw from; none stands for a mix of all. */
  categories: z.array(id).max(100).default([]),
  questions: z.int().min(MIN_QUESTIONS).max(MAX_QUESTIONS),
  /** Minutes for each question; without them each question has its own. */
  readingTime: minutesField.optional(),
  answerTime: minutesField.optional(),
});
export type PlanInput = z.infer<typeof planInput>;

export const simulationOfInput = z.strictObject({ uid: id });

export const beginInput = z.strictObject({ uid: id, position: z.int().min(1).max(MAX_QUESTIONS) });
export type BeginInput = z.infer<typeof beginInput>;

export const deleteInput = z.strictObject({
  uid: id,
  /** Whether its answers go, too; else they stay in one's list. */
  answers: z.boolean().default(false),
});
export type DeleteInput = z.infer<typeof deleteInput>;
