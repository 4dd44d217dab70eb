import { and, asc, desc, eq, gt, inArray, isNotNull, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { v4 as uuidv4 } from "uuid";
import type { Actor } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import { reviewAssignments, reviewPairs, reviewRequests } from "@/server/db/schema";
import { draftIdOf } from "../assignments/rules";
import { leaseOver } from "../notices/mutations";
import { activeLease, dueIn, dueLanguages, isHeard, languagesOf, lendable, type Served, servable, servedIn } from "../queries";
import { DRAFT_DAYS, daysBefore, leaseEnds, PAIR_DAYS, pairOf, turnAt } from "../rules";

type Assignment = typeof reviewAssignments.$inferSelect;

type Request = typeof reviewRequests.$inferSelect;

/** One at a time of what one person pulls, gives and asks for: two tabs are served one after the other. */
export const inTurnOf = (tx: Transaction, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`peer review of ${userId}`}, 0))`);

/** Nothing is left of what somebody wrote: they have given the recording back, or had a week to copy it. */
export const UNWRITTEN = { draft: null, draftSavedAt: null, firstRatings: null };

/** Puts places of a request into the queue. */
export async function queuePlaces(
  tx: Transaction,
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
export async function queueAgain(tx: Transaction, ended: readonly Assignment[]): Promise<void> {
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
 * Ends leases whose time is over, and queues their places anew. What somebody else is just turning is left to them. Whoever could not
 * hear the recording any more, as its author is suspended or about to leave, did not give it up.
 * @param which further conditions, such as one person's
 * @returns how many there were
 */
export async function expireDue(tx: Transaction, now: Date, which?: SQL): Promise<number> {
  const due = tx
    .select({ id: reviewAssignments.id })
    .from(reviewAssignments)
    .where(and(eq(reviewAssignments.state, "leased"), lte(reviewAssignments.leaseEndsAt, now), which))
    .orderBy(asc(reviewAssignments.leaseEndsAt))
    .limit(EXPIRING)
    .for("update", { skipLocked: true });
  const ended = await tx
    .update(reviewAssignments)
    .set({ state: "expired", givenUp: isHeard(reviewAssignments.requestId), endedAt: sql`${reviewAssignments.leaseEndsAt}` })
    .where(inArray(reviewAssignments.id, due))
    .returning();
  await queueAgain(tx, ended);
  for (const { reviewerId, id } of ended) await leaseOver(tx, reviewerId, id);
  return ended.length;
}

/**
 * What somebody has, and may not hear any more, is no longer theirs; that is not their doing, and what they wrote can be copied for a
 * while. Its author may come back.
 */
export async function freeOf(tx: Transaction, reviewerId: string, now: Date): Promise<void> {
  const freed = await tx
    .update(reviewAssignments)
    .set({ state: "released", endedAt: now })
    .where(and(eq(reviewAssignments.reviewerId, reviewerId), eq(reviewAssignments.state, "leased")))
    .returning();
  await queueAgain(tx, freed);
  for (const { id } of freed) await leaseOver(tx, reviewerId, id);
}

async function lend(tx: Transaction, id: string, reviewerId: string, now: Date): Promise<void> {
  const ownLanguage = sql<boolean>`${inArray(reviewAssignments.language, await languagesOf(tx, reviewerId))}`;
  await tx
    .update(reviewAssignments)
    .set({ state: "leased", reviewerId, leasedAt: now, leaseEndsAt: leaseEnds(now), ownLanguage })
    .where(eq(reviewAssignments.id, id));
}

const kept = alias(reviewAssignments, "kept");

/** Whoever ran out of time finds what they had written, the last of those whose recording still wants a review. */
export async function resume(tx: Transaction, { id, role }: Actor, now: Date): Promise<string | undefined> {
  const [first] = await tx
    .select({ slot: { id: reviewAssignments.id, requestId: reviewAssignments.requestId }, before: kept })
    .from(reviewAssignments)
    .innerJoin(kept, eq(kept.requestId, reviewAssignments.requestId))
    .where(
      and(
        eq(kept.reviewerId, id),
        eq(kept.state, "expired"),
        isNotNull(kept.draft),
        gt(kept.endedAt, daysBefore(now, DRAFT_DAYS)),
        servable({ role }, now),
      ),
    )
    .orderBy(desc(kept.endedAt), asc(reviewAssignments.turnAt))
    .limit(1)
    .for("update", { of: reviewAssignments, skipLocked: true });
  if (!first || !(await isStillOpen(tx, first.slot.requestId))) return undefined;
  const { slot, before } = first;
  await lend(tx, slot.id, id, now);
  const { draft, draftSavedAt, firstRatings } = before;
  // By the name of the lease in which it was begun a device finds what never reached the server.
  const draftOf = draftIdOf(before);
  await tx.update(reviewAssignments).set({ draft, draftSavedAt, firstRatings, draftOf }).where(eq(reviewAssignments.id, slot.id));
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

export async function pull(tx: Transaction, actor: Actor, now: Date): Promise<string | undefined> {
  const served = await servedIn(tx, actor.id, now);
  const passed: string[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const slot = await lockFirst(tx, actor, served, now, passed);
    if (!slot) return undefined;
    if ((await isStillOpen(tx, slot.requestId)) && (await pairUp(tx, slot.authorId, actor.id, now))) {
      await lend(tx, slot.id, actor.id, now);
      return slot.id;
    }
    passed.push(slot.id);
  }
  return undefined;
}

/**
 * Whether a request wants reviews until this transaction ends. Of one that is just being ended, or received, the place is left to
 * others: whoever does that waits for the place.
 */
async function isStillOpen(tx: Transaction, requestId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: reviewRequests.id })
    .from(reviewRequests)
    .where(and(eq(reviewRequests.id, requestId), eq(reviewRequests.state, "open")))
    .for("share", { skipLocked: true });
  return row !== undefined;
}

/** The first of the queue for somebody, locked: what others are just taking is passed over, and nobody waits. */
async function lockFirst(tx: Transaction, actor: Actor, served: Served, now: Date, passed: readonly string[]) {
  // Five languages at the most, and as a rule the first of them has one that nobody else is taking.
  for (const language of await dueLanguages(tx, actor, served, now)) {
    const [slot] = await tx
      .select({ id: reviewAssignments.id, requestId: reviewAssignments.requestId, authorId: reviewAssignments.authorId })
      .from(reviewAssignments)
      .where(and(dueIn(language, served, now), lendable(tx, actor, now), notInArray(reviewAssignments.id, [...passed])))
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
async function pairUp(tx: Transaction, authorId: string, reviewerId: string, now: Date): Promise<boolean> {
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
export async function lendOf(tx: Transaction, actor: Actor, requestId: string, now: Date): Promise<string | undefined> {
  await expireDue(tx, now, eq(reviewAssignments.reviewerId, actor.id));
  if (await activeLease(tx, actor.id, now)) return undefined;
  await freeOf(tx, actor.id, now);
  await expireDue(tx, now, eq(reviewAssignments.requestId, requestId));
  const [slot] = await tx
    .select({ id: reviewAssignments.id, requestId: reviewAssignments.requestId, authorId: reviewAssignments.authorId })
    .from(reviewAssignments)
    .where(and(eq(reviewAssignments.requestId, requestId), lendable(tx, actor, now)))
    .orderBy(asc(reviewAssignments.turnAt))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!slot || !(await isStillOpen(tx, requestId)) || !(await pairUp(tx, slot.authorId, actor.id, now))) return undefined;
  await lend(tx, slot.id, actor.id, now);
  return slot.id;
}

/**
 * Takes back whatever of a request is waiting or lent: its author, or the app, has ended it. What reviewers had written is nobody else's,
 * and stays for as long as after any other end, so that they can copy it. The request is locked.
 */
export async function takeBack(tx: Transaction, requestId: string, now: Date): Promise<void> {
  const of = eq(reviewAssignments.requestId, requestId);
  // One that is just being lent is waited for, and then is one of those below.
  await tx.delete(reviewAssignments).where(and(of, eq(reviewAssignments.state, "queued")));
  const lent = await tx
    .update(reviewAssignments)
    .set({ state: "released", endedAt: now })
    .where(and(of, eq(reviewAssignments.state, "leased")))
    .returning({ id: reviewAssignments.id, reviewerId: reviewAssignments.reviewerId });
  for (const { id, reviewerId } of lent) await leaseOver(tx, reviewerId, id);
}
