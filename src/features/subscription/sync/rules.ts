import type Stripe from "stripe";
import { CANCEL_REASONS, INVOICE_STATUSES, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from "@/lib/enums/subscription";
import { sumOf } from "@/lib/pricing/amounts";
import { givesAccess } from "../rules";

/** Stripe writes instants in seconds since 1970. */
export const instantOf = (seconds: number): Date => new Date(seconds * 1000);
const instantOrNull = (seconds: number | null | undefined): Date | null => (seconds ? instantOf(seconds) : null);

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** Stripe understands what it is asked and will not do it, however often it is asked. */
export const isRefused = (error: unknown): boolean => (error as { type?: unknown }).type === "StripeInvalidRequestError";

/** Stripe does not know what was asked for any more. @throws what else went wrong */
export function unlessGone(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== "resource_missing") throw error;
}

/** Stripe may send a word that it learned later: then the row cannot be written, and the event waits for us to learn it. */
function known<T extends string>(words: readonly T[], word: string | null | undefined): T {
  const found = words.find((one) => one === word);
  if (!found) throw new Error(`Stripe says ${word ?? "nothing"}, which is none of ${words.join(", ")}`);
  return found;
}

/**
 * Under which name the price was sold. A lookup key moves to the next price when the operator changes an amount, so that an old
 * price may have none any more: what we wrote into the subscription when it was bought still says it.
 */
const soldAs = (subscription: Stripe.Subscription): string =>
  subscription.items.data[0]?.price.lookup_key ?? subscription.metadata.offer ?? "";

/**
 * What is owed for a subscription, the oldest first: what is open since something was last paid. One that came to rest may have an older
 * one that stays open for good: it began anew without that, as the page had said, and nobody is asked for it later.
 * @param invoices of a subscription, the newest first, as Stripe lists them
 */
export function owedOf(invoices: readonly Stripe.Invoice[]): Stripe.Invoice[] {
  const paid = invoices.findIndex(({ status }) => status === "paid");
  return invoices
    .slice(0, paid < 0 ? undefined : paid)
    .filter(({ status }) => status === "open")
    .toReversed();
}

/** Since when money is owed: the oldest invoice that is. It follows from what Stripe has, in whatever order we hear of it. */
function overdueSince(subscription: Stripe.Subscription, owed: readonly Stripe.Invoice[]): Date {
  const finalized = owed.flatMap(({ status_transitions: { finalized_at: at }, created }) => at ?? created);
  return instantOf(
    finalized.length > 0 ? Math.min(...finalized) : (subscription.items.data[0]?.current_period_start ?? subscription.created),
  );
}

const cardOf = (method: string | Stripe.PaymentMethod | null | undefined) =>
  typeof method === "object" && method?.card
    ? { brand: method.card.brand, last4: method.card.last4, expMonth: method.card.exp_month, expYear: method.card.exp_year }
    : null;

/** The customer's own default, which pays where the subscription names no card; null where that is not so. */
export const generalMethod = ({ default_payment_method: own, customer }: Stripe.Subscription): string | null =>
  !own && typeof customer === "object" && !customer.deleted ? idOf(customer.invoice_settings.default_payment_method) : null;

/**
 * A subscription as our row has it.
 * @param owed what is owed for it, needed while it is past due
 * @param method what pays the next one, as an object
 * @throws Error for a status that we do not know, and for one without an item
 */
export function subscriptionRow(
  subscription: Stripe.Subscription,
  userId: string,
  owed: readonly Stripe.Invoice[],
  method: string | Stripe.PaymentMethod | null,
) {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`${subscription.id} has no item`);
  const status = known(SUBSCRIPTION_STATUSES, subscription.status);
  const { cancellation_details: details } = subscription;
  return {
    id: subscription.id,
    userId,
    status,
    lookupKey: soldAs(subscription),
    amount: item.price.unit_amount ?? 0,
    currency: item.price.currency,
    card: cardOf(method),
    currentPeriodStart: instantOf(item.current_period_start),
    currentPeriodEnd: instantOf(item.current_period_end),
    // Two ways to say that it ends by itself.
    cancelAt: instantOrNull(subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null)),
    cancelReason: CANCEL_REASONS.find((reason) => reason === details?.feedback) ?? null,
    trialEnd: instantOrNull(subscription.trial_end),
    endedAt: instantOrNull(subscription.ended_at),
    pastDueSince: status === "past_due" ? overdueSince(subscription, owed) : null,
    createdAt: instantOf(subscription.created),
  };
}

