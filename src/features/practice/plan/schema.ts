import { z } from "zod";
import { PAGE_SIZE } from "@/lib/constants";
import { PLAN_CHOICES } from "@/lib/enums/practice";
import { id } from "@/lib/fields";
import { timeZoneField } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";

/** What a plan may be set to; minutes are what one wants to practise on a day at most. */
export const NEW_PER_DAY = { min: 0, max: 10 } as const;
export const MINUTES_PER_DAY = { min: 5, max: 60 } as const;
const MAX_CATEGORIES = 100;

export const planInput = z.object({ timeZone: timeZoneField });

/** The questions whose dates are asked for: a page of the bank, or a single one. */
export const planDatesInput = z.strictObject({ timeZone: timeZoneField, question_ids: z.array(id).min(1).max(PAGE_SIZE) });
export type PlanDatesInput = z.infer<typeof planDatesInput>;

export const leftOutInput = pageInput;

/** The settings to change. */
export const planSettingsInput = z.strictObject({
  /** Categories from which new questions come; null takes all of the bank. */
  categoryIds: z.array(id).min(1).max(MAX_CATEGORIES).nullish(),
  newPerDay: z.int().min(NEW_PER_DAY.min).max(NEW_PER_DAY.max).optional(),
  minutesPerDay: z.int().min(MINUTES_PER_DAY.min).max(MINUTES_PER_DAY.max).optional(),
  showStreak: z.boolean().optional(),
});
export type PlanSettingsInput = z.infer<typeof planSettingsInput>;

/** The same as a form holds it: no category chosen means all of them. */
export const planSettingsForm = z.strictObject({
  categoryIds: z.array(id).max(MAX_CATEGORIES),
  newPerDay: z.int().min(NEW_PER_DAY.min).max(NEW_PER_DAY.max),
  minutesPerDay: z.int().min(MINUTES_PER_DAY.min).max(MINUTES_PER_DAY.max),
  showStreak: z.boolean(),
});

/** A question of the plan that is wanted otherwise; null takes back what was chosen. */
export const planChoiceInput = z.strictObject({ question_id: id, choice: z.enum(PLAN_CHOICES).nullable(), timeZone: timeZoneField });
export type PlanChoiceInput = z.infer<typeof planChoiceInput>;
