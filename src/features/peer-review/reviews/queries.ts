import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { asAsked, recordedAtOf } from "@/features/practice/bank/queries";
import { toRatings } from "@/features/practice/queries";
import { AppError, found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import { roughly } from "@/lib/roughly";
import type { UserContext } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { answers, peerReviews, questions, reviewCases, reviewRetakes } from "@/server/db/schema";
import { disputeEnds, letterOf, stateForWriter } from "../rules";

type Review = typeof peerReviews.$inferSelect;
type Case = typeof reviewCases.$inferSelect;

/** The take that tried a review's suggestion last. */
const retakeColumn = sql<string | null>`(select t.answer_id from ${reviewRetakes} t join ${answers} a on a.id = t.answer_id
  where t.review_id = ${peerReviews.id} and a.deleted_at is null order by t.created_at desc limit 1)`;

const received = (db: Executor, where: SQL | undefined) =>
  db
    .select({ review: getTableColumns(peerReviews), about: getTableColumns(reviewCases), retake: retakeColumn })
    .from(peerReviews)
    .innerJoin(answers, eq(answers.id, peerReviews.answerId))
    .leftJoin(reviewCases, eq(reviewCases.reviewId, peerReviews.id))
    .where(where);

/** A review as the author of the take reads it. Another's instants are told to the hour. */
function toReceived(review: Review, about: Case | null, retake: string | null) {
  const removed = review.state === "removed";
  return {
    uid: review.id,
    letter: letterOf(review.letter),
    state: review.state,
    ratings: removed ? null : toRatings(review),
    good: removed ? "" : review.good,
    suggestion: removed ? "" : review.suggestion,
    comments: removed ? [] : review.comments,
    helpful: review.helpful,
    thankedAt: review.thankedAt?.toISOString() ?? null,
    disputeUntil: roughly(disputeEnds(review.createdAt)),
    case: about && {
      kind: about.kind,
      note: about.note,
      outcome: about.outcome,
      reason: about.reason,
      createdAt: about.createdAt.toISOString(),
      decidedAt: about.decidedAt && roughly(about.decidedAt),
    },
    retake,
    createdAt: roughly(review.createdAt),
  };
}

/** What was said of a take, under letters that were drawn by lot. */
export async function receivedOf(db: Executor, requestId: string) {
  const rows = await received(db, eq(peerReviews.requestId, requestId)).orderBy(asc(peerReviews.letter));
  return rows.map(({ review, about, retake }) => toReceived(review, about, retake));
}

/** What an author may read: reviews of takes that are there, and that they have rated themselves. */
const readable = (authorId: string) => and(eq(peerReviews.authorId, authorId), isNotNull(answers.ratingOverall), isNull(answers.deletedAt));

/** Reviews of own takes, the newest first. @throws AppError notFound for anybody else's */
export async function listReceived({ db, actor }: UserContext, { userId, page }: { userId: string; page: number }) {
  if (userId !== actor.id) throw new AppError("notFound");
  const own = readable(actor.id);
  const [rows, [totals]] = await Promise.all([
    received(db, own).orderBy(desc(peerReviews.createdAt), desc(peerReviews.id)).limit(PAGE_SIZE).offset(pageOffset(page)),
    db.select({ total: count() }).from(peerReviews).innerJoin(answers, eq(answers.id, peerReviews.answerId)).where(own),
  ]);
  const data = rows.map(({ review, about, retake }) => ({
    ...toReceived(review, about, retake),
    question_id: review.questionId,
    answer_id: found(review.answerId),
  }));
  return { data, meta: { total: totals?.total ?? 0 } };
}

/** One review of an own take. @throws AppError notFound */
export async function getReceived({ db, actor }: UserContext, uid: string) {
  const [row] = await received(db, and(eq(peerReviews.id, uid), readable(actor.id)));
  const { review, about, retake } = found(row);
  return toReceived(review, about, retake);
}

const given = ({ db, locale }: UserContext, where: SQL | undefined) =>
  db
    .select({
      review: getTableColumns(peerReviews),
      about: getTableColumns(reviewCases),
      question: sql<string>`${asAsked(recordedAtOf(peerReviews.answerId))} ->> ${locale}::text`,
    })
    .from(peerReviews)
    .innerJoin(questions, eq(questions.id, peerReviews.questionId))
    .leftJoin(reviewCases, eq(reviewCases.reviewId, peerReviews.id))
    .where(where);

/** A review as its writer has it. A case that was closed without a reason, as there was nothing left to decide, is no decision. */
function toGiven({ review, about, question }: Awaited<ReturnType<typeof given>>[number]) {
  const { id, questionId, good, suggestion, comments, thankedAt, helpful, retakenAt, createdAt } = review;
  const decision = about?.outcome &&
    about.reason &&
    about.decidedAt && { outcome: about.outcome, reason: about.reason, decidedAt: roughly(about.decidedAt) };
  return {
    uid: id,
    question_id: questionId,
    question,
    state: stateForWriter(review),
    ratings: found(toRatings(review)),
    good,
    suggestion,
    comments,
    thankedAt: thankedAt && roughly(thankedAt),
    helpful,
    retake: retakenAt !== null,
    createdAt: roughly(createdAt),
    decision: decision || null,
  };
}

/** What one gave, the newest first. */
export async function listGiven(ctx: UserContext, page: number) {
  const own = eq(peerReviews.reviewerId, ctx.actor.id);
  const [rows, [totals]] = await Promise.all([
    given(ctx, own).orderBy(desc(peerReviews.createdAt), desc(peerReviews.id)).limit(PAGE_SIZE).offset(pageOffset(page)),
    ctx.db.select({ total: count() }).from(peerReviews).where(own),
  ]);
  return { data: rows.map(toGiven), meta: { total: totals?.total ?? 0 } };
}

/** @throws AppError notFound */
export async function getGiven(ctx: UserContext, uid: string) {
  const [row] = await given(ctx, and(eq(peerReviews.id, uid), eq(peerReviews.reviewerId, ctx.actor.id)));
  return toGiven(found(row));
}

/** The review of an own take that is there to be read, locked until the transaction ends. @throws AppError notFound */
export async function lockReceived(tx: Transaction, authorId: string, uid: string): Promise<Review> {
  const [row] = await tx
    .select(getTableColumns(peerReviews))
    .from(peerReviews)
    .innerJoin(answers, eq(answers.id, peerReviews.answerId))
    .where(and(eq(peerReviews.id, uid), readable(authorId)))
    .for("no key update", { of: peerReviews });
  return found(row);
}
