import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
import { ofTeam, peopleNamed } from "@/features/account/queries";
import { lastUploads } from "@/features/practice/queries";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { INBOX_QUEUES, type InboxQueue } from "@/lib/enums/support";
import { pageOffset } from "@/lib/page-math";
import type { Services } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Database, Executor } from "@/server/db/client";
import { fullNameOf } from "@/server/db/names";
import { conversations, supportAttachments, supportMessages, supportNotes, users } from "@/server/db/schema";
import { matchesSearch } from "@/server/db/search";
import { attachmentLink, lastSaid, messagesOf, type Span } from "../chat/queries";
import { ALIVE_STATES, mayWork, QUEUE_STATES } from "./rules";
import type { InboxInput } from "./schema";

const assignees = alias(users, "assignees");

const ROW = {
  row: conversations,
  name: sql<string>`coalesce(${fullNameOf(users)}, ${conversations.guestName}, '')`,
  email: sql<string>`coalesce(${users.email}, ${conversations.guestEmail}, '')`,
  confirmed: sql<boolean>`coalesce(${users.emailVerifiedAt}, ${conversations.guestVerifiedAt}) is not null`,
  assigneeName: fullNameOf(assignees),
  unread: sql<number>`(
    select count(*)::int from ${supportMessages}
    where ${supportMessages.conversationId} = ${conversations.id}
      and ${supportMessages.seq} > ${conversations.supportRead} and ${supportMessages.side} = 'user' and ${supportMessages.kind} = 'text'
  )`,
};

type Row = {
  row: typeof conversations.$inferSelect;
  name: string;
  email: string;
  confirmed: boolean;
  assigneeName: string;
  unread: number;
};

const toRow = ({ row, name, email, confirmed, assigneeName, unread }: Row) => ({
  uid: row.id,
  subject: row.subject,
  state: row.state,
  locale: row.locale,
  person: { uid: row.userId, name, email, guest: row.userId === null, confirmed },
  assignee: row.assigneeId ? { uid: row.assigneeId, name: assigneeName } : null,
  createdAt: row.createdAt.toISOString(),
  movedAt: row.movedAt.toISOString(),
  waitingSince: row.waitingSince?.toISOString() ?? null,
  snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
  unread,
});

/** Whether somebody waits for an answer. */
const waits = isNotNull(conversations.waitingSince);

/** Whether nobody looks after it: whoever it was given to may not be of the team now. */
const unattended = sql`not exists (select from ${users} where ${users.id} = ${conversations.assigneeId} and ${ofTeam})`;

/** What a queue is narrowed to where its states alone do not say it. */
const NARROWED: Partial<Record<InboxQueue, (actor: Actor) => SQL | undefined>> = {
  new: () => or(eq(conversations.state, "new"), and(waits, unattended)),
  mine: ({ id }) => eq(conversations.assigneeId, id),
};

const inQueue = (queue: InboxQueue, actor: Actor): SQL | undefined =>
  and(inArray(conversations.state, [...QUEUE_STATES[queue]]), NARROWED[queue]?.(actor));

/**
 * Subject, person or any message; in every queue. A person is found by what they are called now, and were when they wrote. Each part has
 * an index of its own, which an "or" over all would not use.
 */
const fits = (db: Database, search: string): SQL =>
  inArray(
    conversations.id,
    union(
      db.select({ id: conversations.id }).from(conversations).where(matchesSearch(conversations.search, search)),
      db
        .select({ id: supportMessages.conversationId })
        .from(supportMessages)
        .where(matchesSearch(supportMessages.search, search, "many")),
      db
        .select({ id: conversations.id })
        .from(conversations)
        .where(sql`${conversations.userId} in (${peopleNamed(search)})`),
    ),
  );

/** Whoever has waited longest comes first, then what moved last. */
const ORDER = [sql`${conversations.waitingSince} asc nulls last`, desc(conversations.movedAt), desc(conversations.id)];

/** A queue of the inbox. Which conversations a page has is settled first: what was said last is looked up for those alone. */
export async function listInbox(db: Database, actor: Actor, { queue, search, page: number }: InboxInput) {
  const scope = search ? fits(db, search) : inQueue(queue, actor);
  const page = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(scope)
    .orderBy(...ORDER)
    .limit(PAGE_SIZE)
    .offset(pageOffset(number))
    .as("page");
  const last = lastSaid(db);
  const [rows, [totals]] = await Promise.all([
    db
      .select({ ...ROW, side: last.side, text: last.text, files: last.files })
      .from(page)
      .innerJoin(conversations, eq(conversations.id, page.id))
      .leftJoin(users, eq(users.id, conversations.userId))
      .leftJoin(assignees, eq(assignees.id, conversations.assigneeId))
      .leftJoinLateral(last, sql`true`)
      .orderBy(...ORDER),
    db.select({ total: count() }).from(conversations).where(scope),
  ]);
  const data = rows.map(({ side, text, files, ...row }) => ({
    ...toRow(row),
    last: side ? { side, text: text ?? "", files: files ?? 0 } : null,
  }));
  return { data, meta: { total: totals?.total ?? 0 } };
}

