import { and, asc, count, countDistinct, desc, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, union } from "drizzle-orm/pg-core";
import { AppError, found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { BILLING_INTERVALS, PLANS, type Plan } from "@/lib/enums/subscription";
import { pageOffset } from "@/lib/page-math";
import type { Context, Services, UserContext } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { answers, billingCustomers, complimentaryPeriods, invoices, subscriptions, users } from "@/server/db/schema";
import { demoReceipt } from "./demo/queries";
import {
  type Entitlements,
  entitlementsOf,
  GRACE_DAYS,
  graceEnds,
  LOOKUP_KEYS,
  lapses,
  limitReached,
  lookupKeyOf,
  OVER,
  offerOf,
  PAID_PLANS,
  type PaidPlan,
  planNow,
  SENDING_HOURS,
  type Usage,
} from "./rules";

/** What is for sale, and what each plan allows. */
export async function listPlans({ payments, settings }: Context) {
  const limits = await settings.get("entitlements");
  const prices = payments.mode === "off" ? [] : await payments.prices(LOOKUP_KEYS);
  const offers = prices.flatMap(({ lookupKey, unitAmount, currency }) => {
    const offer = offerOf(lookupKey);
    return offer ? [{ ...offer, amount: unitAmount, currency }] : [];
  });
  const plans = PLANS.map((plan) => ({
    plan,
    entitlements: entitlementsOf(limits[plan]),
    prices: offers.filter((offer) => offer.plan === plan).map(({ interval, amount, currency }) => ({ interval, amount, currency })),
  }));
  return { payments: payments.mode, plans };
}

type SubscriptionRow = typeof subscriptions.$inferSelect;

/** What was bought in a demo, or in Stripe's test mode, is nothing where money is real; nor is any of it where nobody takes payments. */
export const inWorld = ({ world }: Services["payments"], table: { world: PgColumn }): SQL => (world ? eq(table.world, world) : sql`false`);

/** @param now on the clock of the payments */
export function toSubscription(row: Omit<SubscriptionRow, "syncedAt" | "keptOutEnd" | "remindedOf" | "world">, now: Date) {
  const grace = graceEnds(row);
  const offer = offerOf(row.lookupKey);
  return {
    uid: row.id,
    plan: offer?.plan ?? ("free" as const),
    interval: offer?.interval ?? ("month" as const),
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    cancelAt: row.cancelAt?.toISOString() ?? null,
    cancelReason: row.cancelReason,
    trialEnd: row.trialEnd?.toISOString() ?? null,
    graceEndsAt: grace && now < grace ? grace.toISOString() : null,
    lapsesAt: lapses(row)?.toISOString() ?? null,
    card: row.card,
  };
}

/** The subscription that has not ended, if there is one; of several the one that was made last. */
export async function currentSubscription({ payments }: Services, db: Executor, userId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(inWorld(payments, subscriptions), eq(subscriptions.userId, userId), notInArray(subscriptions.status, [...OVER])))
    .orderBy(desc(subscriptions.createdAt))
    .limit(1);
  return row;
}

export async function activeSubscription(ctx: UserContext) {
  const row = await currentSubscription(ctx, ctx.db, ctx.actor.id);
  if (!row) return null;
  const shown = toSubscription(row, await ctx.payments.now());
  // With what somebody pays is shown to nobody else.
  return ctx.actor.viewing ? { ...shown, card: null } : shown;
}

/** What gives somebody a plan now, and which one that is. */
export async function planOf(services: Services, db: Executor, userId: string): Promise<{ plan: Plan; complimentaryUntil: Date | null }> {
  const now = await services.payments.now();
  const [held, given] = await Promise.all([
    db
      .select()
      .from(subscriptions)
      .where(and(inWorld(services.payments, subscriptions), eq(subscriptions.userId, userId))),
    db
      .select()
      .from(complimentaryPeriods)
      .where(and(eq(complimentaryPeriods.userId, userId), isNull(complimentaryPeriods.revokedAt))),
  ]);
  const plan = planNow(held, given, now);
  const paid = planNow(held, [], now);
  // Of several gifts the one that ends last.
  const ends = given.filter((one) => planNow([], [one], now) === plan).map(({ endsAt }) => endsAt.getTime());
  return { plan, complimentaryUntil: plan === paid || ends.length === 0 ? null : new Date(Math.max(...ends)) };
}

