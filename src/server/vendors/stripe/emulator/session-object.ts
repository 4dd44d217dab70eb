import { newId } from "./store";
import type { Customer, Price, Session, SessionLine } from "./wire";
import type { Work } from "./work";

export interface NewSession {
  mode: "subscription" | "setup";
  customer: string | null;
  price: Price | undefined;
  /** Days that cost nothing at first. */
  trialDays: number | undefined;
  expiresAt: number;
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string | undefined;
  clientReference: string | undefined;
  locale: string | undefined;
  email: string | undefined;
  currency: string | undefined;
  setupIntent: string | null;
}

/** A day, as Stripe lets a session stand open without being asked for less. */
export const SESSION_SECONDS = 86_400;

export function newSession(work: Work, given: NewSession): Session {
  const { mode, customer, price, trialDays, expiresAt, metadata, successUrl, cancelUrl, clientReference, locale, email, setupIntent } =
    given;
  const id = newId("cs_test", 58);
  const amount = price ? (trialDays ? 0 : (price.unit_amount ?? 0)) : null;
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: cancelUrl ?? null,
    client_reference_id: clientReference ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: work.now,
    currency: price?.currency ?? given.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer,
    customer_account: null,
    customer_creation: customer ? null : "always",
    customer_details: null,
    customer_email: email ?? null,
    discounts: null,
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: locale ?? null,
    managed_payments: null,
    metadata,
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === "subscription" ? "always" : null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: amount === null || amount === 0 ? "no_payment_required" : "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: setupIntent,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: successUrl,
    total_details: price ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: "hosted_page",
    url: work.addresses.checkout(id),
    wallet_options: null,
  };
}

export function sessionLine(work: Work, id: string, price: Price, trial: boolean): SessionLine {
  const amount = trial ? 0 : (price.unit_amount ?? 0);
  return {
    id,
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: work.prices.nameOf(price),
    metadata: {},
    price,
    quantity: 1,
  };
}

export const detailsOf = ({ address, email, name, phone }: Customer): Session["customer_details"] => ({
  address: address ?? null,
  business_name: null,
  email,
  individual_name: null,
  name: name ?? null,
  phone: phone ?? null,
  tax_exempt: "none",
  tax_ids: [],
});
