import { type CardInput, readCard } from "./cards";
import type { CheckoutView, PayResult } from "./checkout";
import { subscriptionOf } from "./invoice-object";
import { attach, judgeMethod, newPaymentMethod } from "./payment-methods";
import { intervalOf } from "./prices";
import { collect } from "./standing";
import { itemOf } from "./subscription-object";
import type { Invoice } from "./wire";
import { create, type Work } from "./work";

export const isInvoice = (id: string): boolean => id.startsWith("in_");

/** As the page behind `hosted_invoice_url` tells of an invoice: of a draft it knows nothing. */
export async function viewInvoice(work: Work, id: string): Promise<CheckoutView | undefined> {
  const invoice = await work.store.find("invoice", id);
  if (!invoice || invoice.status === "draft") return undefined;
  const of = subscriptionOf(invoice);
  const subscription = of ? await work.store.find("subscription", of) : undefined;
  const price = subscription && itemOf(subscription).price;
  return {
    id,
    mode: "invoice",
    status: invoice.status === "open" ? "open" : invoice.status === "paid" ? "complete" : "expired",
    customer: invoice.customer,
    lines: invoice.lines.data.map(({ description, amount }) => ({ description: description ?? "", amount })),
    amount: invoice.amount_remaining,
    currency: invoice.currency,
    interval: price ? intervalOf(price) : null,
    lookupKey: price?.lookup_key ?? null,
    trial: null,
    locale: null,
    expiresAt: null,
    cancelUrl: null,
  };
}

/** Somebody pays an invoice with a card that they type in. The card becomes one of the customer's, and none of its defaults. */
export async function payInvoiceWith(work: Work, id: string, input: CardInput): Promise<PayResult> {
  const invoice = await work.store.find("invoice", id);
  if (!invoice) return { status: "declined", code: "resource_missing" };
  if (invoice.status === "paid") return paid(invoice);
  if (invoice.status !== "open") return { status: "declined", code: "invoice_not_editable" };
  const card = readCard(input, new Date(work.now * 1000));
  if ("code" in card) return { status: "declined", code: card.code };
  const typed = await create(work, "payment_method", newPaymentMethod(work, card, input.name));
  const verdict = await judgeMethod(work, typed, { purpose: "setup" });
  // A card that cannot even be kept is refused before it is anybody's.
  if (verdict.kind === "declined") return { status: "declined", code: verdict.decline.declineCode };
  const method = await attach(work, typed, invoice.customer ?? "");
  const attempt = await collect(work, invoice, { method });
  if (attempt.kind === "paid") return paid(attempt.invoice);
  return attempt.kind === "declined" ? { status: "declined", code: attempt.decline.declineCode } : { status: "requires_action" };
}

/** What is paid leads to the invoice's own page. */
export const paid = ({ hosted_invoice_url: page }: Invoice): PayResult => ({ status: "succeeded", redirect: page ?? "" });