/** The plans of several people; whoever is not among them has none. */
export async function plansOf(services: Services, db: Executor, userIds: string[]): Promise<Map<string, Plan>> {
  if (userIds.length === 0) return new Map();
  const now = await services.payments.now();
  const [held, given] = await Promise.all([
    db
      .select()
      .from(subscriptions)
      .where(and(inWorld(services.payments, subscriptions), inArray(subscriptions.userId, userIds))),
    db
      .select()
      .from(complimentaryPeriods)
      .where(and(inArray(complimentaryPeriods.userId, userIds), isNull(complimentaryPeriods.revokedAt))),
  ]);
  const of = (userId: string) => (row: { userId: string }) => row.userId === userId;
  return new Map(userIds.map((id) => [id, planNow(held.filter(of(id)), given.filter(of(id)), now)]));
}

/** Which subscriptions open one of these plans. @param at on the clock of the payments */
const paidNow = ({ payments }: Services, plans: readonly PaidPlan[], at: Date) =>
  and(
    // Written out, as the index has it.
    sql`${subscriptions.status} in ('trialing', 'active', 'past_due')`,
    inArray(
      subscriptions.lookupKey,
      plans.flatMap((plan) => BILLING_INTERVALS.map((interval) => lookupKeyOf(plan, interval))),
    ),
    inWorld(payments, subscriptions),
    or(
      ne(subscriptions.status, "past_due"),
      sql`${subscriptions.pastDueSince} > ${at.toISOString()}::timestamptz - make_interval(days => ${GRACE_DAYS})`,
    ),
  );

/** Which periods give one of these plans. @param at on the clock of the payments */
const givenNow = (plans: readonly PaidPlan[], at: Date) =>
  and(
    isNull(complimentaryPeriods.revokedAt),
    inArray(complimentaryPeriods.plan, [...plans]),
    sql`${complimentaryPeriods.startsAt} <= ${at.toISOString()}::timestamptz and ${complimentaryPeriods.endsAt} > ${at.toISOString()}::timestamptz`,
  );

/** The ids of all who have one of these plans, paid for or given: a part of another question. @param at on the clock of the payments */
export const withPlans = (services: Services, db: Executor, plans: readonly PaidPlan[], at: Date) =>
  union(
    db
      .select({ userId: subscriptions.userId })
      .from(subscriptions)
      .where(paidNow(services, plans, at)),
    db.select({ userId: complimentaryPeriods.userId }).from(complimentaryPeriods).where(givenNow(plans, at)),
  );

/** How many people have each plan, by how they have it. Whoever has two counts in both. */
export async function holdersNow(ctx: UserContext) {
  const { db } = ctx;
  const now = await ctx.payments.now();
  const [paid, given, [rest]] = await Promise.all([
    db
      .select({ lookupKey: subscriptions.lookupKey, people: countDistinct(subscriptions.userId) })
      .from(subscriptions)
      .where(paidNow(ctx, PAID_PLANS, now))
      .groupBy(subscriptions.lookupKey),
    db
      .select({ plan: complimentaryPeriods.plan, people: countDistinct(complimentaryPeriods.userId) })
      .from(complimentaryPeriods)
      .where(givenNow(PAID_PLANS, now))
      .groupBy(complimentaryPeriods.plan),
    db
      .select({ people: count() })
      .from(users)
      .where(and(isNull(users.erasedAt), notInArray(users.id, withPlans(ctx, db, PAID_PLANS, now)))),
  ]);
  const offers = paid.flatMap(({ lookupKey, people }) => {
    const offer = offerOf(lookupKey);
    return offer ? [{ ...offer, people }] : [];
  });
  return { paid: offers, given, free: rest?.people ?? 0 };
}

/** Takes that are on their way. */
const SENDING = sql`(${answers.state} = 'uploading' and ${answers.sendingSince} > now() - make_interval(hours => ${sql.raw(String(SENDING_HOURS))}))`;

/** Takes that count for a week's limit, and those that count for the storage. */
export const TAKEN_LATELY = sql`(${answers.storedAt} > now() - interval '7 days' or ${SENDING})`;
export const TAKES_ROOM = sql`(${answers.deletedAt} is null and (${answers.fileKey} is not null or ${SENDING}))`;

/**
 * What somebody's recordings take up, those on their way included. A week's takes are those that arrived in it, not those that a device
 * says were made in it: it could date them back to a week that has room.
 * @param except an answer that is not counted
 */
