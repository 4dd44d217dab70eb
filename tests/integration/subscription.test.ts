import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import {
  activeOf,
  BILLING,
  CARDS,
  cardOf,
  DEMO,
  daysOn,
  openCheckout,
  payCheckout,
  sessionIn,
  settle,
  subscribe,
  usageNow,
} from "#tests/factories/billing";
import { expectError } from "#tests/factories/catalogues";
import { subscriptionData } from "@/features/subscription/personal-data";
import { forgetDeparted, forgetEvents, remindOfEnds } from "@/features/subscription/upkeep/mutations";
import { AppError } from "@/lib/app-error";
import { billingCustomers, billingDepartures, invoices, outboxMails, stripeEvents, subscriptions, users } from "@/server/db/schema";

// Months go by in them, renewals of everybody before included.
vi.setConfig({ testTimeout: 90_000 });

const harness = useHarness();
const post = (token: string, path: string, body: unknown = {}) => harness().call("POST", `${BILLING}${path}`, { token, body });
const invoicesOf = async (token: string) => (await harness().call("GET", `${BILLING}/receipt/invoices/get`, { token })).body;
const mailsTo = async (email: string) =>
  (await harness().app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, email))).map(({ template }) => template);

/** The card is changed to one that can be kept but never charged. */
const failFromNow = (token: string) => post(token, "/change/method", { paymentMethodId: "pm_card_chargeCustomerFail" });

describe("plans", () => {
  it("are public, with what they allow and cost", async () => {
    const { status, body } = await harness().call("GET", "/api/user/web/subscription/plan/get");
    expect(status).toBe(200);
    expect(body.data.payments).toBe("demo");
    expect(body.data.plans.map(({ plan }: { plan: string }) => plan)).toEqual(["free", "plus", "pro"]);
    expect(body.data.plans[0]).toMatchObject({ entitlements: { storedTakesPerWeek: 10, storageBytes: 1e9 }, prices: [] });
    for (const plan of body.data.plans.slice(1)) {
      expect(plan.prices.map(({ interval }: { interval: string }) => interval).sort()).toEqual(["month", "year"]);
      for (const price of plan.prices) expect(price).toMatchObject({ amount: expect.any(Number), currency: "usd" });
    }
  });
});

