import type { Period } from "./periods";
import { toPlan } from "./prices";
import { newId } from "./store";
import { listOf, type Price, type Subscription, type SubscriptionItem } from "./wire";
import type { Work } from "./work";

export type MissingMethod = "cancel" | "create_invoice" | "pause";

export interface NewSubscription {
  customer: string;
  price: Price;
  period: Period;
  /** When the trial ends, if there is one. */
  trialEnd?: number | undefined;
  defaultMethod?: string | undefined;
  metadata?: Record<string, string>;
  missingMethod?: MissingMethod | undefined;
  latestInvoice: string;
}

export function newSubscription(work: Work, given: NewSubscription): Subscription {
  const { customer, price, period, trialEnd, defaultMethod, metadata = {}, missingMethod = "create_invoice", latestInvoice } = given;
  const id = newId("sub");
  const item: SubscriptionItem = {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: work.now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    price,
    quantity: 1,
    subscription: id,
    tax_rates: [],
  };
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? period.start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: work.now,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: defaultMethod ?? null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: "self" } },
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: latestInvoice,
    livemode: false,
    managed_payments: { enabled: false },
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: "off" },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: work.now,
    status: trialEnd === undefined ? "incomplete" : "trialing",
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd ?? null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missingMethod } },
    trial_start: trialEnd === undefined ? null : work.now,
  };
}

/** The one item: what Parley sells has no others. */
export function itemOf({ id, items }: Subscription): SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`${id} has no item`);
  return item;
}

export const periodOf = (subscription: Subscription): Period => {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  return { start, end };
};

export function withItem(subscription: Subscription, change: Partial<SubscriptionItem>): Subscription {
  return { ...subscription, items: { ...subscription.items, data: [{ ...itemOf(subscription), ...change }] } };
}

export const withPeriod = (subscription: Subscription, { start, end }: Period): Subscription =>
  withItem(subscription, { current_period_start: start, current_period_end: end });
