import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { activeOf, billingIn, daysOn, settle, subscribe } from "#tests/factories/billing";
import { wakes } from "#tests/factories/jobs";
import { restore, suspend } from "#tests/factories/standing";
import { subscriptionData } from "@/features/subscription/personal-data";
import { carryOnForRestored, endForLeaving, endWithPeriod, forgetDeparted, remindOfEnds } from "@/features/subscription/upkeep/mutations";
import { AppError } from "@/lib/app-error";
import type { Services } from "@/server/api/context";
import { billingCustomers, billingDepartures, subscriptions } from "@/server/db/schema";

// Months go by in them, renewals of everybody before included.
vi.setConfig({ testTimeout: 90_000 });

const ACCOUNT = "/api/user/personalization/account";
const harness = useHarness();
const { post, invoicesOf, templatesTo, atStripe } = billingIn(harness);

describe("whoever asks for the end of their account", () => {
  const ask = (token: string, path: "request" | "cancel") => harness().call("POST", `${ACCOUNT}/deletion/${path}`, { token, body: {} });

  it("is asked for no other period, and may carry on with the subscription when they come back", async () => {
    const { token, user } = await registerUser(harness());
    const held = await subscribe(harness(), token);
    expect((await ask(token, "request")).status).toBe(200);
    expect(await activeOf(harness(), token)).toMatchObject({ status: "active", cancelAt: held.currentPeriodEnd });
    expect((await ask(token, "cancel")).status).toBe(200);
    expect(await activeOf(harness(), token)).toMatchObject({ cancelAt: held.currentPeriodEnd });
    expect((await post(token, "/resume")).body.data).toMatchObject({ status: "active", cancelAt: null });
    // Who stays is renewed, and nobody ends that.
    await endForLeaving(harness().app.services);
    await endWithPeriod(harness().app.services, user.uid);
    expect(await activeOf(harness(), token)).toMatchObject({ cancelAt: null });
  });

  it("is heard also while Stripe is away, which is told later", async () => {
    const { token, user } = await registerUser(harness());
    const held = await subscribe(harness(), token);
    const { services } = harness().app;
    const { call } = services.payments;
    services.payments.call = () => Promise.reject(new AppError("paymentsUnavailable"));
    expect((await ask(token, "request")).status).toBe(200);
    services.payments.call = call;
    expect(await activeOf(harness(), token)).toMatchObject({ cancelAt: null });
    await endForLeaving(services);
    expect(await activeOf(harness(), token)).toMatchObject({ cancelAt: held.currentPeriodEnd });
    // Once more is nothing new.
    await endWithPeriod(services, user.uid);
    expect(await activeOf(harness(), token)).toMatchObject({ cancelAt: held.currentPeriodEnd });
  });
});

