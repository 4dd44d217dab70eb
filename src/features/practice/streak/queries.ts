import { and, desc, eq, isNull } from "drizzle-orm";
import { dayIn } from "@/lib/days";
import type { Actor } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { answers } from "@/server/db/schema";
import { streakOf } from "./rules";

/** Takes that are looked at, the last first: a year of five a day. */
const TAKES = 2000;

/** On which days somebody practised, as their own calendar has it: whatever they recorded and kept counts. */
export async function getStreak(db: Executor, actor: Actor, { today, timeZone }: { today: string; timeZone: string }) {
  const takes = await db
    .select({ at: answers.createdAt })
    .from(answers)
    .where(and(eq(answers.userId, actor.id), isNull(answers.deletedAt)))
    .orderBy(desc(answers.createdAt), desc(answers.id))
    .limit(TAKES);
  return streakOf(
    takes.map(({ at }) => dayIn(at, timeZone)),
    today,
  );
}
