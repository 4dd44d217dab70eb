import { and, eq, sql } from "drizzle-orm";
import { AppError, expectVersion, found } from "@/lib/app-error";
import type { WorkspaceRole } from "@/lib/enums/trades";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Executor, Transaction } from "@/server/db/client";
import { areaGrants, workspaceInvites, workspaceMembers } from "@/server/db/schema";
import { type Outside, rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { forgetManaging, forgetWorkspace, notifyPeople } from "../notices/mutations";
import { unlinkMember } from "../resources/mutations";
import { manages } from "../rules";
import { membersOf } from "./queries";
import { mayLeave, mayRemove, roles } from "./rules";
import type { MemberInput, MemberRoleInput } from "./schema";

/**
 * Everybody who is in the workspace, which is held alone, while somebody's place in it changes: who may do what is read from it as it is now.
 */
const lockMembers = (tx: Transaction, workspaceId: string) =>
  tx.select().from(workspaceMembers).where(eq(workspaceMembers.workspaceId, workspaceId)).for("update");

/** Somebody else of the workspace, as whoever asks saw them, and what that one is now. @throws AppError notFound | conflict */
async function lockSeenOther(tx: Transaction, ctx: WorkspaceContext, { uid, version }: MemberInput) {
  const held = await lockMembers(tx, ctx.member.workspaceId);
  const me = found(held.find(({ id }) => id === ctx.member.id));
  const asker = { ...ctx, member: { ...ctx.member, role: me.role } };
  const other = await expectVersion(
    held.find(({ id }) => id === uid),
    version,
    async () => (await membersOf(tx, asker)).find((row) => row.uid === uid),
  );
  if (other.id === me.id) throw new AppError("forbidden");
  return { me, other };
}

const setRole = (tx: Transaction, workspaceId: string, id: string, role: WorkspaceRole) =>
  tx
    .update(workspaceMembers)
    .set({ role, version: sql`${workspaceMembers.version} + 1` })
    .where(rowIn(workspaceMembers, workspaceId, id));

/** What somebody mailed in their own name opens nothing once they cannot invite any more: it could be their own way back. */
const dropInvitesOf = (tx: Transaction, workspaceId: string, userId: string) =>
  tx.delete(workspaceInvites).where(and(eq(workspaceInvites.workspaceId, workspaceId), eq(workspaceInvites.invitedBy, userId)));

/** Takes somebody's place away, the invitations they sent, and what they were told; the person of the schedule that they were stays without them. */
export async function dropMember(
  tx: Transaction,
  outside: Outside,
  workspaceId: string,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await unlinkMember(tx, workspaceId, id);
  await dropInvitesOf(tx, workspaceId, userId);
  await tx.delete(workspaceMembers).where(rowIn(workspaceMembers, workspaceId, id));
  await forgetWorkspace(outside, workspaceId, [userId]);
}

/** Makes a member a manager, or the other way round. @throws AppError notFound | conflict | forbidden | wrongState */
export const changeRole = (ctx: WorkspaceContext, input: MemberRoleInput) =>
  ctx.aloneInWorkspace(async (tx, outside) => {
    const { workspaceId, role } = input;
    const { me, other } = await lockSeenOther(tx, ctx, input);
    if (me.role !== "owner") throw new AppError("forbidden");
    if (!roles.can(other.role, role, "owner")) throw new AppError("wrongState");
    await setRole(tx, workspaceId, other.id, role);
    if (!manages(role)) {
      await dropInvitesOf(tx, workspaceId, other.userId);
      await forgetManaging(outside, workspaceId, other.userId);
    }
    await recordEvent(tx, acting(ctx), {
      action: "member.role",
      target: { kind: "member", id: other.id },
      before: { role: other.role },
      after: { role },
    });
    await notifyPeople(tx, outside, { ...acting(ctx), userIds: [other.userId], kind: "trades_role", values: { role }, tab: "home" });
    await publishToWorkspace(tx, workspaceId);
    return membersOf(tx, ctx);
  });

/** Takes somebody out of the workspace; what they did there stays. @throws AppError notFound | conflict | forbidden */
export const removeMember = (ctx: WorkspaceContext, input: MemberInput) =>
  ctx.aloneInWorkspace(async (tx, outside) => {
    const { workspaceId } = input;
    const { me, other } = await lockSeenOther(tx, ctx, input);
    if (!mayRemove(me.role, other.role)) throw new AppError("forbidden");
    await dropMember(tx, outside, workspaceId, other);
    await recordEvent(tx, acting(ctx), { action: "member.remove", target: { kind: "member", id: other.id }, before: { role: other.role } });
    await notifyPeople(tx, outside, { ...acting(ctx), userIds: [other.userId], kind: "trades_removed" });
    await publishToWorkspace(tx, workspaceId, [other.userId]);
    return membersOf(tx, ctx);
  });

/** @throws AppError ownerStays: an owner hands the workspace over first, or deletes it */
export const leaveWorkspace = (ctx: WorkspaceContext) =>
  ctx.aloneInWorkspace(async (tx, outside) => {
    const { workspaceId, id } = ctx.member;
    const me = found((await lockMembers(tx, workspaceId)).find((row) => row.id === id));
    if (!mayLeave(me.role)) throw new AppError("ownerStays");
    await recordEvent(tx, acting(ctx), { action: "member.leave", target: { kind: "member", id }, before: { role: me.role } });
    await dropMember(tx, outside, workspaceId, me);
    await publishToWorkspace(tx, workspaceId, [ctx.actor.id]);
  });

/** Makes somebody else the owner; whoever was it is a manager then. @throws AppError notFound | conflict | forbidden */
export const transferWorkspace = (ctx: WorkspaceContext, input: MemberInput) =>
  ctx.aloneInWorkspace(async (tx, outside) => {
    const { workspaceId } = input;
    const { me, other } = await lockSeenOther(tx, ctx, input);
    if (me.role !== "owner") throw new AppError("forbidden");
    await handOver(tx, workspaceId, { from: me, to: other });
    await outside((inner) => handAreaOver(inner, { from: me.userId, to: other.userId }));
    await recordEvent(tx, acting(ctx), {
      action: "workspace.transfer",
      target: { kind: "member", id: other.id },
      before: { owner: me.id },
      after: { owner: other.id },
    });
    await notifyPeople(tx, outside, { ...acting(ctx), userIds: [other.userId], kind: "trades_owner", tab: "settings" });
    await publishToWorkspace(tx, workspaceId);
    return membersOf(tx, { ...ctx, member: { ...ctx.member, role: "manager" } });
  });

/** There is one owner at every moment, which the database enforces: the one goes before the other comes. */
export async function handOver(
  tx: Transaction,
  workspaceId: string,
  { from, to }: { from: { id: string }; to: { id: string } },
): Promise<void> {
  await setRole(tx, workspaceId, from.id, "manager");
  await setRole(tx, workspaceId, to.id, "owner");
}

/** Who owns a workspace has trades; where they are not for everybody, they come with it, so that nobody in it is shut out. */
export async function handAreaOver(db: Executor, { from, to }: { from: string; to: string }): Promise<void> {
  const held = db
    .select({ userId: sql<string>`${to}::uuid`.as("user_id"), area: areaGrants.area, grantedAt: sql<Date>`now()`.as("granted_at") })
    .from(areaGrants)
    .where(and(eq(areaGrants.userId, from), eq(areaGrants.area, "trades")));
  await db.insert(areaGrants).select(held).onConflictDoNothing();
}