describe("starting", () => {
  it("leads through the payment page to a plan", async () => {
    const { token, email } = await registerUser(harness());
    expect(await activeOf(harness(), token)).toBeNull();
    const session = await openCheckout(harness(), token, "plus", "month");
    const view = await harness().call("POST", `${DEMO}/checkout/view`, { token, body: { session } });
    expect(view.body.data).toMatchObject({
      mode: "subscription",
      status: "open",
      offer: { plan: "plus", interval: "month", amount: 1200 },
    });
    const paid = await payCheckout(harness(), token, session);
    expect(paid.body.data).toMatchObject({ status: "succeeded", redirect: `${harness().url}/dashboard/subscription?checkout=done` });
    await settle(harness());
    expect(await activeOf(harness(), token)).toMatchObject({
      plan: "plus",
      interval: "month",
      status: "active",
      amount: 1200,
      currency: "usd",
      cancelAt: null,
      card: { brand: "visa", last4: "4242", expMonth: 12, expYear: 2040 },
    });
    expect(await usageNow(harness(), token)).toMatchObject({ plan: "plus", entitlements: { storedTakesPerWeek: 60 } });
    const { data, meta } = await invoicesOf(token);
    expect(meta.total).toBe(1);
    expect(data[0]).toMatchObject({ status: "paid", amount: 1200, currency: "usd", amountRefunded: 0 });
    expect(data[0].number).toMatch(/\S/);
    expect(await mailsTo(email)).toContain("receipt");
  });

  it("says what is wrong with a card, and charges nothing", async () => {
    const { token } = await registerUser(harness());
    const session = await openCheckout(harness(), token);
    const outcomes: [Record<string, string>, string][] = [
      [cardOf(CARDS.declined), "generic_decline|card_declined"],
      [cardOf(CARDS.insufficient), "insufficient_funds"],
      [cardOf("4242424242424241"), "incorrect_number"],
      [{ ...cardOf(CARDS.success), expiry: "01/20" }, "invalid_expiry_year"],
      [{ ...cardOf(CARDS.success), cvc: "12" }, "invalid_cvc"],
    ];
    for (const [card, code] of outcomes) {
      const answer = await harness().call("POST", `${DEMO}/checkout/pay`, { token, body: { session, ...card } });
      expect(answer.body.data).toMatchObject({ status: "declined", redirect: null });
      expect(answer.body.data.code).toMatch(new RegExp(`^(${code})$`));
    }
    await settle(harness());
    expect(await activeOf(harness(), token)).toBeNull();
    expect((await usageNow(harness(), token)).plan).toBe("free");
  });

  it("waits for the bank's question, which can be refused and then confirmed", async () => {
    const { token } = await registerUser(harness());
    const session = await openCheckout(harness(), token);
    expect((await payCheckout(harness(), token, session, CARDS.secure)).body.data.status).toBe("requires_action");
    const answer = (ok: boolean) => harness().call("POST", `${DEMO}/checkout/authenticate`, { token, body: { session, ok } });
    expect((await answer(false)).body.data.status).toBe("declined");
    await settle(harness());
    expect((await usageNow(harness(), token)).plan).toBe("free");
    expect((await payCheckout(harness(), token, session, CARDS.secure)).body.data.status).toBe("requires_action");
    expect((await answer(true)).body.data.status).toBe("succeeded");
    await settle(harness());
    expect((await usageNow(harness(), token)).plan).toBe("plus");
  });

  it("is refused to whoever has a plan, and an older payment page can no longer be paid", async () => {
    const { token } = await registerUser(harness());
    const old = await openCheckout(harness(), token, "plus");
    const fresh = await openCheckout(harness(), token, "pro");
    expect((await payCheckout(harness(), token, old)).body.data.status).toBe("declined");
    expect((await payCheckout(harness(), token, fresh)).body.data.status).toBe("succeeded");
    // Not even before the webhook has come.
    const again = await post(token, "/checkout", { plan: "plus", interval: "month" });
    expect([again.status, again.body.code]).toEqual([409, "alreadySubscribed"]);
    await settle(harness());
    expect((await post(token, "/checkout", { plan: "plus", interval: "month" })).body.code).toBe("alreadySubscribed");
    expect((await invoicesOf(token)).meta.total).toBe(1);
  });

  it("opens none beside another one that could not be closed", async () => {
    const { token } = await registerUser(harness());
    const old = await openCheckout(harness(), token, "plus");
    const { payments } = harness().app.services;
    const { call } = payments;
    payments.call = (work) => (/sessions\.expire\(/.test(String(work)) ? Promise.reject(new AppError("paymentsUnavailable")) : call(work));
    try {
      expectError(await post(token, "/checkout", { plan: "pro", interval: "month" }), 503, "paymentsUnavailable");
    } finally {
      payments.call = call;
    }
    // The first one counts, as if nobody had tried.
    expect((await payCheckout(harness(), token, old)).body.data.status).toBe("succeeded");
    await settle(harness());
    expect(await activeOf(harness(), token)).toMatchObject({ plan: "plus", status: "active" });
  });

  it("opens one payment page at most, however often it is asked for at once", async () => {
    const { token } = await registerUser(harness());
    const opened = await Promise.all(Array.from({ length: 5 }, () => post(token, "/checkout", { plan: "plus", interval: "month" })));
    const sessions = opened.map(({ body }) => sessionIn(body.data.url));
    const outcomes = [];
    for (const session of sessions) outcomes.push((await payCheckout(harness(), token, session)).body.data.status);
    expect(outcomes.filter((status) => status === "succeeded")).toHaveLength(1);
  });

  it("of more people than there are connections waits for a slow payment service, and nobody else waits with them", async () => {
    const people = [];
    for (let n = 0; n < 12; n += 1) people.push(await registerUser(harness()));
    const { payments } = harness().app.services;
    const { call } = payments;
    let answer = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    payments.call = async (work) => {
      await slow;
      return call(work);
    };
    try {
      const opening = people.map(({ token }) => post(token, "/checkout", { plan: "plus", interval: "month" }));
      const other = await harness().call("GET", `${BILLING}/usage/get`, { token: people[0]?.token ?? "" });
      expect(other.status).toBe(200);
      answer();
      const opened = await Promise.all(opening);
      expect(opened.map(({ status }) => status)).toEqual(people.map(() => 200));
      expect(new Set(opened.map(({ body }) => sessionIn(body.data.url))).size).toBe(people.length);
    } finally {
      answer();
      payments.call = call;
    }
  });

  it("is for whoever has confirmed their address: receipts and warnings must reach somebody", async () => {
    const { token } = await registerUser(harness(), {}, { confirmed: false });
    const refused = await post(token, "/checkout", { plan: "plus", interval: "month" });
    expect([refused.status, refused.body.code]).toEqual([403, "emailUnconfirmed"]);
  });

  it("begins anew for whoever was deleted at Stripe", async () => {
    const { token, user } = await registerUser(harness());
    await subscribe(harness(), token);
    const { db, payments } = harness().app.services;
    const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.userId, user.uid));
    await payments.call((stripe) => stripe.customers.del(row?.stripeId ?? ""));
    await settle(harness());
    expect(await activeOf(harness(), token)).toBeNull();
    expect((await subscribe(harness(), token, "pro")).plan).toBe("pro");
  });

  it("shows a stranger's payment page to nobody", async () => {
    const { token } = await registerUser(harness());
    const { token: other } = await registerUser(harness());
    const session = await openCheckout(harness(), token);
    for (const [path, body] of [
      ["view", { session }],
      ["pay", { session, ...cardOf(CARDS.success) }],
      ["authenticate", { session, ok: true }],
    ] as const) {
      expect((await harness().call("POST", `${DEMO}/checkout/${path}`, { token: other, body })).status).toBe(404);
    }
  });
});

