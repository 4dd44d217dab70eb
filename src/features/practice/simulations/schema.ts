import { z } from "zod";
import { id } from "@/lib/fields";
import { minutesField } from "../minutes/schema";
import { MAX_QUESTIONS, MIN_QUESTIONS } from "./rules";

export const planInput = z.strictObject({
  categories: z.array(id).max(100).meta({ description: "Categories to draw from; none stands for a mix of all." }).default([]),
  questions: z.int().min(MIN_QUESTIONS).max(MAX_QUESTIONS),
  readingTime: minutesField.meta({ description: "Minutes for each question; without them each question has its own." }).optional(),
  answerTime: minutesField.meta({ description: "Minutes for each answer; without them each question has its own." }).optional(),
});
export type PlanInput = z.infer<typeof planInput>;

export const simulationOfInput = z.strictObject({ uid: id });

export const beginInput = z.strictObject({ uid: id, position: z.int().min(1).max(MAX_QUESTIONS) });
export type BeginInput = z.infer<typeof beginInput>;

export const deleteInput = z.strictObject({
  uid: id,
  answers: z.boolean().meta({ description: "Whether its answers go, too; else they stay in one's list." }).default(false),
});
export type DeleteInput = z.infer<typeof deleteInput>;
