import { declined, needsAction } from "./failure";
import { finalize, type Payment } from "./invoices";
import { bill } from "./lifecycle";
import { creditLine, periodLine, restLine, toDebit } from "./lines";
import { noteOf, remember, type SubscriptionNote } from "./notes";
import { intervalOf, toPlan } from "./prices";
import { type ChangeInput, planChange } from "./proration";
import { collect } from "./standing";
import { itemOf, periodOf, withItem, withPeriod } from "./subscription-object";
import type { InvoiceLine, Price, Subscription } from "./wire";
import { update, type Work } from "./work";

export interface PriceChange {
  price: Price;
  behaviour: ChangeInput["behaviour"];
  /** For which instant prorations are calculated. */
  at: number;
}

export interface Planned {
  /** The subscription as the change leaves it. */
  next: Subscription;
  /** What is taken back, and what is charged for the rest of the period. */
  prorations: InvoiceLine[];
  /** The latter of the two, if it comes to that. */
  rest: InvoiceLine | undefined;
  /** A whole period that begins with the change. */
  full: InvoiceLine | undefined;
  invoiceNow: boolean;
}

/** What a change of price brings about: nothing is written, so that a preview and the change are one. */
export async function plan(work: Work, subscription: Subscription, { price, behaviour, at }: PriceChange): Promise<Planned> {
  const old = itemOf(subscription).price;
  const { debit } = await noteOf(work, subscription.id);
  const planned = planChange({
    from: { amount: old.unit_amount ?? 0, interval: intervalOf(old) },
    to: { amount: price.unit_amount ?? 0, interval: intervalOf(price) },
    anchor: subscription.billing_cycle_anchor,
    period: periodOf(subscription),
    debit,
    behaviour,
    at,
    now: work.now,
    free: subscription.status === "trialing" || subscription.status === "paused",
  });
  const repriced = withItem({ ...subscription, billing_cycle_anchor: planned.anchor }, { price, plan: toPlan(price) });
  const next = withPeriod(repriced, planned.period);
  const [before, after] = [
    { work, subscription, price: old },
    { work, subscription: next, price },
  ];
  const credit = planned.credit && debit ? [creditLine(before, planned.credit, debit)] : [];
  const rest = planned.debit && restLine(after, planned.debit);
  const full = planned.full && periodLine(after, planned.full);
  const ends = next.cancel_at_period_end ? { cancel_at: planned.period.end } : {};
  return { next: { ...next, ...ends }, prorations: rest ? [...credit, rest] : credit, rest, full, invoiceNow: planned.invoiceNow };
}

/** What happens when an invoice that a change makes is not paid at once. */
export type IfUnpaid = "allow_incomplete" | "error_if_incomplete" | "pending_if_incomplete";

export interface Applied {
  change: PriceChange;
  ifUnpaid: IfUnpaid;
  payment: Payment;
}

const PENDING_SECONDS = 23 * 3600;

/** Changes the price. `wanted` is the subscription with whatever else the same request changes. */
export async function applyChange(work: Work, wanted: Subscription, { change, ifUnpaid, payment }: Applied): Promise<void> {
  const { next, prorations, rest, full, invoiceNow } = await plan(work, wanted, change);
  const { debit: before } = await noteOf(work, wanted.id);
  for (const line of prorations) await work.store.insert("line_item", line);
  if (rest) await remember(work, wanted.id, { debit: toDebit(rest) });
  if (!invoiceNow) {
    await update(work, "subscription", next, "customer.subscription.updated");
    return;
  }
  const period = { start: periodOf(wanted).start, end: work.now };
  const invoice = await bill(work, next, { full, reason: "subscription_update", period, prorationDate: change.at });
  const changed = { ...next, latest_invoice: invoice.id };
  if (ifUnpaid === "pending_if_incomplete") await defer(work, wanted, changed, before);
  else await update(work, "subscription", changed, "customer.subscription.updated");
  const attempt = await collect(work, await finalize(work, invoice), payment);
  if (attempt.kind === "paid" || ifUnpaid !== "error_if_incomplete") return;
  if (attempt.kind === "declined") throw declined(attempt.decline, { paymentIntent: attempt.intent }, false);
  throw needsAction("subscription", attempt.intent);
}

/** Keeps a change back until its invoice is paid. */
async function defer(work: Work, old: Subscription, next: Subscription, before: SubscriptionNote["debit"]): Promise<void> {
  const { debit } = await noteOf(work, old.id);
  await remember(work, old.id, { held: { next, debit }, debit: before });
  const waiting: Subscription = {
    ...old,
    latest_invoice: next.latest_invoice,
    pending_update: {
      billing_cycle_anchor: next.billing_cycle_anchor === old.billing_cycle_anchor ? null : next.billing_cycle_anchor,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: work.now + PENDING_SECONDS,
      metadata: null,
      subscription_items: next.items.data,
      trial_end: null,
      trial_from_plan: null,
    },
  };
  await update(work, "subscription", waiting, "customer.subscription.updated");
}
