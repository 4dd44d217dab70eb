import { and, asc, count, desc, eq, gt, gte, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { Services } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Database, Executor, Transaction } from "@/server/db/client";
import { conversations, supportAttachments, supportMessages, supportWaits, users } from "@/server/db/schema";
import type { MessageDto } from "./dto";
import { estimateWait, isClosed, reopensUntil } from "./rules";
import { HISTORY } from "./schema";

export type Conversation = typeof conversations.$inferSelect;

/** Columns by their full names: in a query of one table drizzle writes them without it, and `id` would be the message's. */
const unreadOfUser = sql<number>`(
  select count(*)::int from ${supportMessages} m
  where m.conversation_id = ${conversations}.id and m.seq > ${conversations}.user_read and m.side = 'support'
)`;

/** Where a conversation stands, as its author is told: that the team has put it aside is not theirs, and what the clock has not come to yet is told as it is. */
export const stateForAuthor = (row: Conversation, now: Date) =>
  isClosed(row, now) ? ("closed" as const) : row.state === "snoozed" ? ("open" as const) : row.state;

/** What its author sees of a conversation. */
export function toConversation(row: Conversation, unread: number, now: Date) {
  return {
    uid: row.id,
    subject: row.subject,
    state: stateForAuthor(row, now),
    createdAt: row.createdAt.toISOString(),
    movedAt: row.movedAt.toISOString(),
    lastSeq: row.lastSeq,
    unread,
    delivered: row.supportDelivered,
    read: row.supportRead,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    reopensUntil: row.state === "resolved" && row.resolvedAt ? reopensUntil(row.resolvedAt).toISOString() : null,
    satisfaction: row.satisfaction,
    deviceReportAt: row.deviceReportAt?.toISOString() ?? null,
  };
}

/** Letters of a message that a list shows. */
const SNIPPET = 140;

/** What was said last in the conversation beside which this is joined. */
export const lastSaid = (db: Database) =>
  db
    .select({
      side: supportMessages.side,
      text: sql<string>`left(${supportMessages.text}, ${SNIPPET})`.as("snippet"),
      files: sql<number>`(select count(*)::int from ${supportAttachments} a where a.message_id = ${supportMessages}.id)`.as("files"),
    })
    .from(supportMessages)
    .where(and(eq(supportMessages.conversationId, conversations.id), eq(supportMessages.kind, "text")))
    .orderBy(desc(supportMessages.seq))
    .limit(1)
    .as("last");

/** Own conversations, those in which something happened last first. */
export async function listConversations(db: Database, actor: Actor, page: number) {
  const own = eq(conversations.userId, actor.id);
  const last = lastSaid(db);
  const [rows, [totals]] = await Promise.all([
    db
      .select({ row: conversations, unread: unreadOfUser, side: last.side, text: last.text, files: last.files })
      .from(conversations)
      .leftJoinLateral(last, sql`true`)
      .where(own)
      .orderBy(desc(conversations.movedAt), desc(conversations.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(conversations).where(own),
  ]);
  const now = new Date();
  const data = rows.map(({ row, unread, side, text, files }) => ({
    ...toConversation(row, unread, now),
    last: side ? { side, text: text ?? "", files: files ?? 0 } : null,
  }));
  return { data, meta: { total: totals?.total ?? 0 } };
}

/** Whether a conversation's author has seen every answer, so that one more is news to them. */
export async function hasReadAll(db: Executor, { id, userRead }: Conversation): Promise<boolean> {
  const [unseen] = await db
    .select({ seq: supportMessages.seq })
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.conversationId, id),
        gt(supportMessages.seq, userRead),
        eq(supportMessages.side, "support"),
        eq(supportMessages.kind, "text"),
      ),
    )
    .limit(1);
  return unseen === undefined;
}

/** @throws AppError notFound, also for a stranger's */
export async function ownConversation(db: Executor, actor: Actor, uid: string) {
  const [row] = await db
    .select({ row: conversations, unread: unreadOfUser })
    .from(conversations)
    .where(and(eq(conversations.id, uid), eq(conversations.userId, actor.id)));
  return found(row);
}

export async function getConversation(db: Executor, actor: Actor, uid: string) {
  const { row, unread } = await ownConversation(db, actor, uid);
  return toConversation(row, unread, new Date());
}

export interface Span {
  before?: number | undefined;
  after?: number | undefined;
}

/** The most that is told at once of what was missed; whoever missed more asks again. */
const MISSED = 200;

