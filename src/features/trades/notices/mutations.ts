import { and, eq, ne } from "drizzle-orm";
import { forgetWithin, notifyOfEach } from "@/features/account/notifications/mutations";
import type { NotificationKind } from "@/lib/enums/notifications";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { fullNameOf } from "@/server/db/names";
import { workspaceMembers, workspacePeople, workspaces } from "@/server/db/schema";
import type { Outside } from "@/server/db/workspace";
import { inWorkspaceHref, TRADES, type WorkspaceTab, workspaceHref } from "../hrefs";

/** What those alone who manage a workspace are told: it holds prices, and what is to be bought. */
const MANAGERS_KINDS = [
  "trades_quote_accepted",
  "trades_quote_declined",
  "trades_tasks_missing",
  "trades_mail_unsent",
  "trades_budget",
  "trades_stock_low",
] as const satisfies NotificationKind[];
type ManagersKind = (typeof MANAGERS_KINDS)[number];
type TradesKind = Extract<NotificationKind, `trades_${string}`>;

/** What is said of one thing, and where it leads. */
interface News {
  values?: Record<string, string>;
  /** The part of the workspace that it leads to; without it the list of one's own, as for somebody who is in it no more. */
  tab?: WorkspaceTab;
  /** A page of its own instead, such as one job's. */
  href?: string;
}

interface Told extends News {
  workspaceId: string;
  /** Accounts; whoever did it is told nothing. */
  userIds: string[];
  actorId: string;
  /** Whoever did it, where that is nobody of the workspace, such as a customer; empty where nobody did. */
  author?: string;
  kind: TradesKind;
  groupKey?: string;
}

/**
 * Counts what somebody has their shops mail, and to whom, where that outlives a shop: what a workspace may mail in a day it counts itself, and
 * takes with it. Each sender has their own count for an address, so that nobody uses up another's. Asked before a transaction, since it
 * takes a connection of its own.
 * @throws AppError tooManyRequests
 */
export async function spendMail({ limits, actor }: WorkspaceContext, email: string): Promise<void> {
  await limits.spend("shop", actor.id);
  await limits.spend("addressee", `${actor.id} ${email}`);
}

/** Tells people of a workspace what somebody did there that concerns them, in the transaction in which it was done. */
export const notifyPeople = (tx: Transaction, outside: Outside, told: Told & { kind: Exclude<TradesKind, ManagersKind> }): Promise<void> =>
  notifyOutside(tx, outside, told);

/** Tells those who manage a workspace what is for them alone. */
export const notifyManagers = (tx: Transaction, outside: Outside, told: Omit<Told, "userIds"> & { kind: ManagersKind }): Promise<void> =>
  notifyManagersOfEach(tx, outside, told, [told]);

/** The same of several things at once, each by itself. */
export async function notifyManagersOfEach(
  tx: Transaction,
  outside: Outside,
  told: Omit<Told, "userIds" | keyof News> & { kind: ManagersKind },
  news: News[],
): Promise<void> {
  if (news.length > 0) await notifyOutside(tx, outside, { ...told, userIds: await managersOf(tx, told.workspaceId) }, news);
}

async function notifyOutside(tx: Transaction, outside: Outside, told: Told, news: News[] = [told]): Promise<void> {
  const { workspaceId, actorId, kind, groupKey } = told;
  const hearers = [...new Set(told.userIds)].filter((id) => id !== actorId);
  if (hearers.length === 0) return;
  const [workspace] = await tx.select({ name: workspaces.name }).from(workspaces).where(eq(workspaces.id, workspaceId));
  const author = told.author ?? (await nameOf(tx, workspaceId, actorId));
  await outside((inner) =>
    notifyOfEach(
      inner,
      hearers,
      { event: "trades", kind, ...(told.author === undefined ? { named: actorId } : {}), ...(groupKey ? { groupKey } : {}) },
      news.map(({ values, tab, href }) => ({
        values: { author, workspace: workspace?.name ?? "", ...values },
        href: (href ?? (tab ? workspaceHref(workspaceId, tab) : TRADES)) as `/${string}`,
      })),
    ),
  );
}

async function nameOf(tx: Transaction, workspaceId: string, userId: string): Promise<string> {
  const [row] = await tx
    .select({ name: fullNameOf(workspacePeople) })
    .from(workspacePeople)
    .where(and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, userId)));
  return row?.name ?? "";
}

/** Takes away what people were told of a workspace in which they are no more. */
export const forgetWorkspace = (outside: Outside, workspaceId: string, userIds: string[]): Promise<void> =>
  outside((inner) => forgetWithin(inner, userIds, inWorkspaceHref(workspaceId)));

/** Takes away what somebody was told as one of those who manage a workspace. */
export const forgetManaging = (outside: Outside, workspaceId: string, userId: string): Promise<void> =>
  outside((inner) => forgetWithin(inner, [userId], inWorkspaceHref(workspaceId), MANAGERS_KINDS));

/** Those who manage a workspace. */
async function managersOf(tx: Transaction, workspaceId: string): Promise<string[]> {
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
