import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { inTurn, readGroup } from "@/features/account/notifications/mutations";
import { teamIds } from "@/features/account/queries";
import { lockAnswer, questionOf } from "@/features/practice/queries";
import { gradeTake } from "@/features/practice/schedule/mutations";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import type { Actor } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import { answers, peerReviews, reviewAssignments, reviewCases, reviewRequests, users } from "@/server/db/schema";
import { release } from "../assignments/mutations";
import { getAssignment } from "../assignments/queries";
import { CARE_GROUP, notifyAuthor, notifyCare, notifyOfDecision, notifyReviewer, touchCare } from "../notices/mutations";
import { inTurnOf, lendOf, queuePlaces } from "../queue/mutations";
import { TIDY_JOB, withdraw } from "../requests/mutations";
import { lockRequests } from "../requests/queries";
import { request as requestLife, review as reviewLife } from "../rules";
import type { ReportInput } from "../schema";
import { getCase, hasCases, isForStaff, reportedLately } from "./queries";
import { reportsFull } from "./rules";
import type { DecideInput } from "./schema";

type Case = typeof reviewCases.$inferSelect;
type Request = typeof reviewRequests.$inferSelect;

/**
 * Tells moderators of a recording that should not be here, and gives it back.
 * @throws AppError notFound | leaseEnded | tooManyRequests
 */
export async function reportRecording({ db, actor }: UserContext, { uid, reason, note }: ReportInput, now = new Date()): Promise<void> {
  await db.transaction(async (tx) => {
    await inTurnOf(tx, actor.id);
    const retryAfter = reportsFull(await reportedLately(tx, actor.id, now), now);
    if (retryAfter !== undefined) throw new AppError("tooManyRequests", { retryAfter });
    const { requestId } = await release(tx, actor.id, uid, now);
    const row = { id: uuidv7(), kind: "recording" as const, requestId, askedById: actor.id, cause: reason, note, createdAt: now };
    await tx.insert(reviewCases).values(row).onConflictDoNothing();
    const [request] = await tx.select({ authorId: reviewRequests.authorId }).from(reviewRequests).where(eq(reviewRequests.id, requestId));
    await notifyCare(tx, "recording", [actor.id, request?.authorId]);
  });
}

/**
 * Decides about a review that its author disputed or reported, or about a recording. Both sides of a review are told the same.
 * @throws AppError notFound | wrongState for what is decided, or a recording of which parts are to be taken out
 */
export async function decide(ctx: UserContext, input: DecideInput, now = new Date()) {
  await ctx.db.transaction(async (tx) => {
    // Requests are locked before what hangs on them: which one it is never changes.
    const [before] = await tx.select().from(reviewCases).where(eq(reviewCases.id, input.uid));
    const { reviewId, requestId } = found(before);
    if (reviewId) await decideReview(tx, ctx.actor, reviewId, input);
    else if (requestId) await decideRecording(tx, ctx.actor, requestId, input, now);
    const decided = { outcome: input.outcome, reason: input.reason, decidedById: ctx.actor.id, decidedAt: now };
    const open = and(eq(reviewCases.id, input.uid), isNull(reviewCases.outcome));
    const [row] = await tx.update(reviewCases).set(decided).where(open).returning();
    if (!row) throw new AppError("wrongState");
    await note(tx, ctx, row);
    await readUnlessCases(tx);
  });
  await ctx.jobs.send(TIDY_JOB);
  return getCase(ctx, input.uid);
}

const note = (tx: Transaction, ctx: UserContext, { id, kind, outcome, reason }: Case) =>
  recordAct(tx, ctx, { action: "peer_review.decide", detail: { case: id, kind, outcome, reason } });

async function decideRecording(
  tx: Transaction,
  actor: Actor,
  requestId: string,
  { outcome, reason }: DecideInput,
  now: Date,
): Promise<void> {
  if (outcome === "edited") throw new AppError("wrongState");
  const [before] = await tx.select().from(reviewRequests).where(eq(reviewRequests.id, requestId));
  const { answerId, authorId } = found(before);
  // Nobody decides about their own.
  if (authorId === actor.id) throw new AppError("forbidden");
  if (outcome === "upheld") return;
  const answer = found(await lockAnswer(tx, { id: authorId }, answerId));
  // The take is decided about, and not one request: its author may have taken the reported one back, and asked again.
  const ofTake = await lockRequests(tx, eq(reviewRequests.answerId, answerId));
  const reported = ofTake.find(({ id }) => id === requestId);
  if (!reported || reported.withdrawnFor === "moderated") return;
  for (const row of ofTake) if (requestLife.can(row.state, "withdrawn", "moderator")) await withdraw(tx, row, "moderated", now);
  // Whoever gave it back, with a report or without, did not do so for nothing.
  await tx.update(reviewAssignments).set({ givenUp: false }).where(eq(reviewAssignments.answerId, answerId));
  // Whatever has ended already says so, too, and bars the take from being asked about again.
  await tx.update(reviewRequests).set({ withdrawnFor: "moderated" }).where(eq(reviewRequests.answerId, answerId));
  await notifyAuthor(tx, reported, "review_decided", {
    question: await questionOf(tx, { questionId: answer.questionId, answerId }, authorId),
    about: "recording",
    outcome: "removed",
    reason,
  });
}