/** A conversation's messages in their order: the newest ones, those before a number, or those after one. Who may see them is the caller's matter. */
export async function messagesOf(db: Executor, conversationId: string, { before, after }: Span) {
  const within = and(
    eq(supportMessages.conversationId, conversationId),
    before === undefined ? undefined : lt(supportMessages.seq, before),
    after === undefined ? undefined : gt(supportMessages.seq, after),
  );
  const forward = after !== undefined;
  const limit = forward ? MISSED : HISTORY;
  const rows = await db
    .select({
      uid: supportMessages.id,
      seq: supportMessages.seq,
      kind: supportMessages.kind,
      side: supportMessages.side,
      author: users.firstName,
      text: supportMessages.text,
      createdAt: supportMessages.createdAt,
      attachments: sql<MessageDto["attachments"]>`coalesce((
        select jsonb_agg(jsonb_build_object('uid', a.id, 'name', a.name, 'type', a.type, 'size', a.size_bytes, 'width', a.width, 'height', a.height) order by a.position)
        from ${supportAttachments} a where a.message_id = ${supportMessages.id}
      ), '[]'::jsonb)`,
    })
    .from(supportMessages)
    .leftJoin(users, and(eq(users.id, supportMessages.authorId), isNull(users.erasedAt)))
    .where(within)
    .orderBy(forward ? asc(supportMessages.seq) : desc(supportMessages.seq))
    .limit(limit + 1);
  const taken = rows.slice(0, limit).map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
  return { messages: forward ? taken : taken.reverse(), more: rows.length > limit };
}

export async function history(db: Executor, actor: Actor, { conversationId, ...span }: Span & { conversationId: string }) {
  await ownConversation(db, actor, conversationId);
  return messagesOf(db, conversationId, span);
}

/** In how many of the own conversations something waits to be read. */
export async function countUnread(db: Executor, actor: Actor) {
  const [row] = await db
    .select({ conversations: count() })
    .from(conversations)
    .where(and(eq(conversations.userId, actor.id), gt(conversations.lastSeq, conversations.userRead), sql`${unreadOfUser} > 0`));
  return found(row);
}

/** Weeks back from which the waiting time is estimated, and at most how many waits. */
const WEEKS = 4;
const MOST_WAITS = 500;

/** How long people wait for an answer these weeks. */
export async function waitingTime(db: Executor) {
  const rows = await db
    .select({
      seconds: sql<number>`extract(epoch from coalesce(${supportWaits.endedAt}, now()) - ${supportWaits.startedAt})::float8`,
      answered: supportWaits.answered,
    })
    .from(supportWaits)
    .where(gte(supportWaits.startedAt, sql`now() - make_interval(weeks => ${WEEKS})`))
    .orderBy(desc(supportWaits.startedAt))
    .limit(MOST_WAITS);
  return { seconds: estimateWait(rows) };
}

/** The file of a message that somebody may see, or of one that they have not sent yet. @throws AppError notFound */
export async function attachmentLink({ db, files }: Services, uid: string, mayRead: SQL | undefined, uploaderId?: string) {
  const [row] = await db
    .select({
      fileKey: supportAttachments.fileKey,
      previewKey: supportAttachments.previewKey,
      name: supportAttachments.name,
      type: supportAttachments.type,
    })
    .from(supportAttachments)
    .leftJoin(supportMessages, eq(supportMessages.id, supportAttachments.messageId))
    .leftJoin(conversations, eq(conversations.id, supportMessages.conversationId))
    .where(
      and(
        eq(supportAttachments.id, uid),
        or(mayRead, uploaderId ? and(isNull(supportAttachments.messageId), eq(supportAttachments.uploaderId, uploaderId)) : undefined),
      ),
    );
  const { fileKey, previewKey, name, type } = found(row);
  return { url: await files.link(fileKey), preview: previewKey ? await files.link(previewKey) : null, name, type };
}

export const ownAttachment = (services: Services, actor: Actor, uid: string) =>
  attachmentLink(services, uid, eq(conversations.userId, actor.id), actor.id);

export async function getReport(db: Executor, actor: Actor, uid: string) {
  const { row } = await ownConversation(db, actor, uid);
  return { report: row.deviceReport, sharedAt: row.deviceReportAt?.toISOString() ?? null };
}

/** The first message of the other side that came after an answer was written, and that nobody of the team has read. */
export async function firstUnseen(tx: Transaction, { id, supportRead }: Conversation, seen: number | undefined) {
  if (seen === undefined) return undefined;
  const later = and(
    eq(supportMessages.side, "user"),
    eq(supportMessages.kind, "text"),
    gt(supportMessages.seq, Math.max(seen, supportRead)),
  );
  const [first] = await tx
    .select({ seq: supportMessages.seq, createdAt: supportMessages.createdAt })
    .from(supportMessages)
    .where(and(eq(supportMessages.conversationId, id), later))
    .orderBy(asc(supportMessages.seq))
    .limit(1);
  return first;
}
