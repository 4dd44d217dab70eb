import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import type { Harness } from "#tests/config/harness";
import { PRACTICE } from "./answers";

export const PLAN = `${PRACTICE}/plan`;

/** All five ratings the same. */
export const ratedAs = (score: number) => ({
  clarity: score,
  logic_relevance: score,
  expertise_insight: score,
  attitude_engagement: score,
  rating_overall: score,
});

/** A take of some days ago, not rated. @returns its uid */
export async function takeOf(harness: Harness, sql: postgres.Sql, token: string, questionId: string, daysAgo: number): Promise<string> {
  const uid = randomUUID();
  const saved = await harness.call("POST", `${PRACTICE}/answer/save`, { token, body: { uid, question_id: questionId } });
  if (saved.status !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  await sql`update answers set recorded_at = now() - make_interval(days => ${daysAgo}) where id = ${uid}`;
  return uid;
}

export const rate = (harness: Harness, token: string, uid: string, score: number, more: Record<string, unknown> = {}) =>
  harness.call("POST", `${PRACTICE}/answer/save`, { token, body: { uid, rate_your_self: ratedAs(score), ...more } });

/** A take of some days ago with a rating. @returns its uid */
export async function ratedTake(harness: Harness, sql: postgres.Sql, token: string, questionId: string, daysAgo: number, score: number) {
  const uid = await takeOf(harness, sql, token, questionId, daysAgo);
  const saved = await rate(harness, token, uid, score);
  if (saved.status !== 200) throw new Error(`not rated: ${JSON.stringify(saved.body)}`);
  return uid;
}