describe("ending and going on", () => {
  it("ends with the period, once, by GET as by POST, and can be taken back", async () => {
    const { token, email } = await registerUser(harness());
    const held = await subscribe(harness(), token);
    const first = await harness().call("GET", `${BILLING}/canceling`, { token });
    expect(first.body.data).toMatchObject({ status: "active", cancelAt: held.currentPeriodEnd });
    // Nothing that is kept takes a NUL character: it is left out, as of whatever else is typed.
    const second = await post(token, "/canceling", { reason: "unused", comment: "Found\u0000 a job" });
    expect(second.body.data).toMatchObject({ cancelAt: held.currentPeriodEnd, cancelReason: "unused" });
    expect((await usageNow(harness(), token)).plan).toBe("plus");
    expect((await post(token, "/resume")).body.data).toMatchObject({ status: "active", cancelAt: null });
    await post(token, "/canceling");
    await daysOn(harness(), 32);
    expect(await activeOf(harness(), token)).toBeNull();
    expect((await usageNow(harness(), token)).plan).toBe("free");
    expect(await mailsTo(email)).toContain("subscription_ended");
    expect((await post(token, "/resume")).body.code).toBe("noSubscription");
    expect((await post(token, "/canceling")).status).toBe(404);
    // And one can come back.
    expect((await subscribe(harness(), token, "pro")).plan).toBe("pro");
  });

  it("renews, fails, leaves days of grace, and recovers with another card", async () => {
    const { token, email } = await registerUser(harness());
    await subscribe(harness(), token);
    await failFromNow(token);
    await daysOn(harness(), 32);
    const overdue = await activeOf(harness(), token);
    expect(overdue).toMatchObject({ status: "past_due" });
    expect(Date.parse(overdue.graceEndsAt)).toBeGreaterThan((await harness().app.services.payments.now()).getTime());
    expect((await usageNow(harness(), token)).plan).toBe("plus");
    expect((await mailsTo(email)).filter((template) => template === "payment_failed")).toHaveLength(1);
    expect((await post(token, "/pay")).body.code).toBe("cardDeclined");
    const card = sessionIn((await post(token, "/change/method/checkout")).body.data.url);
    expect((await payCheckout(harness(), token, card, "5555555555554444")).body.data.status).toBe("succeeded");
    await settle(harness());
    expect(await activeOf(harness(), token)).toMatchObject({ status: "active", card: { brand: "mastercard", last4: "4444" } });
    expect((await invoicesOf(token)).data.map(({ status }: { status: string }) => status)).toEqual(["paid", "paid"]);
  });

  it("closes the plan when the days of grace are over", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token);
    await failFromNow(token);
    await daysOn(harness(), 32);
    expect((await usageNow(harness(), token)).plan).toBe("plus");
    await daysOn(harness(), 7);
    expect((await usageNow(harness(), token)).plan).toBe("free");
  });
});

