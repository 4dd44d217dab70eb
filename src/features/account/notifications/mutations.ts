import { and, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { v4 as uuidv4, v7 as uuidv7 } from "uuid";
import { userTopic } from "@/features/account/events";
import { enqueuePushes } from "@/features/account/push/mutations";
import { AppError } from "@/lib/app-error";
import type { Role } from "@/lib/enums/account";
import { NOTIFICATION_EVENTS, type NotificationChannel, type NotificationEvent, type NotificationKind } from "@/lib/enums/notifications";
import type { Services, UserContext } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { notificationPreferences, notificationSettings, notifications, users } from "@/server/db/schema";
import { enqueueMails } from "@/server/mail/outbox";
import type { MailTemplate } from "@/server/mail/templates";
import { publish, publishAll } from "@/server/realtime";
import { settingsHref } from "../hrefs";
import { heardBy } from "./queries";
import { isChoosable, isEventFor, isNotified, MAIL_AGAIN_MINUTES, mailDue, OF_STRANGERS } from "./rules";

/** What the words of a notice are filled with, and where it leads. */
interface News {
  /** Instants as `…At`, money as `…Amount` (server/text.ts). */
  values?: Record<string, string | number>;
  /** A path of ours. */
  href: `/${string}`;
}

interface Notice extends News {
  event: NotificationEvent;
  kind: NotificationKind;
  /** Whose name its words hold, by their account: it goes when that goes. Kept beside the values, and told to nobody. */
  named?: string;
  /** What belongs together: while one is unread, the next renews it, and counts where it says the same. */
  groupKey?: string;
  /** A mail of its own that goes at once; without it, what stays unread for a while is mailed together. */
  mail?: MailTemplate;
}

/**
 * Tells somebody something, in the transaction that is its reason: under the bell, and by mail and push as they chose. An address
 * that nobody has confirmed gets no mail: it may be a stranger's, and the name in the mail whatever somebody typed.
 */
export const notify = (tx: Transaction, { userId, ...notice }: Notice & { userId: string }): Promise<void> =>
  notifyAll(tx, [userId], notice);

/** Tells several people the same, however many. */
export const notifyAll = (tx: Transaction, userIds: string[], notice: Notice): Promise<void> => notifyOfEach(tx, userIds, notice, [notice]);

/**
 * Tells several people of several things of one kind, each by itself: the one way to tell anybody anything.
 * @param notice with a key by which things belong together, or a mail of its own, of one thing
 */
export async function notifyOfEach(tx: Transaction, userIds: string[], notice: Omit<Notice, keyof News>, news: News[]): Promise<void> {
  const { event, kind, named, groupKey, mail } = notice;
  const now = new Date();
  const people = (await addressees(tx, userIds, event)).map((person) => ({
    ...person,
    mailDueAt: person.mailed && !mail ? mailDue(now, person.mailRhythm ?? "promptly", person.user.timeZone) : null,
  }));
  if (people.length === 0) return;
  const rows = news.flatMap(({ values = {}, href }) =>
    people.map(({ user, mailDueAt }) => ({
      // An id that tells its time would tell when a stranger did it.
      id: OF_STRANGERS.includes(kind) ? uuidv4() : uuidv7(),
      user_id: user.id,
      values: named ? { ...values, namedId: named } : values,
      href,
      mail_due_at: mailDueAt?.toISOString() ?? null,
    })),
  );
  const told = tx
    .select({
      id: sql<string>`told.id`.as("id"),
      userId: sql<string>`told.user_id`.as("user_id"),
      event: sql<NotificationEvent>`${event}::notification_event`.as("event"),
      kind: sql<NotificationKind>`${kind}::text`.as("kind"),
      values: sql<Record<string, string | number>>`told."values"`.as("values"),
      href: sql<string>`told.href`.as("href"),
      groupKey: sql<string | null>`${groupKey ?? null}::text`.as("group_key"),
      count: sql<number>`1`.as("count"),
      createdAt: sql`now()`.as("created_at"),
      updatedAt: sql`now()`.as("updated_at"),
      readAt: sql`null::timestamptz`.as("read_at"),
      mailDueAt: sql`told.mail_due_at`.as("mail_due_at"),
      mailedAt: sql`null::timestamptz`.as("mailed_at"),
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as told(id uuid, user_id uuid, "values" jsonb, href text, mail_due_at timestamptz)`,
    );
  const kept = await tx
    .insert(notifications)
    .select(told)
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.groupKey],
      targetWhere: sql`read_at is null and group_key is not null`,
      set: {
        event,
        kind,
        values: sql`excluded."values"`,
        href: sql`excluded.href`,
        // It counts what its words say: an answer and that it is solved are not two of either.
        count: sql`case when ${notifications.kind} = excluded.kind then ${notifications.count} + 1 else 1 end`,
        updatedAt: sql`now()`,
        // One that waits keeps its turn; one that was mailed and still unread does not fill an inbox.
        mailDueAt: sql`case when excluded.mail_due_at is not null then coalesce(${notifications.mailDueAt},
          greatest(excluded.mail_due_at, ${notifications.mailedAt} + make_interval(mins => ${MAIL_AGAIN_MINUTES}))) end`,
      },
    })
    .returning({ id: notifications.id, userId: notifications.userId });
  const letters = people.flatMap(({ mailed, user: { id, email: to, firstName: name, timeZone, language: locale } }) => {
    if (!mail || !mailed) return [];
    const known = { name, timeZone: timeZone ?? "" };
    return news.map(({ values }) => ({ to, locale, template: mail, values: { ...known, ...values, ...unsubscribing(id, event) } }));
  });
  await enqueueMails(tx, letters);
  const pushed = new Set(people.flatMap((person) => (person.pushed ? [person.user.id] : [])));
  await enqueuePushes(
    tx,
    kept.flatMap(({ id, userId }) => (pushed.has(userId) ? [id] : [])),
  );
  await publishAll(
    tx,
    people.map(({ user }) => userTopic(user.id)),
    "notifications",
  );
}

/** Whom of these people there is to tell of an event, and by which ways; in one order, so that nobody waits in a circle. */
async function addressees(db: Executor, userIds: string[], event: NotificationEvent) {
  if (userIds.length === 0) return [];
  const rows = await db
    .select({
      user: users,
      mailRhythm: notificationSettings.mailRhythm,
      chosen: sql<{ event: NotificationEvent; channel: NotificationChannel; enabled: boolean }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('event', p.event, 'channel', p.channel, 'enabled', p.enabled))
        from ${notificationPreferences} p where p.user_id = ${users}.id and p.event = ${event}), '[]'::jsonb)`,
    })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    // As one parameter, however many they are: a statement takes no more than 65,534.
    .where(and(sql`${users.id} = any(${sql.param(userIds)}::uuid[])`, isNull(users.erasedAt)))
    .orderBy(users.id);
  return rows.map(({ user, mailRhythm, chosen }) => ({
    user,
    mailRhythm,
    mailed: user.emailVerifiedAt !== null && isNotified(event, "email", chosen),
    pushed: isNotified(event, "push", chosen),
  }));
}

/** The password was changed, here or by a mailed link. */
export function notifyOfPasswordChange(tx: Transaction, userId: string): Promise<void> {
  const kind = "password_changed";
  return notify(tx, { userId, event: "security", kind, href: settingsHref("devices"), mail: kind });
}

/** What a mail needs to carry a way to turn such mails off; nothing where that is not for choosing. */
export function unsubscribing(userId: string, ...events: NotificationEvent[]): { userId?: string; events?: string } {
  const choosable = [...new Set(events)].filter((event) => isChoosable(event, "email")).sort();
  return choosable.length > 0 ? { userId, events: choosable.join(",") } : {};
}

const READ = { readAt: sql`now()`, mailDueAt: null };

/** Whom of what they were told something was changed hear of it, once each. */
async function publishToOwners(db: Executor, changed: { userId: string }[]): Promise<void> {
  const topics = new Set(changed.map(({ userId }) => userTopic(userId)));
  if (topics.size > 0) await publishAll(db, [...topics], "notifications");
}

/** What is about to change, locked in one order, so that nobody waits in a circle. */
const lockedIn = (db: Executor, which: SQL | undefined) =>
  db.select({ id: notifications.id }).from(notifications).where(which).orderBy(notifications.id).for("update");

/**
 * What waits for a team is counted and told one after the other: what comes during the last decision is not marked as read with it.
 * It is taken last: whoever holds it waits for nothing but the team's notices of that group, which nobody writes without it.
 */
export const inTurn = (tx: Transaction, groupKey: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`waiting: ${groupKey}`}, 0))`);

/** Marks what belongs together as read: its owners have seen it where it happened, or need not see it any more. */
export async function readGroup(db: Executor, userIds: string[], ...groupKeys: string[]): Promise<void> {
  const unread = and(inArray(notifications.userId, userIds), inArray(notifications.groupKey, groupKeys), isNull(notifications.readAt));
  const read = await db
    .update(notifications)
    .set(READ)
    .where(inArray(notifications.id, lockedIn(db, unread)))
    .returning({ userId: notifications.userId });
  await publishToOwners(db, read);
}

async function forget(db: Executor, which: SQL | undefined): Promise<void> {
  const gone = await db
    .delete(notifications)
    .where(inArray(notifications.id, lockedIn(db, which)))
    .returning({ userId: notifications.userId });
  await publishToOwners(db, gone);
}

/** Takes away what belongs together, whoever was told of it and whether or not they have read it: what it is about is no more. */
export const forgetGroup = (db: Executor, ...groupKeys: string[]): Promise<void> => forget(db, inArray(notifications.groupKey, groupKeys));

/** Takes away what these people were told that leads into one place, of all kinds or of some: it is theirs no more. */
export const forgetWithin = (db: Executor, userIds: string[], place: string, kinds?: readonly NotificationKind[]): Promise<void> =>
  forget(
    db,
    and(
      inArray(notifications.userId, userIds),
      sql`position(${place} in ${notifications.href}) > 0`,
      kinds && inArray(notifications.kind, [...kinds]),
    ),
  );

/** Takes away what leads to one thing alone and nobody has seen yet; what tells of others as well stays. */
export const forgetUnseen = (db: Executor, href: string, ...groupKeys: string[]): Promise<void> =>
  forget(
    db,
    sql`${inArray(notifications.groupKey, groupKeys)} and ${notifications.href} = ${href} and ${notifications.count} = 1
      and ${notifications.readAt} is null`,
  );

/** Has what belongs together say otherwise, whoever was told of it and whether or not they have read it: what it names is called otherwise. */
export const rewordGroup = (db: Executor, values: Record<string, string>, ...groupKeys: string[]): Promise<void> =>
  reword(db, values, inArray(notifications.groupKey, groupKeys));

/** Has what belongs together and nobody has read yet say what holds by now; what was read tells of its own time. */
export const rewordUnread = (db: Executor, values: Record<string, string>, ...groupKeys: string[]): Promise<void> =>
  reword(db, values, and(inArray(notifications.groupKey, groupKeys), isNull(notifications.readAt)));

async function reword(db: Executor, values: Record<string, string>, which: SQL | undefined): Promise<void> {
  const said = sql`${notifications.values} || ${JSON.stringify(values)}::text::jsonb`;
  const reworded = await db
    .update(notifications)
    .set({ values: said })
    .where(and(inArray(notifications.id, lockedIn(db, which)), sql`${notifications.values} <> ${said}`))
    .returning({ userId: notifications.userId });
  await publishToOwners(db, reworded);
}

/** Takes away whatever holds the name of somebody who is no more, whoever was told of it. */
export const forgetNamed = (db: Executor, userId: string): Promise<void> =>
  forget(db, sql`${notifications.values} ->> 'namedId' = ${userId}`);

/** Reading twice is no error. @throws AppError notFound */
export const markRead = (ctx: UserContext, uid: string): Promise<void> => mark(ctx, uid, READ);

/**
 * Puts it back among what is to be seen to; it is not mailed for that. Where another of its group has come meanwhile, this one
 * stands for itself from now on.
 * @throws AppError notFound
 */
export const markUnread = (ctx: UserContext, uid: string): Promise<void> =>
  mark(ctx, uid, { readAt: null, groupKey: sql`case when ${groupIsUnread} then null else ${notifications.groupKey} end` });

/** Whether another of the same group is unread. */
const groupIsUnread = sql`exists (select from ${notifications} as other where other.user_id = ${notifications.userId}
  and other.group_key = ${notifications.groupKey} and other.read_at is null and other.id <> ${notifications.id})`;

interface Mark {
  readAt: SQL | null;
  mailDueAt?: null;
  groupKey?: SQL;
}

async function mark({ db, actor }: UserContext, uid: string, set: Mark): Promise<void> {
  await db.transaction(async (tx) => {
    const own = and(eq(notifications.id, uid), eq(notifications.userId, actor.id));
    const marked = await tx.update(notifications).set(set).where(own).returning({ id: notifications.id });
    if (marked.length === 0) throw new AppError("notFound");
    await publish(tx, userTopic(actor.id), "notifications");
  });
}

/** When a notice last moved, as lists tell it: in whole milliseconds, or hours, where the database has finer ones. */
const shownAt = sql`case when ${inArray(notifications.kind, [...OF_STRANGERS])} then date_trunc('hour', ${notifications.updatedAt}, 'UTC')
  else date_trunc('milliseconds', ${notifications.updatedAt}) end`;

/**
 * Marks as read what is on somebody's list.
 * @param until the latest moment at which any that they have seen last moved; without it all are meant  @returns how many were unread
 */
export async function markAllRead({ db, actor }: UserContext, until?: string): Promise<number> {
  return db.transaction(async (tx) => {
    const seen = until === undefined ? undefined : sql`${shownAt} <= ${until}::timestamptz`;
    const unread = and(eq(notifications.userId, actor.id), heardBy(actor.role), isNull(notifications.readAt), seen);
    const read = await tx
      .update(notifications)
      .set(READ)
      .where(inArray(notifications.id, lockedIn(tx, unread)))
      .returning({ id: notifications.id });
    if (read.length > 0) await publish(tx, userTopic(actor.id), "notifications");
    return read.length;
  });
}

/** Takes away what somebody was told of as one of a team that they are no longer of. */
export async function forgetForeign(tx: Transaction, userId: string, role: Role): Promise<void> {
  const foreign = NOTIFICATION_EVENTS.filter((event) => !isEventFor(event, role));
  const theirs = and(eq(notifications.userId, userId), inArray(notifications.event, foreign));
  await tx.delete(notifications).where(inArray(notifications.id, lockedIn(tx, theirs)));
}

/** Rows that are forgotten in one statement: so many that none of them takes long. */
const BATCH = 10_000;

/** Read ones are for looking back, not for history; nobody reads what has been waiting for a year. */
export async function forgetNotifications({ db }: Services): Promise<void> {
  for (const old of [
    lt(notifications.readAt, sql`now() - interval '90 days'`),
    lt(notifications.updatedAt, sql`now() - interval '1 year'`),
  ])
    for (;;) {
      const some = db.select({ id: notifications.id }).from(notifications).where(old).limit(BATCH);
      const gone = await db.delete(notifications).where(inArray(notifications.id, some)).returning({ id: notifications.id });
      if (gone.length < BATCH) break;
    }
}
