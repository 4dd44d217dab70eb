import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type Stripe from "stripe";
import { z } from "zod";
import { notify } from "@/features/account/notifications/mutations";
import { DAY_MS } from "@/lib/durations";
import type { Services } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { billingCustomers, billingDepartures, stripeEvents, subscriptions, users } from "@/server/db/schema";
import { inBatches } from "@/server/jobs/batches";
import { withoutEnd } from "../change/rules";
import { takeBackCustomer } from "../customer/mutations";
import { currentSubscription, customerOf, inWorld } from "../queries";
import { cancellingOf, isOver } from "../rules";
import { sync, syncSubscription } from "../sync/mutations";
import { lockCustomer } from "../sync/queries";
import { idOf, unlessGone } from "../sync/rules";

/** So long customers are compared in a night, in milliseconds: less than the hours that the job has. */
const COMPARING_MS = 5 * 3_600_000;

/**
 * All that Stripe has against all that we have, each night: a webhook that never came shows here at last, and so does a customer of whom a
 * restore knows nothing.
 */
export async function reconcile(services: Services, comparingMs = COMPARING_MS): Promise<void> {
  const { payments, db } = services;
  if (payments.mode === "off") return;
  const begun = performance.now();
  let isLate = false;
  let after: string | undefined;
  const seen = new Set<string | null>();
  const nobodys = new Set<string>();
  for (;;) {
    const page = await payments.call((stripe) =>
      stripe.subscriptions.list({ status: "all", limit: 100, expand: ["data.customer"], ...(after ? { starting_after: after } : {}) }),
    );
    for (const [customer, userId] of await unknownThatPay(db, page.data)) {
      if (await takeBackCustomer(services, userId, customer)) seen.delete(customer);
      else nobodys.add(customer);
    }
    const ended = await knownToHaveEnded(db, page.data);
    for (const { id: subscription, customer } of page.data) {
      const id = idOf(customer);
      // Whom a restore forgot is taken back all the same.
      isLate ||= performance.now() - begun >= comparingMs;
      if (isLate) break;
      if (ended.has(subscription) || seen.has(id)) continue;
      seen.add(id);
      await reconcileOne(services, { customer: id });
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || !after) break;
  }
  if (isLate) services.log.error({ customers: seen.size }, "not all customers compared with Stripe: the night was too short");
  if (nobodys.size > 0) {
    const customers = [...nobodys].slice(0, MOST_NAMED);
    services.log.error({ customers, count: nobodys.size }, "customers at Stripe pay, and no account here has them");
  }
  // Each by itself, whoever was seen above: of them the newest invoices alone were looked at.
  for (const charge of await chargesReturned(services)) await reconcileOne(services, { customer: null, charge });
}

/** Of customers that are nobody's a line of the log names so many. */
const MOST_NAMED = 20;

/**
 * Customers that were made for an account, pay for something that has not ended, and are not known here, with the id of that account: a
 * restore has forgotten them. Those of others on the same account at Stripe name none, and those of whom Stripe is still to forget pay
 * only until then.
 */
async function unknownThatPay(db: Executor, held: Stripe.Subscription[]): Promise<Map<string, string>> {
  const paying = new Map<string, string>();
  for (const { customer, status } of held) {
    if (isOver(status) || typeof customer === "string" || customer.deleted) continue;
    const account = z.uuid().safeParse(customer.metadata.user);
    if (account.success) paying.set(customer.id, account.data);
  }
  const ids = [...paying.keys()];
  const known = await union(
    db.select({ id: billingCustomers.stripeId }).from(billingCustomers).where(inArray(billingCustomers.stripeId, ids)),
    db.select({ id: billingDepartures.stripeId }).from(billingDepartures).where(inArray(billingDepartures.stripeId, ids)),
  );
  for (const { id } of known) paying.delete(id);
  return paying;
}

/** Each customer, and each charge, in a transaction of its own: one that fails keeps nothing else from being put right. */
const reconcileOne = (services: Services, about: { customer: string | null; charge?: string }): Promise<void> =>
  services.db
    .transaction((tx) => sync(services, tx, about))
    .catch((error: unknown) => services.log.error({ err: error, ...about }, "not reconciled"));

