import { and, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { userTopic } from "@/features/account/events";
import { enqueuePushes } from "@/features/account/push/mutations";
import { AppError } from "@/lib/app-error";
import { NOTIFICATION_EVENTS, type NotificationEvent, type NotificationKind, type Role } from "@/lib/enums";
import type { Services, UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { notificationPreferences, notificationSettings, notifications, users } from "@/server/db/schema";
import { wakeJob } from "@/server/jobs/queue";
import { enqueueMail, MAIL_JOB } from "@/server/mail/outbox";
import type { MailTemplate } from "@/server/mail/templates";
import { publish } from "@/server/realtime";
import { getSettings, listPreferences } from "./queries";
import { isChoosable, isEventFor, isNotified, MAIL_AGAIN_MINUTES, mailDue } from "./rules";
import type { preferenceInput, settingsInput } from "./schema";

interface Notice {
  userId: string;
  event: NotificationEvent;
  kind: NotificationKind;
  /** What its words are filled with: instants as `…At`, money as `…Amount` (server/text.ts). */
  values?: Record<string, string | number>;
  /** Where it leads: a path of ours. */
  href: `/${string}`;
  /** What belongs together: while one is unread, the next renews it and counts. */
  groupKey?: string;
  /** A mail of its own that goes at once; without it, what stays unread for a while is mailed together. */
  mail?: MailTemplate;
}

/**
 * Tells somebody something, in the transaction that is its reason: under the bell, and by mail and push as they chose. The one
 * way to do so. An address that nobody has confirmed gets no mail: it may be a stranger's, and the name in the mail whatever
 * somebody typed.
 */
export async function notify(db: Executor, { userId, event, kind, values = {}, href, groupKey, mail }: Notice): Promise<void> {
  const [owner] = await db
    .select({ user: users, mailRhythm: notificationSettings.mailRhythm })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
  if (!owner) return;
  const { user, mailRhythm } = owner;
  const chosen = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  const mailed = user.emailVerifiedAt !== null && isNotified(event, "email", chosen);
  const mailDueAt = mailed && !mail ? mailDue(new Date(), mailRhythm ?? "promptly", user.timeZone) : null;
  const [row] = await db
    .insert(notifications)
    .values({ id: uuidv7(), userId, event, kind, values, href, groupKey, mailDueAt })
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.groupKey],
      targetWhere: sql`read_at is null and group_key is not null`,
      set: {
        event,
        kind,
        values,
        href,
        count: sql`${notifications.count} + 1`,
        updatedAt: sql`now()`,
        // One that waits keeps its turn; one that was mailed and still unread does not fill an inbox.
        mailDueAt: sql`case when excluded.mail_due_at is not null then coalesce(${notifications.mailDueAt},
          greatest(excluded.mail_due_at, ${notifications.mailedAt} + make_interval(mins => ${MAIL_AGAIN_MINUTES}))) end`,
      },
    })
    .returning({ id: notifications.id });
  if (!row) throw new AppError("internal");
  if (mailed && mail) {
    const known = { name: user.firstName, timeZone: user.timeZone ?? "", ...values, ...unsubscribing(userId, event) };
    await enqueueMail(db, { to: user.email, locale: user.language, template: mail, values: known });
    await wakeJob(db, MAIL_JOB);
  }
  if (isNotified(event, "push", chosen)) await enqueuePushes(db, userId, row.id);
  await publish(db, userTopic(userId), "notifications");
}

/** The password was changed, here or by a mailed link. */
export function tellPasswordChange(tx: Executor, userId: string): Promise<void> {
  const kind = "password_changed";
  return notify(tx, { userId, event: "security", kind, href: "/dashboard/settings/account?section=devices", mail: kind });
}

/** What a mail needs to carry a way to turn such mails off; nothing where that is not for choosing. */
export function unsubscribing(userId: string, ...events: NotificationEvent[]): { userId?: string; events?: string } {
  const choosable = [...new Set(events)].filter((event) => isChoosable(event, "email")).sort();
  return choosable.length > 0 ? { userId, events: choosable.join(",") } : {};
}

const READ = { readAt: sql`now()`, mailDueAt: null };

/** Marks what belongs together as read: its owners have seen it where it happened, or need not see it any more. */
export async function readGroup(db: Executor, userIds: string[], groupKey: string): Promise<void> {
  const read = await db
    .update(notifications)
    .set(READ)
    .where(and(inArray(notifications.userId, userIds), eq(notifications.groupKey, groupKey), isNull(notifications.readAt)))
    .returning({ userId: notifications.userId });
  for (const { userId } of read) await publish(db, userTopic(userId), "notifications");
}

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

/** @returns how many were unread */
export async function markAllRead({ db, actor }: UserContext): Promise<number> {
  return db.transaction(async (tx) => {
    const unread = and(eq(notifications.userId, actor.id), isNull(notifications.readAt));
    const read = await tx.update(notifications).set(READ).where(unread).returning({ id: notifications.id });
    if (read.length > 0) await publish(tx, userTopic(actor.id), "notifications");
    return read.length;
  });
}

/** @throws AppError notFound for an event of which somebody like this never hears, or that is not for choosing */
export async function savePreference(ctx: UserContext, choice: z.infer<typeof preferenceInput>) {
  const { event, channel } = choice;
  if (!isEventFor(event, ctx.actor.role) || !isChoosable(event, channel)) throw new AppError("notFound");
  await writePreference(ctx.db, ctx.actor.id, choice);
  return listPreferences(ctx);
}

export async function writePreference(db: Executor, userId: string, choice: z.infer<typeof preferenceInput>): Promise<void> {
  await db
    .insert(notificationPreferences)
    .values({ userId, ...choice })
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.event, notificationPreferences.channel],
      set: { enabled: choice.enabled },
    });
}

export async function saveSettings(ctx: UserContext, { mailRhythm }: z.infer<typeof settingsInput>) {
  await ctx.db
    .insert(notificationSettings)
    .values({ userId: ctx.actor.id, mailRhythm })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: { mailRhythm } });
  return getSettings(ctx);
}

/** Takes away what somebody was told of as one of a team that they are no longer of. */
export async function forgetForeign(tx: Executor, userId: string, role: Role): Promise<void> {
  const foreign = NOTIFICATION_EVENTS.filter((event) => !isEventFor(event, role));
  await tx.delete(notifications).where(and(eq(notifications.userId, userId), inArray(notifications.event, foreign)));
}

/** Read ones are for looking back, not for history; nobody reads what has been waiting for a year. */
export async function forgetNotifications({ db }: Services): Promise<void> {
  await db.delete(notifications).where(lt(notifications.readAt, sql`now() - interval '90 days'`));
  await db.delete(notifications).where(lt(notifications.updatedAt, sql`now() - interval '1 year'`));
}