export async function usageOf(db: Executor, userId: string, except?: string): Promise<Usage> {
  const own = eq(answers.userId, userId);
  const counted = except ? and(own, sql`${answers.id} <> ${except}`) : own;
  const takenIn = sql<Date>`coalesce(${answers.storedAt}, ${answers.sendingSince})`.mapWith(answers.storedAt);
  const [recent, [kept]] = await Promise.all([
    db.select({ at: takenIn }).from(answers).where(and(counted, TAKEN_LATELY)).orderBy(asc(takenIn)),
    db
      .select({ bytes: sql<number>`coalesce(sum(${answers.sizeBytes}), 0)::float8` })
      .from(answers)
      .where(and(counted, TAKES_ROOM)),
  ]);
  return { storedAt: recent.map(({ at }) => at), storedBytes: kept?.bytes ?? 0 };
}

/** What a plan allows, as it is set now. */
export const allowedBy = async ({ settings }: Services, plan: Plan): Promise<Entitlements> =>
  entitlementsOf((await settings.get("entitlements"))[plan]);

/** Bytes of recordings that somebody's plan keeps. */
export async function storageOf(services: Services, db: Executor, userId: string): Promise<number> {
  const { plan } = await planOf(services, db, userId);
  return (await allowedBy(services, plan)).storageBytes;
}

export async function getUsage(ctx: UserContext) {
  const { plan, complimentaryUntil } = await planOf(ctx, ctx.db, ctx.actor.id);
  const entitlements = await allowedBy(ctx, plan);
  const usage = await usageOf(ctx.db, ctx.actor.id);
  const limit = limitReached(entitlements, usage, 0, new Date());
  return {
    plan,
    entitlements,
    complimentaryUntil: complimentaryUntil?.toISOString() ?? null,
    takes: { used: usage.storedAt.length, nextFreeAt: limit?.reached === "takes" ? limit.freeAt.toISOString() : null },
    storedBytes: usage.storedBytes,
  };
}

/**
 * Lets one more recording in, as far as the plan allows. Held until the transaction ends, so that two at once cannot both take
 * the last place.
 * @throws AppError takesPerWeekReached | storageFull
 */
export async function claimRoom(services: Services, tx: Transaction, file: { userId: string; uid: string; size: number }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`room:${file.userId}`}, 0))`);
  const { plan } = await planOf(services, tx, file.userId);
  const limit = limitReached(await allowedBy(services, plan), await usageOf(tx, file.userId, file.uid), file.size, new Date());
  if (limit) throw new AppError(limit.reached === "takes" ? "takesPerWeekReached" : "storageFull");
}

export async function listInvoices({ db, actor, payments }: UserContext, page: number) {
  const own = and(inWorld(payments, invoices), eq(invoices.userId, actor.id));
  const [rows, [totals]] = await Promise.all([
    db.select().from(invoices).where(own).orderBy(desc(invoices.createdAt), desc(invoices.id)).limit(PAGE_SIZE).offset(pageOffset(page)),
    db.select({ total: count() }).from(invoices).where(own),
  ]);
  return { data: rows.map(toInvoice), meta: { total: totals?.total ?? 0 } };
}

/** What came in for an invoice. Credit that paid it came in with an earlier one. */
const paidOf = ({ status, total, amountPaid }: typeof invoices.$inferSelect): number =>
  amountPaid ?? (status === "paid" ? Math.max(0, total) : 0);

export const toInvoice = (row: typeof invoices.$inferSelect) => ({
  uid: row.id,
  number: row.number,
  status: row.status,
  amount: row.total,
  amountPaid: paidOf(row),
  currency: row.currency,
  amountRefunded: row.amountRefunded,
  createdAt: row.createdAt.toISOString(),
});

/** One's own invoice as a PDF. @throws AppError notFound for a stranger's */
export async function getReceipt(ctx: UserContext, invoiceId: string) {
  const [row] = await ctx.db
    .select()
    .from(invoices)
    .where(and(inWorld(ctx.payments, invoices), eq(invoices.id, invoiceId), eq(invoices.userId, ctx.actor.id)));
  const { number, amountRefunded } = found(row);
  const pdf = ctx.payments.demo ? await demoReceipt(ctx, invoiceId, amountRefunded) : found(await ctx.payments.receipt(invoiceId));
  const name = `parley-${(number ?? invoiceId).replaceAll(/[^\w-]/g, "")}.pdf`;
  return { name, type: "application/pdf" as const, content: Buffer.from(pdf).toString("base64") };
}

/** Who somebody is at Stripe; undefined before the first Checkout. */
export async function customerOf({ payments }: Services, db: Executor, userId: string) {
  const [row] = await db
    .select()
    .from(billingCustomers)
    .where(and(inWorld(payments, billingCustomers), eq(billingCustomers.userId, userId)));
  return row;
}
