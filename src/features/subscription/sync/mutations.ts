import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { userTopic } from "@/features/account/events";
import { notify } from "@/features/account/notifications/mutations";
import { AppError } from "@/lib/app-error";
import { DAY_MS } from "@/lib/durations";
import type { BillingWorld } from "@/lib/enums/subscription";
import { chargedDigits } from "@/lib/money";
import type { Services, UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { invoices, stripeEvents, subscriptions } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { adoptCard } from "../card/mutations";
import { currentSubscription, customerOf, planOf } from "../queries";
import { graceEnds } from "../rules";
import { dueEvents, lockCustomer } from "./queries";
import {
  generalMethod,
  type InvoiceRow,
  idOf,
  invoiceRow,
  owedOf,
  paymentIn,
  returnedOf,
  type SubscriptionRow,
  subjectOf,
  subscriptionRow,
  tidings,
  unlessGone,
} from "./rules";

export const EVENTS_JOB = "subscription.events";

/** What every event has, whatever it is about: the signature proves who sent it, not its form. */
const eventForm = z.object({
  id: z.string().startsWith("evt_"),
  type: z.string(),
  data: z.object({ object: z.looseObject({ object: z.string() }) }),
});

/**
 * Takes a webhook: who sent it is proven, then it is kept and answered; what it brings about comes after the answer.
 * @throws AppError webhookRefused | paymentsOff
 */
export async function receiveStripeEvent(services: Services, body: Buffer, headers: Record<string, string | undefined>): Promise<void> {
  const event = services.payments.verify(body, headers["stripe-signature"]);
  if (!eventForm.safeParse(event).success) throw new AppError("webhookRefused");
  const subject = subjectOf(event);
  if (!subject) return;
  await services.db.insert(stripeEvents).values({ id: event.id, type: event.type, subject }).onConflictDoNothing();
  await services.jobs.send(EVENTS_JOB);
}

/** Handles what has come in, each event once; one that fails waits longer each time and holds up no other. */
export async function handleEvents(services: Services): Promise<void> {
  let handled: number;
  do {
    handled = 0;
    // What another process is at stays due until it is done there: a round in which there is nothing else is the last.
    for (const { id } of await dueEvents(services.db)) {
      if (await handleEvent(services, id).catch((error: unknown) => postpone(services, id, error))) handled += 1;
    }
  } while (handled > 0);
}

/** @returns whether it was this call that handled it */
async function handleEvent(services: Services, id: string): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const [event] = await tx
      .select()
      .from(stripeEvents)
      .where(and(eq(stripeEvents.id, id), isNull(stripeEvents.handledAt)))
      .for("update", { skipLocked: true });
    if (!event) return false;
    await sync(services, tx, event.subject);
    await tx.update(stripeEvents).set({ handledAt: sql`now()`, lastError: null }).where(eq(stripeEvents.id, id));
    return true;
  });
}

/** How often the wait is doubled: far beyond six hours, and far below what an interval holds, which would end the whole round. */
const MOST_DOUBLED = 20;

/** Nor does one end the round that cannot be put off: it stays due, and comes with the next. */
async function postpone({ db, log }: Services, id: string, error: unknown): Promise<false> {
  log.warn({ err: error, event: id }, "event not handled");
  const said = error instanceof Error ? error.message.slice(0, 500).toWellFormed().replaceAll("\0", "") : "unknown";
  await db
    .update(stripeEvents)
    .set({
      attempts: sql`${stripeEvents.attempts} + 1`,
      dueAt: sql`now() + least(interval '6 hours', interval '5 seconds' * power(2, least(${stripeEvents.attempts}, ${MOST_DOUBLED})))`,
      lastError: said,
    })
    .where(eq(stripeEvents.id, id))
    .catch((failed: unknown) => log.error({ err: failed, event: id }, "event not put off"));
  return false;
}

interface Subject {
  customer: string | null;
  subscription?: string | null;
  invoice?: string | null;
  session?: string | null;
  charge?: string | null;
}

/** Invoices that are looked at when no certain one is meant: those of a year by the month. */
const INVOICES = 12;

