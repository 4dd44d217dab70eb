import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { requireUnsuspended } from "@/features/forum/members/queries";
import { lockAnswer } from "@/features/practice/queries";
import { afterWithdrawal, isStored, take } from "@/features/practice/rules";
import { allowedBy, planOf } from "@/features/subscription/queries";
import { AppError, found } from "@/lib/app-error";
import type { WithdrawnFor } from "@/lib/enums/peer-review";
import { isCleanable } from "@/lib/recordings/cleaning";
import type { UserContext } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { answers, reviewAssignments, reviewRequests, shareLinks } from "@/server/db/schema";
import { wakeJob } from "@/server/jobs/queue";
import { requestRead, touch } from "../notices/mutations";
import { accountLanguage, balanceOf, counts } from "../queries";
import { inTurnOf, queuePlaces, takeBack } from "../queue/mutations";
import { isPaid, request as life, owedForNext, TURN_HOURS } from "../rules";
import { lockRequests, ownRequest } from "./queries";
import type { RequestInput } from "./schema";

type Request = typeof reviewRequests.$inferSelect;

/** What makes the copies that reviewers get; it is asked for as soon as there is one to make. */
export const PREPARE_JOB = "peerReview.prepare";
export const TIDY_JOB = "peerReview.tidy";

/**
 * Asks for reviews of an own take. Asked again, it answers the request that is there.
 * @throws AppError notFound | wrongState without a stored recording | recordingUnreviewable | reviewsOwed | emailUnconfirmed |
 * writingSuspended
 */
export async function saveRequest(ctx: UserContext, { answer_id, staged, staffMay, language }: RequestInput, now = new Date()) {
  const { db, actor } = ctx;
  const { plan } = await planOf(ctx, db, actor.id);
  const { reviewsWanted } = await allowedBy(ctx, plan);
  const uid = await db.transaction(async (tx) => {
    await inTurnOf(tx, actor.id);
    const answer = found(await lockAnswer(tx, actor, answer_id));
    if (answer.state === "deleted") throw new AppError("notFound");
    const [before] = await tx
      .select({ id: reviewRequests.id })
      .from(reviewRequests)
      .where(and(eq(reviewRequests.answerId, answer_id), ne(reviewRequests.state, "withdrawn")));
    if (before) return before.id;
    // What moderators took out is not lent again.
    const takenOut = and(eq(reviewRequests.answerId, answer_id), eq(reviewRequests.withdrawnFor, "moderated"));
    if ((await tx.$count(reviewRequests, takenOut)) > 0) throw new AppError("wrongState");
    if (!isStored(answer.state) || answer.fileKey === null || answer.recordingKind === null) throw new AppError("wrongState");
    if (!take.can(answer.state, "in_review", "candidate")) throw new AppError("wrongState");
    if (!isCleanable(answer.mimeType ?? "")) throw new AppError("recordingUnreviewable");
    if (!actor.emailConfirmed) throw new AppError("emailUnconfirmed");
    await requireUnsuspended(tx, actor.id);
    const { asked, given } = await balanceOf(tx, actor.id);
    const owed = owedForNext({ asked, given });
    if (owed > 0) throw new AppError("reviewsOwed", { values: { owed } });
    // Whoever of the team may review it sees the id, which must not tell when its author asked.
    const id = uuidv4();
    await tx.insert(reviewRequests).values({
      id,
      answerId: answer_id,
      authorId: actor.id,
      language: language ?? (await accountLanguage(tx, actor.id)),
      wanted: reviewsWanted,
      paid: isPaid(asked + 1, given),
      // Of a recording without pictures there is nothing to keep back.
      staged: staged && answer.recordingKind === "video",
      staffMay,
      createdAt: now,
    });
    await tx.update(answers).set({ state: "in_review" }).where(eq(answers.id, answer_id));
    await touch(tx, actor.id, { what: "request", uid: id });
    await wakeJob(tx, PREPARE_JOB);
    return id;
  });
  return ownRequest(ctx, uid);
}

/** Puts a request whose copies are there into the queue. It is locked. */
export async function openRequest(tx: Transaction, request: Request, now: Date): Promise<void> {
  await tx.update(reviewRequests).set({ openedAt: now }).where(eq(reviewRequests.id, request.id));
  const places = Array.from({ length: request.wanted }, (_, at) => at + 1);
  await queuePlaces(tx, request, places, now);
  await touch(tx, request.authorId, { what: "request", uid: request.id });
}

