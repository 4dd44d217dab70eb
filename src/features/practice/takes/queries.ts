import { and, asc, count, desc, eq, isNull, max, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import { answers, questions } from "@/server/db/schema";

/** Takes of one question that are told apart in a list. */
const MOST_TAKES = 500;

/** Questions that one has answered more than once, the last answered first. */
export async function listRepeated({ db, actor, locale }: UserContext, { page }: { page: number }) {
  const repeated = db
    .select({ questionId: answers.questionId, takes: count().as("takes"), lastAt: max(answers.recordedAt).as("last_at") })
    .from(answers)
    .where(and(eq(answers.userId, actor.id), isNull(answers.deletedAt)))
    .groupBy(answers.questionId)
    .having(sql`count(*) > 1`)
    .as("repeated");
  const [rows, [totals]] = await Promise.all([
    db
      .select({
        uid: questions.id,
        text: sql<string>`${questions.text} ->> ${locale}::text`,
        takes: repeated.takes,
        lastAt: repeated.lastAt,
      })
      .from(repeated)
      .innerJoin(questions, eq(questions.id, repeated.questionId))
      .orderBy(desc(repeated.lastAt), asc(questions.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(repeated),
  ]);
  const data = rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: new Date(found(lastAt)).toISOString() }));
  return { data, meta: { total: totals?.total ?? 0 } };
}

/** One's own takes of a question, in the order in which they were made, of too many the latest; none of a question that is not there. */
export async function listTakes({ db, actor }: UserContext, questionId: string) {
  const scope = and(eq(answers.userId, actor.id), eq(answers.questionId, questionId), isNull(answers.deletedAt));
  const [rows, [totals]] = await Promise.all([
    db
      .select({
        uid: answers.id,
        recordedAt: answers.recordedAt,
        duration_ms: answers.durationMs,
        rating_overall: answers.ratingOverall,
      })
      .from(answers)
      .where(scope)
      .orderBy(desc(answers.recordedAt), desc(answers.id))
      .limit(MOST_TAKES),
    db.select({ total: count() }).from(answers).where(scope),
  ]);
  const data = rows.toReversed().map(({ recordedAt, ...row }) => ({ ...row, recorded_at: recordedAt.toISOString() }));
  return { data, meta: { total: totals?.total ?? 0 } };
}
