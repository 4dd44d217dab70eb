import { and, asc, eq, isNull } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { answerStarMarks, answers } from "@/server/db/schema";
import { sharesOf } from "./rules";

/** Where in one's own answer which part of the story is told. @throws AppError notFound */
export async function getStar({ db, actor }: Pick<UserContext, "actor"> & { db: Executor }, uid: string) {
  const rows = await db
    .select({ part: answerStarMarks.part, startMs: answerStarMarks.startMs, endMs: answerStarMarks.endMs })
    .from(answers)
    .leftJoin(answerStarMarks, eq(answerStarMarks.answerId, answers.id))
    .where(and(eq(answers.id, uid), eq(answers.userId, actor.id), isNull(answers.deletedAt)))
    .orderBy(asc(answerStarMarks.startMs));
  found(rows[0]);
  const marks = rows.flatMap(({ part, startMs, endMs }) =>
    part !== null && startMs !== null && endMs !== null ? [{ part, startMs, endMs }] : [],
  );
  return { marks, shares: sharesOf(marks) };
}
