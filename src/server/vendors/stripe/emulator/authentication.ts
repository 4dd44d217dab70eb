import { fail as failPayment } from "./charges";
import { authenticateSession, type PayResult } from "./checkout";
import { isInvoice, paid } from "./invoice-page";
import { intentOf } from "./invoices";
import { AUTHENTICATION_FAILED } from "./payment-methods";
import { fail as failSetup, succeed } from "./setup-intents";
import { collect } from "./standing";
import { type Work, write } from "./work";

/**
 * Somebody has passed 3-D Secure, or has failed it: on Checkout's page or an invoice's own, or for a payment or set-up intent that waits for it.
 * At Stripe the latter happens in the browser, by Stripe.js.
 */
export async function authenticate(work: Work, id: string, ok: boolean): Promise<PayResult> {
  if (id.startsWith("pi_")) return authenticatePayment(work, id, ok);
  if (isInvoice(id)) return authenticateInvoice(work, id, ok);
  if (id.startsWith("seti_")) return authenticateSetup(work, id, ok);
  return authenticateSession(work, id, ok);
}

const UNKNOWN: PayResult = { status: "declined", code: "resource_missing" };
const NOTHING_WAITS = (kind: "payment" | "setup"): PayResult => ({ status: "declined", code: `${kind}_intent_unexpected_state` });

/** A second press, or one whose answer was lost, finds it done. */
async function authenticateInvoice(work: Work, id: string, ok: boolean): Promise<PayResult> {
  const invoice = await work.store.find("invoice", id);
  if (invoice?.status === "paid") return paid(invoice);
  return authenticatePayment(work, (await intentOf(work, id))?.id ?? id, ok);
}

async function authenticatePayment(work: Work, id: string, ok: boolean): Promise<PayResult> {
  const intent = await work.store.find("payment_intent", id);
  if (!intent) return UNKNOWN;
  const [payment] = await work.store.all("invoice_payment", { match: { payment: { payment_intent: id } } });
  const method = intent.payment_method && (await work.store.find("payment_method", intent.payment_method));
  if (intent.status !== "requires_action" || !payment || !method) return NOTHING_WAITS("payment");
  const invoice = await work.store.get("invoice", payment.invoice);
  if (!ok) {
    await failPayment(work, intent, AUTHENTICATION_FAILED.payment, method);
    await write(work, "invoice", invoice, "invoice.payment_failed");
    return { status: "declined", code: AUTHENTICATION_FAILED.payment.code };
  }
  const attempt = await collect(work, invoice, { method, authenticated: true });
  if (attempt.kind === "paid") return paid(attempt.invoice);
  return attempt.kind === "declined" ? { status: "declined", code: attempt.decline.declineCode } : { status: "requires_action" };
}

async function authenticateSetup(work: Work, id: string, ok: boolean): Promise<PayResult> {
  const intent = await work.store.find("setup_intent", id);
  if (!intent) return UNKNOWN;
  const method = intent.payment_method && (await work.store.find("payment_method", intent.payment_method));
  if (intent.status !== "requires_action" || !method) return NOTHING_WAITS("setup");
  const back = intent.next_action?.redirect_to_url?.return_url ?? "";
  if (ok) {
    await succeed(work, intent, method, true);
    return { status: "succeeded", redirect: back };
  }
  await failSetup(work, intent, AUTHENTICATION_FAILED.setup, method);
  return { status: "declined", code: AUTHENTICATION_FAILED.setup.code };
}
