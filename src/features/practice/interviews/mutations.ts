import { and, eq, inArray, sql } from "drizzle-orm";
import { userTopic } from "@/features/account/events";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import type { Transaction } from "@/server/db/client";
import { practiceInterviewQuestions as asked, practiceInterviews as interviews, questions } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { PLAN_CHANGED } from "../schedule/events";
import { getInterview } from "./queries";
import { outcome } from "./rules";
import type { InterviewInput } from "./schema";

/**
 * Keeps an interview: a new one, or in the place of what stood in one's own.
 * @throws AppError notFound for a stranger's | conflict with it as it is now | wrongState for an outcome that cannot follow | invalidInput for a question that is not in the bank
 */
export async function saveInterview(ctx: UserContext, { uid: known, version, questions: list, ...input }: InterviewInput) {
  const uid = known ?? idFrom("interview", ctx.actor.id, ctx.idempotencyKey);
  const values = { ...input, time: input.time ?? null, timeZone: input.timeZone ?? null };
  await ctx.db.transaction(async (tx) => {
    const own = and(eq(interviews.id, uid), eq(interviews.userId, ctx.actor.id));
    const { outcome: stands, version: written } = interviews;
    const [before] = await tx.select({ outcome: stands, version: written }).from(interviews).where(own).for("update");
    // A call that is repeated under its key after a crash finds what the first one made, and leaves it as it is by now.
    if (before && !known) return;
    if (before) {
      if (version !== undefined && before.version !== version)
        throw new AppError("conflict", { current: await getInterview({ ...ctx, db: tx }, uid) });
      if (before.outcome !== input.outcome && !outcome.can(before.outcome, input.outcome)) throw new AppError("wrongState");
      await tx
        .update(interviews)
        .set({ ...values, version: sql`${written} + 1` })
        .where(own);
    } else {
      if (known) throw new AppError("notFound");
      await tx.insert(interviews).values({ id: uid, userId: ctx.actor.id, ...values });
    }
    await keepQuestions(tx, uid, list);
    await publish(tx, userTopic(ctx.actor.id), PLAN_CHANGED);
  });
  return getInterview(ctx, uid);
}

/** What was asked, in the place of what stood there. A question that has left the bank since stays linked where it was. */
async function keepQuestions(tx: Transaction, interviewId: string, list: InterviewInput["questions"]): Promise<void> {
  const wanted = [...new Set(list.flatMap(({ question_id }) => question_id ?? []))];
  const gone = await tx.delete(asked).where(eq(asked.interviewId, interviewId)).returning({ questionId: asked.questionId });
  const linked = new Set(gone.map(({ questionId }) => questionId));
  const inBank = wanted.length > 0 ? await publishedOf(tx, wanted) : new Set<string>();
  const issues = list.flatMap(({ question_id }, at) =>
    !question_id || inBank.has(question_id) || linked.has(question_id) ? [] : [{ path: ["questions", at, "question_id"], key: "invalid" }],
  );
  if (issues.length > 0) throw new AppError("invalidInput", { issues });
  if (list.length === 0) return;
  await tx
    .insert(asked)
    .values(list.map(({ text, question_id, went }, position) => ({ interviewId, position, text, questionId: question_id, went })));
}

async function publishedOf(tx: Transaction, ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(and(inArray(questions.id, ids), eq(questions.published, true)));
  return new Set(rows.map(({ id }) => id));
}

/** Deletes one's own interview and what was asked in it, for good. @throws AppError notFound */
export async function deleteInterview({ db, actor }: UserContext, uid: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .delete(interviews)
      .where(and(eq(interviews.id, uid), eq(interviews.userId, actor.id)))
      .returning({ id: interviews.id });
    found(row);
    await publish(tx, userTopic(actor.id), PLAN_CHANGED);
  });
}
