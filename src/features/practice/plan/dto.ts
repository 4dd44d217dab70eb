import { z } from "zod";
import { PLAN_CHOICES, PLAN_REASONS } from "@/lib/enums/practice";

const planInterviewDto = z.object({
  /** Null where the day stands in the account's profile alone, which names no company and no role. */
  uid: z.uuid().nullable(),
  date: z.string(),
  company: z.string().nullable(),
  role: z.string().nullable(),
  /** Days from today; 0 is today. */
  days: z.int(),
});

const queuedDto = z.object({
  question_id: z.uuid(),
  question: z.string(),
  category: z.string(),
  /** What reading, answering and rating it take, in minutes. */
  minutes: z.number(),
  reason: z.object({
    kind: z.enum(PLAN_REASONS),
    /** The day of the last take; null for a new question. */
    day: z.string().nullable(),
    /** The overall rating of that take; null where it has none. */
    score: z.int().nullable(),
  }),
  /** Practised today. */
  done: z.boolean(),
  /** Whether it was put off or left out today: it keeps its place, so that this can be taken back. */
  choice: z.enum(PLAN_CHOICES).nullable(),
});

export const planDto = z.object({
  /** The day that it is for the person, and by whose clocks. */
  today: z.string(),
  timeZone: z.string(),
  interview: planInterviewDto.nullable(),
  /** Today's questions in their order, which stays the same all day. */
  queue: z.array(queuedDto),
  /** Questions that are due and for which today has no room. */
  waiting: z.int(),
  /** A day for warming up: the one before an interview, or its own. */
  light: z.boolean(),
  /** Whether anything was ever practised. */
  begun: z.boolean(),
  /** Null when it is not wanted. */
  streak: z.object({ days: z.array(z.object({ day: z.string(), practised: z.boolean() })), row: z.int() }).nullable(),
});

export const forecastDto = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      /** Questions that come again. */
      again: z.int(),
      fresh: z.int(),
      minutes: z.number(),
      interview: z.boolean(),
    }),
  ),
  /** Questions that will not come once more within the last week before an interview, because the days have no room for them. */
  unseen: z.int(),
});

export const planDateDto = z.object({
  question_id: z.uuid(),
  /** The day on which it comes again, today where it is due. */
  day: z.string(),
  /** The same as days from today. */
  days: z.int(),
});

export const planSettingsDto = z.object({
  categoryIds: z.array(z.uuid()).nullable(),
  newPerDay: z.int(),
  minutesPerDay: z.int(),
  showStreak: z.boolean(),
});

export const planChoiceDto = z.object({ question_id: z.uuid(), choice: z.enum(PLAN_CHOICES).nullable() });

export const leftOutDto = z.object({ uid: z.uuid(), question: z.string(), category: z.string() });
