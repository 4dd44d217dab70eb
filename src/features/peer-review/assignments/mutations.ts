import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { requireUnsuspended } from "@/features/forum/members/queries";
import { AppError } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import { reviewAssignments, reviewerLanguages, reviewRequests } from "@/server/db/schema";
import { leaseOver } from "../notices/mutations";
import { activeLease, givenUpLately } from "../queries";
import { expireDue, freeOf, inTurnOf, pull, queueAgain, resume, UNWRITTEN } from "../queue/mutations";
import { assignment as life, TURNS_PER_DAY } from "../rules";
import { getAssignment, lentLately, lockLent } from "./queries";
import { givenUpUntil, savedAtOf, stageOf, turnsFull } from "./rules";
import type { DraftInput, FirstInput, LanguagesInput } from "./schema";

type Assignment = typeof reviewAssignments.$inferSelect;

/**
 * Lends somebody the recording that has waited longest for them, or gives back the one that they have.
 * @returns null when nothing waits that they could review
 * @throws AppError emailUnconfirmed | writingSuspended | reviewsGivenUp | turnsPerDayReached
 */
export async function nextAssignment(ctx: UserContext, now = new Date()) {
  const { db, actor } = ctx;
  const uid = await db.transaction(async (tx) => {
    await inTurnOf(tx, actor.id);
    // The clock ends leases, whenever the job comes by: one's own first, which may stand in one's own way.
    await expireDue(tx, now, eq(reviewAssignments.reviewerId, actor.id));
    const active = await activeLease(tx, actor.id, now);
    if (active) return active.id;
    await freeOf(tx, actor.id, now);
    await requireReviewing(tx, actor, now);
    await expireDue(tx, now);
    return (await resume(tx, actor, now)) ?? (await pull(tx, actor, now));
  });
  return uid ? getAssignment(ctx, uid, now) : null;
}

async function requireReviewing(tx: Transaction, actor: Actor, now: Date): Promise<void> {
  if (!actor.emailConfirmed) throw new AppError("emailUnconfirmed");
  await requireUnsuspended(tx, actor.id);
  const givenUp = givenUpUntil(await givenUpLately(tx, actor.id, true, now), now);
  if (givenUp !== undefined) throw new AppError("reviewsGivenUp", { retryAfter: givenUp });
  const full = turnsFull(await lentLately(tx, actor.id, now), now);
  if (full !== undefined) throw new AppError("turnsPerDayReached", { values: { max: TURNS_PER_DAY }, retryAfter: full });
}

/** Keeps what somebody has written so far. @throws AppError notFound | leaseEnded | conflict: another device has saved meanwhile */
export async function saveDraft({ db, actor }: UserContext, { uid, after, ...draft }: DraftInput, now = new Date()) {
  return db.transaction(async (tx) => {
    const row = await lockLent(tx, actor.id, uid, now);
    const savedAt = savedAtOf(row);
    // A save whose answer was lost comes again: it is there.
    if (savedAt && isDeepStrictEqual(row.draft, draft)) return { savedAt };
    if (after !== undefined && after !== savedAt) throw new AppError("conflict");
    await tx.update(reviewAssignments).set({ draft, draftSavedAt: now }).where(eq(reviewAssignments.id, uid));
    return { savedAt: now.toISOString() };
  });
}

/** What somebody thinks after the voice alone; then the video is there to see. @throws AppError notFound | leaseEnded | wrongState */
export async function saveFirst(ctx: UserContext, { uid, ratings }: FirstInput, now = new Date()) {
  const { db, actor } = ctx;
  await db.transaction(async (tx) => {
    const row = await lockLent(tx, actor.id, uid, now);
    const [request] = await tx.select({ staged: reviewRequests.staged }).from(reviewRequests).where(eq(reviewRequests.id, row.requestId));
    if (stageOf({ staged: request?.staged ?? false, firstRatings: row.firstRatings }) !== "voice") throw new AppError("wrongState");
    await tx.update(reviewAssignments).set({ firstRatings: ratings }).where(eq(reviewAssignments.id, uid));
  });
  return getAssignment(ctx, uid, now);
}

/** Gives a recording back, so that somebody else can have it. @throws AppError notFound | leaseEnded */
export async function releaseAssignment({ db, actor }: UserContext, uid: string, now = new Date()): Promise<void> {
  await db.transaction((tx) => release(tx, actor.id, uid, now));
}

/** With a report it is given up as well, until moderators find that right: nobody hears many recordings by reporting each. */
export async function release(tx: Transaction, userId: string, uid: string, now: Date): Promise<Assignment> {
  const row = await lockLent(tx, userId, uid, now);
  if (!life.can(row.state, "released", "reviewer")) throw new AppError("leaseEnded");
  await tx
    .update(reviewAssignments)
    .set({ state: "released", givenUp: true, endedAt: now, ...UNWRITTEN })
    .where(eq(reviewAssignments.id, uid));
  await queueAgain(tx, [row]);
  await leaseOver(tx, userId, uid);
  return row;
}

/** Which languages somebody understands well enough to review. */
export async function saveLanguages({ db, actor }: UserContext, { languages }: LanguagesInput) {
  await db
    .insert(reviewerLanguages)
    .values({ userId: actor.id, languages })
    .onConflictDoUpdate({ target: reviewerLanguages.userId, set: { languages } });
  return { languages };
}
