import { eq } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { forumMembers, users } from "@/server/db/schema";
import { recordDecision } from "../log/mutations";
import { lockMembers } from "../members/mutations";
import { isTeam } from "../members/queries";
import { notifySuspended } from "../outcomes/mutations";
import { suspendedUntil } from "./rules";
import type { LiftInput, SuspendInput } from "./schema";

/** A member who is about to be kept from writing, or no longer; whoever writes holds the same lock. */
async function lockMember(tx: Transaction, userId: string) {
  await lockMembers(tx, [userId]);
  const [row] = await tx
    .select({ member: forumMembers, role: users.role })
    .from(forumMembers)
    .innerJoin(users, eq(users.id, forumMembers.userId))
    .where(eq(forumMembers.userId, userId));
  return found(row);
}

const setSuspended = (tx: Transaction, userId: string, until: Date | null) =>
  tx.update(forumMembers).set({ suspendedUntil: until }).where(eq(forumMembers.userId, userId));

/**
 * Keeps a member from writing for so many hours from now; another suspension takes the place of one that ends sooner.
 * @throws AppError notFound for whoever is no member | forbidden for somebody of the team | suspendedLonger
 */
export async function suspendMember(ctx: UserContext, { memberId, hours, reason }: SuspendInput) {
  const { db } = ctx;
  return db.transaction(async (tx) => {
    const { role, member } = await lockMember(tx, memberId);
    if (isTeam(role)) throw new AppError("forbidden");
    const until = suspendedUntil(hours, new Date());
    // What somebody else decided is shortened by lifting it, not by the way.
    if (member.suspendedUntil && member.suspendedUntil > until) throw new AppError("suspendedLonger");
    await setSuspended(tx, memberId, until);
    await recordDecision(tx, ctx, {
      act: "suspend",
      subjectId: memberId,
      reason,
      details: { until: until.toISOString(), hours: String(hours) },
    });
    await notifySuspended(tx, memberId, { until, reason });
    return { uid: memberId, suspendedUntil: until.toISOString() };
  });
}

/**
 * Lets a member write again before their time.
 * @throws AppError notFound | forbidden for oneself | wrongState where they may | conflict where another suspension than was seen holds
 */
export async function liftSuspension(ctx: UserContext, { memberId, until: seen, reason }: LiftInput) {
  const { db, actor } = ctx;
  // Whoever was suspended and has come to the team since does not let themselves off.
  if (memberId === actor.id) throw new AppError("forbidden");
  return db.transaction(async (tx) => {
    const { member } = await lockMember(tx, memberId);
    const until = member.suspendedUntil;
    if (!until || until <= new Date()) throw new AppError("wrongState");
    if (seen !== undefined && Date.parse(seen) !== until.getTime()) throw new AppError("conflict");
    await setSuspended(tx, memberId, null);
    await recordDecision(tx, ctx, { act: "lift_suspension", subjectId: memberId, reason, details: { until: until.toISOString() } });
    await notifySuspended(tx, memberId, { until: null, reason });
    return { uid: memberId, suspendedUntil: null };
  });
}
