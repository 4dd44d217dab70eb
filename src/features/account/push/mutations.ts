import { createHash } from "node:crypto";
import { and, desc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { isTellable, wordsOf } from "@/features/account/notifications/queries";
import { isEventFor } from "@/features/account/notifications/rules";
import { AppError, found } from "@/lib/app-error";
import type { NotificationEvent } from "@/lib/enums/notifications";
import { type Locale, localeDirection, localeTag } from "@/lib/locales";
import type { Services, UserContext } from "@/server/api/context";
import { roleInForce, withoutFactor } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import { notifications, outboxPushes, pushSubscriptions, sessions, users } from "@/server/db/schema";
import { wakeJob } from "@/server/jobs/queue";
import { serverText } from "@/server/text";
import type { PushAnswer } from "@/server/vendors/push";
import type { subscriptionInput } from "./schema";

export const PUSH_JOB = "push.send";

/** Browsers of one person that take pushes; the one that was turned on first makes room. */
const MAX_BROWSERS = 20;
/** What did not arrive within a day is no news: it stands under the bell. */
const TTL_SECONDS = 86_400;
const URGENT: readonly NotificationEvent[] = ["new_device", "security", "support"];

/**
 * Takes this browser's address for pushes, for this session. A browser has one address: whoever signs in there and turns
 * pushes on takes it over.
 * @throws AppError pushServiceUnknown
 */
export async function savePushSubscription(ctx: UserContext, { endpoint, keys }: z.infer<typeof subscriptionInput>): Promise<void> {
  const { db, actor, push } = ctx;
  if (!push.takes(endpoint)) throw new AppError("pushServiceUnknown");
  const mine = { userId: actor.id, sessionId: actor.sessionId, ...keys };
  await db.transaction(async (tx) => {
    await tx
      .insert(pushSubscriptions)
      .values({ id: uuidv7(), endpoint, ...mine })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...mine, createdAt: sql`now()` } });
    const over = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, actor.id))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .offset(MAX_BROWSERS);
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, over));
  });
}

/** Nothing more is sent to this browser. One that is not there is no error: it is what is asked for. */
export async function removePushSubscription({ db, actor }: UserContext, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, actor.id)));
}

/** Sends one to this browser now, for its owner to see that it arrives. @returns whether the push service took it */
export async function testPush({ db, actor, push, locale, log }: UserContext, endpoint: string): Promise<boolean> {
  const own = and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, actor.id));
  const [row] = await db.select().from(pushSubscriptions).where(own);
  const target = found(row);
  const title = serverText(locale, "notifications.push.test");
  const message = { title, href: "/dashboard/notifications", tag: "test", ...writing(locale), always: true };
  const answer = await push.send(target, message, { ttl: 60, urgency: "high", topic: "test" });
  if (answer.state === "gone") await db.delete(pushSubscriptions).where(own);
  if (answer.state !== "taken") log.warn({ answer }, "test push not taken");
  return answer.state === "taken";
}

const writing = (locale: Locale) => ({ lang: localeTag(locale), dir: localeDirection(locale) });

/** Puts notifications into the outbox of each of their owners' browsers; one that is renewed goes out once more. */
export async function enqueuePushes(tx: Transaction, notificationIds: string[]): Promise<void> {
  if (notificationIds.length === 0) return;
  const browsers = tx
    .select({
      id: sql<string>`gen_random_uuid()`.as("id"),
      notificationId: notifications.id,
      subscriptionId: pushSubscriptions.id,
      createdAt: sql`now()`.as("created_at"),
      dueAt: sql`now()`.as("due_at"),
      attempts: sql<number>`0`.as("attempts"),
      lastError: sql<string | null>`null::text`.as("last_error"),
    })
    .from(notifications)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, notifications.userId))
    .where(sql`${notifications.id} = any(${sql.param(notificationIds)}::uuid[])`);
  const out = await tx
    .insert(outboxPushes)
    .select(browsers)
    .onConflictDoUpdate({
      target: [outboxPushes.notificationId, outboxPushes.subscriptionId],
      set: { dueAt: sql`now()`, createdAt: sql`now()`, attempts: 0 },
    })
    .returning({ id: outboxPushes.id });
  if (out.length > 0) await wakeJob(tx, PUSH_JOB);
}

