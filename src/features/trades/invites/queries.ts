import { asc, eq } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import { fullName } from "@/lib/names";
import type { UserContext } from "@/server/api/context";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Executor, Transaction } from "@/server/db/client";
import { users, workspaceInvites, workspaces } from "@/server/db/schema";
import { INVITE_PURPOSE } from "@/server/mail/templates";
import type { Secrets } from "@/server/secrets";
import { openToken } from "@/server/signed-tokens";

/** Who is invited and has not come yet, by address. */
export async function invitesOf(tx: Transaction, workspaceId: string) {
  const rows = await tx
    .select()
    .from(workspaceInvites)
    .where(eq(workspaceInvites.workspaceId, workspaceId))
    .orderBy(asc(workspaceInvites.email));
  const now = new Date();
  return rows.map(({ id: uid, email, role, createdAt, expiresAt }) => ({
    uid,
    email,
    role,
    invitedAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    expired: expiresAt <= now,
  }));
}

export const listInvites = ({ inWorkspace, member }: WorkspaceContext) => inWorkspace((tx) => invitesOf(tx, member.workspaceId));

/** The invitation that a link is of. @throws AppError linkInvalid for one that was never mailed, was taken back or taken up, or has run out */
export async function openInvite(db: Executor, secrets: Secrets, token: string) {
  const id = openToken(secrets, INVITE_PURPOSE, token);
  const [row] = id
    ? await db
        .select({ invite: workspaceInvites, workspace: workspaces.name, firstName: users.firstName, lastName: users.lastName })
        .from(workspaceInvites)
        .innerJoin(workspaces, eq(workspaces.id, workspaceInvites.workspaceId))
        .innerJoin(users, eq(users.id, workspaceInvites.invitedBy))
        .where(eq(workspaceInvites.id, id))
    : [];
  if (!row || row.invite.expiresAt <= new Date()) throw new AppError("linkInvalid");
  return row;
}

/** @throws AppError linkInvalid */
export async function previewInvite({ db, env, actor }: UserContext, token: string) {
  const { invite, workspace, ...inviter } = await openInvite(db, env.secrets, token);
  const [me] = await db.select({ email: users.email }).from(users).where(eq(users.id, actor.id));
  return {
    workspace,
    role: invite.role,
    invitedBy: fullName(inviter),
    email: invite.email,
    yours: me?.email === invite.email,
    expiresAt: invite.expiresAt.toISOString(),
  };
}
