import { and, count, eq, inArray, sql } from "drizzle-orm";
import { userTopic } from "@/features/account/events";
import { personZone } from "@/features/account/queries";
import { AppError, found } from "@/lib/app-error";
import { dayIn } from "@/lib/days";
import type { UserContext } from "@/server/api/context";
import { categories, planChoices, planSettings, questions } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { PLAN_CHANGED } from "../schedule/events";
import { getSettings } from "./queries";
import { DEFAULT_SETTINGS, type PlanSettings } from "./rules";
import type { PlanChoiceInput, PlanSettingsInput } from "./schema";

/** Changes what is given of a person's plan. @throws AppError invalidInput for a category that is not there */
export async function saveSettings({ db, actor }: UserContext, input: PlanSettingsInput): Promise<PlanSettings> {
  return db.transaction(async (tx) => {
    const categoryIds = input.categoryIds && [...new Set(input.categoryIds)];
    if (categoryIds) {
      const [known] = await tx.select({ n: count() }).from(categories).where(inArray(categories.id, categoryIds));
      if (known?.n !== categoryIds.length) throw new AppError("invalidInput", { issues: [{ path: ["categoryIds"], key: "invalid" }] });
    }
    const { newPerDay, minutesPerDay, showStreak } = input;
    const change = {
      ...(categoryIds === undefined ? {} : { categoryIds }),
      ...(newPerDay === undefined ? {} : { newPerDay }),
      ...(minutesPerDay === undefined ? {} : { minutesPerDay }),
      ...(showStreak === undefined ? {} : { showStreak }),
    };
    await tx
      .insert(planSettings)
      .values({ userId: actor.id, ...DEFAULT_SETTINGS, ...change })
      // PostgreSQL wants something to be set, also where nothing changes.
      .onConflictDoUpdate({ target: planSettings.userId, set: { userId: sql`excluded.user_id`, ...change } });
    await publish(tx, userTopic(actor.id), PLAN_CHANGED);
    return getSettings(tx, actor);
  });
}

/** Puts a question of the plan off until tomorrow, leaves it out, or takes that back. @throws AppError notFound */
export async function choose({ db, actor }: UserContext, { question_id: questionId, choice, timeZone }: PlanChoiceInput) {
  await db.transaction(async (tx) => {
    const [question] = await tx
      .select({ id: questions.id })
      .from(questions)
      .where(and(eq(questions.id, questionId), eq(questions.published, true)));
    found(question);
    if (choice === null) {
      await tx.delete(planChoices).where(and(eq(planChoices.userId, actor.id), eq(planChoices.questionId, questionId)));
    } else {
      const chosen = { choice, day: dayIn(new Date(), await personZone(tx, actor, timeZone)), chosenAt: sql`now()` };
      await tx
        .insert(planChoices)
        .values({ userId: actor.id, questionId, ...chosen })
        .onConflictDoUpdate({ target: [planChoices.userId, planChoices.questionId], set: chosen });
    }
    await publish(tx, userTopic(actor.id), PLAN_CHANGED);
  });
  return { question_id: questionId, choice };
}
