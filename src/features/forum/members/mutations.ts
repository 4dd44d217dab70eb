import { randomInt } from "node:crypto";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { MAX_MENTIONS } from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import type { Role } from "@/lib/enums";
import { fold } from "@/lib/search-terms";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { forumMembers, forumMentions, users } from "@/server/db/schema";
import { named } from "../posts/rules";
import { isTeam, type Member, membersCalled, myMember } from "./queries";
import { handleBase, shownName } from "./rules";
import type { MemberInput } from "./schema";

/** What may stand behind a handle that others have: more and more digits. */
const ENDINGS = [0, 99, 9999, 999_999, 999_999_999];

/** Makes somebody a member under the name that follows from their account, if they are none yet. */
async function join(tx: Executor, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  const { username, firstName, lastName } = found(user);
  const base = handleBase(username ?? firstName);
  const name = shownName(firstName, lastName);
  for (const most of ENDINGS) {
    const handle = most === 0 ? base : `${base}${randomInt(most)}`;
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

const lock = async (tx: Executor, userId: string): Promise<Member | undefined> => {
  const [row] = await tx.select().from(forumMembers).where(eq(forumMembers.userId, userId)).for("no key update");
  return row;
};

/**
 * Somebody who is about to write, as a member, for as long as the transaction lasts: limits hold for what comes at once, too. All
 * who need both lock members before topics, so that nobody waits in a circle.
 */
export async function lockMember(tx: Executor, { id, role }: { id: string; role: Role }): Promise<Member & { team: boolean }> {
  let row = await lock(tx, id);
  if (!row) {
    await join(tx, id);
    row = await lock(tx, id);
  }
  return { ...found(row), team: isTeam(role) };
}

/** Members whose counts are about to change, in one order. */
export async function lockMembers(tx: Executor, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .select({ userId: forumMembers.userId })
    .from(forumMembers)
    .where(sql`${forumMembers.userId} = any(${sql.param(userIds)}::uuid[])`)
    .orderBy(forumMembers.userId)
    .for("no key update");
}

/** Saves what somebody wants to be called. @throws AppError invalidInput for a handle that somebody else has */
export async function saveMember(ctx: UserContext, { name, handle }: MemberInput) {
  await ctx.db
    .transaction(async (tx) => {
      await lockMember(tx, ctx.actor);
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

/** Keeps who is named in a message, and nobody else. @returns those who were not named in it before */
export async function nameMembers(tx: Executor, postId: string, mentions: string[][]): Promise<string[]> {
  const counted = mentions.slice(0, MAX_MENTIONS);
  const ids = named(counted, await membersCalled(tx, [...new Set(counted.flat())]));
  const here = eq(forumMentions.postId, postId);
  await tx.delete(forumMentions).where(ids.length > 0 ? and(here, notInArray(forumMentions.userId, ids)) : here);
  if (ids.length === 0) return [];
  const fresh = await tx
    .insert(forumMentions)
    .values(ids.map((userId) => ({ postId, userId })))
    .onConflictDoNothing()
    .returning({ userId: forumMentions.userId });
  return fresh.map(({ userId }) => userId);
}
