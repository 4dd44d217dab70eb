import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { asAsked } from "@/features/practice/bank/queries";
import { lockAnswer } from "@/features/practice/queries";
import { HOUR_MS } from "@/lib/durations";
import type { Services } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { answers, peerReviews, questions, reviewAssignments, reviewPairs, reviewRequests, users } from "@/server/db/schema";
import { runEach, runParts } from "@/server/jobs/parts";
import { closeMoot, readUnlessCases } from "../care/mutations";
import { leaseOver, notifyAuthor, notifyOfLeaseEnding, touch } from "../notices/mutations";
import { isHeard, waitingSeconds } from "../queries";
import { expireDue, UNWRITTEN } from "../queue/mutations";
import { endUnopened, eraseCopies } from "../recordings/mutations";
import { withdraw } from "../requests/mutations";
import { lockRequests } from "../requests/queries";
import { DISPUTE_DAYS, DRAFT_DAYS, daysBefore, hoursBefore, isLongWait, LONG_WAIT, PAIR_DAYS, WARN_HOURS } from "../rules";

/** So many at once: each in a transaction of its own or of few, and the rest with the next run. */
const BATCH = 200;
/** So many days back is looked for what is to be forgotten; the job comes every few minutes. */
const FORGET_DAYS = 30;

/** Ends leases whose time is over. */
async function expireLeases({ db }: Services, now = new Date()): Promise<void> {
  while ((await db.transaction((tx) => expireDue(tx, now))) > 0);
}

/** Tells reviewers, once, that they do not have a recording for much longer, where they can still hear it. */
async function warnLeases({ db, log }: Services, now = new Date()): Promise<void> {
  const soon = new Date(now.getTime() + WARN_HOURS * HOUR_MS);
  const due = and(
    eq(reviewAssignments.state, "leased"),
    isNull(reviewAssignments.warnedAt),
    gt(reviewAssignments.leaseEndsAt, now),
    lte(reviewAssignments.leaseEndsAt, soon),
    isHeard(reviewAssignments.requestId),
  );
  const rows = await db
    .select({
      id: reviewAssignments.id,
      reviewerId: users.id,
      question: sql<string>`${asAsked()} ->> ${users.language}::text`,
    })
    .from(reviewAssignments)
    .innerJoin(users, eq(users.id, reviewAssignments.reviewerId))
    .innerJoin(answers, eq(answers.id, reviewAssignments.answerId))
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(due)
    .orderBy(asc(reviewAssignments.leaseEndsAt))
    .limit(BATCH);
  const warn = ({ id, reviewerId, question }: (typeof rows)[number]) =>
    db.transaction(async (tx) => {
      const [warned] = await tx
        .update(reviewAssignments)
        .set({ warnedAt: now })
        .where(and(eq(reviewAssignments.id, id), due))
        .returning({ endsAt: reviewAssignments.leaseEndsAt });
      if (warned?.endsAt) await notifyOfLeaseEnding(tx, reviewerId, id, { question, leaseEndsAt: warned.endsAt.toISOString() });
    });
  await runEach(log, rows, ({ id }) => id, warn);
}

/** Tells authors, once, that their first review takes longer than it usually does. */
async function notifyOfLongWaits({ db, log }: Services, now = new Date()): Promise<void> {
  const usual = await waitingSeconds(db, now);
  const rows = await db
    .select({ request: reviewRequests, question: sql<string>`${asAsked()} ->> ${users.language}::text` })
    .from(reviewRequests)
    .innerJoin(users, eq(users.id, reviewRequests.authorId))
    .innerJoin(answers, eq(answers.id, reviewRequests.answerId))
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(
      and(
        eq(reviewRequests.state, "open"),
        eq(reviewRequests.received, 0),
        isNull(reviewRequests.toldWaitingAt),
        lte(reviewRequests.openedAt, hoursBefore(now, LONG_WAIT.hours)),
        isNull(answers.deletedAt),
      ),
    )
    .orderBy(asc(reviewRequests.openedAt))
    .limit(BATCH);
  const tell = ({ request, question }: (typeof rows)[number]) =>
    db.transaction(async (tx) => {
      const [told] = await tx
        .update(reviewRequests)
        .set({ toldWaitingAt: now })
        .where(and(eq(reviewRequests.id, request.id), isNull(reviewRequests.toldWaitingAt), eq(reviewRequests.received, 0)))
        .returning({ id: reviewRequests.id });
      if (told) await notifyAuthor(tx, request, "review_waiting", { question });
    });
  const late = rows.filter(({ request }) => isLongWait(request.openedAt, usual, now));
  await runEach(log, late, ({ request }) => request.id, tell);
}

/**
 * Takes that were deleted and whose files went within the last days, or are still to go. The job that removes files runs when this one
 * does: what is older than that was forgotten long ago, however long the app stood still since.
 */
