import { type PriceChange, plan } from "./change";
import { StripeFailure } from "./failure";
import { newInvoice } from "./invoice-object";
import { pendingLines } from "./lifecycle";
import { periodLine } from "./lines";
import { remember } from "./notes";
import { boundaryAfter } from "./periods";
import { intervalOf } from "./prices";
import { newId } from "./store";
import { itemOf, periodOf } from "./subscription-object";
import type { Invoice, InvoiceLine, Subscription } from "./wire";
import { emit, type Work } from "./work";

const ENDED = ["canceled", "incomplete_expired", "incomplete"];

/** The invoice that a subscription would get next, or that a change of its price would make. Nothing is written. */
export async function preview(work: Work, subscription: Subscription, change?: PriceChange): Promise<Invoice> {
  const pending = await pendingLines(work, subscription.id);
  const planned = change && (await plan(work, subscription, change));
  const next = planned?.next ?? subscription;
  const lines = [...pending, ...(planned?.prorations ?? [])];
  if (planned?.invoiceNow) return build(work, next, planned.full ? [...lines, planned.full] : lines, "subscription_update", change?.at);
  const { end } = periodOf(next);
  const ends = next.cancel_at !== null && next.cancel_at <= end;
  if (ENDED.includes(next.status) || (ends && lines.length === 0))
    throw new StripeFailure(404, "invalid_request_error", `No upcoming invoices for customer: '${next.customer}'`, {
      code: "invoice_upcoming_none",
    });
  return build(work, next, ends ? lines : [...lines, nextPeriod(work, next)], "upcoming", change?.at);
}

function nextPeriod(work: Work, subscription: Subscription): InvoiceLine {
  const { price } = itemOf(subscription);
  const { end: start } = periodOf(subscription);
  const end = boundaryAfter({ anchor: subscription.billing_cycle_anchor, interval: intervalOf(price) }, start);
  return periodLine({ work, subscription, price }, { amount: price.unit_amount ?? 0, period: { start, end } });
}

async function build(
  work: Work,
  subscription: Subscription,
  lines: InvoiceLine[],
  reason: "upcoming" | "subscription_update",
  at?: number,
) {
  const customer = await work.store.get("customer", subscription.customer);
  const { start, end } = periodOf(subscription);
  const period = reason === "upcoming" ? { start, end } : { start, end: work.now };
  const invoice = newInvoice(work, { id: newId("upcoming_in"), customer, subscription, lines, reason, period, prorationDate: at });
  const created = reason === "upcoming" ? end : work.now;
  const ending = Math.min(0, invoice.total + customer.balance);
  return { ...invoice, created, ending_balance: ending, next_payment_attempt: reason === "upcoming" ? end : null };
}

/** Tells some days ahead what will be charged. */
export async function emitUpcoming(work: Work, subscription: Subscription): Promise<void> {
  await remember(work, subscription.id, { upcomingSent: periodOf(subscription).end });
  await emit(work, "invoice.upcoming", await preview(work, subscription));
}
