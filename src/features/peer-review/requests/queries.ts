import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { asAsked } from "@/features/practice/bank/queries";
import { toRatings, toUnswayed } from "@/features/practice/queries";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { RATING_SCALES } from "@/lib/enums/practice";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/page-math";
import { roughly } from "@/lib/roughly";
import type { UserContext } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { answers, categories, peerReviews, questions, reviewRequests } from "@/server/db/schema";
import { spreadOf } from "../insights/rules";
import { receivedOf } from "../reviews/queries";

const rows = (db: Executor, locale: Locale, where: SQL | undefined) =>
  db
    .select({
      request: reviewRequests,
      answer: answers,
      question: sql<string>`${asAsked()} ->> ${locale}::text`,
      category: sql<string>`${categories.name} ->> ${locale}::text`,
      received: sql<number>`(select count(*)::int from ${peerReviews} where ${peerReviews.requestId} = ${reviewRequests.id}
        and ${peerReviews.state} <> 'removed')`,
      news: sql<number>`(select count(*)::int from ${peerReviews} where ${peerReviews.requestId} = ${reviewRequests.id}
        and ${peerReviews.state} <> 'removed' and ${peerReviews.publishedAt} > coalesce(${reviewRequests.seenAt}, '-infinity'))`,
    })
    .from(reviewRequests)
    .innerJoin(answers, eq(answers.id, reviewRequests.answerId))
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .where(where);
type Row = Awaited<ReturnType<typeof rows>>[number];

/**
 * What moderators remove does not count. Of an open request somebody else reviews in its place; one that has had all it wanted is not
 * opened again for it: the copies are gone, and its author was told that nobody hears the recording any more.
 */
function toRequest({ request, answer, question, category, received, news }: Row) {
  const deleted = answer.deletedAt !== null;
  const open = request.state === "open" && !deleted;
  const ended = !deleted && (request.state === "satisfied" || request.state === "closed");
  // What is deleted is asked about no longer, whenever the job comes by, and nothing of it waits to be read.
  const hidden = !deleted && toRatings(answer) === null;
  return {
    uid: request.id,
    answer_id: answer.id,
    question_id: answer.questionId,
    question,
    category,
    state: deleted ? ("withdrawn" as const) : request.state,
    withdrawnFor: deleted ? ("deleted" as const) : request.withdrawnFor,
    language: request.language,
    staged: request.staged,
    awaitsVoice: open && request.openedAt === null && request.staged && request.voiceUploadKey === null,
    preparing: open && request.openedAt === null && (!request.staged || request.voiceUploadKey !== null),
    staffMay: request.staffMay,
    paid: request.paid,
    wanted: request.wanted,
    received,
    removed: ended ? request.received - received : 0,
    createdAt: request.createdAt.toISOString(),
    openedAt: request.openedAt?.toISOString() ?? null,
    firstReviewAt: request.firstReviewAt && roughly(request.firstReviewAt),
    hidden,
    unread: hidden || deleted ? 0 : news,
  };
}

/** Own requests, the newest first. */
export async function listRequests({ db, actor, locale }: UserContext, page: number) {
  const own = eq(reviewRequests.authorId, actor.id);
  const [data, [totals]] = await Promise.all([
    rows(db, locale, own).orderBy(desc(reviewRequests.createdAt), desc(reviewRequests.id)).limit(PAGE_SIZE).offset(pageOffset(page)),
    db.select({ total: count() }).from(reviewRequests).where(own),
  ]);
  return { data: data.map(toRequest), meta: { total: totals?.total ?? 0 } };
}

/** An own request with what was said, once one has said oneself what one thinks of the take. @throws AppError notFound */
export async function getRequest({ db, actor, locale }: UserContext, uid: string) {
  const [row] = await rows(db, locale, and(eq(reviewRequests.id, uid), eq(reviewRequests.authorId, actor.id)));
  const { request, answer } = found(row);
  const shown = toRequest(found(row));
  const own = toUnswayed(answer);
  const reviews = own && answer.deletedAt === null ? await receivedOf(db, request.id) : [];
  const { recordingKind: kind, durationMs } = answer;
  return {
    ...shown,
    recording: kind && { kind, duration_ms: durationMs ?? 0 },
    own,
    ratedAgain: own !== null && RATING_SCALES.some((scale) => own[scale] !== toRatings(answer)?.[scale]),
    peers: spreadOf(reviews.flatMap(({ ratings }) => ratings ?? [])),
    reviews,
  };
}

/** What somebody asked for about an own take, the last time; null also where they took that back themselves, as nothing is to be said of it. */
export async function requestOfAnswer({ db, actor, locale }: UserContext, answerId: string) {
  const mine = and(eq(reviewRequests.answerId, answerId), eq(reviewRequests.authorId, actor.id));
  const [row] = await rows(db, locale, mine).orderBy(desc(reviewRequests.createdAt), desc(reviewRequests.id)).limit(1);
  return row && row.request.withdrawnFor !== "author" ? toRequest(row) : null;
}

/** An own request without its reviews. @throws AppError notFound */
export async function ownRequest({ db, actor, locale }: UserContext, uid: string) {
  const [row] = await rows(db, locale, and(eq(reviewRequests.id, uid), eq(reviewRequests.authorId, actor.id)));
  return toRequest(found(row));
}

/** Requests locked until the transaction ends, in one order; so that rows that refer to them can still be made. */
export const lockRequests = (tx: Transaction, where: SQL | undefined) =>
  tx.select().from(reviewRequests).where(where).orderBy(asc(reviewRequests.id)).for("no key update");
