import { and, desc, eq, isNull } from "drizzle-orm";
import { addDays, dayIn } from "@/lib/days";
import type { Actor } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { answers } from "@/server/db/schema";
import { SHOWN_DAYS, streakOf } from "./rules";

/** Takes that are looked at, the last first: enough for nearly everybody, and a year of five a day. */
const FEW = 100;
const MANY = 2000;

/** On which days somebody practised, as their own calendar has it: whatever they recorded and kept counts. */
export async function getStreak(db: Executor, actor: Actor, { today, timeZone }: { today: string; timeZone: string }) {
  const latest = async (most: number) => {
    const takes = await db
      .select({ at: answers.recordedAt })
      .from(answers)
      .where(and(eq(answers.userId, actor.id), isNull(answers.deletedAt)))
      .orderBy(desc(answers.recordedAt), desc(answers.id))
      .limit(most);
    return takes.map(({ at }) => dayIn(at, timeZone));
  };
  const days = await latest(FEW);
  const streak = streakOf(days, today);
  const oldest = days.at(-1) ?? today;
  // What lies before changes nothing where the row ended after it, and no day that is shown is before it.
  const ended = streak.row < new Set(days).size && oldest < addDays(today, 1 - SHOWN_DAYS);
  return days.length < FEW || ended ? streak : streakOf(await latest(MANY), today);
}
