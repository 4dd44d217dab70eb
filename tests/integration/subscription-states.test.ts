import { eq, like, or } from "drizzle-orm";
import Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import {
  activeOf,
  billingIn,
  daysOn,
  fallBehind,
  markUnpaid,
  settle,
  subscribe,
  subscribeAtStripe,
  usageNow,
} from "#tests/factories/billing";
import { expectError } from "#tests/factories/catalogues";
import { subscriptionJobs } from "@/features/subscription/jobs";
import { handleEvents } from "@/features/subscription/sync/mutations";
import { AppError } from "@/lib/app-error";
import { stripeEvents } from "@/server/db/schema";

// Months go by in them, renewals of everybody before included.
vi.setConfig({ testTimeout: 90_000 });

const harness = useHarness();
const { post, invoicesOf, statusesOf, templatesTo, atStripe } = billingIn(harness);
/** A card that is set at Stripe, and of which nobody is told here. */
const giveAtStripe = (id: string, card: string) =>
  harness().app.services.payments.call(async (stripe) => {
    const { customer } = await stripe.subscriptions.retrieve(id);
    const { id: method } = await stripe.paymentMethods.attach(card, { customer: customer as string });
    await stripe.subscriptions.update(id, { default_payment_method: method });
  });

describe("unpaid", () => {
  const unpaid = async () => {
    const person = await registerUser(harness());
    const held = await subscribe(harness(), person.token);
    await fallBehind(harness(), person.token);
    await markUnpaid(harness(), person.token, held.uid);
    return { ...person, id: held.uid as string };
  };

  it("opens nothing, says that the plan is on hold, and is brought back by paying what is open", async () => {
    const { token, email } = await unpaid();
    expect(await activeOf(harness(), token)).toMatchObject({ status: "unpaid", graceEndsAt: null });
    expect((await usageNow(harness(), token)).plan).toBe("free");
    expect(await templatesTo(email)).toContain("subscription_on_hold");
    expect(await templatesTo(email)).not.toContain("subscription_ended");
    expect((await post(token, "/pay")).body.code).toBe("cardDeclined");
    expect((await post(token, "/change/method", { paymentMethodId: "pm_card_visa" })).body.data.subscription.status).toBe("active");
    expect(await statusesOf(token)).toEqual(["paid", "paid"]);
  });

  it("gathers drafts, of which the latest is put into force and paid, and no other", async () => {
    const { token, id } = await unpaid();
    await daysOn(harness(), 62);
    const { payments } = harness().app.services;
    const kept = async () => (await payments.call((stripe) => stripe.invoices.list({ subscription: id }))).data.map(({ status }) => status);
    expect(await kept()).toEqual(["draft", "draft", "open", "paid"]);
    // Nobody is shown a draft, nor asked for it.
    expect(await statusesOf(token)).toEqual(["open", "paid"]);
    expect((await post(token, "/pay")).body.code).toBe("cardDeclined");
    expect(await kept()).toEqual(["open", "draft", "open", "paid"]);
    const given = await post(token, "/change/method", { paymentMethodId: "pm_card_visa" });
    expect(given.body.data.subscription).toMatchObject({ status: "active", plan: "plus" });
    expect(await kept()).toEqual(["paid", "draft", "open", "paid"]);
    expect((await usageNow(harness(), token)).plan).toBe("plus");
    // What stays open is asked for no more: not with the next card, nor does the next payment that fails date back to it.
    await post(token, "/change/method", { paymentMethodId: "pm_card_mastercard" });
    expect(await kept()).toEqual(["paid", "draft", "open", "paid"]);
    await fallBehind(harness(), token);
    const { status, graceEndsAt } = await activeOf(harness(), token);
    expect(status).toBe("past_due");
    expect(Date.parse(graceEndsAt)).toBeGreaterThan((await payments.now()).getTime());
    expect((await usageNow(harness(), token)).plan).toBe("plus");
    await post(token, "/change/method", { paymentMethodId: "pm_card_visa" });
    expect((await kept()).slice(0, 2)).toEqual(["paid", "paid"]);
    expect((await kept()).filter((one) => one === "open")).toHaveLength(1);
  });

  it("is brought back by the button as well, where the card pays again", async () => {
    const { token, id } = await unpaid();
    await daysOn(harness(), 31);
    await giveAtStripe(id, "pm_card_visa");
    expect((await post(token, "/pay")).body.data).toMatchObject({ url: null, subscription: { status: "active" } });
    expect(await statusesOf(token)).toEqual(["paid", "open", "paid"]);
  });
});

