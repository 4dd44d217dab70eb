import { eq, inArray, or } from "drizzle-orm";
import { v4 as uuidv4, v7 as uuidv7 } from "uuid";
import { requireUnsuspended } from "@/features/forum/members/queries";
import { durationSlackMs } from "@/features/practice/delivery/rules";
import { lockAnswer, questionOf } from "@/features/practice/queries";
import { isStored, ratingColumns, take } from "@/features/practice/rules";
import { gradeTake } from "@/features/practice/schedule/mutations";
import { AppError, type ErrorIssue, found } from "@/lib/app-error";
import type { ReviewCaseKind } from "@/lib/enums/peer-review";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import type { UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { answers, peerReviews, reviewAssignments, reviewCases, reviewRequests, reviewRetakes } from "@/server/db/schema";
import { wakeJob } from "@/server/jobs/queue";
import { lockLent, ownAssignment } from "../assignments/queries";
import { stageOf } from "../assignments/rules";
import { leaseOver, notifyAuthor, notifyCare, notifyReviewer, touch } from "../notices/mutations";
import { inTurnOf } from "../queue/mutations";
import { payUp, TIDY_JOB, unpaidOf } from "../requests/mutations";
import { lockRequests } from "../requests/queries";
import { careOf, disputeEnds, drawLetter, heardMs, isWithin, review as life, request as requestLife, roughLength } from "../rules";
import type { ReportInput } from "../schema";
import { getGiven, getReceived, lockReceived } from "./queries";
import type { ReviewInput } from "./schema";

type Request = typeof reviewRequests.$inferSelect;
type Review = typeof peerReviews.$inferSelect;

/** Chance and the clock, where a test wants to know them. */
interface Given {
  now?: Date;
  /** From 0 up to 1. */
  random?: () => number;
}

/**
 * Gives a review of the recording that one has; saying so twice is one review.
 * @throws AppError notFound | leaseEnded | wrongState before the first ratings of a voice | careMissing | writingSuspended
 */
export async function saveReview(ctx: UserContext, input: ReviewInput, { now = new Date(), random = Math.random }: Given = {}) {
  const { db, actor } = ctx;
  const uid = await db.transaction(async (tx) => {
    await inTurnOf(tx, actor.id);
    const { requestId, answerId, authorId } = await ownAssignment(tx, actor.id, input.assignmentId);
    const [before] = await tx.select({ id: peerReviews.id }).from(peerReviews).where(eq(peerReviews.assignmentId, input.assignmentId));
    if (before) return before.id;
    await requireUnsuspended(tx, actor.id);
    const answer = found(await lockAnswer(tx, { id: authorId }, answerId));
    // With one's own that may become paid by it: in one order, so that nobody waits in a circle.
    const held = await lockRequests(tx, or(eq(reviewRequests.id, requestId), inArray(reviewRequests.id, await unpaidOf(tx, actor.id))));
    const request = found(held.find(({ id }) => id === requestId));
    const lent = await lockLent(tx, actor.id, input.assignmentId, now);
    if (request.state !== "open") throw new AppError("leaseEnded");
    if (stageOf({ staged: request.staged, firstRatings: lent.firstRatings }) === "voice") throw new AppError("wrongState");
    requireCare(input, answer.durationMs);
    const id = await write(tx, request, answer, { input, reviewerId: actor.id, now, random });
    await tx
      .update(reviewAssignments)
      .set({ state: "submitted", endedAt: now, draft: null })
      .where(eq(reviewAssignments.id, input.assignmentId));
    await receive(tx, request, now);
    await gradeTake(tx, { userId: authorId, answerId });
    await payUp(tx, actor.id);
    await leaseOver(tx, actor.id, input.assignmentId);
    return id;
  });
  return getGiven(ctx, uid);
}

const ratingsIn = (input: ReviewInput) =>
  Object.fromEntries(RATING_SCALES.map((scale) => [scale, input[scale]])) as Record<RatingScale, number>;

function requireCare(input: ReviewInput, durationMs: number | null): void {
  // Who recorded elsewhere may not have said how long it is.
  if (durationMs && !isWithin(input.comments, durationMs, durationSlackMs(durationMs)))
    throw new AppError("invalidInput", { issues: [{ path: ["comments"], key: "invalid" }] });
  // By the length that reviewers are told, as their page asks it: they know no other.
  const lacking = careOf({ ...input, ratings: ratingsIn(input), durationMs: durationMs && roughLength(durationMs) });
  const issues = lacking.map((field): ErrorIssue => ({ path: [field], key: "care" }));
  if (issues.length > 0) throw new AppError("careMissing", { issues });
}

interface Writing {
  input: ReviewInput;
  reviewerId: string;
  now: Date;
  random: () => number;
}

async function write(
  tx: Transaction,
  { id: requestId, authorId, wanted }: Request,
  { id: answerId, questionId, durationMs }: typeof answers.$inferSelect,
  { input, reviewerId, now, random }: Writing,
): Promise<string> {
  const taken = await tx.select({ letter: peerReviews.letter }).from(peerReviews).where(eq(peerReviews.requestId, requestId));
  const letters = taken.map(({ letter }) => letter);
  const id = uuidv4();
  await tx.insert(peerReviews).values({
    id,
    assignmentId: input.assignmentId,
    requestId,
    answerId,
    authorId,
    reviewerId,
    questionId,
    // Nothing has to be looked at before it is read: what is not decent was refused already.
    state: "published",
    // Of a review that was removed the letter stays: beyond those that are wanted there are more.
    letter: drawLetter(letters, Math.max(wanted, letters.length + 1), random()),
    ...ratingColumns(ratingsIn(input)),
    good: input.good ?? "",
    suggestion: input.suggestion ?? "",
    comments: input.comments.toSorted((a, b) => a.second - b.second),
    heardMs: heardMs(input.heard ?? [], durationMs),
    createdAt: now,
    publishedAt: now,
  });
  return id;
}

/** A request has one more review: its author hears of the first that there is, also where one before it was removed, and of the last. */
async function receive(tx: Transaction, request: Request, now: Date): Promise<void> {
  const received = request.received + 1;
  const all = received >= request.wanted && requestLife.can(request.state, "satisfied", "reviewer");
  await tx
    .update(reviewRequests)
    .set({
      received,
      firstReviewAt: request.firstReviewAt ?? now,
      ...(all ? { state: "satisfied" as const, satisfiedAt: now } : {}),
    })
    .where(eq(reviewRequests.id, request.id));
  const [answer] = await tx
    .select({ state: answers.state, questionId: answers.questionId })
    .from(answers)
    .where(eq(answers.id, request.answerId));
  const { state, questionId } = found(answer);
  if (all && take.can(state, "reviewed", "reviewer"))
    await tx.update(answers).set({ state: "reviewed" }).where(eq(answers.id, request.answerId));
  const question = await questionOf(tx, { questionId, answerId: request.answerId }, request.authorId);
  if (all) {
    await notifyAuthor(tx, request, "review_all", { question, received });
    // Nobody hears the copies any more.
    await wakeJob(tx, TIDY_JOB);
  } else if (request.received === 0) await notifyAuthor(tx, request, "review_first", { question });
  await touch(tx, request.authorId, { what: "request", uid: request.id });
}

/** Changes a review of an own take, with what its writer is told. @throws what `change` does */
async function answer(ctx: UserContext, uid: string, change: (tx: Transaction, row: Review) => Promise<void>) {
  await ctx.db.transaction(async (tx) => {
    const row = await lockReceived(tx, ctx.actor.id, uid);
    await change(tx, row);
    if (row.requestId) await touch(tx, ctx.actor.id, { what: "request", uid: row.requestId });
  });
  return getReceived(ctx, uid);
}

const set = (tx: Transaction, uid: string, values: Partial<typeof peerReviews.$inferInsert>) =>
  tx.update(peerReviews).set(values).where(eq(peerReviews.id, uid));

/** Thanks whoever wrote it; twice is once. @throws AppError notFound | wrongState where moderators were asked */
export const thankReview = (ctx: UserContext, uid: string) =>
  answer(ctx, uid, async (tx, row) => {
    if (row.state === "thanked") return;
    if (!life.can(row.state, "thanked", "author")) throw new AppError("wrongState");
    await set(tx, uid, { state: "thanked", thankedAt: new Date() });
    await notifyReviewer(tx, row, "review_thanked", { question: await questionFor(tx, row) });
  });

const questionFor = (tx: Transaction, review: Review): Promise<string> =>
  review.reviewerId ? questionOf(tx, review, review.reviewerId) : Promise.resolve("");

/** Says whether it helped, or takes that back. @throws AppError notFound | wrongState of one that was removed */
export const markHelpful = (ctx: UserContext, { uid, helpful }: { uid: string; helpful: boolean | null }) =>
  answer(ctx, uid, async (tx, row) => {
    if (row.state === "removed") throw new AppError("wrongState");
    await set(tx, uid, { helpful });
    await touch(tx, row.reviewerId, { what: "given", uid });
  });

interface Complaint {
  kind: Extract<ReviewCaseKind, "dispute" | "review">;
  cause: ReportInput["reason"] | null;
  note: string;
}

/** Asks moderators about a review of an own take, once. @throws AppError notFound | wrongState */
const complain = (ctx: UserContext, uid: string, { kind, cause, note }: Complaint, now: Date) =>
  answer(ctx, uid, async (tx, row) => {
    if (!life.can(row.state, "disputed", "author") || (kind === "dispute" && now > disputeEnds(row.createdAt)))
      throw new AppError("wrongState");
    await set(tx, uid, { state: "disputed" });
    await tx.insert(reviewCases).values({ id: uuidv7(), kind, reviewId: uid, askedById: ctx.actor.id, cause, note, createdAt: now });
    await notifyCare(tx, kind, [ctx.actor.id, row.reviewerId]);
  });

/** A review that is not just: within two weeks its author may ask for a second look. */
export const disputeReview = (ctx: UserContext, { uid, reason }: { uid: string; reason: string }, now = new Date()) =>
  complain(ctx, uid, { kind: "dispute", cause: null, note: reason }, now);

/** A review that is not decent. */
export const reportReview = (ctx: UserContext, { uid, reason, note }: ReportInput, now = new Date()) =>
  complain(ctx, uid, { kind: "review", cause: reason, note }, now);

/**
 * Notes that an own new take tries what a review suggested; its writer is told that there is one, and once.
 * @throws AppError notFound | wrongState for an older take, or one of another question
 */
export async function noteRetake({ db, actor }: UserContext, { uid, answer_id }: { uid: string; answer_id: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const made = found(await lockAnswer(tx, actor, answer_id));
    // Before it is there, there is nothing to tell of.
    if (!isStored(made.state)) throw new AppError("notFound");
    const row = await lockReceived(tx, actor.id, uid);
    // By when it arrived: a device whose clock is behind would have made it before the review.
    const tries = made.questionId === row.questionId && made.id !== row.answerId && made.createdAt > row.createdAt;
    if (!tries || row.state === "removed") throw new AppError("wrongState");
    const [kept] = await tx.insert(reviewRetakes).values({ answerId: answer_id, reviewId: uid }).onConflictDoNothing().returning();
    // A take tries one suggestion: the one that was named first.
    if (!kept) return;
    if (row.requestId) await touch(tx, actor.id, { what: "request", uid: row.requestId });
    if (row.retakenAt !== null) return;
    await set(tx, uid, { retakenAt: new Date() });
    await notifyReviewer(tx, row, "review_retake", { question: await questionFor(tx, row) });
  });
}
