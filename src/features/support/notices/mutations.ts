import { and, inArray } from "drizzle-orm";
import { notify, notifyAll, readGroup } from "@/features/account/notifications/mutations";
import { teamIds } from "@/features/account/queries";
import type { NotificationKind } from "@/lib/enums/notifications";
import type { Transaction } from "@/server/db/client";
import { notifications, users } from "@/server/db/schema";
import { dropMailsAbout } from "@/server/mail/outbox";
import { type Conversation, hasReadAll } from "../chat/queries";
import { conversationHref } from "../hrefs";
import { inboxHref } from "../inbox/hrefs";

/** Notices of one conversation: while one is unread the next renews it. */
const groupOf = ({ id }: Pick<Conversation, "id">): string => `conversation:${id}`;

/** Tells somebody that support has answered. A guest has no bell: they get mails of their own. */
export async function notifyOfAnswer(tx: Transaction, row: Conversation): Promise<void> {
  const { userId, id, subject } = row;
  if (!userId) return;
  const href = conversationHref(id);
  await notify(tx, { userId, event: "support", kind: "support_reply", values: { subject }, href, groupKey: groupOf(row) });
}

/** Tells somebody that their question counts as solved. */
export async function notifyOfSolved(tx: Transaction, row: Conversation): Promise<void> {
  const { userId, id, subject } = row;
  if (!userId) return;
  const href = conversationHref(id);
  await notify(tx, { userId, event: "support", kind: "support_resolved", values: { subject }, href, groupKey: groupOf(row) });
}

/** It does not count as solved any more: the mail that was to say so stays here where it has not gone yet. */
export const solvedNoMore = (tx: Transaction, { id }: Conversation): Promise<void> =>
  dropMailsAbout(tx, "contact_solved", { conversationId: id });

/** It is open again: the notice that it is solved had taken the place of one of an answer, which its author may not have read. */
export async function notifyOfReopened(tx: Transaction, row: Conversation): Promise<void> {
  if (await hasReadAll(tx, row)) await answerSeen(tx, row);
  else await notifyOfAnswer(tx, row);
}

/** Tells whoever looks after a conversation that its author wrote; where nobody does, the whole team. */
export async function notifyOfMessage(tx: Transaction, row: Conversation): Promise<void> {
  await notifyTeam(tx, [row], "support_message");
}

/** Tells somebody of the team that it is theirs to look after now. */
export const notifyOfAssigned = (tx: Transaction, row: Conversation, userId: string): Promise<void> =>
  notify(tx, { userId, ...teamNotice(row, "support_assigned") });

/** Tells the same people as of a message that what was put aside is due again. */
export const notifyOfWoken = (tx: Transaction, rows: Conversation[]): Promise<void> => notifyTeam(tx, rows, "support_woken");

type TeamKind = Extract<NotificationKind, "support_message" | "support_woken" | "support_assigned">;

/** What the team is told of a conversation. */
const teamNotice = (row: Conversation, kind: TeamKind) =>
  ({ event: "support_inbox", kind, values: { subject: row.subject }, href: inboxHref(row.id), groupKey: groupOf(row) }) as const;

async function notifyTeam(tx: Transaction, rows: Conversation[], kind: TeamKind): Promise<void> {
  const team = await teamIds(tx);
  for (const row of rows) {
    const hearers = row.assigneeId && team.includes(row.assigneeId) ? [row.assigneeId] : team;
    // Nobody of the team needs to hear of what they wrote themselves as somebody who asks.
    await notifyAll(
      tx,
      hearers.filter((userId) => userId !== row.userId),
      teamNotice(row, kind),
    );
  }
}

/** Conversations that are no more: what the team was told of them names their subject. */
export async function forgetNotices(tx: Transaction, conversationIds: string[]): Promise<void> {
  if (conversationIds.length === 0) return;
  const groups = conversationIds.map((id) => groupOf({ id }));
  const team = tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.role, ["admin", "super_admin"]));
  await tx.delete(notifications).where(and(inArray(notifications.userId, team), inArray(notifications.groupKey, groups)));
}

/** Its author has seen what was answered. */
export async function answerSeen(tx: Transaction, row: Pick<Conversation, "id" | "userId">): Promise<void> {
  if (row.userId) await readGroup(tx, [row.userId], groupOf(row));
}

/** Somebody of the team has looked at it, whose it may not be: they alone need not be told any more. */
export const seenBy = (tx: Transaction, row: Pick<Conversation, "id">, memberId: string): Promise<void> =>
  readGroup(tx, [memberId], groupOf(row));

/** The team has seen what was written: nobody of it need be told any more. */
export async function messageSeen(tx: Transaction, row: Pick<Conversation, "id" | "userId">): Promise<void> {
  const team = await teamIds(tx);
  await readGroup(
    tx,
    team.filter((id) => id !== row.userId),
    groupOf(row),
  );
}