describe("paused", () => {
  const paused = async () => {
    const person = await registerUser(harness());
    const { id } = await subscribeAtStripe(harness(), person, {
      trial_period_days: 3,
      trial_settings: { end_behavior: { missing_payment_method: "pause" } },
    });
    await daysOn(harness(), 4);
    expect(await activeOf(harness(), person.token)).toMatchObject({ status: "paused", card: null });
    return { ...person, id };
  };

  it("is told of as being on hold, and goes on with the card that is given", async () => {
    const { token, email } = await paused();
    expect((await usageNow(harness(), token)).plan).toBe("free");
    expect(await templatesTo(email)).toContain("subscription_on_hold");
    const given = await post(token, "/change/method", { paymentMethodId: "pm_card_visa" });
    expect(given.body.data.subscription).toMatchObject({ status: "active", card: { brand: "visa" } });
    expect((await usageNow(harness(), token)).plan).toBe("plus");
  });

  it("goes on when somebody says so who has a card", async () => {
    const { token, id } = await paused();
    await giveAtStripe(id, "pm_card_visa");
    expect((await post(token, "/resume")).body.data).toMatchObject({ status: "active" });
    await settle(harness());
    expect((await invoicesOf(token)).data.map(({ status, amount }) => [status, amount])).toContainEqual(["paid", 1200]);
  });

  it("is overdue where that card does not pay, and goes on with another", async () => {
    const { token, id } = await paused();
    await giveAtStripe(id, "pm_card_chargeCustomerFail");
    expectError(await post(token, "/resume"), 402, "cardDeclined");
    // Known at once, before any webhook has told of it.
    expect(await activeOf(harness(), token)).toMatchObject({ status: "past_due" });
    await settle(harness());
    expect((await post(token, "/resume")).body.data).toMatchObject({ status: "past_due" });
    expect((await post(token, "/change/method", { paymentMethodId: "pm_card_visa" })).body.data.subscription.status).toBe("active");
    expect((await statusesOf(token)).filter((status) => status === "open")).toEqual([]);
  });

  it("that was taken up before and not paid for is paid for by a card that is given, once", async () => {
    const { token, id } = await paused();
    await harness().app.services.payments.call((stripe) => stripe.subscriptions.resume(id));
    const given = await post(token, "/change/method", { paymentMethodId: "pm_card_visa" });
    expect(given.body.data.subscription).toMatchObject({ status: "active" });
    expect((await invoicesOf(token)).data.filter(({ amount }) => amount > 0)).toHaveLength(1);
  });

  it("ends at once when it is cancelled: no time goes by in which it could end", async () => {
    const { token, id } = await paused();
    expect((await post(token, "/canceling")).body.data).toMatchObject({ status: "canceled" });
    expect((await atStripe(id)).status).toBe("canceled");
  });
});

describe("Stripe that is still at the first call when it is repeated", () => {
  it("is as good as away: what was asked for comes to be by itself", async () => {
    const busy = new Stripe.errors.StripeInvalidRequestError({
      type: "invalid_request_error",
      code: "idempotency_key_in_use",
      message: "There is currently another in-progress request using this key.",
    });
    await expect(harness().app.services.payments.call(() => Promise.reject(busy))).rejects.toMatchObject({ code: "paymentsUnavailable" });
  });
});

describe("an event that fails for weeks", () => {
  const arrives = async (id: string, subject: object, attempts = 0) =>
    harness()
      .app.services.db.insert(stripeEvents)
      .values({ id, type: "invoice.paid", subject: { customer: null, ...subject } as never, attempts });
  const kept = async (id: string) => (await harness().app.services.db.select().from(stripeEvents).where(eq(stripeEvents.id, id)))[0];

  it("waits six hours at most, and those behind it are handled", async () => {
    const { token } = await registerUser(harness());
    const { uid } = await subscribe(harness(), token);
    const customer = (await atStripe(uid)).customer as string;
    await arrives("evt_for_weeks", { customer, subscription: "sub_nobody" }, 60);
    await arrives("evt_behind", { customer, subscription: uid });
    await handleEvents(harness().app.services);
    const failed = await kept("evt_for_weeks");
    expect(failed).toMatchObject({ attempts: 61, handledAt: null });
    expect(failed?.dueAt.getTime()).toBeLessThan(Date.now() + 6.1 * 3_600_000);
    expect((await kept("evt_behind"))?.handledAt).not.toBeNull();
  });

  it("is none that tells of a draft which was deleted meanwhile", async () => {
    const { token } = await registerUser(harness());
    const { uid } = await subscribe(harness(), token);
    const customer = (await atStripe(uid)).customer as string;
    await arrives("evt_gone", { customer, invoice: "in_gone" });
    await handleEvents(harness().app.services);
    expect(await kept("evt_gone")).toMatchObject({ attempts: 0, handledAt: expect.any(Date) });
  });
});

describe("a night in which Stripe is away", () => {
  it("forgets the events of more than a month ago nevertheless, and has failed", async () => {
    const { services } = harness().app;
    const { db, payments } = services;
    const old = { type: "invoice.paid", subject: { customer: null } as never, receivedAt: new Date(Date.now() - 31 * 86_400_000) };
    const ids = Array.from({ length: 10_001 }, (_, at) => `evt_old_${at}`);
    for (let at = 0; at < ids.length; at += 1000)
      await db.insert(stripeEvents).values(ids.slice(at, at + 1000).map((id) => ({ ...old, id })));
    await db.insert(stripeEvents).values({ ...old, id: "evt_young", receivedAt: new Date() });
    const away = { ...payments, call: () => Promise.reject(new AppError("paymentsUnavailable")) };
    const night = subscriptionJobs.find(({ name }) => name === "subscription.nightly");
    await expect(night?.run({ ...services, payments: away })).rejects.toThrow();
    const left = await db
      .select({ id: stripeEvents.id })
      .from(stripeEvents)
      .where(or(like(stripeEvents.id, "evt_old_%"), eq(stripeEvents.id, "evt_young")));
    expect(left).toEqual([{ id: "evt_young" }]);
  });
});
