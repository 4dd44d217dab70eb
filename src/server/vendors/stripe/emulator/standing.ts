import { subscriptionOf } from "./invoice-object";
import { type Attempt, type Payment, pay, voidInvoice } from "./invoices";
import { noteOf, remember } from "./notes";
import type { Invoice, Subscription } from "./wire";
import { emit, update, type Work, write } from "./work";

type EndReason = "cancellation_requested" | "payment_failed";

const UPDATED = "customer.subscription.updated";

/** Ends a subscription now. Its open invoices stay, but are no longer collected by themselves. */
export async function end(work: Work, subscription: Subscription, reason: EndReason | null): Promise<Subscription> {
  await stopCollecting(work, subscription);
  const details = subscription.cancellation_details ?? { comment: null, feedback: null, feedback_option: null, reason: null };
  const ended: Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? work.now,
    cancellation_details: { ...details, reason: details.reason ?? reason },
    ended_at: work.now,
    pending_update: null,
    status: "canceled",
  };
  return write(work, "subscription", ended, "customer.subscription.deleted");
}

async function stopCollecting(work: Work, { id, customer }: Subscription): Promise<void> {
  for (const invoice of await work.store.all("invoice", { customer, match: { status: "open" } }))
    if (subscriptionOf(invoice) === id) await work.store.save("invoice", { ...invoice, auto_advance: false, next_payment_attempt: null });
}

/** Attempts to collect an invoice, and lets its subscription's status follow. */
export async function collect(work: Work, invoice: Invoice, payment: Payment = {}): Promise<Attempt> {
  const attempt = await pay(work, invoice, payment);
  const id = subscriptionOf(invoice);
  const subscription = id ? await work.store.find("subscription", id) : undefined;
  if (!subscription) return attempt;
  // What is owed from earlier decides nothing, until its schedule is over.
  const latest = subscription.latest_invoice === invoice.id;
  if (attempt.kind !== "paid") await afterFailure(work, subscription, attempt.invoice, { latest, automatic: payment.automatic ?? false });
  else if (latest) await afterPayment(work, subscription);
  return attempt;
}

async function afterPayment(work: Work, subscription: Subscription): Promise<void> {
  if (subscription.pending_update) await applyHeld(work, subscription);
  else if (subscription.status === "paused") await bringBack(work, subscription, "active");
  else if (["incomplete", "past_due", "unpaid"].includes(subscription.status))
    await update(work, "subscription", { ...subscription, status: "active" }, UPDATED);
}

/** One that was taken up again goes on once somebody has tried to pay for it, whether or not that came through. */
async function bringBack(work: Work, subscription: Subscription, status: "active" | "past_due"): Promise<void> {
  await remember(work, subscription.id, { resumedAt: undefined });
  await emit(work, "customer.subscription.resumed", await update(work, "subscription", { ...subscription, status }, UPDATED));
}

async function applyHeld(work: Work, subscription: Subscription): Promise<void> {
  const { held } = await noteOf(work, subscription.id);
  if (!held) return;
  await remember(work, subscription.id, { debit: held.debit, held: undefined });
  const { items, billing_cycle_anchor, cancel_at } = held.next;
  const applied = { ...subscription, items, billing_cycle_anchor, cancel_at, pending_update: null };
  await emit(work, "customer.subscription.pending_update_applied", await update(work, "subscription", applied, UPDATED));
}

/** A change whose invoice was not paid in time is dropped, and its invoice with it. */
export async function dropHeld(work: Work, subscription: Subscription): Promise<void> {
  const invoice = await work.store.find("invoice", subscription.latest_invoice ?? "");
  if (invoice?.status === "open") await voidInvoice(work, invoice);
  await remember(work, subscription.id, { held: undefined });
  const dropped = await update(work, "subscription", { ...subscription, pending_update: null }, UPDATED);
  await emit(work, "customer.subscription.pending_update_expired", dropped);
}

interface Failed {
  /** Whether it is the subscription's latest invoice. */
  latest: boolean;
  automatic: boolean;
}

async function afterFailure(work: Work, subscription: Subscription, invoice: Invoice, { latest, automatic }: Failed): Promise<void> {
  // A change that waits for its payment leaves the old price as it is.
  if (subscription.pending_update) return;
  if (latest && subscription.status === "paused") return bringBack(work, subscription, "past_due");
  if (latest && subscription.status === "active") await update(work, "subscription", { ...subscription, status: "past_due" }, UPDATED);
  const exhausted = automatic && subscription.status === "past_due" && invoice.next_payment_attempt === null;
  if (!exhausted) return;
  if (work.afterRetries === "cancel") await end(work, subscription, "payment_failed");
  else await update(work, "subscription", { ...subscription, status: "unpaid" }, UPDATED);
}
