import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Harness } from "#tests/config/harness";
import { handleEvents } from "@/features/subscription/sync/mutations";
import type { BillingInterval } from "@/lib/enums/subscription";
import { billingCustomers, complimentaryPeriods, outboxMails, stripeObjects } from "@/server/db/schema";

export const BILLING = "/api/user/personalization/subscription";
export const DEMO = "/api/demo/payments";

export const CARDS = {
  success: "4242424242424242",
  declined: "4000000000000002",
  insufficient: "4000000000009995",
  secure: "4000002760003184",
  laterFails: "4000000000000341",
  disputed: "4000000000000259",
} as const;

export const cardOf = (number: string) => ({ number, expiry: "12/40", cvc: "123", name: "Ada Test" });

/** Everything that the emulator has to tell is told, and what it brings about has happened. */
export async function settle({ app }: Harness): Promise<void> {
  await app.services.payments.deliver();
  await handleEvents(app.services);
}

/** The session's id in the address of a payment page. */
export const sessionIn = (url: string): string => new URL(url).searchParams.get("session") ?? "";

export async function openCheckout(harness: Harness, token: string, plan: "plus" | "pro" = "plus", interval: BillingInterval = "month") {
  const answer = await harness.call("POST", `${BILLING}/checkout`, { token, body: { plan, interval } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return sessionIn(answer.body.data.url);
}

export const payCheckout = (harness: Harness, token: string, session: string, number: string = CARDS.success) =>
  harness.call("POST", `${DEMO}/checkout/pay`, { token, body: { session, ...cardOf(number) } });

/** Somebody has a plan, paid for by a card. */
export async function subscribe(
  harness: Harness,
  token: string,
  plan: "plus" | "pro" = "plus",
  interval: BillingInterval = "month",
  number: string = CARDS.success,
) {
  const session = await openCheckout(harness, token, plan, interval);
  const paid = await payCheckout(harness, token, session, number);
  if (paid.body.data?.status !== "succeeded") throw new Error(JSON.stringify(paid.body));
  await settle(harness);
  return activeOf(harness, token);
}

export const activeOf = async (harness: Harness, token: string) =>
  (await harness.call("GET", `${BILLING}/active/get`, { token })).body.data;
export const usageNow = async (harness: Harness, token: string) => (await harness.call("GET", `${BILLING}/usage/get`, { token })).body.data;

/** Sets the demo's clock forward, as an administrator does, and lets all of it come through. */
export async function daysOn(harness: Harness, days: number): Promise<void> {
  const { demo } = harness.app.services.payments;
  if (!demo) throw new Error("payments are no demo here");
  await demo.advance(new Date((await demo.now()).getTime() + days * 86_400_000));
  await settle(harness);
}

const stripeIdOf = async ({ app }: Harness, userId: string): Promise<string> => {
  const [row] = await app.services.db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId));
  if (!row) throw new Error("nobody at Stripe");
  return row.stripeId;
};

/** A subscription that began elsewhere than at Checkout, as an operator makes one at Stripe. */
export async function subscribeAtStripe(
  harness: Harness,
  { token, user }: { token: string; user: { uid: string } },
  more: Partial<Stripe.SubscriptionCreateParams>,
): Promise<Stripe.Subscription> {
  const { payments } = harness.app.services;
  await openCheckout(harness, token);
  const customer = await stripeIdOf(harness, user.uid);
  const [price] = await payments.prices(["parley_plus_month"]);
  const made = await payments.call((stripe) => stripe.subscriptions.create({ customer, items: [{ price: price?.id ?? "" }], ...more }));
  await settle(harness);
  return made;
}

/** The card cannot pay from now on, and a month goes by. */
export async function fallBehind(harness: Harness, token: string, card = "pm_card_chargeCustomerFail"): Promise<void> {
  await harness.call("POST", `${BILLING}/change/method`, { token, body: { paymentMethodId: card } });
  await daysOn(harness, 32);
}

/** Stripe has tried for the last time, on an account that is set to mark as unpaid what is not paid then. */
export async function markUnpaid(harness: Harness, token: string, subscription: string): Promise<void> {
  const { db } = harness.app.services;
  const status = sql`jsonb_set(${stripeObjects.data}, '{status}', '"unpaid"')`;
  await db.update(stripeObjects).set({ data: status }).where(eq(stripeObjects.id, subscription));
  const untried = sql`jsonb_set(${stripeObjects.data}, '{next_payment_attempt}', 'null')`;
  const own = sql`${stripeObjects.data} #>> '{parent,subscription_details,subscription}' = ${subscription}`;
  await db
    .update(stripeObjects)
    .set({ data: untried })
    .where(and(eq(stripeObjects.kind, "invoice"), own));
  await harness.call("POST", `${BILLING}/refresh`, { token });
}

/** A plan that nobody pays for, so that a test is not about its limits. */
export async function givePlan({ app }: Harness, userId: string, plan: "plus" | "pro" = "pro"): Promise<void> {
  const now = await app.services.payments.now();
  const endsAt = new Date(now.getTime() + 365 * 86_400_000);
  await app.services.db.insert(complimentaryPeriods).values({ id: randomUUID(), userId, plan, startsAt: now, endsAt, reason: "a test" });
}

/** What people ask of their subscription, and what they, their mailbox and Stripe then have of it. */
export function billingIn(harness: () => Harness) {
  const post = (token: string, path: string, body: unknown = {}) => harness().call("POST", `${BILLING}${path}`, { token, body });
  /** The card is changed to one that can be kept but never charged. */
  const failFromNow = (token: string) => post(token, "/change/method", { paymentMethodId: "pm_card_chargeCustomerFail" });
  type Invoice = { uid: string; number: string; status: string; amount: number };
  const invoicesOf = async (token: string): Promise<{ data: Invoice[]; meta: { total: number } }> =>
    (await harness().call("GET", `${BILLING}/receipt/invoices/get`, { token })).body;
  const statusesOf = async (token: string) => (await invoicesOf(token)).data.map(({ status }) => status);
  const mailsTo = (email: string) =>
    harness().app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, email)).orderBy(outboxMails.id);
  const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template);
  const atStripe = (id: string) => harness().app.services.payments.call((stripe) => stripe.subscriptions.retrieve(id));
  return { post, failFromNow, invoicesOf, statusesOf, mailsTo, templatesTo, atStripe };
}
