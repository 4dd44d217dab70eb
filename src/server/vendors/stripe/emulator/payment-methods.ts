import { type Card, cardOfToken, judge, type Verdict } from "./cards";
import { type Decline, declined, invalid, missing } from "./failure";
import { newId } from "./store";
import type { PaymentMethod } from "./wire";
import { create, update, type Work, write } from "./work";

/** What Stripe remembers of a saved card. */
interface CardNote {
  /** Saved with 3-D Secure. */
  prepared: boolean;
  /** Was detached, which cannot be undone. */
  detached: boolean;
}

export function newPaymentMethod(work: Work, card: Card, name: string | null = null): PaymentMethod {
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: { address: null, email: null, name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: card.brand,
      exp_month: card.month,
      exp_year: card.year,
      fingerprint: `demo${card.brand}${card.last4}`,
      funding: "credit",
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: work.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

/** A payment method by its id; one of Stripe's tokens, such as "pm_card_visa", makes a new one. */
export async function takePaymentMethod(work: Work, id: string, param?: string): Promise<PaymentMethod> {
  const card = cardOfToken(id, new Date(work.now * 1000));
  return card ? create(work, "payment_method", newPaymentMethod(work, card)) : work.store.get("payment_method", id, param);
}

/** A payment method that a customer has. */
export async function ownPaymentMethod(work: Work, id: string, customer: string, param: string): Promise<PaymentMethod> {
  const method = await work.store.find("payment_method", id);
  if (!method) throw missing("PaymentMethod", id, param);
  if (method.customer !== customer)
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      param,
      "resource_missing",
    );
  return method;
}

interface Use {
  purpose: "setup" | "payment";
  authenticated?: boolean;
}

export async function judgeMethod(work: Work, method: PaymentMethod, use: Use): Promise<Verdict> {
  const { prepared = false } = await work.store.note<CardNote>(method.id);
  return judge(method.card?.last4 ?? "", { ...use, prepared });
}

/** Gives a payment method to a customer. Whether the card's bank agrees is asked before. */
export async function attach(work: Work, method: PaymentMethod, customer: string, prepared = false): Promise<PaymentMethod> {
  const note = await work.store.note<CardNote>(method.id);
  if (prepared) await work.store.remember(method.id, { ...note, prepared });
  if (method.customer === customer) return method;
  if (method.customer) throw invalid("The payment method you provided has already been attached to a customer.");
  if (note.detached)
    throw invalid(
      "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.",
    );
  return write(work, "payment_method", { ...method, customer }, "payment_method.attached");
}

/** Gives a card to a customer as the API's "attach" does, which its bank may refuse. */
export async function attachChecked(work: Work, method: PaymentMethod, customer: string): Promise<PaymentMethod> {
  const verdict = await judgeMethod(work, method, { purpose: "setup" });
  if (verdict.kind === "declined") throw declined(verdict.decline, { paymentMethod: method }, false);
  return attach(work, method, customer);
}

export async function detach(work: Work, method: PaymentMethod): Promise<PaymentMethod> {
  if (!method.customer) throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.");
  const note = await work.store.note<CardNote>(method.id);
  await work.store.remember(method.id, { ...note, detached: true });
  for (const subscription of await work.store.all("subscription", { match: { default_payment_method: method.id } }))
    await update(work, "subscription", { ...subscription, default_payment_method: null }, "customer.subscription.updated");
  const owner = await work.store.find("customer", method.customer);
  if (owner?.invoice_settings?.default_payment_method === method.id) {
    const settings = { ...owner.invoice_settings, default_payment_method: null };
    await update(work, "customer", { ...owner, invoice_settings: settings }, "customer.updated");
  }
  return write(work, "payment_method", { ...method, customer: null }, "payment_method.detached");
}

/** A 3-D Secure step that its owner failed or left. */
export const AUTHENTICATION_FAILED: Record<"setup" | "payment", Decline> = {
  setup: {
    code: "setup_intent_authentication_failure",
    declineCode: "setup_intent_authentication_failure",
    message: "The latest attempt to set up the payment method has failed because authentication failed.",
  },
  payment: {
    code: "payment_intent_authentication_failure",
    declineCode: "payment_intent_authentication_failure",
    message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  },
};
