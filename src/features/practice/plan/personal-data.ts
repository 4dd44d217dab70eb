import { asc, desc, eq } from "drizzle-orm";
import { planChoices, planGradings, planSchedules, planSettings } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";

/** What a plan knows of somebody: how their takes were graded, what follows from that, and what they chose. */
export const planData: PersonalData = {
  name: "plan",

  // It is worked out from the answers, which are counted.
  count: async () => ({}),

  records: async ({ db }, userId) => {
    const [gradings, schedules, choices, [settings]] = await Promise.all([
      db.select().from(planGradings).where(eq(planGradings.userId, userId)).orderBy(desc(planGradings.at), desc(planGradings.answerId)),
      db
        .select()
        .from(planSchedules)
        .where(eq(planSchedules.userId, userId))
        .orderBy(asc(planSchedules.due), asc(planSchedules.questionId)),
      db.select().from(planChoices).where(eq(planChoices.userId, userId)).orderBy(desc(planChoices.chosenAt)),
      db.select().from(planSettings).where(eq(planSettings.userId, userId)),
    ]);
    const own = <Row extends { userId: string }>({ userId: _owner, ...row }: Row) => row;
    return {
      data: {
        gradings: gradings.map(own),
        schedules: schedules.map(own),
        choices: choices.map(own),
        settings: settings ? own(settings) : null,
      },
      files: [],
    };
  },

  stored: async () => [],

  erase: async (db, userId) => {
    await db.delete(planGradings).where(eq(planGradings.userId, userId));
    await db.delete(planSchedules).where(eq(planSchedules.userId, userId));
    await db.delete(planChoices).where(eq(planChoices.userId, userId));
    await db.delete(planSettings).where(eq(planSettings.userId, userId));
  },
};