/** How many stand in each queue. */
export async function countQueues(db: Database, actor: Actor) {
  const [row] = await db
    .select(
      Object.fromEntries(
        INBOX_QUEUES.map((queue) => [queue, sql<number>`count(*) filter (where ${inQueue(queue, actor)})::int`]),
      ) as Record<InboxQueue, SQL<number>>,
    )
    .from(conversations)
    // What is over for good stands in no queue, and in time is nearly all.
    .where(inArray(conversations.state, [...ALIVE_STATES]));
  return found(row);
}

/** In how many somebody waits for an answer, whoever looks after them; what was put aside waits for its time, and own ones for the others. */
export const countWaiting = (db: Database, actor: Actor): Promise<number> =>
  db.$count(
    conversations,
    and(inArray(conversations.state, [...QUEUE_STATES.all]), waits, sql`${conversations.userId} is distinct from ${actor.id}`),
  );

/** One conversation as somebody of the team sees it; with its notes, unless it is their own. @throws AppError notFound */
export async function getForTeam(db: Executor, actor: Actor, conversationId: string, span: Span = {}) {
  const [one] = await db
    .select(ROW)
    .from(conversations)
    .leftJoin(users, eq(users.id, conversations.userId))
    .leftJoin(assignees, eq(assignees.id, conversations.assigneeId))
    .where(eq(conversations.id, conversationId));
  const { row } = found(one);
  const samePerson = row.userId
    ? eq(conversations.userId, row.userId)
    : and(isNull(conversations.userId), eq(conversations.guestEmail, row.guestEmail ?? ""));
  const [written, notes, [others], uploads] = await Promise.all([
    messagesOf(db, conversationId, span),
    mayWork(row.userId, actor.id) ? notesOf(db, conversationId) : [],
    db
      .select({ n: count() })
      .from(conversations)
      .where(and(samePerson, ne(conversations.id, conversationId))),
    row.deviceReport && row.userId ? lastUploads(db, row.userId) : [],
  ]);
  return {
    ...toRow(found(one)),
    ...written,
    lastSeq: row.lastSeq,
    delivered: row.userDelivered,
    read: row.userRead,
    satisfaction: row.satisfaction ? { word: row.satisfaction, comment: row.satisfactionComment } : null,
    notes,
    device:
      row.deviceReport && row.deviceReportAt ? { report: row.deviceReport, sharedAt: row.deviceReportAt.toISOString(), uploads } : null,
    others: others?.n ?? 0,
  };
}

/** @throws AppError notFound */
export async function teamHistory(db: Executor, { conversationId, ...span }: Span & { conversationId: string }) {
  const [row] = await db.select({ id: conversations.id }).from(conversations).where(eq(conversations.id, conversationId));
  found(row);
  return messagesOf(db, conversationId, span);
}

/** Files of any conversation; of those that are not sent yet, one's own. */
export const teamAttachment = (services: Services, actor: Actor, uid: string) =>
  attachmentLink(services, uid, isNotNull(supportAttachments.messageId), actor.id);

const subjects = alias(users, "subjects");
/** More than this nobody reads; the newest count. */
const MAX_NOTES = 200;

async function notesOf(db: Executor, conversationId: string) {
  const rows = await db
    .select({ note: supportNotes, author: users.firstName, subject: subjects.firstName })
    .from(supportNotes)
    .leftJoin(users, and(eq(users.id, supportNotes.authorId), isNull(users.erasedAt)))
    .leftJoin(subjects, and(eq(subjects.id, supportNotes.subjectId), isNull(subjects.erasedAt)))
    .where(eq(supportNotes.conversationId, conversationId))
    .orderBy(desc(supportNotes.createdAt))
    .limit(MAX_NOTES);
  return rows.reverse().map(({ note: { id, kind, until, text, createdAt }, author, subject }) => ({
    uid: id,
    kind,
    author,
    subject,
    until: until?.toISOString() ?? null,
    text,
    createdAt: createdAt.toISOString(),
  }));
}

/** Who can be given a conversation. */
export async function listTeam(db: Database) {
  const data = await db
    .select({ uid: users.id, name: fullNameOf(users) })
    .from(users)
    .where(ofTeam)
    .orderBy(asc(users.firstName), asc(users.id));
  return { data, meta: { total: data.length } };
}
