import { type Card, type CardInput, readCard } from "./cards";
import { newCustomer } from "./customers";
import { start } from "./lifecycle";
import { AUTHENTICATION_FAILED, attach, judgeMethod, newPaymentMethod } from "./payment-methods";
import { intervalOf } from "./prices";
import { detailsOf } from "./session-object";
import type { SessionNote } from "./sessions";
import { fail, succeed } from "./setup-intents";
import type { Customer, PaymentMethod, Session } from "./wire";
import { create, type Work, write } from "./work";

/** What Checkout's page shows, or an invoice's own. */
export interface CheckoutView {
  id: string;
  mode: "subscription" | "setup" | "invoice";
  status: "open" | "complete" | "expired";
  customer: string | null;
  lines: { description: string; amount: number }[];
  /** Minor units due today; null where a card is only saved. */
  amount: number | null;
  currency: string | null;
  interval: "month" | "year" | null;
  /** Of the price that is bought; null where a card is only saved. */
  lookupKey: string | null;
  /** Days that cost nothing at first. */
  trial: number | null;
  locale: string | null;
  expiresAt: Date | null;
  cancelUrl: string | null;
}

export type PayResult =
  | { status: "succeeded"; redirect: string }
  | { status: "requires_action" }
  /** `code` is Stripe's decline or error code. */
  | { status: "declined"; code: string };

const STATUSES = ["complete", "expired"] as const;

export async function view(work: Work, sessionId: string): Promise<CheckoutView | undefined> {
  const session = await work.store.find("checkout.session", sessionId);
  if (!session) return undefined;
  const { line, trialDays } = await work.store.note<SessionNote>(session.id);
  const price = line?.price ?? undefined;
  return {
    id: session.id,
    mode: session.mode === "setup" ? "setup" : "subscription",
    status: STATUSES.find((status) => status === session.status) ?? "open",
    customer: session.customer,
    lines: line ? [{ description: line.description ?? "", amount: price?.unit_amount ?? 0 }] : [],
    amount: session.amount_total,
    currency: session.currency,
    interval: price ? intervalOf(price) : null,
    lookupKey: price?.lookup_key ?? null,
    trial: trialDays ?? null,
    locale: session.locale,
    expiresAt: new Date(session.expires_at * 1000),
    cancelUrl: session.cancel_url,
  };
}

/** Somebody pays on Checkout's page. A second click finds it done. */
export async function payWith(work: Work, sessionId: string, input: CardInput): Promise<PayResult> {
  return whileOpen(work, sessionId, async (session) => {
    const card = readCard(input, new Date(work.now * 1000));
    if ("code" in card) return { status: "declined", code: card.code };
    return tryCard(work, session, card, input.name);
  });
}

async function whileOpen(work: Work, id: string, act: (session: Session) => Promise<PayResult>): Promise<PayResult> {
  const session = await work.store.find("checkout.session", id);
  if (!session) return { status: "declined", code: "resource_missing" };
  if (session.status === "complete") return { status: "succeeded", redirect: redirectOf(session) };
  if (session.status !== "open" || session.expires_at <= work.now) return { status: "declined", code: "session_expired" };
  return act(session);
}

const redirectOf = ({ id, success_url: url }: Session): string => (url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", id);

/** What a card is used for: one that costs nothing today is only saved. */
const purposeOf = (session: Session): "setup" | "payment" => ((session.amount_total ?? 0) > 0 ? "payment" : "setup");

async function tryCard(work: Work, session: Session, card: Card, name: string): Promise<PayResult> {
  const method = newPaymentMethod(work, card, name);
  await create(work, "payment_method", method);
  const verdict = await judgeMethod(work, method, { purpose: purposeOf(session) });
  if (verdict.kind === "approved") return complete(work, session, method, false);
  if (verdict.kind === "declined") {
    // A subscription is made only once its first payment has succeeded.
    const intent = session.setup_intent && (await work.store.get("setup_intent", session.setup_intent));
    if (intent) await fail(work, intent, verdict.decline, method);
    return { status: "declined", code: verdict.decline.declineCode };
  }
  await rememberWaiting(work, session, method.id);
  return { status: "requires_action" };
}

async function rememberWaiting(work: Work, { id }: Session, waiting: string | undefined): Promise<void> {
  await work.store.remember(id, { ...(await work.store.note<SessionNote>(id)), waiting });
}

/** The card's owner has passed 3-D Secure, or has failed it. */
export async function authenticateSession(work: Work, sessionId: string, ok: boolean): Promise<PayResult> {
  return whileOpen(work, sessionId, async (session) => {
    const { waiting } = await work.store.note<SessionNote>(session.id);
    const method = waiting && (await work.store.find("payment_method", waiting));
    if (!method) return { status: "declined", code: "payment_intent_unexpected_state" };
    await rememberWaiting(work, session, undefined);
    if (ok) return complete(work, session, method, true);
    const decline = AUTHENTICATION_FAILED[session.mode === "setup" ? "setup" : "payment"];
    const intent = session.setup_intent && (await work.store.get("setup_intent", session.setup_intent));
    if (intent) await fail(work, intent, decline, method);
    return { status: "declined", code: decline.code };
  });
}

/** Gives the card to the customer, does what the session is for, and closes it. */
async function complete(work: Work, session: Session, method: PaymentMethod, authenticated: boolean): Promise<PayResult> {
  const customer = await customerOf(work, session);
  const closed: Session = {
    ...session,
    customer: customer?.id ?? null,
    customer_details: customer ? detailsOf(customer) : null,
    status: "complete",
    url: null,
    ...(session.mode === "setup"
      ? await saveCard(work, session, method, authenticated)
      : await subscribe(work, session, customer, method, authenticated)),
  };
  await write(work, "checkout.session", closed, "checkout.session.completed");
  return { status: "succeeded", redirect: redirectOf(session) };
}

/** The session's customer; somebody unknown who subscribes becomes one. */
async function customerOf(work: Work, session: Session): Promise<Customer | undefined> {
  if (session.customer) return work.store.get("customer", session.customer);
  if (session.mode === "setup") return undefined;
  return create(work, "customer", await newCustomer(work, { email: session.customer_email }), "customer.created");
}

async function saveCard(work: Work, session: Session, method: PaymentMethod, authenticated: boolean): Promise<Partial<Session>> {
  const intent = await work.store.get("setup_intent", session.setup_intent ?? "");
  await succeed(work, intent, method, authenticated);
  return { payment_status: "no_payment_required" };
}

async function subscribe(
  work: Work,
  session: Session,
  customer: Customer | undefined,
  method: PaymentMethod,
  authenticated: boolean,
): Promise<Partial<Session>> {
  const { line, trialDays, metadata = {}, missingMethod } = await work.store.note<SessionNote>(session.id);
  if (!line?.price || !customer) throw new Error(`${session.id} sells nothing`);
  const own = await attach(work, method, customer.id, authenticated);
  const { subscription } = await start(work, {
    customer: customer.id,
    price: line.price,
    trialEnd: trialDays ? work.now + trialDays * 86_400 : undefined,
    defaultMethod: own.id,
    metadata,
    missingMethod,
    payment: { method: own, authenticated },
  });
  const status = purposeOf(session) === "payment" ? "paid" : "no_payment_required";
  return { invoice: subscription.latest_invoice, payment_status: status, subscription: subscription.id };
}