/** Writes what Stripe has now of a subscription, an invoice, or what a charge paid; of a customer about whom no more is known, of all that may have changed. */
export async function sync(services: Services, tx: Transaction, subject: Subject): Promise<void> {
  const charge = subject.charge ? await chargeOf(services, subject.charge) : undefined;
  const whose = subject.customer ?? idOf(charge?.customer);
  const owner = whose ? await lockCustomer(services, tx, whose) : undefined;
  if (!owner) return;
  const { userId, stripeId: customer } = owner;
  const whole = !subject.subscription && !subject.invoice && !subject.charge;
  if (owner.cardSession && (whole || subject.session === owner.cardSession)) await adoptCard(services, tx, owner);
  if (subject.subscription) await syncSubscription(services, tx, userId, subject.subscription);
  if (subject.invoice) await syncInvoice(services, tx, userId, subject.invoice);
  // However old what it paid is: money may go back long after the newest invoices.
  for (const invoice of charge ? await invoicesPaidBy(services, charge) : []) await syncInvoice(services, tx, userId, invoice);
  if (!whole) return;
  const { payments } = services;
  try {
    const expand = WITH_SUBSCRIPTION.map((path) => `data.${path}`);
    const held = await payments.call((stripe) => stripe.subscriptions.list({ customer, status: "all", limit: 100, expand }));
    for (const subscription of held.data) await keepSubscription(services, tx, userId, subscription);
    const asked = await payments.call((stripe) => stripe.invoices.list({ customer, limit: INVOICES, expand: ["data.payments"] }));
    for (const invoice of asked.data) await keepInvoice(services, tx, userId, invoice, { newsAlone: true });
  } catch (error) {
    if ((error as { code?: unknown }).code !== "resource_missing") throw error;
    // Deleted at Stripe, which lists nothing of it any more: what we know of is asked for by name.
    const known = await currentSubscription(services, tx, userId);
    if (known) await syncSubscription(services, tx, userId, known.id);
  }
}

/** Undefined for one that Stripe does not know any more. */
const chargeOf = ({ payments }: Services, charge: string): Promise<Stripe.Charge | undefined> =>
  payments.call((stripe) => stripe.charges.retrieve(charge)).catch(unlessGone);

/** What a charge was for: it names its payment alone, which may be that of more than one invoice, and of none. */
async function invoicesPaidBy({ payments }: Services, { payment_intent }: Stripe.Charge): Promise<string[]> {
  const intent = idOf(payment_intent);
  if (!intent) return [];
  const payment = { type: "payment_intent", payment_intent: intent };
  const { data } = await payments.call((stripe) => stripe.invoicePayments.list({ payment, limit: 100 }));
  return data.flatMap(({ invoice }) => idOf(invoice) ?? []);
}

/** What a row needs to know of a subscription beside itself. */
const WITH_SUBSCRIPTION = ["default_payment_method", "customer"];

/** @returns the row as it is now */
export async function syncSubscription(services: Services, tx: Transaction, userId: string, id: string): Promise<SubscriptionRow> {
  const held = await services.payments.call((stripe) => stripe.subscriptions.retrieve(id, { expand: WITH_SUBSCRIPTION }));
  return keepSubscription(services, tx, userId, held);
}

/** @param held with its card and its customer as objects */
async function keepSubscription(services: Services, tx: Transaction, userId: string, held: Stripe.Subscription): Promise<SubscriptionRow> {
  const { payments } = services;
  const owed =
    held.status === "past_due"
      ? owedOf((await payments.call((stripe) => stripe.invoices.list({ subscription: held.id, limit: 100 }))).data)
      : [];
  const general = generalMethod(held);
  const card = general ? await payments.call((stripe) => stripe.paymentMethods.retrieve(general)) : held.default_payment_method;
  return writeSubscription(services, tx, subscriptionRow(held, userId, owed, card));
}

async function writeSubscription(services: Services, tx: Transaction, row: SubscriptionRow): Promise<SubscriptionRow> {
  const [before] = await tx.select().from(subscriptions).where(eq(subscriptions.id, row.id)).for("update");
  if (isKept(before, row)) return row;
  const { id: _, ...set } = row;
  await tx
    .insert(subscriptions)
    .values({ ...row, world: worldOf(services) })
    .onConflictDoUpdate({ target: subscriptions.id, set: { ...set, syncedAt: sql`now()` } });
  await publish(tx, userTopic(row.userId), "subscription");
  const kind = tidings(before, row, await services.payments.now());
  if (kind) {
    const values = await tidingsValues(services, tx, row);
    await notify(tx, { userId: row.userId, event: "billing", kind, values, href: "/dashboard/subscription", mail: kind });
  }
  return row;
}

/** What the mail says beside the event: until when a payment can wait, and what somebody has even without paying. */
async function tidingsValues(services: Services, tx: Transaction, row: SubscriptionRow): Promise<Record<string, string>> {
  const untilAt = graceEnds(row)?.toISOString();
  const given = (await planOf(services, tx, row.userId)).complimentaryUntil?.toISOString();
  return { ...(untilAt ? { untilAt } : {}), ...(given ? { given: "yes", givenUntilAt: given } : { given: "no" }) };
}