/**
 * So far back money may have been fetched back of which nobody told: a bank that gives a dispute up, or decides it, may take months. Whoever
 * has nothing any more is found by that alone.
 */
const RETURNS_DAYS = 120;
/** Of refunds and of disputes each, the newest. */
const MOST_RETURNS = 10_000;

/** The charges of which something went back of late. */
async function chargesReturned({ payments }: Services): Promise<Set<string>> {
  const since = Math.floor((await payments.now()).getTime() / 1000) - RETURNS_DAYS * 86_400;
  const wanted = { created: { gte: since }, limit: 100 };
  const [refunds, disputes] = await Promise.all([
    payments.call((stripe) => stripe.refunds.list(wanted).autoPagingToArray({ limit: MOST_RETURNS })),
    payments.call((stripe) => stripe.disputes.list(wanted).autoPagingToArray({ limit: MOST_RETURNS })),
  ]);
  return new Set([...refunds, ...disputes].flatMap(({ charge }) => idOf(charge) ?? []));
}

/** Of these, the ones that have ended there and here: nothing becomes of them any more. */
async function knownToHaveEnded(db: Executor, held: Stripe.Subscription[]): Promise<Set<string>> {
  const over = held.filter(({ ended_at: at }) => at !== null).map(({ id }) => id);
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(inArray(subscriptions.id, over), isNotNull(subscriptions.endedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** Who cannot use what they pay for, or soon cannot: the end of their account is asked for, or they are kept out and cannot even cancel. */
const leaving = or(isNotNull(users.deletionRequestedAt), isNotNull(users.suspendedAt));
const staying = and(isNull(users.deletionRequestedAt), isNull(users.suspendedAt));

/** What somebody pays for whose account stands so, with their customer held; undefined where there is none. */
async function lockSubscriptionOf(services: Services, tx: Transaction, userId: string, standing: typeof leaving) {
  const [person] = await tx
    .select({ deletionRequestedAt: users.deletionRequestedAt })
    .from(users)
    .where(and(eq(users.id, userId), standing));
  const known = person && (await customerOf(services, tx, userId));
  if (!known || !(await lockCustomer(services, tx, known.stripeId))) return undefined;
  const held = await currentSubscription(services, tx, userId);
  return held && { held, own: person.deletionRequestedAt !== null };
}

/** Has what somebody pays for end with its period, who is leaving or kept out and has not come back; once more changes nothing. */
export async function endWithPeriod(services: Services, userId: string): Promise<void> {
  const { db, payments } = services;
  await db.transaction(async (tx) => {
    const { held, own } = (await lockSubscriptionOf(services, tx, userId, leaving)) ?? {};
    // One that has not begun, or is paused, asks for nothing by itself.
    if (!held || cancellingOf(held.status) === "atOnce") return;
    if (held.cancelAt && !own) return;
    if (!held.cancelAt) await payments.call((stripe) => stripe.subscriptions.update(held.id, { cancel_at_period_end: true }));
    const { cancelAt } = held.cancelAt ? held : await syncSubscription(services, tx, userId, held.id);
    // What they asked for themselves is taken back by nobody else.
    await tx
      .update(subscriptions)
      .set({ keptOutEnd: own ? null : cancelAt })
      .where(eq(subscriptions.id, held.id));
  });
}

/** Has what somebody pays for go on, who was let in again: where it was to end for that alone, and they have not chosen since. */
async function carryOn(services: Services, userId: string): Promise<void> {
  const { db, payments } = services;
  await db.transaction(async (tx) => {
    const before = (await lockSubscriptionOf(services, tx, userId, staying))?.held;
    if (!before?.keptOutEnd) return;
    // As Stripe has it at this moment: another end may have been set there.
    const { cancelAt } = await syncSubscription(services, tx, userId, before.id);
    if (cancelAt?.getTime() === before.keptOutEnd.getTime()) {
      await payments.call(async (stripe) =>
        stripe.subscriptions.update(before.id, withoutEnd(await stripe.subscriptions.retrieve(before.id))),
      );
      await syncSubscription(services, tx, userId, before.id);
    }
    await tx.update(subscriptions).set({ keptOutEnd: null }).where(eq(subscriptions.id, before.id));
  });
}

/** What is to go on of people who were let in again. */
export async function carryOnForRestored(services: Services): Promise<void> {
  const { db, payments, log } = services;
  const rows = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(inWorld(payments, subscriptions), staying, isNotNull(subscriptions.keptOutEnd), isNull(subscriptions.endedAt)))
    .limit(1000);
  for (const { userId } of rows) {
    await carryOn(services, userId).catch((error: unknown) => log.error({ err: error, account: userId }, "not carried on yet"));
  }
}

/** What is still to be renewed of people who are leaving or kept out: Stripe was away when they asked, or it began afterwards. */
export async function endForLeaving(services: Services): Promise<void> {
  const { db, payments, log } = services;
  const rows = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        inWorld(payments, subscriptions),
        leaving,
        isNull(subscriptions.cancelAt),
        inArray(subscriptions.status, ["trialing", "active", "past_due", "unpaid"]),
      ),
    )
    .limit(1000);
  for (const { userId } of rows) {
    await endWithPeriod(services, userId).catch((error: unknown) => log.error({ err: error, account: userId }, "not ended yet"));
  }
}

