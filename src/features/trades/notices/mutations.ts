import { and, eq, ne, sql } from "drizzle-orm";
import { notifyAll } from "@/features/account/notifications/mutations";
import type { NotificationKind } from "@/lib/enums/notifications";
import { workspaceMembers, workspacePeople, workspaces } from "@/server/db/schema";
import type { Outside, Transaction } from "@/server/db/workspace";
import { TRADES, type WorkspaceTab, workspaceHref } from "../components/places";

interface Told {
  workspaceId: string;
  /** Accounts; whoever did it is told nothing. */
  userIds: string[];
  actorId: string;
  /** Whoever did it, where that is nobody of the workspace, such as a customer. */
  author?: string;
  kind: Extract<NotificationKind, `trades_${string}`>;
  values?: Record<string, string>;
  /** The part of the workspace that it leads to; without it the list of one's own, as for somebody who is in it no more. */
  tab?: WorkspaceTab;
  /** A page of its own instead, such as one job's. */
  href?: string;
  groupKey?: string;
}

/** Tells people of a workspace what somebody did there that concerns them, in the transaction in which it was done. */
export async function tellPeople(tx: Transaction, outside: Outside, told: Told): Promise<void> {
  const { workspaceId, actorId, kind, values, tab, groupKey } = told;
  const href = told.href ?? (tab ? workspaceHref(workspaceId, tab) : TRADES);
  const hearers = [...new Set(told.userIds)].filter((id) => id !== actorId);
  if (hearers.length === 0) return;
  const [workspace] = await tx.select({ name: workspaces.name }).from(workspaces).where(eq(workspaces.id, workspaceId));
  const author = told.author ?? (await nameOf(tx, workspaceId, actorId));
  await outside((inner) =>
    notifyAll(inner, hearers, {
      event: "trades",
      kind,
      values: { author, workspace: workspace?.name ?? "", ...values },
      ...(told.author ? {} : { named: actorId }),
      href: href as `/${string}`,
      ...(groupKey ? { groupKey } : {}),
    }),
  );
}

async function nameOf(tx: Transaction, workspaceId: string, userId: string): Promise<string> {
  const [row] = await tx
    .select({ name: sql<string>`btrim(${workspacePeople.firstName} || ' ' || ${workspacePeople.lastName})` })
    .from(workspacePeople)
    .where(and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, userId)));
  return row?.name ?? "";
}

/** Those who manage a workspace. */
export async function managersOf(tx: Transaction, workspaceId: string): Promise<string[]> {
  const rows = await tx
    .select({ userId: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), ne(workspaceMembers.role, "member")));
  return rows.map(({ userId }) => userId);
}

/** Who owns a workspace. */
export async function ownerOf(tx: Transaction, workspaceId: string): Promise<string[]> {
  const rows = await tx
    .select({ userId: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.role, "owner")));
  return rows.map(({ userId }) => userId);
}

/** Of tasks that were given to somebody in one workspace: while they have not looked, the next is counted. */
export const tasksGroup = (workspaceId: string): string => `trades.tasks:${workspaceId}`;