/** Nothing is written of what Stripe says where nobody talks to it. */
function worldOf({ payments: { world } }: Services): BillingWorld {
  if (!world) throw new AppError("paymentsOff");
  return world;
}

/**
 * The customer, locked, and the subscription that has not ended, as Stripe has it at this moment: what somebody does about it is
 * not decided by a webhook that is still on its way.
 * @throws AppError noSubscription
 */
export async function lockCurrentSubscription(ctx: UserContext, tx: Transaction) {
  const known = await customerOf(ctx, tx, ctx.actor.id);
  const customer = known && (await lockCustomer(ctx, tx, known.stripeId));
  const before = await currentSubscription(ctx, tx, ctx.actor.id);
  if (!customer || !before) throw new AppError("noSubscription");
  await syncSubscription(ctx, tx, ctx.actor.id, before.id);
  const held = await currentSubscription(ctx, tx, ctx.actor.id);
  if (!held) throw new AppError("noSubscription");
  return { customer, held };
}

/** Invoices that were paid longer ago come in when an account is connected anew: their receipts have long been sent. */
const FRESH_MS = 7 * DAY_MS;

export async function syncInvoice(services: Services, tx: Transaction, userId: string, id: string): Promise<void> {
  const invoice = await services.payments.call((stripe) => stripe.invoices.retrieve(id, { expand: ["payments"] })).catch(unlessGone);
  if (invoice) await keepInvoice(services, tx, userId, invoice);
}

/**
 * @param invoice with its payments
 * @param newsAlone of one that stands as it did, it is not asked what went back: that is told by itself, and looked for at night
 */
async function keepInvoice(
  services: Services,
  tx: Transaction,
  userId: string,
  invoice: Stripe.Invoice,
  { newsAlone = false } = {},
): Promise<void> {
  // Stripe may still change a draft, or delete it, and nobody is asked to pay it.
  if (invoice.status === "draft") return;
  const [before] = await tx.select().from(invoices).where(eq(invoices.id, invoice.id)).for("update");
  const known = newsAlone && before?.status === invoice.status ? before.amountRefunded : undefined;
  const row = invoiceRow(invoice, userId, known ?? (await returnsOf(services, invoice)).amount);
  if (isKept(before, row)) return;
  await writeInvoice(services, tx, row);
  const paid = before?.status === "paid" ? null : paymentIn(invoice);
  if (!paid || (await services.payments.now()).getTime() - paid.at.getTime() > FRESH_MS) return;
  const values = { number: row.number ?? "", paidAmount: `${paid.amount} ${row.currency} ${chargedDigits(row.currency)}` };
  await notify(tx, { userId, event: "billing", kind: "receipt", values, href: "/dashboard/subscription#invoices", mail: "receipt" });
}

async function writeInvoice(services: Services, tx: Transaction, row: InvoiceRow): Promise<void> {
  const { id: _, ...set } = row;
  await tx
    .insert(invoices)
    .values({ ...row, world: worldOf(services) })
    .onConflictDoUpdate({ target: invoices.id, set });
  await publish(tx, userTopic(row.userId), "subscription");
}

/** Whether a row is there already, just so: then nothing is written, and nobody is told. */
const isKept = (before: Record<string, unknown> | undefined, row: object): boolean =>
  before !== undefined && Object.entries(row).every(([name, value]) => isDeepStrictEqual(before[name], value));

/** The payment behind a paid invoice; undefined when no card was charged for it. */
export const paymentOf = (invoice: Stripe.Invoice): string | undefined =>
  idOf(invoice.payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent) ?? undefined;

/** What was paid back of a payment, or tried to be. */
export async function refundsTo({ payments }: Pick<Services, "payments">, payment_intent: string): Promise<Stripe.Refund[]> {
  return (await payments.call((stripe) => stripe.refunds.list({ payment_intent, limit: 100 }))).data;
}

/** What went back of what a card paid for an invoice: its refunds, and in minor units what these and disputes come to. */
export async function returnsOf(services: Services, invoice: Stripe.Invoice): Promise<{ refunds: Stripe.Refund[]; amount: number }> {
  const payment_intent = invoice.status === "paid" ? paymentOf(invoice) : undefined;
  if (!payment_intent) return { refunds: [], amount: 0 };
  const refunds = await refundsTo(services, payment_intent);
  const { data: disputes } = await services.payments.call((stripe) => stripe.disputes.list({ payment_intent, limit: 100 }));
  return { refunds, amount: returnedOf(invoice.amount_paid, refunds, disputes) };
}
