import { randomInt } from "node:crypto";
import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { MAX_MENTIONS } from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import type { Role } from "@/lib/enums/account";
import { fold } from "@/lib/search-terms";
import type { Services, UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { forumMembers, forumMentions, users } from "@/server/db/schema";
import { named } from "../posts/rules";
import { isTeam, type Member, membersCalled, myMember, requireWriting } from "./queries";
import { firstHandle, isReserved, shownName } from "./rules";
import { type MemberInput, soundName } from "./schema";

/** What may stand behind a handle that others have: more and more digits. */
const ENDINGS = [0, 99, 9999, 999_999, 999_999_999];

/** Makes somebody a member under the name that follows from their account, if they are none yet. */
async function join(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  const { firstName, lastName, role } = found(user);
  const base = firstHandle(firstName);
  for (const most of ENDINGS) {
    const handle = most === 0 ? base : `${base}${randomInt(most)}`;
    const name = soundName(shownName(firstName, lastName), handle, isTeam(role));
    const made = await tx
      .insert(forumMembers)
      .values({ userId, handle, name, folded: fold(name) })
      .onConflictDoNothing()
      .returning({ userId: forumMembers.userId });
    if (made.length > 0) return;
    const [there] = await tx.select({ userId: forumMembers.userId }).from(forumMembers).where(eq(forumMembers.userId, userId));
    if (there) return;
  }
  throw new AppError("conflict");
}

const lock = async (tx: Transaction, userId: string): Promise<Member | undefined> => {
  const [row] = await tx.select().from(forumMembers).where(eq(forumMembers.userId, userId)).for("no key update");
  return row;
};

/**
 * Somebody who is about to write, as a member, for as long as the transaction lasts: limits hold for what comes at once, too. All
 * who need both lock members before topics, so that nobody waits in a circle.
 */
export async function lockMember(tx: Transaction, { id, role }: { id: string; role: Role }): Promise<Member & { team: boolean }> {
  let row = await lock(tx, id);
  if (!row) {
    await join(tx, id);
    row = await lock(tx, id);
  }
  return { ...found(row), team: isTeam(role) };
}

/** Members whose counts are about to change, in one order. */
export async function lockMembers(tx: Transaction, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .select({ userId: forumMembers.userId })
    .from(forumMembers)
    .where(sql`${forumMembers.userId} = any(${sql.param(userIds)}::uuid[])`)
    .orderBy(forumMembers.userId)
    .for("no key update");
}

const RENAME_BATCH = 500;

/** Names that an earlier release took as they came from the account: what could not be saved as a name goes. */
export async function soundNames({ db }: Pick<Services, "db">): Promise<void> {
  for (let after: SQL | undefined; ; ) {
    const rows = await db
      .select({ id: forumMembers.userId, handle: forumMembers.handle, name: forumMembers.name, role: users.role })
      .from(forumMembers)
      .innerJoin(users, eq(users.id, forumMembers.userId))
      .where(after)
      .orderBy(asc(forumMembers.userId))
      .limit(RENAME_BATCH);
    for (const { id, handle, name: before, role } of rows) {
      const name = soundName(before, handle, isTeam(role));
      // One that was saved meanwhile stays.
      if (name !== before)
        await db
          .update(forumMembers)
          .set({ name, folded: fold(name) })
          .where(and(eq(forumMembers.userId, id), eq(forumMembers.name, before)));
    }
    const last = rows.at(-1);
    if (!last || rows.length < RENAME_BATCH) break;
    after = gt(forumMembers.userId, last.id);
  }
}

/** What only those who run the service are called. @throws AppError invalidInput */
function requireOrdinary(member: MemberInput): void {
  if (isReserved(member.handle)) throw new AppError("invalidInput", { issues: [{ path: ["handle"], key: "handleTaken" }] });
  if (isReserved(member.name)) throw new AppError("invalidInput", { issues: [{ path: ["name"], key: "name" }] });
}

/** Saves what somebody wants to be called. @throws AppError invalidInput for a handle that somebody else has | writingSuspended */
export async function saveMember(ctx: UserContext, { name, handle }: MemberInput) {
  await ctx.db
    .transaction(async (tx) => {
      const member = await lockMember(tx, ctx.actor);
      // A name stands over everything that they wrote: it is a way of writing, too.
      requireWriting(member);
      if (!member.team) requireOrdinary({ name, handle });
      await tx
        .update(forumMembers)
        .set({ name, handle, folded: fold(name) })
        .where(eq(forumMembers.userId, ctx.actor.id));
    })
    .catch((cause: unknown) => {
      if (!isUniqueViolation(cause, "forum_members_handle_key")) throw cause;
      throw new AppError("invalidInput", { issues: [{ path: ["handle"], key: "handleTaken" }], cause });
    });
  return myMember(ctx);
}

/**
 * Keeps who was ever named in a message: whoever is taken out and put in again is not told again.
 * @returns those who were not named in it before
 */
export async function nameMembers(tx: Transaction, postId: string, mentions: string[][]): Promise<string[]> {
  const counted = mentions.slice(0, MAX_MENTIONS);
  const ids = named(counted, await membersCalled(tx, [...new Set(counted.flat())]));
  if (ids.length === 0) return [];
  const rows = await tx.select({ userId: forumMentions.userId }).from(forumMentions).where(eq(forumMentions.postId, postId));
  const known = new Set(rows.map(({ userId }) => userId));
  const added = ids.filter((id) => !known.has(id)).slice(0, Math.max(0, MAX_MENTIONS - known.size));
  if (added.length === 0) return [];
  const fresh = await tx
    .insert(forumMentions)
    .values(added.map((userId) => ({ postId, userId })))
    .onConflictDoNothing()
    .returning({ userId: forumMentions.userId });
  return fresh.map(({ userId }) => userId);
}