async function decideReview(tx: Transaction, actor: Actor, reviewId: string, { outcome, reason, takenOut }: DecideInput): Promise<void> {
  const [before] = await tx.select().from(peerReviews).where(eq(peerReviews.id, reviewId));
  const { requestId, answerId, authorId, reviewerId } = found(before);
  // Nobody decides about their own.
  if (actor.id === authorId || actor.id === reviewerId) throw new AppError("forbidden");
  // Before the request, as everywhere: without this review the take may count otherwise for its maker.
  const counts = outcome === "removed" && answerId !== null && authorId !== null;
  if (counts) await lockAnswer(tx, { id: authorId }, answerId);
  const [request] = requestId ? await lockRequests(tx, eq(reviewRequests.id, requestId)) : [];
  const [row] = await tx.select().from(peerReviews).where(eq(peerReviews.id, reviewId)).for("no key update");
  const review = found(row);
  if (!reviewLife.can(review.state, outcome, "moderator")) throw new AppError("wrongState");
  const { good, suggestion, comments } = review;
  const words =
    outcome === "edited" && takenOut
      ? {
          good: takenOut.good ? "" : good,
          suggestion: takenOut.suggestion ? "" : suggestion,
          comments: comments.map((one, at) => (takenOut.comments.includes(at) ? { ...one, text: "" } : one)),
        }
      : {};
  await tx
    .update(peerReviews)
    .set({ state: outcome, ...words })
    .where(eq(peerReviews.id, reviewId));
  if (outcome === "removed" && request) await reopenPlace(tx, request, review.assignmentId);
  if (counts) await gradeTake(tx, { userId: authorId, answerId });
  const said = { outcome, reason };
  if (request) {
    const question = await questionOf(tx, review, request.authorId);
    await notifyOfDecision(tx, request, reviewId, { question, about: "review", ...said });
  }
  const question = review.reviewerId ? await questionOf(tx, review, review.reviewerId) : "";
  await notifyReviewer(tx, review, "review_own_decided", { question, ...said });
}

/**
 * Closes cases about which nothing is left to decide, without a word to anybody: a review's words are gone with its take or its reader,
 * the recording is deleted, or moderators took it out. That its author took a request back decides nothing: they may ask again.
 */
export async function closeMoot(tx: Transaction, now: Date): Promise<void> {
  const review = sql`select from ${peerReviews} r where r.id = ${reviewCases.reviewId} and r.texts_erased_at is not null`;
  const request = sql`select from ${reviewRequests} r join ${answers} a on a.id = r.answer_id where r.id = ${reviewCases.requestId}`;
  const moderated = sql`exists (${request} and r.withdrawn_for = 'moderated')`;
  const deleted = sql`exists (${request} and a.deleted_at is not null)`;
  const closed = await tx
    .update(reviewCases)
    .set({ outcome: sql`case when ${moderated} then 'removed' else 'upheld' end::review_outcome`, decidedAt: now })
    .where(and(isNull(reviewCases.outcome), sql`(exists (${review}) or ${moderated} or ${deleted})`))
    .returning({ id: reviewCases.id });
  if (closed.length > 0) await touchCare(tx);
}

/** Cases were decided or closed: where none is left, nobody of the team need be told any more. It is done last, as telling them is. */
export async function readUnlessCases(tx: Transaction): Promise<void> {
  await inTurn(tx, CARE_GROUP);
  if (!(await hasCases(tx))) await readGroup(tx, await teamIds(tx), CARE_GROUP);
}

/**
 * A review that was removed does not count, unless its request had all that it wanted by then; while that still waits for others, it waits
 * for one more.
 */
async function reopenPlace(tx: Transaction, request: Request, assignmentId: string | null): Promise<void> {
  if (request.state !== "open" && request.state !== "withdrawn") return;
  await tx
    .update(reviewRequests)
    .set({ received: sql`${reviewRequests.received} - 1` })
    .where(eq(reviewRequests.id, request.id));
  const [used] = assignmentId
    ? await tx
        .update(reviewAssignments)
        .set({ voided: true })
        .where(eq(reviewAssignments.id, assignmentId))
        .returning({ place: reviewAssignments.place })
    : [];
  if (request.state !== "open" || !request.openedAt) return;
  const place = used?.place ?? (await lostPlace(tx, request));
  if (place) await queuePlaces(tx, request, [place], request.openedAt);
}

/** The first place of a request that nobody has or had: whoever used it has ended their account since, and it went with them. */
async function lostPlace(tx: Transaction, { id, wanted }: Request): Promise<number | undefined> {
  const used = await tx
    .select({ place: reviewAssignments.place })
    .from(reviewAssignments)
    .where(
      and(
        eq(reviewAssignments.requestId, id),
        inArray(reviewAssignments.state, ["queued", "leased", "submitted"]),
        eq(reviewAssignments.voided, false),
      ),
    );
  const taken = new Set(used.map(({ place }) => place));
  return Array.from({ length: wanted }, (_, at) => at + 1).find((place) => !taken.has(place));
}

/**
 * Takes on a review for which no peer came, where the author allowed it: also while a peer has just been lent another place of it.
 * @throws AppError notFound | wrongState where it is one's own, somebody has it, or one met its author lately
 */
export async function takeWaiting(ctx: UserContext, uid: string, now = new Date()) {
  const { db, actor } = ctx;
  const lent = await db.transaction(async (tx) => {
    await inTurnOf(tx, actor.id);
    const [request] = await tx
      .select({ id: reviewRequests.id })
      .from(reviewRequests)
      .innerJoin(answers, eq(answers.id, reviewRequests.answerId))
      .innerJoin(users, eq(users.id, reviewRequests.authorId))
      .where(and(eq(reviewRequests.id, uid), isForStaff(now)));
    found(request);
    const assignment = await lendOf(tx, actor, uid, now);
    if (!assignment) throw new AppError("wrongState");
    await recordAct(tx, ctx, { action: "peer_review.take", target: { kind: "review_request", id: uid } });
    return assignment;
  });
  return getAssignment(ctx, lent, now);
}
