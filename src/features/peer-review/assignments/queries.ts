import { and, desc, eq, gt, sql } from "drizzle-orm";
import { asAsked } from "@/features/practice/bank/queries";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { answers, categories, questions, reviewAssignments, reviewRequests } from "@/server/db/schema";
import { isLentNow } from "../queries";
import { daysBefore, roughLength, TURNS_PER_DAY } from "../rules";
import { draftIdOf, linkSeconds, savedAtOf, stageOf } from "./rules";

/** A recording that was lent to oneself, with the address that plays it while one has it. @throws AppError notFound */
export async function getAssignment(ctx: UserContext, uid: string, now = new Date()) {
  const { db, actor, locale, files } = ctx;
  const [row] = await db
    .select({
      assignment: reviewAssignments,
      request: reviewRequests,
      kind: answers.recordingKind,
      type: answers.mimeType,
      durationMs: answers.durationMs,
      lent: sql<boolean>`${isLentNow(now)}`,
      question_id: questions.id,
      question: sql<string>`${asAsked()} ->> ${locale}::text`,
      guidance: sql<string[]>`${asAsked(answers.recordedAt, "guidance")} -> ${locale}::text`,
      category: sql<string>`${categories.name} ->> ${locale}::text`,
    })
    .from(reviewAssignments)
    .innerJoin(reviewRequests, eq(reviewRequests.id, reviewAssignments.requestId))
    .innerJoin(answers, eq(answers.id, reviewAssignments.answerId))
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .where(and(eq(reviewAssignments.id, uid), eq(reviewAssignments.reviewerId, actor.id)));
  const { assignment, request, kind, type, durationMs, lent, ...about } = found(row);
  const { leasedAt, leaseEndsAt, state, firstRatings, draft, language } = assignment;
  if (!leasedAt || !leaseEndsAt) throw new AppError("notFound");
  const stage = stageOf({ staged: request.staged, firstRatings });
  const voiced = stage === "voice";
  const key = voiced ? request.voiceKey : request.copyKey;
  const link = lent && key ? await files.link(key, linkSeconds(leaseEndsAt, now)) : null;
  const shown = lent || state === "submitted" ? kind : null;
  return {
    uid: assignment.id,
    ...about,
    language,
    // The clock, and what its maker does, are ahead of the job.
    state: state === "leased" && !lent ? (leaseEndsAt > now ? ("released" as const) : ("expired" as const)) : state,
    stage,
    recording: shown && {
      kind: voiced ? ("audio" as const) : shown,
      type: (voiced ? request.voiceType : type) ?? "",
      duration_ms: roughLength(durationMs),
      link,
    },
    firstRatings,
    leasedAt: leasedAt.toISOString(),
    leaseEndsAt: leaseEndsAt.toISOString(),
    draftId: draftIdOf(assignment),
    draft: draft && { ...draft, savedAt: savedAtOf(assignment) ?? leasedAt.toISOString() },
  };
}

/** When somebody without a lease was lent their last recordings, the newest first. */
export async function lentLately(db: Executor, userId: string, now: Date): Promise<Date[]> {
  const since = daysBefore(now, 1);
  const rows = await db
    .select({ at: sql<Date>`${reviewAssignments.leasedAt}`.mapWith(reviewAssignments.leasedAt) })
    .from(reviewAssignments)
    // What began since then ended since then, which an index knows.
    .where(and(eq(reviewAssignments.reviewerId, userId), gt(reviewAssignments.endedAt, since), gt(reviewAssignments.leasedAt, since)))
    .orderBy(desc(reviewAssignments.leasedAt))
    .limit(TURNS_PER_DAY);
  return rows.map(({ at }) => at);
}

/** What was lent to somebody, unlocked: to know which rows are to be locked before it. @throws AppError notFound */
export async function ownAssignment(db: Executor, userId: string, uid: string) {
  const [row] = await db
    .select()
    .from(reviewAssignments)
    .where(and(eq(reviewAssignments.id, uid), eq(reviewAssignments.reviewerId, userId)));
  return found(row);
}

/** The same, locked until the transaction ends, if it is theirs to hear now. @throws AppError notFound | leaseEnded */
export async function lockLent(tx: Transaction, userId: string, uid: string, now: Date) {
  const own = and(eq(reviewAssignments.id, uid), eq(reviewAssignments.reviewerId, userId));
  const [row] = await tx.select().from(reviewAssignments).where(own).for("update");
  found(row);
  // Looked at again once it is held: whoever held it before may have ended it.
  const [lent] = await tx
    .select()
    .from(reviewAssignments)
    .where(and(own, isLentNow(now)));
  if (!lent) throw new AppError("leaseEnded");
  return lent;
}
