import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { userTopic } from "@/features/account/events";
import { personZone } from "@/features/account/queries";
import { dayIn } from "@/lib/days";
import type { Services } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { answers, planGradings, planSchedules } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { toRatings } from "../queries";
import { PLAN_CHANGED } from "./events";
import { peersScore } from "./queries";
import { gradeOf, replay, selfScore } from "./rules";

/** Answers that are read in one statement. */
const READ_AT_ONCE = 20_000;

interface GradedTake {
  userId: string;
  answerId: string;
  /** The maker's zone, as far as their account does not say. */
  timeZone?: string | undefined;
}

/**
 * Takes a take's ratings, its maker's and its peers', into the schedule of its question, in the transaction that saves them: its grade takes
 * the place of the one that it had, and the schedule is worked out anew. A take that is deleted, or that its maker has not rated, has no
 * grade, whatever peers say of it.
 */
export async function gradeTake(tx: Transaction, { userId, answerId, timeZone }: GradedTake): Promise<void> {
  // Always the answer before its question, so that two never wait for one another.
  const [answer] = await tx
    .select()
    .from(answers)
    .where(and(eq(answers.id, answerId), eq(answers.userId, userId), isNull(answers.deletedAt)))
    .for("update");
  const ratings = answer && toRatings(answer);
  if (!ratings) return;
  const { questionId, recordedAt: at, questionDifficulty: difficulty } = answer;
  await lockSchedule(tx, userId, questionId);
  const said = { self: selfScore(ratings), difficulty, peers: await peersScore(tx, answerId) };
  const grading = { ...said, grade: gradeOf(said) };
  const [kept] = await tx.select({ day: planGradings.day }).from(planGradings).where(eq(planGradings.answerId, answerId));
  if (kept) await tx.update(planGradings).set(grading).where(eq(planGradings.answerId, answerId));
  else {
    const day = dayIn(at, await personZone(tx, { id: userId }, timeZone));
    await tx.insert(planGradings).values({ answerId, userId, questionId, at, day, ...grading });
  }
  await workOut(tx, userId, questionId);
}

/** Takes takes out of the schedule, in the transaction that deletes them: as if they had never been. */
export async function ungradeTakes(tx: Transaction, userId: string, answerIds: string[]): Promise<void> {
  const gone = await tx
    .delete(planGradings)
    .where(and(inArray(planGradings.answerId, answerIds), eq(planGradings.userId, userId)))
    .returning({ questionId: planGradings.questionId });
  // A simulation's ten questions at most; always in one order, so that two never wait for one another.
  for (const questionId of [...new Set(gone.map((grading) => grading.questionId))].toSorted()) {
    await lockSchedule(tx, userId, questionId);
    await workOut(tx, userId, questionId);
  }
  // What was practised without a rating stands in the plan, too.
  if (gone.length === 0) await publish(tx, userTopic(userId), PLAN_CHANGED);
}

/** One at a time until the transaction ends: two takes of a question that are rated at once both count. */
async function lockSchedule(tx: Transaction, userId: string, questionId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plan ${userId} ${questionId}`}, 0))`);
}

/** The schedule is what its gradings make of it, from the first on, so that it never drifts. */
async function workOut(tx: Transaction, userId: string, questionId: string): Promise<void> {
  const gradings = await tx
    .select({ day: planGradings.day, grade: planGradings.grade })
    .from(planGradings)
    .where(and(eq(planGradings.userId, userId), eq(planGradings.questionId, questionId)))
    .orderBy(asc(planGradings.at), asc(planGradings.answerId));
  const memory = replay(gradings);
  if (memory) {
    await tx
      .insert(planSchedules)
      .values({ userId, questionId, ...memory })
      .onConflictDoUpdate({ target: [planSchedules.userId, planSchedules.questionId], set: memory });
  } else {
    await tx.delete(planSchedules).where(and(eq(planSchedules.userId, userId), eq(planSchedules.questionId, questionId)));
  }
  await publish(tx, userTopic(userId), PLAN_CHANGED);
}

/**
 * Takes that were rated before there were plans. It reads every answer, and finds something once: whatever has been rated since was graded
 * in the transaction that rated it.
 */
export async function gradeMissed({ db }: Services): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    // Paged by what is read, not by what is found: where nothing was missed, a statement that looks for some reads all there is.
    const later = gt(answers.id, after);
    const [last] = await db
      .select({ id: answers.id })
      .from(answers)
      .where(later)
      .orderBy(asc(answers.id))
      .offset(READ_AT_ONCE - 1)
      .limit(1);
    const missed = await db
      .select({ answerId: answers.id, userId: answers.userId })
      .from(answers)
      .leftJoin(planGradings, eq(planGradings.answerId, answers.id))
      .where(
        and(
          later,
          last && lte(answers.id, last.id),
          isNull(answers.deletedAt),
          isNotNull(answers.ratingOverall),
          isNull(planGradings.answerId),
        ),
      );
    for (const take of missed) await db.transaction((tx) => gradeTake(tx, take));
    if (!last) return;
    after = last.id;
  }
}