function isLatelyDeleted(db: Executor, answerId: PgColumn, now: Date): SQL {
  const erased = gt(answers.erasedAt, daysBefore(now, FORGET_DAYS));
  const lately = db
    .select({ id: answers.id })
    .from(answers)
    .where(or(and(isNotNull(answers.deletedAt), isNull(answers.erasedAt)), erased));
  // As a list: how few these are the planner cannot know, and would read all that is asked about them.
  return sql`${answerId} = any(array${lately})`;
}

/** Ends what was asked about takes that are deleted, and takes the words about them away; whoever gave them keeps that they did. */
export const forgetDeleted = (services: Services, now = new Date()): Promise<void> =>
  runParts(services.log, {
    "their requests": () => endDeleted(services, now),
    "words about them": () =>
      services.db
        .update(peerReviews)
        .set({ good: "", suggestion: "", comments: [], textsErasedAt: now })
        .where(and(isNull(peerReviews.textsErasedAt), isLatelyDeleted(services.db, peerReviews.answerId, now))),
  });

async function endDeleted({ db, log }: Services, now: Date): Promise<void> {
  // All at once: they are few, and one that cannot be ended must not come back in place of others.
  const due = await db
    .select({ id: reviewRequests.id, answerId: reviewRequests.answerId, authorId: reviewRequests.authorId })
    .from(reviewRequests)
    .where(and(eq(reviewRequests.state, "open"), isLatelyDeleted(db, reviewRequests.answerId, now)));
  const end = ({ id, answerId, authorId }: (typeof due)[number]) =>
    db.transaction(async (tx) => {
      await lockAnswer(tx, { id: authorId }, answerId);
      const [row] = await lockRequests(tx, and(eq(reviewRequests.id, id), eq(reviewRequests.state, "open")));
      if (row) await withdraw(tx, row, "deleted", now);
    });
  await runEach(log, due, ({ id }) => id, end);
}

/** Closes cases about which nothing is left to decide. The last may have ended with an account: the team need not be told of it any more. */
export async function closeCases({ db }: Services, now = new Date()): Promise<void> {
  await db.transaction(async (tx) => {
    await closeMoot(tx, now);
    await readUnlessCases(tx);
  });
}

/** Closes requests whose last review can no longer be disputed. */
async function closeSettled({ db }: Services, now = new Date()): Promise<void> {
  const settled = and(eq(reviewRequests.state, "satisfied"), lte(reviewRequests.satisfiedAt, daysBefore(now, DISPUTE_DAYS)));
  await db.transaction(async (tx) => {
    const closed = await tx.update(reviewRequests).set({ state: "closed", endedAt: now }).where(settled).returning();
    for (const { id, authorId } of closed) await touch(tx, authorId, { what: "request", uid: id });
  });
}

/** Forgets what is of no more use: drafts of leases that ended long ago, who met whom, and places of what nobody asks for. */
export async function forgetOld({ db }: Services, now = new Date()): Promise<void> {
  await db
    .update(reviewAssignments)
    .set(UNWRITTEN)
    .where(
      and(
        isNotNull(reviewAssignments.draft),
        inArray(reviewAssignments.state, ["released", "expired"]),
        lt(reviewAssignments.endedAt, daysBefore(now, DRAFT_DAYS)),
      ),
    );
  await db.delete(reviewPairs).where(lte(reviewPairs.pairedAt, daysBefore(now, PAIR_DAYS)));
  const lately = daysBefore(now, FORGET_DAYS);
  const over = db
    .select({ id: reviewRequests.id })
    .from(reviewRequests)
    .where(or(and(eq(reviewRequests.state, "satisfied"), gt(reviewRequests.satisfiedAt, lately)), gt(reviewRequests.endedAt, lately)));
  // What was put back, or lent, in the moment in which its author took the request back.
  const left = inArray(reviewAssignments.requestId, over);
  await db.delete(reviewAssignments).where(and(eq(reviewAssignments.state, "queued"), left));
  await db.transaction(async (tx) => {
    const lent = and(eq(reviewAssignments.state, "leased"), left);
    for (const { reviewerId, id } of await tx.update(reviewAssignments).set({ state: "released", endedAt: now }).where(lent).returning())
      await leaseOver(tx, reviewerId, id);
  });
}

/** All that the clock does to reviews. Each part does what is due and may run again at any time. */
export const tidy = (services: Services, now = new Date()): Promise<void> =>
  runParts(services.log, {
    "deleted takes": () => forgetDeleted(services, now),
    "unopened copies": () => endUnopened(services, now),
    "moot cases": () => closeCases(services, now),
    leases: () => expireLeases(services, now),
    "warnings of leases": () => warnLeases(services, now),
    "waiting requests": () => notifyOfLongWaits(services, now),
    "settled requests": () => closeSettled(services, now),
    "old drafts": () => forgetOld(services, now),
    copies: () => eraseCopies(services),
  });