describe("whoever is kept out", () => {
  const endOf = async (userId: string) => {
    const [row] = await harness().app.services.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
    return row?.cancelAt?.toISOString() ?? null;
  };
  const logsIn = async (email: string): Promise<string> =>
    (await harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } })).body.accessToken;
  /** Somebody with a plan who is suspended, and whose plan ends for that. */
  const keptOut = async () => {
    const { token, user, email } = await registerUser(harness());
    const held = await subscribe(harness(), token);
    const { services } = harness().app;
    await suspend(services.db, user.uid, "Spam");
    await endForLeaving(services);
    expect(await endOf(user.uid)).toBe(held.currentPeriodEnd);
    return { services, held, id: user.uid as string, email };
  };

  it("is asked for no other period, since they cannot even cancel; let in again, they are, as nobody else ended it", async () => {
    const { services, held, id, email } = await keptOut();
    // While they are out nothing takes it back.
    await carryOnForRestored(services);
    expect(await endOf(id)).toBe(held.currentPeriodEnd);
    const woken = await wakes(harness(), () => restore(services.db, id));
    expect(woken).toContain("subscription.depart");
    await carryOnForRestored(services);
    expect(await endOf(id)).toBeNull();
    expect((await atStripe(held.uid)).cancel_at_period_end).toBe(false);
    await endForLeaving(services);
    expect(await activeOf(harness(), await logsIn(email))).toMatchObject({ status: "active", cancelAt: null });
  });

  it("keeps the end that they had set before", async () => {
    const { token, user } = await registerUser(harness());
    const held = await subscribe(harness(), token);
    await post(token, "/canceling");
    const { services } = harness().app;
    await suspend(services.db, user.uid, "Spam");
    await endForLeaving(services);
    await restore(services.db, user.uid);
    await carryOnForRestored(services);
    expect(await endOf(user.uid)).toBe(held.currentPeriodEnd);
  });

  it.each([
    ["cancels", (token: string) => post(token, "/canceling")],
    [
      "asks for the end of their account, and takes that back,",
      async (token: string) => {
        await harness().call("POST", `${ACCOUNT}/deletion/request`, { token, body: {} });
        return harness().call("POST", `${ACCOUNT}/deletion/cancel`, { token, body: {} });
      },
    ],
  ])("and %s once they are let in has chosen: the end stays, also when that job comes late", async (_, chooses) => {
    const { services, held, id, email } = await keptOut();
    const { call } = services.payments;
    services.payments.call = () => Promise.reject(new AppError("paymentsUnavailable"));
    await restore(services.db, id);
    await carryOnForRestored(services);
    services.payments.call = call;
    const token = await logsIn(email);
    expect((await chooses(token)).status).toBe(200);
    await carryOnForRestored(services);
    expect(await endOf(id)).toBe(held.currentPeriodEnd);
  });

  it("is not told that the end is near, which they could do nothing about", async () => {
    const { services, held, id, email } = await keptOut();
    await daysOn(harness(), (Date.parse(held.currentPeriodEnd) - (await services.payments.now()).getTime()) / 86_400_000 - 2);
    await remindOfEnds(services);
    await restore(services.db, id);
    await remindOfEnds(services);
    expect(await templatesTo(email)).not.toContain("subscription_ending");
  });
});

describe("an account that is erased", () => {
  it("is forgotten at Stripe, which ends what it paid for", async () => {
    const { token, user } = await registerUser(harness());
    const held = await subscribe(harness(), token);
    const { db, payments } = harness().app.services;
    const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.userId, user.uid));
    await db.transaction((tx) => subscriptionData.erase(tx, user.uid));
    expect(await activeOf(harness(), token)).toBeNull();
    expect((await invoicesOf(token)).meta.total).toBe(0);
    await forgetDeparted(harness().app.services);
    expect(await db.select().from(billingDepartures)).toEqual([]);
    const left = await payments.call((stripe) => stripe.customers.retrieve(row?.stripeId ?? ""));
    expect(left).toMatchObject({ deleted: true });
    expect((await payments.call((stripe) => stripe.subscriptions.retrieve(held.uid))).status).toBe("canceled");
    // What Stripe still tells of it is nobody's.
    await settle(harness());
    expect(await db.select().from(subscriptions).where(eq(subscriptions.userId, user.uid))).toEqual([]);
  });
});

describe("forgetting at Stripe", () => {
  it("goes on with the others when one fails, which comes again", async () => {
    const { db, payments } = harness().app.services;
    for (let n = 0; n < 3; n++) {
      const { token, user } = await registerUser(harness());
      await subscribe(harness(), token);
      await db.transaction((tx) => subscriptionData.erase(tx, user.uid));
    }
    let calls = 0;
    const call: Services["payments"]["call"] = (work) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error("away")) : payments.call(work);
    };
    await forgetDeparted({ ...harness().app.services, payments: { ...payments, call } });
    expect(calls).toBe(3);
    expect(await db.select().from(billingDepartures)).toHaveLength(1);
    await forgetDeparted(harness().app.services);
    expect(await db.select().from(billingDepartures)).toEqual([]);
  });
});
