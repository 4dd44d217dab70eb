import type { Reason } from "./invoice-object";
import { type Attempt, draft, finalize, type Payment, voidInvoice } from "./invoices";
import { periodLine, toDebit, trialLine } from "./lines";
import { noteOf, remember } from "./notes";
import { boundaryAfter, type Period } from "./periods";
import { intervalOf } from "./prices";
import { collect, end } from "./standing";
import { newId } from "./store";
import { itemOf, type NewSubscription, newSubscription, periodOf, withPeriod } from "./subscription-object";
import type { Invoice, InvoiceLine, Subscription } from "./wire";
import { create, emit, update, type Work } from "./work";

const UPDATED = "customer.subscription.updated";
const DAY = 86_400;

export const pendingLines = (work: Work, subscription: string): Promise<InvoiceLine[]> =>
  work.store.all("line_item", { match: { subscription } });

interface Billing {
  /** The line of a whole period, if one begins. */
  full?: InvoiceLine | undefined;
  reason: Reason;
  period: Period;
  id?: string;
  advances?: boolean;
  prorationDate?: number | undefined;
}

/** A draft of what waits for the next invoice, and of the period that begins. */
export async function bill(work: Work, subscription: Subscription, billing: Billing): Promise<Invoice> {
  const pending = await pendingLines(work, subscription.id);
  await work.store.remove(
    "line_item",
    pending.map(({ id }) => id),
  );
  const customer = await work.store.get("customer", subscription.customer);
  const lines = billing.full ? [...pending, billing.full] : pending;
  const invoice = await draft(work, { ...billing, customer, subscription, lines });
  const { debit } = await noteOf(work, subscription.id);
  if (billing.full) await remember(work, subscription.id, { debit: { ...toDebit(billing.full), invoice: invoice.id } });
  else if (debit && pending.some(({ id }) => id === debit.line))
    await remember(work, subscription.id, { debit: { ...debit, invoice: invoice.id } });
  return invoice;
}

export interface Start extends Omit<NewSubscription, "period" | "latestInvoice"> {
  payment?: Payment;
  /** Leaves the first invoice open, for a payment that follows. */
  deferred?: boolean;
}

/** Starts a subscription: its first invoice is finalised and collected in the same step. */
export async function start(work: Work, given: Start): Promise<{ subscription: Subscription; attempt: Attempt | undefined }> {
  const { price, trialEnd } = given;
  const cycle = { anchor: work.now, interval: intervalOf(price) };
  const period = { start: work.now, end: trialEnd ?? boundaryAfter(cycle, work.now) };
  const latestInvoice = newId("in");
  const made = newSubscription(work, { ...given, period, latestInvoice });
  await create(work, "subscription", made, "customer.subscription.created");
  const context = { work, subscription: made, price };
  const trial = trialEnd === undefined ? undefined : trialLine(context, period);
  const full = trial ?? periodLine(context, { amount: price.unit_amount ?? 0, period });
  const moment = { start: work.now, end: work.now };
  const invoice = await bill(work, made, { id: latestInvoice, full, reason: "subscription_create", period: moment });
  const open = await finalize(work, invoice);
  const attempt = given.deferred && open.amount_due > 0 ? undefined : await collect(work, open, given.payment);
  // A short trial's end is told of at once.
  if (trialEnd !== undefined && trialEnd - work.now <= TRIAL_NOTICE)
    await emitTrialEnd(work, await work.store.get("subscription", made.id));
  return { subscription: await work.store.get("subscription", made.id), attempt };
}

export const INCOMPLETE_SECONDS = 23 * 3600;
export const TRIAL_NOTICE = 3 * DAY;
export const UPCOMING_NOTICE = 7 * DAY;

/** The first payment did not come in time. */
export async function expire(work: Work, subscription: Subscription): Promise<void> {
  const invoice = await work.store.find("invoice", subscription.latest_invoice ?? "");
  if (invoice?.status === "open") await voidInvoice(work, invoice);
  await update(work, "subscription", { ...subscription, ended_at: work.now, status: "incomplete_expired" }, UPDATED);
}

