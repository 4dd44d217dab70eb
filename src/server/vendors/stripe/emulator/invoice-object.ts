import type { Period } from "./periods";
import { newId } from "./store";
import type { Customer, Invoice, InvoiceLine, Subscription } from "./wire";
import { listOf } from "./wire";
import type { Work } from "./work";

export type Reason = "subscription_create" | "subscription_cycle" | "subscription_update" | "upcoming";

export interface NewInvoice {
  id?: string;
  customer: Customer;
  subscription: Subscription;
  lines: InvoiceLine[];
  reason: Reason;
  period: Period;
  /** Whether it is finalised and collected by itself. */
  advances?: boolean;
  prorationDate?: number | undefined;
}

/** What a customer's balance makes of a total: a credit pays for it, and a total below 0 becomes a credit. */
export function applyBalance(total: number, balance: number): { due: number; ending: number } {
  const sum = total + balance;
  return { due: Math.max(0, sum), ending: Math.min(0, sum) };
}

/** A draft. */
export function newInvoice(work: Work, given: NewInvoice): Invoice {
  const { id = newId("in"), customer, subscription, reason, period, advances = true, prorationDate } = given;
  const lines = given.lines.map((line) => ({ ...line, invoice: id }));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const { due } = applyBalance(total, customer.balance);
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Parley Demo",
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: advances,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: work.now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(prorationDate === undefined ? {} : { subscription_proration_date: prorationDate }),
      },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

export const subscriptionOf = (invoice: Invoice): string | undefined => invoice.parent?.subscription_details?.subscription;