/** Customers whose account is erased are erased at Stripe too, which ends what they had at once. */
export async function forgetDeparted({ db, payments, log }: Services): Promise<void> {
  const due = await db.select().from(billingDepartures).where(inWorld(payments, billingDepartures)).limit(100);
  for (const { stripeId } of due) {
    try {
      await payments.call((stripe) => stripe.customers.del(stripeId)).catch(unlessGone);
      await db.delete(billingDepartures).where(eq(billingDepartures.stripeId, stripeId));
    } catch (error) {
      // One that fails comes again; it keeps nobody else from being forgotten.
      log.error({ err: error, customer: stripeId }, "not forgotten yet");
    }
  }
}

/** Stripe sends an event for three days at most; after a month none comes twice. */
export const forgetEvents = ({ db }: Services): Promise<void> =>
  inBatches(10_000, async (size) => {
    const old = db
      .select({ id: stripeEvents.id })
      .from(stripeEvents)
      .where(lt(stripeEvents.receivedAt, sql`now() - interval '30 days'`))
      .limit(size);
    return (await db.delete(stripeEvents).where(inArray(stripeEvents.id, old)).returning({ id: stripeEvents.id })).length;
  });

/** How long before it a subscription's end is recalled to its owner, in days. */
const REMIND_DAYS = 3;

/**
 * Recalls the ends that are near, each once; one that is taken back and set again is a new one. Whoever is kept out can do nothing
 * about it, and an end that was set for that is taken back when they are let in.
 */
export async function remindOfEnds(services: Services): Promise<void> {
  const { db, payments, log } = services;
  if (payments.mode === "off") return;
  const now = await payments.now();
  const soon = new Date(now.getTime() + REMIND_DAYS * DAY_MS);
  const near = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        inWorld(payments, subscriptions),
        isNull(users.suspendedAt),
        sql`${subscriptions.keptOutEnd} is distinct from ${subscriptions.cancelAt}`,
        inArray(subscriptions.status, ["trialing", "active"]),
        gt(subscriptions.cancelAt, now),
        lte(subscriptions.cancelAt, soon),
        sql`${subscriptions.remindedOf} is distinct from ${subscriptions.cancelAt}`,
      ),
    )
    .limit(1000);
  for (const { id } of near) {
    const told = db.transaction(async (tx) => {
      const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for("update");
      if (!row?.cancelAt || row.remindedOf?.getTime() === row.cancelAt.getTime()) return;
      await tx.update(subscriptions).set({ remindedOf: row.cancelAt }).where(eq(subscriptions.id, id));
      const kind = "subscription_ending";
      const values = { endsAt: row.cancelAt.toISOString() };
      await notify(tx, { userId: row.userId, event: "billing", kind, values, href: "/dashboard/subscription", mail: kind });
    });
    // One that fails comes again with the next run; it keeps nobody else from hearing of theirs.
    await told.catch((error: unknown) => log.error({ err: error, subscription: id }, "not reminded yet"));
  }
}
