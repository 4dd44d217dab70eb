import { z } from "zod";
import { day } from "@/lib/dto-fields";
import { PLAN_CHOICES, PLAN_REASONS } from "@/lib/enums/practice";

const planInterviewDto = z.object({
  uid: z
    .uuid()
    .nullable()
    .meta({ description: "Null where the day stands in the account's profile alone, which names no company and no role." }),
  date: day,
  company: z.string().nullable(),
  role: z.string().nullable(),
  days: z.int().meta({ description: "Days from today; 0 is today." }),
});

const queuedDto = z.object({
  question_id: z.uuid(),
  question: z.string(),
  category: z.string(),
  minutes: z.number().meta({ description: "What reading, answering and rating it take, in minutes." }),
  reason: z.object({
    kind: z.enum(PLAN_REASONS),
    day: day.nullable().meta({ description: "The day of the last take; null for a new question." }),
    score: z.int().nullable().meta({ description: "The overall rating of that take; null where it has none." }),
  }),
  done: z.boolean().meta({ description: "Practised today." }),
  choice: z
    .enum(PLAN_CHOICES)
    .nullable()
    .meta({ description: "Whether it was put off or left out today: it keeps its place, so that this can be taken back." }),
});

export const planDto = z.object({
  today: day.meta({ description: "The day that it is for the person." }),
  timeZone: z.string().meta({ description: "By whose clocks that is: an IANA name." }),
  interview: planInterviewDto.nullable(),
  queue: z.array(queuedDto).meta({ description: "Today's questions in their order, which stays the same all day." }),
  waiting: z.int().meta({ description: "Questions that are due and for which today has no room." }),
  light: z.boolean().meta({ description: "A day for warming up: the one before an interview, or its own." }),
  begun: z.boolean().meta({ description: "Whether anything was ever practised." }),
  streak: z
    .object({ days: z.array(z.object({ day, practised: z.boolean() })), row: z.int() })
    .nullable()
    .meta({ description: "Null when it is not wanted." }),
});

export const forecastDto = z.object({
  days: z.array(
    z.object({
      day,
      again: z.int().meta({ description: "Questions that come again." }),
      fresh: z.int().meta({ description: "New ones." }),
      minutes: z.number().meta({ description: "What reading, answering and rating them take, in minutes." }),
      interview: z.boolean(),
    }),
  ),
  unseen: z.int().meta({
    description: "Questions that will not come once more within the last week before an interview, because the days have no room for them.",
  }),
});

export const planDateDto = z.object({
  question_id: z.uuid(),
  day: day.meta({ description: "The day on which it comes again, today where it is due." }),
  days: z.int().meta({ description: "The same as days from today." }),
});

export const planSettingsDto = z.object({
  categoryIds: z.array(z.uuid()).nullable(),
  newPerDay: z.int(),
  minutesPerDay: z.int(),
  showStreak: z.boolean(),
});

export const planChoiceDto = z.object({ question_id: z.uuid(), choice: z.enum(PLAN_CHOICES).nullable() });

export const leftOutDto = z.object({ uid: z.uuid(), question: z.string(), category: z.string() });
