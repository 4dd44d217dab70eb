import { isDisputed, type Verdict } from "./cards";
import { openDispute } from "./disputes";
import type { Decline } from "./failure";
import { newId } from "./store";
import type { Charge, Invoice, PaymentIntent, PaymentMethod } from "./wire";
import { create, type Work, write } from "./work";

/** The payment of an invoice, made when the invoice is finalised. */
export function newPaymentIntent(work: Work, invoice: Invoice): PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${newId("s").slice(2)}`,
    confirmation_method: "automatic",
    created: work.now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: "Subscription payment",
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

function newCharge(work: Work, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge {
  const { card } = method;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : newId("txn"),
    billing_details: method.billing_details,
    calculated_statement_descriptor: "PARLEY DEMO",
    captured: !decline,
    created: work.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? "declined_by_network" : "approved_by_network",
      reason: decline?.declineCode ?? null,
      risk_level: "normal",
      seller_message: decline ? "The bank returned a decline." : "Payment complete.",
      type: decline ? "issuer_declined" : "authorized",
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: null,
        brand: card?.brand ?? null,
        checks: card?.checks ?? null,
        country: card?.country ?? null,
        electronic_commerce_indicator: null,
        exp_month: card?.exp_month ?? 0,
        exp_year: card?.exp_year ?? 0,
        funding: card?.funding ?? null,
        installments: null,
        last4: card?.last4 ?? null,
        mandate: null,
        network: card?.brand ?? null,
        network_transaction_id: null,
        regulated_status: "unregulated",
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
      type: "card",
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

/** Uses a card for a payment, as its bank decided. */
export async function charge(work: Work, intent: PaymentIntent, method: PaymentMethod, verdict: Verdict): Promise<PaymentIntent> {
  if (verdict.kind === "approved") {
    const made = await create(work, "charge", newCharge(work, intent, method));
    const paid = { amount_received: intent.amount, last_payment_error: null, next_action: null, status: "succeeded" as const };
    const done = { ...intent, ...paid, latest_charge: made.id, payment_method: method.id };
    const succeeded = await write(work, "payment_intent", done, "payment_intent.succeeded");
    if (isDisputed(method.card?.last4)) await openDispute(work, made);
    return succeeded;
  }
  if (verdict.kind === "authenticate") {
    const wanted = { next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} }, status: "requires_action" as const };
    return write(work, "payment_intent", { ...intent, ...wanted, payment_method: method.id });
  }
  const failed = await create(work, "charge", newCharge(work, intent, method, verdict.decline));
  return fail(work, { ...intent, latest_charge: failed.id }, verdict.decline, method);
}

/** Marks a payment as failed; its card is let go of, so that another can take its place. */
export async function fail(work: Work, intent: PaymentIntent, decline: Decline, method?: PaymentMethod): Promise<PaymentIntent> {
  const error = {
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    type: "card_error",
    ...(intent.latest_charge ? { charge: intent.latest_charge } : {}),
    ...(method ? { payment_method: method } : {}),
  };
  const failed = { last_payment_error: error, next_action: null, payment_method: null, status: "requires_payment_method" };
  return write(work, "payment_intent", { ...intent, ...failed }, "payment_intent.payment_failed");
}