/** Takes an own request back; what was said already stays, and can be read. @throws AppError notFound | wrongState */
export async function withdrawRequest(ctx: UserContext, uid: string, now = new Date()) {
  const { db, actor, jobs } = ctx;
  const { answer_id } = await ownRequest(ctx, uid);
  await db.transaction(async (tx) => {
    await lockAnswer(tx, actor, answer_id);
    const [row] = await lockRequests(tx, and(eq(reviewRequests.id, uid), eq(reviewRequests.authorId, actor.id)));
    if (!life.can(found(row).state, "withdrawn", "author")) throw new AppError("wrongState");
    await withdraw(tx, found(row), "author", now);
  });
  await jobs.send(TIDY_JOB);
  return ownRequest(ctx, uid);
}

/** Ends a request before it has what it wants. The take, where it is still there, and the request are locked. */
export async function withdraw(tx: Transaction, { id, answerId, authorId }: Request, why: WithdrawnFor, now: Date): Promise<void> {
  await tx.update(reviewRequests).set({ state: "withdrawn", withdrawnFor: why, endedAt: now }).where(eq(reviewRequests.id, id));
  await takeBack(tx, id, now);
  const [answer] = await tx
    .select({ state: answers.state, rated: sql<boolean>`${answers.ratingOverall} is not null`, link: shareLinks.id })
    .from(answers)
    .leftJoin(shareLinks, and(eq(shareLinks.answerId, answers.id), isNull(shareLinks.revokedAt)))
    .where(eq(answers.id, answerId));
  if (answer?.state === "in_review") {
    const state = afterWithdrawal({ rated: answer.rated, linked: answer.link !== null });
    await tx.update(answers).set({ state }).where(eq(answers.id, answerId));
  }
  await touch(tx, authorId, { what: "request", uid: id });
}

/** Notes that somebody has looked at the reviews of an own request. @throws AppError notFound */
export async function markSeen({ db, actor }: UserContext, uid: string, now = new Date()): Promise<void> {
  await db.transaction(async (tx) => {
    const own = and(eq(reviewRequests.id, uid), eq(reviewRequests.authorId, actor.id));
    const seen = await tx.update(reviewRequests).set({ seenAt: now }).where(own).returning({ id: reviewRequests.id });
    found(seen[0]);
    await requestRead(tx, actor.id, uid);
    await touch(tx, actor.id, { what: "request", uid });
  });
}

/** Own open requests that are not paid for, by their ids: locked with what somebody gives a review for. */
export async function unpaidOf(db: Executor, authorId: string): Promise<string[]> {
  const rows = await db
    .select({ id: reviewRequests.id })
    .from(reviewRequests)
    .where(and(eq(reviewRequests.authorId, authorId), eq(reviewRequests.state, "open"), eq(reviewRequests.paid, false)));
  return rows.map(({ id }) => id);
}

/** Whoever has given enough moves up: their requests' further reviews have their turns among the others. They are locked. */
export async function payUp(tx: Transaction, authorId: string): Promise<void> {
  const [{ given }, mine] = await Promise.all([
    balanceOf(tx, authorId),
    tx
      .select()
      .from(reviewRequests)
      .where(and(eq(reviewRequests.authorId, authorId), counts))
      .orderBy(asc(reviewRequests.createdAt), asc(reviewRequests.id)),
  ]);
  const paid = mine.filter((row, at) => !row.paid && row.state === "open" && isPaid(at + 1, given));
  if (paid.length === 0) return;
  await tx
    .update(reviewRequests)
    .set({ paid: true })
    .where(
      inArray(
        reviewRequests.id,
        paid.map(({ id }) => id),
      ),
    );
  await tx
    .update(reviewAssignments)
    .set({ turnAt: sql`${reviewRequests.openedAt} + make_interval(hours => (${reviewAssignments.place} - 1) * ${TURN_HOURS}::int)` })
    .from(reviewRequests)
    .where(
      and(
        eq(reviewRequests.id, reviewAssignments.requestId),
        // One that is lent comes back with its turn if its lease ends.
        inArray(reviewAssignments.state, ["queued", "leased"]),
        inArray(
          reviewRequests.id,
          paid.map(({ id }) => id),
        ),
      ),
    );
}
