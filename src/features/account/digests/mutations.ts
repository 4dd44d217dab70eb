import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { type NotificationRow, tellable } from "@/features/account/notifications/queries";
import { isChoosable, MAIL_AFTER_MINUTES, MAIL_LATEST_MINUTES } from "@/features/account/notifications/rules";
import { writePreference } from "@/features/account/preferences/mutations";
import { AppError } from "@/lib/app-error";
import { NOTIFICATION_EVENTS, type NotificationEvent } from "@/lib/enums/notifications";
import type { Services } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { notifications, users } from "@/server/db/schema";
import type { Env } from "@/server/env";
import { enqueueMail } from "@/server/mail/outbox";
import { openUnsubscription } from "@/server/mail/unsubscribe";
import { newsOf, readerOf } from "./queries";

/** People who are mailed in one run; the rest are next in a minute. */
const PEOPLE = 500;

/**
 * Mails what has been unread for a while, to each person in one mail. It waits a little for more to come, so that what happens
 * together is told together.
 */
export async function mailUnread({ db, log, env }: Services, now = new Date()): Promise<void> {
  const patience = MAIL_LATEST_MINUTES - MAIL_AFTER_MINUTES;
  const at = now.toISOString();
  const due = await db
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(and(isNotNull(notifications.mailDueAt), tellable))
    .groupBy(notifications.userId)
    .having(sql`min(${notifications.mailDueAt}) <= ${at} and (max(${notifications.mailDueAt}) <= ${at}
      or max(${notifications.mailDueAt}) > ${at}::timestamptz + make_interval(mins => ${MAIL_AFTER_MINUTES})
      or min(${notifications.mailDueAt}) <= ${at}::timestamptz - make_interval(mins => ${patience}))`)
    .limit(PEOPLE);
  for (const { userId } of due) {
    await db
      .transaction((tx) => mailPerson(tx, env, userId, now))
      .catch((error: unknown) => log.error({ err: error, account: userId }, "unread not mailed"));
  }
}

async function mailPerson(tx: Transaction, env: Env, userId: string, now: Date): Promise<void> {
  const due = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), lte(notifications.mailDueAt, now), tellable))
    // As everybody locks them; they are told in the order in which they moved.
    .orderBy(asc(notifications.id))
    .for("update");
  if (due.length === 0) return;
  const rows = due.toSorted((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime());
  const reader = await readerOf(tx, env, userId);
  if (!reader) return;
  const told = reader.wanted(rows);
  await setMailed(tx, rows, null);
  if (told.length === 0) return;
  await setMailed(tx, told, now);
  const { email, language: locale } = reader.owner;
  await enqueueMail(tx, { to: email, locale, ...newsOf(reader.owner, told, { locale, toldAt: now.toISOString() }) });
}

const setMailed = (tx: Transaction, rows: NotificationRow[], now: Date | null) =>
  tx
    .update(notifications)
    .set({ mailDueAt: null, ...(now ? { mailedAt: now } : {}) })
    .where(
      inArray(
        notifications.id,
        rows.map(({ id }) => id),
      ),
    );

const isEvent = (name: string): name is NotificationEvent => (NOTIFICATION_EVENTS as readonly string[]).includes(name);

/**
 * Turns off the mails of the kind that a link came with. The link is the proof: mail programs call it without a login (RFC 8058).
 * @throws AppError linkInvalid
 */
export async function unsubscribe({ db, env }: Services, path: string): Promise<void> {
  const opened = openUnsubscription(env.secrets, path);
  const events = opened?.events.filter(isEvent).filter((event) => isChoosable(event, "email")) ?? [];
  if (!opened || events.length === 0) throw new AppError("linkInvalid");
  await db.transaction(async (tx) => {
    const [owner] = await tx.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, opened.userId));
    // Whoever has left hears nothing any more, which is what the link asks for.
    if (!owner || owner.erasedAt) return;
    for (const event of events) await writePreference(tx, opened.userId, { event, channel: "email", enabled: false });
  });
}