describe("what was bought elsewhere", () => {
  it("in a demo, is nothing where money is real", async () => {
    const { token, user } = await registerUser(harness());
    await subscribe(harness(), token, "pro");
    const { db } = harness().app.services;
    for (const world of ["test", "live"] as const) {
      await db.update(subscriptions).set({ world }).where(eq(subscriptions.userId, user.uid));
      expect((await usageNow(harness(), token)).plan).toBe("free");
      expect(await activeOf(harness(), token)).toBeNull();
    }
    await db.update(subscriptions).set({ world: "demo" }).where(eq(subscriptions.userId, user.uid));
    expect((await usageNow(harness(), token)).plan).toBe("pro");
  });
});

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

describe("what is kept of an event", () => {
  it("are ids, not what people are called", async () => {
    const { token, user } = await registerUser(harness());
    await subscribe(harness(), token);
    const rows = await harness().app.services.db.select().from(stripeEvents);
    expect(rows.length).toBeGreaterThan(0);
    const [{ email = "" } = {}] = await harness().app.services.db.select().from(users).where(eq(users.id, user.uid));
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(rows.filter(({ handledAt }) => handledAt === null)).toEqual([]);
  });

  it("goes after thirty days, by when none comes twice", async () => {
    const { db } = harness().app.services;
    const event = (days: number) => ({
      id: `evt_${randomUUID()}`,
      type: "invoice.paid",
      subject: { customer: null, subscription: null, invoice: null, session: null },
      receivedAt: new Date(Date.now() - days * 86_400_000),
      handledAt: new Date(),
    });
    const [kept, gone] = [event(29), event(31)];
    await db.insert(stripeEvents).values([kept, gone]);
    await forgetEvents(harness().app.services);
    const left = await db.select({ id: stripeEvents.id }).from(stripeEvents);
    expect(left.map(({ id }) => id)).toContain(kept.id);
    expect(left.map(({ id }) => id)).not.toContain(gone.id);
  });
});

describe("an end that is near", () => {
  it("is recalled once, three days before it, and again if it was taken back and set anew", async () => {
    const { token, email } = await registerUser(harness());
    await subscribe(harness(), token);
    await post(token, "/canceling");
    const recalled = async () => {
      await remindOfEnds(harness().app.services);
      return (await mailsTo(email)).filter((template) => template === "subscription_ending").length;
    };
    expect(await recalled()).toBe(0);
    const held = await activeOf(harness(), token);
    const left = (Date.parse(held.currentPeriodEnd) - (await harness().app.services.payments.now()).getTime()) / 86_400_000;
    await daysOn(harness(), left - 2);
    expect(await recalled()).toBe(1);
    expect(await recalled()).toBe(1);
    await post(token, "/resume");
    expect(await recalled()).toBe(1);
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
