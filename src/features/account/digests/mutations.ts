import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type NotificationRow, tellable } from "@/features/account/notifications/queries";
import { isChoosable, MAIL_AFTER_MINUTES, MAIL_LATEST_MINUTES } from "@/features/account/notifications/rules";
import { writePreference } from "@/features/account/preferences/mutations";
import { AppError } from "@/lib/app-error";
import { NOTIFICATION_EVENTS, type NotificationEvent } from "@/lib/enums/notifications";
import type { Services } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { notifications, users } from "@/server/db/schema";
import type { Env } from "@/server/env";
import { inBatches } from "@/server/jobs/batches";
import { enqueueMail } from "@/server/mail/outbox";
import { openUnsubscription } from "@/server/mail/unsubscribe";
import { newsOf, readerOf } from "./queries";

/** People who are looked for at once. */
const PEOPLE = 500;
/** So long a run goes on, in milliseconds; whoever is left is next in the one that follows. */
const RUN_MS = 10 * 60_000;

/**
 * Mails what has been unread for a while, to each person in one mail. It waits a little for more to come, so that what happens
 * together is told together.
 */
export async function mailUnread({ db, log, env }: Services, now = new Date()): Promise<void> {
  const begun = performance.now();
  await inBatches(PEOPLE, async (size) => {
    let mailed = 0;
    for (const userId of await peopleDue(db, now, size)) {
      try {
        await db.transaction((tx) => mailPerson(tx, env, userId, now));
        mailed++;
      } catch (error) {
        // They are due still: the next run tries again.
        log.error({ err: error, account: userId }, "unread not mailed");
      }
    }
    return performance.now() - begun < RUN_MS ? mailed : 0;
  });
}

/** Who is to be mailed by now, those first who wait longest. */
async function peopleDue(db: Executor, now: Date, size: number): Promise<string[]> {
  const patience = MAIL_LATEST_MINUTES - MAIL_AFTER_MINUTES;
  const at = now.toISOString();
  const due = alias(notifications, "due");
  const people = await db
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(
      and(
        isNotNull(notifications.mailDueAt),
        tellable,
        // Of most of whom something waits, it waits for hours: only those are looked at of whom something is due.
        inArray(notifications.userId, db.select({ userId: due.userId }).from(due).where(lte(due.mailDueAt, now))),
      ),
    )
    .groupBy(notifications.userId)
    .having(sql`min(${notifications.mailDueAt}) <= ${at} and (max(${notifications.mailDueAt}) <= ${at}
      or max(${notifications.mailDueAt}) > ${at}::timestamptz + make_interval(mins => ${MAIL_AFTER_MINUTES})
      or min(${notifications.mailDueAt}) <= ${at}::timestamptz - make_interval(mins => ${patience}))`)
    .orderBy(sql`min(${notifications.mailDueAt})`, notifications.userId)
    .limit(size);
  return people.map(({ userId }) => userId);
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