export type SubscriptionRow = ReturnType<typeof subscriptionRow>;

/** An invoice as our row has it. @param amountRefunded minor units */
export const invoiceRow = (invoice: Stripe.Invoice, userId: string, amountRefunded: number) => ({
  id: invoice.id,
  userId,
  number: invoice.number,
  status: known(INVOICE_STATUSES, invoice.status),
  total: invoice.total,
  amountPaid: invoice.amount_paid,
  amountRefunded,
  currency: invoice.currency,
  createdAt: instantOf(invoice.created),
});

export type InvoiceRow = ReturnType<typeof invoiceRow>;

interface Told {
  status: SubscriptionStatus;
  pastDueSince: Date | null;
}

type Tidings = "payment_failed" | "subscription_on_hold" | "subscription_ended";

/** What the owner should hear of now that a subscription has gone from one state to another; null for nothing. */
export function tidings(before: Told | undefined, after: Told, now: Date): Tidings | null {
  if (!before) return null;
  if (after.status === "past_due") return before.status === "past_due" ? null : "payment_failed";
  // Past due counts as held even after its days of grace: its owner has not been told of an end.
  const held = before.status === "past_due" || givesAccess(before, now);
  if (!held || givesAccess(after, now)) return null;
  return after.status === "unpaid" || after.status === "paused" ? "subscription_on_hold" : "subscription_ended";
}

/** When an invoice was paid, and by how much from a card; null for one that is not. */
export const paymentIn = ({ status, status_transitions: { paid_at: at }, amount_paid: amount }: Stripe.Invoice) =>
  status === "paid" && at && amount > 0 ? { at: instantOf(at), amount } : null;

/** While a dispute stands so, the card's bank has the money: an inquiry takes none, and one that is won gives it back. */
const CHARGED_BACK = new Set<string>(["needs_response", "under_review", "lost", "appeal_needs_response", "appeal_under_review"]);

/**
 * What of a payment is with its card's owner again, in minor units: refunds, but for those that did not come through, and disputes. A part
 * that was paid back may be disputed all the same: more than all of it is gone for nobody.
 */
export function returnedOf(paid: number, refunds: readonly Stripe.Refund[], disputes: readonly Stripe.Dispute[]): number {
  const counted = [
    ...refunds.filter(({ status }) => status !== "failed" && status !== "canceled"),
    ...disputes.filter(({ status }) => CHARGED_BACK.has(status)),
  ];
  return Math.min(paid, sumOf(counted.map(({ amount }) => amount)));
}

/** Events that change what somebody holds or owes; of the others we keep nothing. */
const TELLING =
  /^(customer\.subscription\.|invoice\.|checkout\.session\.completed$|charge\.refunded$|charge\.dispute\.|refund\.|payment_method\.|customer\.updated$)/;

interface Subject {
  customer: string | null;
  subscription: string | null;
  invoice: string | null;
  session: string | null;
  /** Of which money went back, or comes back: neither it nor a refund or a dispute says what it paid, and a dispute not even whose it is. */
  charge?: string | null;
}

/** Whom and what an event is about; null when it does not concern us. */
export function subjectOf({ type, data }: Stripe.Event): Subject | null {
  // An upcoming invoice is a preview, and a deleted one was a draft: neither can be asked for.
  if (!TELLING.test(type) || type === "invoice.upcoming" || type === "invoice.deleted") return null;
  // Only ids are read off it, and each is asked of Stripe again.
  const object = data.object as {
    object: string;
    id?: string;
    customer?: string | { id: string } | null;
    subscription?: string | { id: string } | null;
    charge?: string | { id: string } | null;
    parent?: { subscription_details?: { subscription?: string | { id: string } } | null } | null;
  };
  const nothing = { subscription: null, invoice: null, session: null };
  const customer = object.object === "customer" ? (object.id ?? null) : idOf(object.customer);
  if (object.object === "dispute" || object.object === "refund")
    return object.charge ? { ...nothing, customer, charge: idOf(object.charge) } : null;
  if (!customer) return null;
  switch (object.object) {
    case "subscription":
      return { ...nothing, customer, subscription: object.id ?? null };
    case "invoice":
      return { ...nothing, customer, invoice: object.id ?? null, subscription: idOf(object.parent?.subscription_details?.subscription) };
    case "checkout.session":
      return { ...nothing, customer, subscription: idOf(object.subscription), session: object.id ?? null };
    case "charge":
      return { ...nothing, customer, charge: object.id ?? null };
    default:
      return { ...nothing, customer };
  }
}
