import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { activeOf, billingIn, CARDS, daysOn, payCheckout, sessionIn, settle, subscribe, usageNow } from "#tests/factories/billing";
import { invoices, subscriptions } from "@/server/db/schema";

// Months go by in them, renewals of everybody before included.
vi.setConfig({ testTimeout: 90_000 });

const harness = useHarness();
const { post, invoicesOf, failFromNow } = billingIn(harness);

describe("giving another card", () => {
  const give = async (token: string) => sessionIn((await post(token, "/change/method/checkout")).body.data.url);
  const cardNow = async (token: string) => (await activeOf(harness(), token)).card?.last4;

  it("counts when it is there, whether the webhook has come or the page asks", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token);
    await payCheckout(harness(), token, await give(token), "5555555555554444");
    expect((await post(token, "/refresh")).body.data).toMatchObject({ cardPending: false, subscription: { card: { last4: "4444" } } });
    await settle(harness());
    expect(await cardNow(token)).toBe("4444");
  });

  it("is taken by the page that was opened last: the one before it takes none", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token);
    const first = await give(token);
    const second = await give(token);
    expect((await payCheckout(harness(), token, first, "4000002500003155")).body.data.status).toBe("declined");
    await payCheckout(harness(), token, second, "5555555555554444");
    await settle(harness());
    expect(await cardNow(token)).toBe("4444");
    // Nor does one take any once a card was chosen that is known already.
    const third = await give(token);
    await post(token, "/change/method", { paymentMethodId: "pm_card_visa" });
    expect((await payCheckout(harness(), token, third, "5555555555554444")).body.data.status).toBe("declined");
    await settle(harness());
    expect(await cardNow(token)).toBe("4242");
  });

  it("counts also where another page was opened before anybody told of it", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token);
    await failFromNow(token);
    await daysOn(harness(), 32);
    expect(await activeOf(harness(), token)).toMatchObject({ status: "past_due" });
    await payCheckout(harness(), token, await give(token), "5555555555554444");
    const next = await give(token);
    await settle(harness());
    expect(await activeOf(harness(), token)).toMatchObject({ status: "active", card: { last4: "4444" } });
    // And the page that is open takes the next one.
    await payCheckout(harness(), token, next, CARDS.success);
    await settle(harness());
    expect(await cardNow(token)).toBe("4242");
  });

  it("that was taken off at Stripe at once is in no other one's way", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token);
    const first = await give(token);
    await payCheckout(harness(), token, first, "5555555555554444");
    await harness().app.services.payments.call(async (stripe) => {
      const { setup_intent: intent } = await stripe.checkout.sessions.retrieve(first, { expand: ["setup_intent"] });
      await stripe.paymentMethods.detach((intent as Stripe.SetupIntent).payment_method as string);
    });
    await payCheckout(harness(), token, await give(token), "4000000000000341");
    expect((await post(token, "/refresh")).body.data).toMatchObject({ cardPending: false, subscription: { card: { last4: "0341" } } });
    await settle(harness());
    expect(await cardNow(token)).toBe("0341");
  });

  it("says that it is not there yet", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token);
    await give(token);
    expect((await post(token, "/refresh")).body.data).toMatchObject({ cardPending: true, subscription: { card: { last4: "4242" } } });
  });
});