const BATCH = 20;
/** While a push is being sent nobody else takes it; if the sender dies, it is due again after this. */
const LEASE_MINUTES = 5;
const MAX_ATTEMPTS = 8;

/** Sends what is due. What a push service did not take comes again, later and later. */
export async function sendDuePushes(services: Services): Promise<void> {
  for (;;) {
    const rows = await claim(services);
    await Promise.all(rows.map((row) => deliver(services, row)));
    if (rows.length < BATCH) return;
  }
}

type Row = typeof outboxPushes.$inferSelect;

const claim = ({ db }: Services): Promise<Row[]> =>
  db.transaction(async (tx) => {
    const due = tx
      .select({ id: outboxPushes.id })
      .from(outboxPushes)
      .where(lte(outboxPushes.dueAt, sql`now()`))
      .orderBy(outboxPushes.dueAt)
      .limit(BATCH)
      .for("update", { skipLocked: true });
    return tx
      .update(outboxPushes)
      .set({ attempts: sql`${outboxPushes.attempts} + 1`, dueAt: sql`now() + make_interval(mins => ${LEASE_MINUTES})` })
      .where(sql`${outboxPushes.id} in ${due}`)
      .returning();
  });

async function deliver(services: Services, row: Row): Promise<void> {
  const { db, log } = services;
  const answer = await sendOne(services, row).catch((error: unknown): PushAnswer => {
    log.error({ err: error, push: row.id }, "push not sent");
    return { state: "later", reason: "error" };
  });
  if (answer.state === "gone") await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, row.subscriptionId));
  if (answer.state === "later" && row.attempts < MAX_ATTEMPTS) {
    const seconds = Math.max(2 ** row.attempts * 15, answer.retryAfter ?? 0);
    const late = { lastError: answer.reason, dueAt: sql`now() + make_interval(secs => ${Math.min(seconds, TTL_SECONDS)})` };
    // Renewed meanwhile, it is due at once and stays so.
    await db
      .update(outboxPushes)
      .set(late)
      .where(and(eq(outboxPushes.id, row.id), eq(outboxPushes.attempts, row.attempts)));
    return;
  }
  if (answer.state !== "taken" && answer.state !== "gone") log.warn({ push: row.id, reason: answer.reason }, "push dropped");
  await db.delete(outboxPushes).where(and(eq(outboxPushes.id, row.id), eq(outboxPushes.attempts, row.attempts)));
}

/** What was read meanwhile, or is old, needs no push: as good as taken. */
async function sendOne({ db, push, env }: Services, row: Row): Promise<PushAnswer> {
  const [found] = await db
    .select({
      notification: notifications,
      target: pushSubscriptions,
      locale: users.language,
      timeZone: users.timeZone,
      role: users.role,
      loggedIn: sql<boolean>`${sessions.expiresAt} > now()`,
      withoutFactor: withoutFactor("users"),
    })
    .from(outboxPushes)
    .innerJoin(notifications, eq(notifications.id, outboxPushes.notificationId))
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, outboxPushes.subscriptionId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(
      and(
        eq(outboxPushes.id, row.id),
        // The browser may have become somebody else's.
        eq(pushSubscriptions.userId, notifications.userId),
        isNull(notifications.readAt),
        isNull(sessions.endedAt),
        isNull(users.suspendedAt),
        isNull(users.erasedAt),
      ),
    );
  const left = TTL_SECONDS - Math.floor((Date.now() - row.createdAt.getTime()) / 1000);
  if (!found || left <= 0) return { state: "taken" };
  const { notification, target, locale, timeZone } = found;
  if (!isTellable(notification)) return { state: "later", reason: "unknown" };
  // Whoever has left the team since, or has no second factor, hears no more of its work.
  if (!isEventFor(notification.event, roleInForce(env, found))) return { state: "taken" };
  // Once the login has run out somebody else may sit there, and titles name people.
  const title = found.loggedIn ? wordsOf(notification, locale, timeZone).title : serverText(locale, "notifications.push.news");
  const message = { title, href: notification.href, tag: notification.groupKey ?? notification.id, ...writing(locale) };
  const urgency = URGENT.includes(notification.event) ? "high" : "normal";
  return push.send(target, message, { ttl: left, urgency, topic: topicOf(notification.groupKey ?? notification.id) });
}

/** The push service sees it: it says nothing but what belongs together. */
const topicOf = (key: string): string => createHash("sha256").update(key).digest("base64url").slice(0, 32);
