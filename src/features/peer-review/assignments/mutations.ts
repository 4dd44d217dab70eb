import { and, asc, desc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { requireUnsuspended } from "@/features/forum/members/queries";
import { AppError } from "@/lib/app-error";
import type { Locale } from "@/lib/locales";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { reviewAssignments, reviewerLanguages, reviewPairs, reviewRequests } from "@/server/db/schema";
import { touch } from "../notices/mutations";
import { activeLease, dueIn, dueLanguages, languagesOf, lendable, servable } from "../queries";
import { DRAFT_DAYS, daysBefore, GIVEN_UP, leaseEnds, assignment as life, PAIR_DAYS, pairOf, turnAt } from "../rules";
import { getAssignment, lockLent } from "./queries";
import { givenUpUntil, stageOf } from "./rules";
import type { DraftInput, FirstInput, LanguagesInput } from "./schema";

type Assignment = typeof reviewAssignments.$inferSelect;
type Request = typeof reviewRequests.$inferSelect;

/** One at a time of what one person pulls, gives and asks for: two tabs are served one after the other. */
export const inTurnOf = (tx: Executor, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`peer review of ${userId}`}, 0))`);

/** Nothing is left of what somebody wrote. */
const UNWRITTEN = { draft: null, draftSavedAt: null, firstRatings: null };

/** Puts places of a request into the queue. */
export async function queuePlaces(
  tx: Executor,
  { id, authorId, answerId, language, paid }: Pick<Request, "id" | "authorId" | "answerId" | "language" | "paid">,
  places: readonly number[],
  openedAt: Date,
): Promise<void> {
  const rows = places.map((place) => ({
    // At random: an id that tells its time would tell when its author asked.
    id: uuidv4(),
    requestId: id,
    authorId,
    answerId,
    language,
    place,
    turnAt: turnAt(place, paid, openedAt),
  }));
  if (rows.length > 0) await tx.insert(reviewAssignments).values(rows).onConflictDoNothing();
}

/**
 * Turns that ended without a review are taken over by others, which keep their places in the queue. Of a request that is withdrawn at
 * the same time they are never served, and go with the next tidying.
 */
async function queueAgain(tx: Executor, ended: readonly Assignment[]): Promise<void> {
  const rows = ended.map(({ requestId, authorId, answerId, language, place, turnAt: due }) => ({
    id: uuidv4(),
    requestId,
    authorId,
    answerId,
    language,
    place,
    turnAt: due,
  }));
  if (rows.length === 0) return;
  await tx.insert(reviewAssignments).values(rows).onConflictDoNothing();
}

/** So many at once: the job comes again, and so does the next reviewer. */
const EXPIRING = 50;

/**
 * Ends leases whose time is over, and queues their places anew. What somebody else is just turning is left to them.
 * @param which further conditions, such as one person's
 * @returns how many there were
 */
export async function expireDue(tx: Executor, now: Date, which?: SQL): Promise<number> {
  const due = tx
    .select({ id: reviewAssignments.id })
    .from(reviewAssignments)
    .where(and(eq(reviewAssignments.state, "leased"), lte(reviewAssignments.leaseEndsAt, now), which))
    .orderBy(asc(reviewAssignments.leaseEndsAt))
    .limit(EXPIRING)
    .for("update", { skipLocked: true });
  const ended = await tx
    .update(reviewAssignments)
    .set({ state: "expired", givenUp: true, endedAt: sql`${reviewAssignments.leaseEndsAt}` })
    .where(inArray(reviewAssignments.id, due))
    .returning();
  await queueAgain(tx, ended);
  for (const { reviewerId, id } of ended) await touch(tx, reviewerId, { what: "assignment", uid: id });
  return ended.length;
}

/**
 * Lends somebody the recording that has waited longest for them, or gives back the one that they have.
 * @returns null when nothing waits that they could review
 * @throws AppError emailUnconfirmed | writingSuspended | reviewsGivenUp
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

/** What somebody has, and may not hear any more, is no longer theirs; that is not their doing. Its author may come back. */
export async function freeOf(tx: Executor, reviewerId: string, now: Date): Promise<void> {
  const freed = await tx
    .update(reviewAssignments)
    .set({ state: "released", endedAt: now, ...UNWRITTEN })
    .where(and(eq(reviewAssignments.reviewerId, reviewerId), eq(reviewAssignments.state, "leased")))
    .returning();
  await queueAgain(tx, freed);
}

async function requireReviewing(tx: Executor, actor: Actor, now: Date): Promise<void> {
  if (!actor.emailConfirmed) throw new AppError("emailUnconfirmed");
  await requireUnsuspended(tx, actor.id);
  const given = await tx
    .select({ at: sql<Date>`${reviewAssignments.endedAt}`.mapWith(reviewAssignments.endedAt) })
    .from(reviewAssignments)
    .where(
      and(
        eq(reviewAssignments.reviewerId, actor.id),
        eq(reviewAssignments.givenUp, true),
        gt(reviewAssignments.endedAt, daysBefore(now, GIVEN_UP.days)),
      ),
    )
    .orderBy(desc(reviewAssignments.endedAt))
    .limit(GIVEN_UP.most);
  const retryAfter = givenUpUntil(
    given.map(({ at }) => at),
    now,
  );
  if (retryAfter !== undefined) throw new AppError("reviewsGivenUp", { retryAfter });
}

const lend = (tx: Executor, id: string, reviewerId: string, now: Date) =>
  tx
    .update(reviewAssignments)
    .set({ state: "leased", reviewerId, leasedAt: now, leaseEndsAt: leaseEnds(now) })
    .where(eq(reviewAssignments.id, id));

/** Whoever ran out of time finds what they had written, while the same recording still wants a review. */
async function resume(tx: Executor, { id, role }: Actor, now: Date): Promise<string | undefined> {
  const [before] = await tx
    .select()
    .from(reviewAssignments)
    .where(
      and(
        eq(reviewAssignments.reviewerId, id),
        eq(reviewAssignments.state, "expired"),
        isNotNull(reviewAssignments.draft),
        gt(reviewAssignments.endedAt, daysBefore(now, DRAFT_DAYS)),
      ),
    )
    .orderBy(desc(reviewAssignments.endedAt))
    .limit(1);
  if (!before) return undefined;
  const [slot] = await tx
    .select()
    .from(reviewAssignments)
    .where(and(eq(reviewAssignments.requestId, before.requestId), servable({ role }, now)))
    .orderBy(asc(reviewAssignments.turnAt))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!slot) return undefined;
  await lend(tx, slot.id, id, now);
  const { draft, draftSavedAt, firstRatings } = before;
  await tx.update(reviewAssignments).set({ draft, draftSavedAt, firstRatings }).where(eq(reviewAssignments.id, slot.id));
  await tx.update(reviewAssignments).set(UNWRITTEN).where(eq(reviewAssignments.id, before.id));
  const met = { ...pairOf(before.authorId, id), pairedAt: now };
  await tx
    .insert(reviewPairs)
    .values(met)
    .onConflictDoUpdate({ target: [reviewPairs.oneId, reviewPairs.otherId], set: { pairedAt: now } });
  return slot.id;
}

/** Between two looks at the queue somebody may have been faster, or been brought together with one: so often it is tried. */
const TRIES = 5;

async function pull(tx: Executor, actor: Actor, now: Date): Promise<string | undefined> {
  const own = await languagesOf(tx, actor.id);
  for (let tries = 0; tries < TRIES; tries++) {
    const slot = await lockFirst(tx, actor, own, now);
    if (!slot) return undefined;
    if (await pairUp(tx, slot.authorId, actor.id, now)) {
      await lend(tx, slot.id, actor.id, now);
      return slot.id;
    }
  }
  return undefined;
}

/** The first of the queue for somebody, locked: what others are just taking is passed over, and nobody waits. */
async function lockFirst(tx: Executor, actor: Actor, own: readonly Locale[], now: Date) {
  // Five languages at the most, and as a rule the first of them has one that nobody else is taking.
  for (const language of await dueLanguages(tx, actor, own, now)) {
    const [slot] = await tx
      .select({ id: reviewAssignments.id, authorId: reviewAssignments.authorId })
      .from(reviewAssignments)
      .where(and(dueIn(language, own, now), lendable(tx, actor, now)))
      .orderBy(asc(reviewAssignments.turnAt), asc(reviewAssignments.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (slot) return slot;
  }
  return undefined;
}

/**
 * Brings two people together, unless they were within the last days, whichever way round: also when each is just being lent the
 * other's recording.
 */
async function pairUp(tx: Executor, authorId: string, reviewerId: string, now: Date): Promise<boolean> {
  const made = await tx
    .insert(reviewPairs)
    .values({ ...pairOf(authorId, reviewerId), pairedAt: now })
    .onConflictDoUpdate({
      target: [reviewPairs.oneId, reviewPairs.otherId],
      set: { pairedAt: now },
      setWhere: lte(reviewPairs.pairedAt, daysBefore(now, PAIR_DAYS)),
    })
    .returning({ oneId: reviewPairs.oneId });
  return made.length > 0;
}

/**
 * Lends a certain request to somebody of the team, which the caller has found to be theirs to take.
 * @returns undefined when none of its places is free, they have another one, or they met its author lately
 */
export async function lendOf(tx: Executor, actor: Actor, requestId: string, now: Date): Promise<string | undefined> {
  await expireDue(tx, now, eq(reviewAssignments.reviewerId, actor.id));
  if (await activeLease(tx, actor.id, now)) return undefined;
  await freeOf(tx, actor.id, now);
  await expireDue(tx, now, eq(reviewAssignments.requestId, requestId));
  const [slot] = await tx
    .select({ id: reviewAssignments.id, authorId: reviewAssignments.authorId })
    .from(reviewAssignments)
    .where(and(eq(reviewAssignments.requestId, requestId), lendable(tx, actor, now)))
    .orderBy(asc(reviewAssignments.turnAt))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!slot || !(await pairUp(tx, slot.authorId, actor.id, now))) return undefined;
  await lend(tx, slot.id, actor.id, now);
  return slot.id;
}

/** Keeps what somebody has written so far. @throws AppError notFound | leaseEnded */
export async function saveDraft({ db, actor }: UserContext, { uid, ...draft }: DraftInput, now = new Date()) {
  return db.transaction(async (tx) => {
    await lockLent(tx, actor.id, uid, now);
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
  await db.transaction((tx) => release(tx, actor.id, uid, { givenUp: true, now }));
}

/** @param givenUp whether it counts as one of the turns that somebody took for nothing */
export async function release(
  tx: Executor,
  userId: string,
  uid: string,
  { givenUp, now }: { givenUp: boolean; now: Date },
): Promise<Assignment> {
  const row = await lockLent(tx, userId, uid, now);
  if (!life.can(row.state, "released", "reviewer")) throw new AppError("leaseEnded");
  await tx
    .update(reviewAssignments)
    .set({ state: "released", givenUp, endedAt: now, ...UNWRITTEN })
    .where(eq(reviewAssignments.id, uid));
  await queueAgain(tx, [row]);
  await touch(tx, userId, { what: "assignment", uid });
  return row;
}

/** Takes back whatever of a request is waiting or lent: its author, or the app, has ended it. The request is locked. */
export async function takeBack(tx: Executor, requestId: string, now: Date): Promise<void> {
  const of = eq(reviewAssignments.requestId, requestId);
  // One that is just being lent is waited for, and then is one of those below.
  await tx.delete(reviewAssignments).where(and(of, eq(reviewAssignments.state, "queued")));
  const lent = await tx
    .update(reviewAssignments)
    .set({ state: "released", endedAt: now, ...UNWRITTEN })
    .where(and(of, eq(reviewAssignments.state, "leased")))
    .returning({ id: reviewAssignments.id, reviewerId: reviewAssignments.reviewerId });
  for (const { id, reviewerId } of lent) await touch(tx, reviewerId, { what: "assignment", uid: id });
}

/** Which languages somebody understands well enough to review. */
export async function saveLanguages({ db, actor }: UserContext, { languages }: LanguagesInput) {
  await db
    .insert(reviewerLanguages)
    .values({ userId: actor.id, languages })
    .onConflictDoUpdate({ target: reviewerLanguages.userId, set: { languages } });
  return { languages };
}
