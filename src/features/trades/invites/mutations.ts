import { and, count, eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, found } from "@/lib/app-error";
import { DAY_MS, MINUTE_MS } from "@/lib/durations";
import type { InvitedRole } from "@/lib/enums/trades";
import type { Services, UserContext } from "@/server/api/context";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { workspaceInvites, workspaceMembers, workspacePeople } from "@/server/db/schema";
import { rowIn, withLockedWorkspace } from "@/server/db/workspace";
import { enqueueMail } from "@/server/mail/outbox";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { doneWithinDay } from "../log/queries";
import { mayInviteAs } from "../members/rules";
import { notifyPeople, ownerOf, spendMail } from "../notices/mutations";
import { INVITE_AGAIN_MINUTES, INVITE_DAYS, INVITES_PER_DAY, MOST_PEOPLE } from "../rules";
import { workspaceOf } from "../workspace/queries";
import { invitesOf, openInvite } from "./queries";
import type { InviteInput } from "./schema";

/** What somebody is at the moment: they may have become something else since their call began. */
async function roleOf(tx: Transaction, { member }: WorkspaceContext) {
  const [row] = await tx
    .select({ role: workspaceMembers.role })
    .from(workspaceMembers)
    .where(rowIn(workspaceMembers, member.workspaceId, member.id));
  return found(row).role;
}

async function requireInviter(tx: Transaction, ctx: WorkspaceContext, ...roles: InvitedRole[]): Promise<void> {
  const may = mayInviteAs(await roleOf(tx, ctx));
  if (!roles.every((role) => may.includes(role))) throw new AppError("forbidden");
}

/**
 * Mails somebody a way into the workspace. An address is invited once at a time: who is invited again gets a new link, and the one
 * before opens nothing any more.
 * @throws AppError emailUnconfirmed | forbidden for a role that whoever asks cannot give | alreadyMember | workspaceFull | tooManyRequests
 */
export async function sendInvite(ctx: WorkspaceContext, { workspaceId, email, role, language }: InviteInput) {
  // Whoever mails strangers in their own name is known to read mail themselves.
  if (!ctx.actor.emailConfirmed) throw new AppError("emailUnconfirmed");
  await spendMail(ctx, email);
  return ctx.aloneInWorkspace(async (tx, outside) => {
    const workspace = await workspaceOf(tx, workspaceId);
    await requireInviter(tx, ctx, role);
    const [inside] = await tx
      .select({ id: workspacePeople.memberId })
      .from(workspacePeople)
      .where(and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.email, email)));
    if (inside) throw new AppError("alreadyMember");
    const [before] = await tx
      .select()
      .from(workspaceInvites)
      .where(and(eq(workspaceInvites.workspaceId, workspaceId), eq(workspaceInvites.email, email)));
    if (before) {
      // What the owner promised is not for a manager to change.
      await requireInviter(tx, ctx, before.role);
      const again = before.createdAt.getTime() + INVITE_AGAIN_MINUTES * MINUTE_MS - Date.now();
      if (again > 0) throw new AppError("tooManyRequests", { retryAfter: Math.ceil(again / 1000) });
      await tx.delete(workspaceInvites).where(rowIn(workspaceInvites, workspaceId, before.id));
    } else if ((await peopleIn(tx, workspaceId)) >= MOST_PEOPLE) throw new AppError("workspaceFull", { values: { most: MOST_PEOPLE } });
    if ((await doneWithinDay(tx, workspaceId, "invite.send")) >= INVITES_PER_DAY)
      throw new AppError("tooManyRequests", { retryAfter: 3600 });
    const id = uuidv7();
    const expiresAt = new Date(Date.now() + INVITE_DAYS * DAY_MS);
    const locale = language ?? workspace.language;
    await tx.insert(workspaceInvites).values({ id, workspaceId, email, role, language: locale, invitedBy: ctx.actor.id, expiresAt });
    const values = { inviteId: id, linkEndsAt: expiresAt.toISOString() };
    await outside((inner) => enqueueMail(inner, { to: email, locale, template: "workspace_invite", values }));
    await recordEvent(tx, acting(ctx), { action: "invite.send", target: { kind: "invite", id }, after: { role } });
    await publishToWorkspace(tx, workspaceId);
    return invitesOf(tx, workspaceId);
  });
}

/** Those who are in a workspace and those who are invited. */
async function peopleIn(tx: Transaction, workspaceId: string): Promise<number> {
  const [members] = await tx.select({ n: count() }).from(workspaceMembers).where(eq(workspaceMembers.workspaceId, workspaceId));
  const [invites] = await tx.select({ n: count() }).from(workspaceInvites).where(eq(workspaceInvites.workspaceId, workspaceId));
  return (members?.n ?? 0) + (invites?.n ?? 0);
}

/** Takes an invitation back: its link opens nothing any more. @throws AppError notFound | forbidden */
export const revokeInvite = (ctx: WorkspaceContext, { workspaceId, uid }: { workspaceId: string; uid: string }) =>
  ctx.inWorkspace(async (tx) => {
    const [row] = await tx
      .delete(workspaceInvites)
      .where(rowIn(workspaceInvites, workspaceId, uid))
      .returning({ role: workspaceInvites.role });
    const { role } = found(row);
    await requireInviter(tx, ctx, role);
    await recordEvent(tx, acting(ctx), { action: "invite.revoke", target: { kind: "invite", id: uid }, before: { role } });
    await publishToWorkspace(tx, workspaceId);
    return invitesOf(tx, workspaceId);
  });

/**
 * Takes up an invitation. Whoever holds the link may: it was mailed to the address, and people have more than one.
 * @throws AppError linkInvalid | alreadyMember, who need no invitation
 */
export async function acceptInvite({ db, env, actor }: UserContext, token: string) {
  const { invite } = await openInvite(db, env.secrets, token);
  const { workspaceId } = invite;
  return withLockedWorkspace(db, workspaceId, "update", async (tx, outside) => {
    const here = eq(workspaceMembers.workspaceId, workspaceId);
    const [inside] = await tx
      .select({ id: workspaceMembers.id })
      .from(workspaceMembers)
      .where(and(here, eq(workspaceMembers.userId, actor.id)));
    if (inside) throw new AppError("alreadyMember");
    const [taken] = await tx
      .delete(workspaceInvites)
      .where(rowIn(workspaceInvites, workspaceId, invite.id))
      .returning({ role: workspaceInvites.role });
    // Somebody else may have taken it up, or back, since.
    if (!taken) throw new AppError("linkInvalid");
    const id = uuidv7();
    await tx.insert(workspaceMembers).values({ id, workspaceId, userId: actor.id, role: taken.role });
    const joined = { action: "member.join", target: { kind: "member", id }, after: { role: taken.role } } as const;
    const acting = { workspaceId, actorId: actor.id };
    await recordEvent(tx, acting, joined);
    const hosts = [invite.invitedBy, ...(await ownerOf(tx, workspaceId))];
    await notifyPeople(tx, outside, { ...acting, userIds: hosts, kind: "trades_joined", tab: "members" });
    await publishToWorkspace(tx, workspaceId);
    return { workspaceId };
  });
}

/** Invitations that ran out long ago are nobody's business any more. */
export async function forgetInvites({ db }: Services): Promise<void> {
  await db.delete(workspaceInvites).where(sql`${workspaceInvites.expiresAt} < now() - interval '30 days'`);
}
