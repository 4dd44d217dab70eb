/** Closed sets of values, once, of plans and payments: the tables' types, the zod schemas and the interface all read these tuples. */

/** What people can have: the free plan, and two that are paid for by the month or the year. */
export const PLANS = ["free", "plus", "pro"] as const;
export type Plan = (typeof PLANS)[number];
export const BILLING_INTERVALS = ["month", "year"] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** Where money is: at an account of Stripe's, in its test mode, or in a demo. What stands in one means nothing in another. */
export const BILLING_WORLDS = ["live", "test", "demo"] as const;
export type BillingWorld = (typeof BILLING_WORLDS)[number];

/** Stripe's own words for a subscription, stored as they are. */
export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Stripe's own words for an invoice. */
export const INVOICE_STATUSES = ["draft", "open", "paid", "uncollectible", "void"] as const;

/** Why somebody ends a subscription, as Stripe keeps it (cancellation_details.feedback). */
export const CANCEL_REASONS = [
  "too_expensive",
  "missing_features",
  "switched_service",
  "unused",
  "customer_service",
  "too_complex",
  "low_quality",
  "other",
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** A webhook of the embedded emulator: on its way, taken, or not taken for three days. */
export const DELIVERY_STATES = ["pending", "delivered", "given_up"] as const;
