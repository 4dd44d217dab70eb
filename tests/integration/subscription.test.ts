import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import {
  activeOf,
  BILLING,
  billingIn,
  CARDS,
  cardOf,
  DEMO,
  openCheckout,
  payCheckout,
  sessionIn,
  settle,
  subscribe,
  usageNow,
} from "#tests/factories/billing";
import { expectError } from "#tests/factories/catalogues";
import { forgetEvents } from "@/features/subscription/upkeep/mutations";
import { AppError } from "@/lib/app-error";
import { billingCustomers, stripeEvents, subscriptions, users } from "@/server/db/schema";

// Months go by in them, renewals of everybody before included.
vi.setConfig({ testTimeout: 90_000 });

const harness = useHarness();
const { post, invoicesOf, templatesTo } = billingIn(harness);

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
    expect(data[0]?.number).toMatch(/\S/);
    expect(await templatesTo(email)).toContain("receipt");
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