export async function emitTrialEnd(work: Work, subscription: Subscription): Promise<void> {
  await remember(work, subscription.id, { trialNoticeSent: subscription.trial_end ?? 0 });
  await emit(work, "customer.subscription.trial_will_end", subscription);
}

/** A trial is over: the first period that costs something begins, unless nobody left a card. */
export async function endTrial(work: Work, subscription: Subscription): Promise<void> {
  const customer = await work.store.get("customer", subscription.customer);
  const payable = subscription.default_payment_method ?? customer.invoice_settings?.default_payment_method;
  const wish = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (!payable && wish === "cancel") await end(work, subscription, null);
  else if (!payable && wish === "pause") {
    const paused = await update(work, "subscription", { ...subscription, status: "paused" }, UPDATED);
    await emit(work, "customer.subscription.paused", paused);
  } else await beginPeriod(work, { ...subscription, status: "active" }, subscription.trial_end ?? work.now, "subscription_cycle");
}

/** How long the invoice of a period that is to be taken up again waits to be paid. */
export const RESUMING_SECONDS = 23 * 3600;

/** Takes a paused subscription up again with a period of its own: it stays paused until somebody tries to pay for that, which is not done here. */
export async function resume(work: Work, subscription: Subscription): Promise<void> {
  await remember(work, subscription.id, { resumedAt: work.now });
  await beginPeriod(work, { ...subscription, billing_cycle_anchor: work.now }, work.now, "subscription_update", null);
}

/** Nobody has tried to pay for it: the subscription stays paused, as if nobody had taken it up. */
export async function giveUpResuming(work: Work, subscription: Subscription): Promise<void> {
  await remember(work, subscription.id, { resumedAt: undefined });
  const invoice = await work.store.find("invoice", subscription.latest_invoice ?? "");
  if (invoice?.status === "open") await voidInvoice(work, invoice);
}

/** The period after the current one. */
export async function renew(work: Work, subscription: Subscription): Promise<void> {
  await beginPeriod(work, subscription, periodOf(subscription).end, "subscription_cycle");
}

/** The invoice comes into force at once, and is collected unless that is another one's matter (null); at Stripe a renewal's stays a draft for about an hour. */
async function beginPeriod(
  work: Work,
  subscription: Subscription,
  begins: number,
  reason: Reason,
  payment: Payment | null = { automatic: true },
): Promise<void> {
  const { price } = itemOf(subscription);
  const cycle = { anchor: subscription.billing_cycle_anchor, interval: intervalOf(price) };
  const period = { start: begins, end: boundaryAfter(cycle, begins) };
  const id = newId("in");
  const moved = await update(work, "subscription", withPeriod({ ...subscription, latest_invoice: id }, period), UPDATED);
  const full = periodLine({ work, subscription: moved, price }, { amount: price.unit_amount ?? 0, period });
  const past = periodOf(subscription);
  // Of somebody who doesn't pay, nothing more is asked; what falls due is only written down.
  const advances = subscription.status !== "unpaid";
  const invoice = await bill(work, moved, { id, full, reason, period: past, advances });
  if (!advances) return;
  const open = await finalize(work, invoice);
  // What costs nothing is paid.
  if (payment || open.amount_due === 0) await collect(work, open, payment ?? {});
}

/** Ends a subscription on the day that was asked for. What waits for an invoice is settled. */
export async function endAsPlanned(work: Work, subscription: Subscription): Promise<void> {
  if ((await pendingLines(work, subscription.id)).length > 0) {
    const invoice = await bill(work, subscription, { reason: "subscription_cycle", period: periodOf(subscription) });
    await collect(work, await finalize(work, invoice), { automatic: true });
  }
  await end(work, await work.store.get("subscription", subscription.id), "cancellation_requested");
}
