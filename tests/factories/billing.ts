import { randomUUID } from "node:crypto";
import type { Harness } from "#tests/config/harness";
import { handleEvents } from "@/features/subscription/sync/mutations";
import type { BillingInterval } from "@/lib/enums";
import { complimentaryPeriods } from "@/server/db/schema";

export const BILLING = "/api/user/personalization/subscription";
export const DEMO = "/api/demo/payments";

export const CARDS = {
  success: "4242424242424242",
  declined: "4000000000000002",
  insufficient: "4000000000009995",
  secure: "4000002760003184",
  laterFails: "4000000000000341",
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

/** A plan that nobody pays for, so that a test is not about its limits. */
export async function givePlan({ app }: Harness, userId: string, plan: "plus" | "pro" = "pro"): Promise<void> {
  const now = await app.services.payments.now();
  const endsAt = new Date(now.getTime() + 365 * 86_400_000);
  await app.services.db.insert(complimentaryPeriods).values({ id: randomUUID(), userId, plan, startsAt: now, endsAt, reason: "a test" });
}
