import { and, asc, count, desc, eq, exists, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import { asAsked, recordedAtOf } from "@/features/practice/bank/queries";
import { toRatings } from "@/features/practice/queries";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/page-math";
import { roughly } from "@/lib/roughly";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { answers, categories, peerReviews, questions, reviewAssignments, reviewCases, reviewRequests, users } from "@/server/db/schema";
import { lendable } from "../queries";
import { daysBefore, hoursBefore, roughLength, STAFF_HOURS } from "../rules";
import { REPORTS_PER_DAY } from "./rules";

const undecided = isNull(reviewCases.outcome);

/**
 * Cases about others' reviews and recordings: whoever of the team wrote or got the review hears the outcome as everybody does, and nothing
 * before.
 */
const ofOthers = (id: string): SQL =>
  sql`not coalesce(${id}::uuid = any (array[${peerReviews.reviewerId}, ${peerReviews.authorId}, ${reviewRequests.authorId}]), false)`;

const askedIn = (locale: Locale) =>
  sql<string>`${asAsked(sql`coalesce(${answers.recordedAt}, ${recordedAtOf(peerReviews.answerId)})`)} ->> ${locale}::text`;

const cases = (db: Executor, locale: Locale, where: SQL | undefined) =>
  db
    .select({ about: reviewCases, review: peerReviews, question: askedIn(locale) })
    .from(reviewCases)
    .leftJoin(peerReviews, eq(peerReviews.id, reviewCases.reviewId))
    .leftJoin(reviewRequests, eq(reviewRequests.id, reviewCases.requestId))
    .leftJoin(answers, eq(answers.id, reviewRequests.answerId))
    .innerJoin(questions, eq(questions.id, sql`coalesce(${peerReviews.questionId}, ${answers.questionId})`))
    .where(where);

function toCase({ about, review, question }: Awaited<ReturnType<typeof cases>>[number]) {
  const { id, kind, cause, note, createdAt, outcome, reason } = about;
  const { good, suggestion, comments } = review ?? {};
  return {
    uid: id,
    kind,
    cause,
    note,
    createdAt: createdAt.toISOString(),
    question,
    review: review && { ratings: found(toRatings(review)), good: good ?? "", suggestion: suggestion ?? "", comments: comments ?? [] },
    outcome,
    reason,
  };
}

/** What waits for a decision, the oldest first. */
export async function listCases({ db, locale, actor }: UserContext, page: number) {
  const [rows, total] = await Promise.all([
    cases(db, locale, and(undecided, ofOthers(actor.id)))
      .orderBy(asc(reviewCases.createdAt), desc(reviewCases.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    countCases(db, actor.id),
  ]);
  return { data: rows.map(toCase), meta: { total } };
}

async function countCases(db: Executor, actorId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(reviewCases)
    .leftJoin(peerReviews, eq(peerReviews.id, reviewCases.reviewId))
    .leftJoin(reviewRequests, eq(reviewRequests.id, reviewCases.requestId))
    .where(and(undecided, ofOthers(actorId)));
  return row?.total ?? 0;
}

/** @throws AppError notFound */
export async function getCase({ db, locale, actor }: UserContext, uid: string) {
  const [row] = await cases(db, locale, and(eq(reviewCases.id, uid), ofOthers(actor.id)));
  return toCase(found(row));
}

export async function hasCases(db: Executor): Promise<boolean> {
  return (await db.select({ id: reviewCases.id }).from(reviewCases).where(undecided).limit(1)).length > 0;
}

/** When somebody made their last reports of recordings, the newest first. */
export async function reportedLately(db: Executor, userId: string, now: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: reviewCases.createdAt })
    .from(reviewCases)
    .where(and(eq(reviewCases.askedById, userId), eq(reviewCases.kind, "recording"), gt(reviewCases.createdAt, daysBefore(now, 1))))
    .orderBy(desc(reviewCases.createdAt))
    .limit(REPORTS_PER_DAY);
  return rows.map(({ at }) => at);
}

/** Requests for which no peer came in time, and of which their authors let staff hear. */
export const isForStaff = (now: Date): SQL | undefined =>
  and(
    eq(reviewRequests.state, "open"),
    eq(reviewRequests.received, 0),
    eq(reviewRequests.staffMay, true),
    lte(reviewRequests.openedAt, hoursBefore(now, STAFF_HOURS)),
    isNull(answers.deletedAt),
    isNull(users.suspendedAt),
    isNull(users.deletionRequestedAt),
  );

/** Of them those that somebody of the team can take: not their own, nor of whom they met, nor what several people have reported. */
const isTheirs = (db: Executor, actor: UserContext["actor"], now: Date): SQL | undefined => {
  const place = db
    .select({ one: sql`1` })
    .from(reviewAssignments)
    .where(and(eq(reviewAssignments.requestId, reviewRequests.id), lendable(db, actor, now)));
  return and(isForStaff(now), exists(place));
};

const countWaiting = async (db: Executor, actor: UserContext["actor"], now: Date): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(reviewRequests)
    .innerJoin(answers, eq(answers.id, reviewRequests.answerId))
    .innerJoin(users, eq(users.id, reviewRequests.authorId))
    .where(isTheirs(db, actor, now));
  return row?.total ?? 0;
};

export async function listWaiting({ db, locale, actor }: UserContext, page: number, now = new Date()) {
  const [rows, total] = await Promise.all([
    db
      .select({
        uid: reviewRequests.id,
        question: sql<string>`${asAsked()} ->> ${locale}::text`,
        category: sql<string>`${categories.name} ->> ${locale}::text`,
        language: reviewRequests.language,
        kind: answers.recordingKind,
        durationMs: answers.durationMs,
        openedAt: reviewRequests.openedAt,
      })
      .from(reviewRequests)
      .innerJoin(answers, eq(answers.id, reviewRequests.answerId))
      .innerJoin(users, eq(users.id, reviewRequests.authorId))
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .innerJoin(categories, eq(categories.id, questions.categoryId))
      .where(isTheirs(db, actor, now))
      .orderBy(asc(reviewRequests.openedAt), asc(reviewRequests.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    countWaiting(db, actor, now),
  ]);
  const data = rows.map(({ kind, durationMs, openedAt, ...row }) => ({
    ...row,
    recording: { kind: kind ?? ("audio" as const), duration_ms: roughLength(durationMs) },
    openedAt: roughly(found(openedAt)),
  }));
  return { data, meta: { total } };
}

/** What waits for those who look after reviews. */
export async function countCare({ db, actor }: UserContext, now = new Date()) {
  const [undecidedCases, waiting] = await Promise.all([countCases(db, actor.id), countWaiting(db, actor, now)]);
  return { cases: undecidedCases, waiting };
}
