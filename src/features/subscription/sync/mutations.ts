import { and, eq, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { userTopic } from "@/features/account/events";
import { notifyOwner } from "@/features/account/notifications/mutations";
import { AppError } from "@/lib/app-error";
import type { Services, UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { invoices, stripeEvents, subscriptions } from "@/server/db/schema";
import { MAIL_JOB } from "@/server/mail/outbox";
import { publish } from "@/server/realtime";
import { currentSubscription, customerOf } from "../queries";
import { graceEnds } from "../rules";
import { dueEvents, lockCustomer } from "./queries";
import { type InvoiceRow, idOf, invoiceRow, type SubscriptionRow, subjectOf, subscriptionRow, tidings } from "./rules";

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
  await services.jobs.send(MAIL_JOB);
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

async function postpone({ db, log }: Services, id: string, error: unknown): Promise<false> {
  log.warn({ err: error, event: id }, "event not handled");
  await db
    .update(stripeEvents)
    .set({
      attempts: sql`${stripeEvents.attempts} + 1`,
      dueAt: sql`now() + least(interval '6 hours', interval '5 seconds' * power(2, ${stripeEvents.attempts}))`,
      lastError: error instanceof Error ? error.message.slice(0, 500) : "unknown",
    })
    .where(eq(stripeEvents.id, id));
  return false;
}

interface Subject {
  customer: string | null;
  subscription?: string | null;
  invoice?: string | null;
  setupIntent?: string | null;
}

/** Writes what Stripe has now of a subscription or an invoice; of a customer about whom no more is known, of all there is. */
export async function sync(services: Services, tx: Executor, subject: Subject): Promise<void> {
  const owner = subject.customer ? await lockCustomer(tx, subject.customer) : undefined;
  if (!owner) return;
  const { userId, stripeId } = owner;
  if (subject.setupIntent) await adoptCard(services, stripeId, subject.setupIntent);
  if (subject.subscription) await syncSubscription(services, tx, userId, subject.subscription);
  if (subject.invoice) await syncInvoice(services, tx, userId, subject.invoice);
  if (!subject.subscription && !subject.invoice) await syncAllOf(services, tx, userId, stripeId);
}

const EXPANDED = ["default_payment_method", "customer.invoice_settings.default_payment_method"];

/** @returns the row as it is now */
export async function syncSubscription(services: Services, tx: Executor, userId: string, id: string): Promise<SubscriptionRow> {
  const { payments } = services;
  const held = await payments.call((stripe) => stripe.subscriptions.retrieve(id, { expand: EXPANDED }));
  const open =
    held.status === "past_due"
      ? (await payments.call((stripe) => stripe.invoices.list({ subscription: id, status: "open", limit: 100 }))).data
      : [];
  return writeSubscription(services, tx, subscriptionRow(held, userId, open));
}

async function writeSubscription(services: Services, tx: Executor, row: SubscriptionRow): Promise<SubscriptionRow> {
  const [before] = await tx.select().from(subscriptions).where(eq(subscriptions.id, row.id)).for("update");
  const { id, ...set } = row;
  await tx
    .insert(subscriptions)
    .values(row)
    .onConflictDoUpdate({ target: subscriptions.id, set: { ...set, syncedAt: sql`now()` } });
  await publish(tx, userTopic(row.userId), "subscription");
  const template = tidings(before, row, await services.payments.now());
  if (template) {
    const untilAt = graceEnds(row)?.toISOString();
    await notifyOwner(tx, row.userId, { template, values: untilAt ? { untilAt } : {} });
  }
  return { id, ...set };
}

/**
 * The customer, locked, and the subscription that has not ended, as Stripe has it at this moment: what somebody does about it is
 * not decided by a webhook that is still on its way.
 * @throws AppError noSubscription
 */
export async function lockHeld(ctx: UserContext, tx: Executor) {
  const customer = await customerOf(tx, ctx.actor.id);
  if (!customer) throw new AppError("noSubscription");
  await lockCustomer(tx, customer.stripeId);
  const known = await currentSubscription(tx, ctx.actor.id);
  if (known) await syncSubscription(ctx, tx, ctx.actor.id, known.id);
  const held = await currentSubscription(tx, ctx.actor.id);
  if (!held) throw new AppError("noSubscription");
  return { customer: customer.stripeId, held };
}

/** Older invoices than this come in when an account is connected anew: their receipts have long been sent. */
const FRESH_MS = 7 * 86_400_000;

export async function syncInvoice(services: Services, tx: Executor, userId: string, id: string): Promise<void> {
  const invoice = await services.payments.call((stripe) => stripe.invoices.retrieve(id, { expand: ["payments"] }));
  // Stripe may still change a draft, and nobody is asked to pay it.
  if (invoice.status === "draft") return;
  const row = invoiceRow(invoice, userId, await refundedOf(services, invoice));
  await writeInvoice(services, tx, row);
}

async function writeInvoice(services: Services, tx: Executor, row: InvoiceRow): Promise<void> {
  const [before] = await tx.select().from(invoices).where(eq(invoices.id, row.id)).for("update");
  const { id: _, ...set } = row;
  await tx.insert(invoices).values(row).onConflictDoUpdate({ target: invoices.id, set });
  await publish(tx, userTopic(row.userId), "subscription");
  const now = await services.payments.now();
  const paidNow = row.status === "paid" && before?.status !== "paid" && row.total > 0;
  if (!paidNow || now.getTime() - row.createdAt.getTime() > FRESH_MS) return;
  const values = { number: row.number ?? "", paidAmount: `${row.total} ${row.currency}` };
  await notifyOwner(tx, row.userId, { template: "receipt", values });
}

/** The payment behind a paid invoice; undefined when no card was charged for it. */
export const paymentOf = (invoice: Stripe.Invoice): string | undefined =>
  idOf(invoice.payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent) ?? undefined;

async function refundedOf({ payments }: Services, invoice: Stripe.Invoice): Promise<number> {
  const payment_intent = invoice.status === "paid" ? paymentOf(invoice) : undefined;
  if (!payment_intent) return 0;
  const { data } = await payments.call((stripe) => stripe.refunds.list({ payment_intent, limit: 100 }));
  return data.filter(({ status }) => status !== "failed" && status !== "canceled").reduce((sum, { amount }) => sum + amount, 0);
}

async function syncAllOf(services: Services, tx: Executor, userId: string, customer: string): Promise<void> {
  const { payments } = services;
  const held = await payments.call((stripe) => stripe.subscriptions.list({ customer, status: "all", limit: 100 }));
  for (const { id } of held.data) await syncSubscription(services, tx, userId, id);
  const asked = await payments.call((stripe) => stripe.invoices.list({ customer, limit: 100 }));
  for (const { id } of asked.data) await syncInvoice(services, tx, userId, id);
}

/** The card that somebody gave in a Checkout pays from now on: what comes, and what is owed. */
async function adoptCard(services: Services, customer: string, setupIntent: string): Promise<void> {
  const { payment_method: method, status } = await services.payments.call((stripe) => stripe.setupIntents.retrieve(setupIntent));
  const id = idOf(method);
  if (id && status === "succeeded") await payFrom(services, customer, id);
}

/** Makes a card the one that pays. What is owed is tried at once; a card that cannot pay it is still the card of next time. */
export async function payFrom({ payments, log }: Services, customer: string, method: string): Promise<void> {
  await payments.call(async (stripe) => {
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
    for (const { id } of data) await stripe.subscriptions.update(id, { default_payment_method: method });
  });
  const owed = await payments.call((stripe) => stripe.invoices.list({ customer, status: "open", limit: 100 }));
  for (const { id } of owed.data) {
    await payments
      .call((stripe) => stripe.invoices.pay(id, { payment_method: method }))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        log.info({ invoice: id, code: error.code }, "still owed");
      });
  }
}