describe("changing the plan", () => {
  it("costs what the preview said, line by line, and nothing else", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token, "plus", "month");
    await daysOn(harness(), 10);
    const { body } = await post(token, "/change/preview", { plan: "pro", interval: "month" });
    const preview = body.data;
    expect(preview.lines.map(({ kind, plan }: { kind: string; plan: string }) => [kind, plan])).toEqual([
      ["credit", "plus"],
      ["charge", "pro"],
    ]);
    for (const { amount, price, days, ofDays } of preview.lines) {
      expect(Math.abs(Math.abs(amount) - (price * days) / ofDays)).toBeLessThan(2);
    }
    expect(preview.dueToday).toBe(preview.lines.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0));
    const changed = await post(token, "/change", { plan: "pro", interval: "month", prorationDate: preview.prorationDate });
    expect(changed.body.data).toMatchObject({ plan: "pro", status: "active" });
    await settle(harness());
    const [latest] = (await invoicesOf(token)).data;
    expect(latest).toMatchObject({ amount: preview.dueToday, status: "paid" });
    expect((await usageNow(harness(), token)).plan).toBe("pro");
    expect((await post(token, "/change/preview", { plan: "pro", interval: "month" })).body.code).toBe("samePlan");
    const old = new Date(Date.parse(preview.prorationDate) - 3_600_000).toISOString();
    expect((await post(token, "/change", { plan: "plus", interval: "month", prorationDate: old })).body.code).toBe("previewOutdated");
  });

  it("costs no other price than the one that was shown", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token, "plus", "month");
    const wanted = { plan: "pro", interval: "month" };
    const { prorationDate, priceId } = (await post(token, "/change/preview", wanted)).body.data;
    expect((await post(token, "/change", { ...wanted, prorationDate, priceId: "price_before" })).body.code).toBe("previewOutdated");
    expect(await activeOf(harness(), token)).toMatchObject({ plan: "plus" });
    expect((await post(token, "/change", { ...wanted, prorationDate, priceId })).body.data).toMatchObject({ plan: "pro" });
  });

  it("costs no other amount than the one that was shown, whatever became of the subscription or the balance meanwhile", async () => {
    const { token, user } = await registerUser(harness());
    const { uid } = await subscribe(harness(), token, "plus", "month");
    const shown = async (wanted: object) => {
      const { prorationDate, priceId, currentPriceId, dueToday } = (await post(token, "/change/preview", wanted)).body.data;
      return { ...wanted, prorationDate, priceId, currentPriceId, dueToday };
    };
    const yearly = { plan: "plus", interval: "year" };
    const before = await shown(yearly);
    // In another tab.
    expect((await post(token, "/change", await shown({ plan: "pro", interval: "month" }))).status).toBe(200);
    expect((await post(token, "/change", before)).body.code).toBe("previewOutdated");
    const { currentPriceId: _, ...amount } = before;
    expect((await post(token, "/change", amount)).body.code).toBe("previewOutdated");
    expect(await activeOf(harness(), token)).toMatchObject({ plan: "pro", interval: "month" });
    const owing = await shown(yearly);
    const { payments } = harness().app.services;
    const { customer } = await payments.call((stripe) => stripe.subscriptions.retrieve(uid));
    await payments.call((stripe) => stripe.customers.update(customer as string, { balance: -500 }));
    expect((await post(token, "/change", owing)).body.code).toBe("previewOutdated");
    const now = await shown(yearly);
    expect(now.dueToday).toBe(owing.dueToday - 500);
    expect((await post(token, "/change", now)).body.data).toMatchObject(yearly);
    await settle(harness());
    const { db } = harness().app.services;
    const own = await db.select().from(invoices).where(eq(invoices.userId, user.uid)).orderBy(invoices.createdAt);
    expect(own.map(({ amountPaid }) => amountPaid)).toContain(now.dueToday);
  });

  it("to a cheaper one brings nothing in, nor does what its credit pays later", async () => {
    const { token, user } = await registerUser(harness());
    await subscribe(harness(), token, "pro", "month");
    const wanted = { plan: "plus", interval: "month" };
    const { prorationDate } = (await post(token, "/change/preview", wanted)).body.data;
    await post(token, "/change", { ...wanted, prorationDate });
    await settle(harness());
    const { db } = harness().app.services;
    const own = () => db.select().from(invoices).where(eq(invoices.userId, user.uid)).orderBy(invoices.createdAt, invoices.total);
    const [less, first] = (await own()).sort((one, other) => one.total - other.total);
    if (!less || !first) throw new Error("two invoices are there");
    expect(first.amountPaid).toBe(first.total);
    expect(less).toMatchObject({ status: "paid", amountPaid: 0 });
    expect(less.total).toBeLessThan(0);
    await daysOn(harness(), 32);
    expect((await own()).at(-1)).toMatchObject({ status: "paid", total: 1200, amountPaid: Math.max(0, 1200 + less.total) });
  });

  it("changes nothing when the card does not pay", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token);
    await failFromNow(token);
    const preview = (await post(token, "/change/preview", { plan: "pro", interval: "month" })).body.data;
    const refused = await post(token, "/change", { plan: "pro", interval: "month", prorationDate: preview.prorationDate });
    expect([refused.status, refused.body.code]).toEqual([402, "cardDeclined"]);
    await settle(harness());
    expect(await activeOf(harness(), token)).toMatchObject({ plan: "plus", status: "active" });
  });

  it("keeps what a smaller plan gives back for what comes", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token, "pro", "month");
    const preview = (await post(token, "/change/preview", { plan: "plus", interval: "month" })).body.data;
    expect(preview.dueToday).toBe(0);
    expect(preview.balanceAfter).toBeLessThan(0);
    await post(token, "/change", { plan: "plus", interval: "month", prorationDate: preview.prorationDate });
    await settle(harness());
    expect(await activeOf(harness(), token)).toMatchObject({ plan: "plus", amount: 1200 });
  });

  it("goes from the month to the year in a period of its own", async () => {
    const { token } = await registerUser(harness());
    const before = await subscribe(harness(), token, "plus", "month");
    const preview = (await post(token, "/change/preview", { plan: "plus", interval: "year" })).body.data;
    expect(Date.parse(preview.next.at) - Date.parse(preview.prorationDate)).toBeGreaterThan(364 * 86_400_000);
    const changed = (await post(token, "/change", { plan: "plus", interval: "year", prorationDate: preview.prorationDate })).body.data;
    expect(changed).toMatchObject({ interval: "year", amount: 10_800 });
    expect(Date.parse(changed.currentPeriodEnd)).toBeGreaterThan(Date.parse(before.currentPeriodEnd));
    // The period begins when the change is made, which is as much later than the preview as the person read it.
    const later = Date.parse(changed.currentPeriodEnd) - Date.parse(preview.next.at);
    expect(later).toBeGreaterThanOrEqual(0);
    expect(later).toBeLessThan(60_000);
  });
});

describe("the card", () => {
  it("is changed by a card that Stripe knows, or a set-up intent is begun", async () => {
    const { token, user } = await registerUser(harness());
    expect((await post(token, "/change/method")).body.code).toBe("noSubscription");
    await subscribe(harness(), token);
    const begun = await post(token, "/change/method");
    expect(begun.body.data.clientSecret).toMatch(/^seti_\w+_secret_\w+$/);
    expect((await post(token, "/change/method", { paymentMethodId: "pm_card_mastercard" })).body.data).toMatchObject({
      clientSecret: null,
      subscription: { card: { brand: "mastercard" } },
    });
    expect((await post(token, "/change/method", { paymentMethodId: "pm_unknown" })).status).toBe(404);
    const [row] = await harness().app.services.db.select().from(subscriptions).where(eq(subscriptions.userId, user.uid));
    expect(row?.card).toMatchObject({ brand: "mastercard" });
  });
});
