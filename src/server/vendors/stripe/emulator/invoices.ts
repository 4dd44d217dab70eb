import type { Verdict } from "./cards";
import { charge, fail, newPaymentIntent } from "./charges";
import { type Decline, invalid } from "./failure";
import { applyBalance, type NewInvoice, newInvoice, subscriptionOf } from "./invoice-object";
import { judgeMethod } from "./payment-methods";
import { newId } from "./store";
import type { Invoice, InvoicePayment, PaymentIntent, PaymentMethod } from "./wire";
import { create, update, type Work, write } from "./work";

export const draft = (work: Work, given: NewInvoice): Promise<Invoice> =>
  create(work, "invoice", newInvoice(work, given), "invoice.created");

/** Numbers a draft, settles it against the customer's balance, and prepares its payment. */
export async function finalize(work: Work, invoice: Invoice): Promise<Invoice> {
  const customer = await work.store.get("customer", invoice.customer ?? "");
  const { due, ending } = applyBalance(invoice.total, customer.balance);
  const sequence = customer.next_invoice_sequence ?? 1;
  const open: Invoice = {
    ...invoice,
    amount_due: due,
    amount_remaining: due,
    effective_at: work.now,
    ending_balance: ending,
    hosted_invoice_url: work.addresses.checkout(invoice.id),
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    starting_balance: customer.balance,
    status: "open",
    status_transitions: { ...invoice.status_transitions, finalized_at: work.now },
  };
  await work.store.save("customer", { ...customer, next_invoice_sequence: sequence + 1 });
  if (ending !== customer.balance) {
    const counted = await work.store.get("customer", customer.id);
    await update(work, "customer", { ...counted, balance: ending }, "customer.updated");
  }
  if (due > 0) await preparePayment(work, open);
  return write(work, "invoice", open, "invoice.finalized");
}

async function preparePayment(work: Work, invoice: Invoice): Promise<void> {
  const intent = await create(work, "payment_intent", newPaymentIntent(work, invoice));
  await create(work, "invoice_payment", {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: work.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** An invoice's payments as a list, which only comes when it is expanded. */
export const paymentsOf = (work: Work, invoice: string): Promise<InvoicePayment[]> =>
  work.store.all("invoice_payment", { match: { invoice } });

export async function intentOf(work: Work, invoice: string): Promise<PaymentIntent | undefined> {
  const [payment] = await paymentsOf(work, invoice);
  const id = payment?.payment.payment_intent;
  return id ? work.store.get("payment_intent", id) : undefined;
}

export type Attempt =
  | { kind: "paid"; invoice: Invoice }
  | { kind: "authenticate"; invoice: Invoice; intent: PaymentIntent }
  | { kind: "declined"; invoice: Invoice; intent: PaymentIntent; decline: Decline };

export interface Payment {
  /** Otherwise the subscription's, otherwise the customer's own. */
  method?: PaymentMethod | undefined;
  authenticated?: boolean;
  /** Whether the schedule asks for it, and not a person. */
  automatic?: boolean;
}

const NO_METHOD: Decline = {
  code: "resource_missing",
  declineCode: "resource_missing",
  message: "This customer has no attached payment source or default payment method.",
};

/** One attempt to collect an open invoice. What that means for the subscription is decided elsewhere. */
export async function pay(
  work: Work,
  invoice: Invoice,
  { method: given, authenticated = false, automatic = false }: Payment,
): Promise<Attempt> {
  if (invoice.amount_remaining === 0) return { kind: "paid", invoice: await markPaid(work, invoice, automatic) };
  const intent = await intentOf(work, invoice.id);
  if (!intent) throw new Error(`${invoice.id} has no payment`);
  const method = given ?? (await methodFor(work, invoice));
  const verdict: Verdict = method
    ? await judgeMethod(work, method, { purpose: "payment", authenticated })
    : { kind: "declined", decline: NO_METHOD };
  const after = method ? await charge(work, intent, method, verdict) : await fail(work, intent, NO_METHOD);
  if (verdict.kind === "approved") return { kind: "paid", invoice: await markPaid(work, invoice, automatic) };
  const events = verdict.kind === "authenticate" ? (["invoice.payment_action_required"] as const) : [];
  const failed = await write(work, "invoice", afterFailure(work, invoice, automatic), ...events, "invoice.payment_failed");
  if (verdict.kind === "authenticate") return { kind: "authenticate", invoice: failed, intent: after };
  return { kind: "declined", invoice: failed, intent: after, decline: verdict.decline };
}

/** The card that an invoice is charged to. */
async function methodFor(work: Work, invoice: Invoice): Promise<PaymentMethod | undefined> {
  const subscription = subscriptionOf(invoice);
  const own = subscription ? (await work.store.find("subscription", subscription))?.default_payment_method : null;
  const customer = await work.store.find("customer", invoice.customer ?? "");
  const id = invoice.default_payment_method ?? own ?? customer?.invoice_settings?.default_payment_method;
  return id ? work.store.find("payment_method", id) : undefined;
}

const DAY = 86_400;
/** Days from each failed attempt to the next one. */
const RETRY_DAYS = [3, 5, 7];

/** Only the first attempt and those of the schedule count; somebody who tries by hand changes no date. */
function afterFailure(work: Work, invoice: Invoice, automatic: boolean): Invoice {
  const counts = automatic || !invoice.attempted;
  const attempts = invoice.attempt_count + (counts ? 1 : 0);
  const days = invoice.billing_reason === "subscription_create" ? undefined : RETRY_DAYS[attempts - 1];
  const next = days === undefined ? null : work.now + days * DAY;
  return { ...invoice, attempted: true, attempt_count: attempts, next_payment_attempt: counts ? next : invoice.next_payment_attempt };
}

async function markPaid(work: Work, invoice: Invoice, automatic: boolean): Promise<Invoice> {
  for (const payment of await paymentsOf(work, invoice.id)) {
    const done = { status: "paid", amount_paid: payment.amount_requested, status_transitions: { canceled_at: null, paid_at: work.now } };
    await work.store.save("invoice_payment", { ...payment, ...done });
  }
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + (invoice.amount_due > 0 && (automatic || !invoice.attempted) ? 1 : 0),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: work.now },
  };
  return write(work, "invoice", paid, "invoice.paid", "invoice.payment_succeeded");
}

/** @throws StripeFailure for one that is paid, or not yet finalised */
export async function voidInvoice(work: Work, invoice: Invoice): Promise<Invoice> {
  if (invoice.status !== "open" && invoice.status !== "uncollectible")
    throw invalid("You can only pass in open invoices. This invoice isn't open.");
  for (const payment of await paymentsOf(work, invoice.id)) {
    await work.store.save("invoice_payment", {
      ...payment,
      status: "canceled",
      status_transitions: { canceled_at: work.now, paid_at: null },
    });
    const intent = payment.payment.payment_intent && (await work.store.get("payment_intent", payment.payment.payment_intent));
    if (intent)
      await work.store.save("payment_intent", {
        ...intent,
        status: "canceled",
        canceled_at: work.now,
        cancellation_reason: "void_invoice",
      });
  }
  // A credit that it used up is there again.
  const used = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  if (used !== 0) {
    const customer = await work.store.get("customer", invoice.customer ?? "");
    await update(work, "customer", { ...customer, balance: customer.balance - used }, "customer.updated");
  }
  const transitions = { ...invoice.status_transitions, voided_at: work.now };
  const empty: Invoice = { ...invoice, auto_advance: false, next_payment_attempt: null, status: "void", status_transitions: transitions };
  return write(work, "invoice", empty, "invoice.voided");
}
