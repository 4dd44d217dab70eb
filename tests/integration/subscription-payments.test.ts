import { describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import {
  activeOf,
  billingIn,
  CARDS,
  cardOf,
  DEMO,
  daysOn,
  fallBehind,
  openCheckout,
  payCheckout,
  sessionIn,
  settle,
  subscribe,
  subscribeAtStripe,
  usageNow,
} from "#tests/factories/billing";
import { expectError } from "#tests/factories/catalogues";
import { CATALOGUE } from "@/features/subscription/demo/rules";
import { createPayments } from "@/server/vendors/stripe/payments";

// Months go by in them, renewals of everybody before included.
vi.setConfig({ testTimeout: 90_000 });

const harness = useHarness();
const { post, invoicesOf, statusesOf, mailsTo, atStripe } = billingIn(harness);
const pageOf = (token: string, path: string, body: object) => harness().call("POST", `${DEMO}/checkout/${path}`, { token, body });

describe("a payment for which the bank asks", () => {
  it("leads to the invoice's own page, on which it is paid", async () => {
    const { token } = await registerUser(harness());
    const { token: stranger } = await registerUser(harness());
    await subscribe(harness(), token);
    await fallBehind(harness(), token, "pm_card_authenticationRequired");
    expect((await activeOf(harness(), token)).status).toBe("past_due");
    const { body } = await post(token, "/pay");
    expect(body.data).toMatchObject({ subscription: { status: "past_due" } });
    const session = sessionIn(body.data.url);
    expect(session).toBe((await invoicesOf(token)).data[0]?.uid);

    expect((await pageOf(stranger, "view", { session })).status).toBe(404);
    const { data: view } = (await pageOf(token, "view", { session })).body;
    expect(view).toMatchObject({ mode: "invoice", status: "open", offer: { plan: "plus", amount: 1200 } });
    expect(view.cancelUrl).toBe(`${harness().url}/dashboard/subscription`);
    const pay = (number: string) => pageOf(token, "pay", { session, ...cardOf(number) });
    expect((await pay(CARDS.declined)).body.data.status).toBe("declined");
    expect((await pay(CARDS.laterFails)).body.data.status).toBe("declined");
    expect((await pay(CARDS.secure)).body.data.status).toBe("requires_action");
    expect((await pageOf(token, "authenticate", { session, ok: false })).body.data.status).toBe("declined");
    expect((await pay(CARDS.secure)).body.data.status).toBe("requires_action");
    const confirm = async () => (await pageOf(token, "authenticate", { session, ok: true })).body.data;
    const done = { status: "succeeded", redirect: `${harness().url}/dashboard/subscription?paid=done` };
    expect(await confirm()).toMatchObject(done);
    // As whoever did not hear of it presses once more.
    expect(await confirm()).toMatchObject(done);
    await settle(harness());
    expect((await activeOf(harness(), token)).status).toBe("active");
    expect((await pageOf(token, "view", { session })).body.data.status).toBe("complete");
    expect((await pay(CARDS.success)).body.data.status).toBe("succeeded");
    expect(await statusesOf(token)).toEqual(["paid", "paid"]);
  });
});

describe("a first payment that is not finished", () => {
  const begun = async () => {
    const person = await registerUser(harness());
    const { id } = await subscribeAtStripe(harness(), person, { payment_behavior: "default_incomplete" });
    return { ...person, id };
  };

  it("opens nothing, can be finished, and says until when", async () => {
    const { token, id } = await begun();
    const held = await activeOf(harness(), token);
    expect(held.status).toBe("incomplete");
    expect(Date.parse(held.lapsesAt) - Date.parse(held.currentPeriodStart)).toBe(23 * 3_600_000);
    expect((await usageNow(harness(), token)).plan).toBe("free");
    expect((await post(token, "/pay")).body.code).toBe("cardDeclined");
    const given = await post(token, "/change/method", { paymentMethodId: "pm_card_visa" });
    expect(given.body.data.subscription).toMatchObject({ status: "active", lapsesAt: null });
    // And its next period is paid by that card.
    expect((await atStripe(id)).default_payment_method).not.toBeNull();
  });

  it("makes room for a new beginning, and ends at once when it is cancelled", async () => {
    const { token, id } = await begun();
    const session = await openCheckout(harness(), token, "pro");
    expect((await atStripe(id)).status).not.toBe("incomplete");
    expect(await activeOf(harness(), token)).toBeNull();
    expect((await payCheckout(harness(), token, session)).body.data.status).toBe("succeeded");
    await settle(harness());
    expect(await activeOf(harness(), token)).toMatchObject({ plan: "pro", status: "active" });

    const other = await begun();
    const ended = await post(other.token, "/canceling");
    expect(ended.body.data).toMatchObject({ cancelAt: null });
    expect(await activeOf(harness(), other.token)).toBeNull();
  });

  it("that was paid at Stripe a moment ago is not ended by who begins anew before the webhook has come", async () => {
    const { token, id } = await begun();
    const { payments } = harness().app.services;
    await payments.call(async (stripe) => {
      const { latest_invoice: owed, customer } = await stripe.subscriptions.retrieve(id);
      const { id: card } = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer as string });
      await stripe.invoices.pay(owed as string, { payment_method: card });
    });
    expectError(await post(token, "/checkout", { plan: "pro", interval: "month" }), 409, "alreadySubscribed");
    expect((await atStripe(id)).status).toBe("active");
    await settle(harness());
    expect(await activeOf(harness(), token)).toMatchObject({ plan: "plus", status: "active" });
  });

  it("that comes through at the very moment of giving it up is not taken for nothing", async () => {
    const { payments } = harness().app.services;
    const { call } = payments;
    const paidMeanwhile = async (id: string, work: () => Promise<unknown>) => {
      let due = true;
      payments.call = async (ask) => {
        if (due && /voidInvoice\(|subscriptions\.cancel\(/.test(String(ask))) {
          due = false;
          await call(async (stripe) => {
            const { latest_invoice: owed, customer } = await stripe.subscriptions.retrieve(id);
            const { id: card } = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer as string });
            await stripe.invoices.pay(owed as string, { payment_method: card });
          });
        }
        return call(ask);
      };
      try {
        return (await work()) as Awaited<ReturnType<typeof post>>;
      } finally {
        payments.call = call;
        expect(due).toBe(false);
      }
    };
    const one = await begun();
    const again = await paidMeanwhile(one.id, () => post(one.token, "/checkout", { plan: "pro", interval: "month" }));
    expectError(again, 409, "alreadySubscribed");
    expect((await atStripe(one.id)).status).toBe("active");
    await settle(harness());
    expect(await activeOf(harness(), one.token)).toMatchObject({ plan: "plus", status: "active", cancelAt: null });

    // What was paid for is theirs until its end.
    const other = await begun();
    const cancelled = await paidMeanwhile(other.id, () => post(other.token, "/canceling", { reason: "unused" }));
    const { currentPeriodEnd } = cancelled.body.data;
    expect(cancelled.body.data).toMatchObject({ status: "active", cancelAt: currentPeriodEnd, cancelReason: "unused" });
    expect((await usageNow(harness(), other.token)).plan).toBe("plus");
  });

  it("that is paid for and has not heard of it yet is not ended either", async () => {
    const { payments } = harness().app.services;
    const { call } = payments;
    const { token, id } = await begun();
    // Stripe's invoice is paid a moment before its subscription is active.
    payments.call = async (ask) => {
      if (/voidInvoice\(/.test(String(ask))) throw new Error("it cannot be voided");
      const answer = await call(ask);
      return typeof answer === "object" && answer !== null && "object" in answer && answer.object === "invoice"
        ? { ...answer, status: "paid" }
        : answer;
    };
    try {
      expectError(await post(token, "/canceling"), 503, "paymentsUnavailable");
      expectError(await post(token, "/checkout", { plan: "pro", interval: "month" }), 503, "paymentsUnavailable");
    } finally {
      payments.call = call;
    }
    expect((await atStripe(id)).status).toBe("incomplete");
  });

  it("that has lapsed, of which no webhook has told yet, is in no new beginning's way", async () => {
    const { token, id } = await begun();
    const { demo } = harness().app.services.payments;
    await demo?.advance(new Date((await demo.now()).getTime() + 24 * 3_600_000));
    expect((await atStripe(id)).status).toBe("incomplete_expired");
    expect((await post(token, "/checkout", { plan: "pro", interval: "month" })).status).toBe(200);
  });

  it("that has lapsed is in no card's way", async () => {
    const { token, id } = await begun();
    await daysOn(harness(), 1);
    expect((await atStripe(id)).status).toBe("incomplete_expired");
    await subscribe(harness(), token, "pro");
    const given = await post(token, "/change/method", { paymentMethodId: "pm_card_mastercard" });
    expect(given.body.data.subscription).toMatchObject({ plan: "pro", card: { brand: "mastercard" } });
  });
});

describe("a receipt", () => {
  it("is for what the card paid: what a credit paid is not in it", async () => {
    const { token, email } = await registerUser(harness());
    await subscribe(harness(), token, "pro");
    const { prorationDate } = (await post(token, "/change/preview", { plan: "plus", interval: "month" })).body.data;
    await post(token, "/change", { plan: "plus", interval: "month", prorationDate });
    await settle(harness());
    const paid = async () => (await mailsTo(email)).filter(({ template }) => template === "receipt").map(({ values }) => values.paidAmount);
    expect(await paid()).toEqual(["2900 usd 2"]);
    // The first month is paid by the credit alone, the second in part: 29 - 12 - 12 = 5 are left for it.
    await daysOn(harness(), 32);
    expect(await paid()).toEqual(["2900 usd 2"]);
    await daysOn(harness(), 31);
    expect(await paid()).toEqual(["2900 usd 2", "700 usd 2"]);
    expect((await invoicesOf(token)).data[0]).toMatchObject({ amount: 1200, status: "paid" });
  });
});

it("what is for sale is asked of Stripe once by all who look at once, and shown as it was last while Stripe is away", async () => {
  const { app, env } = harness();
  const { db, log } = app.services;
  const payments = createPayments({ env, db, log, catalogue: CATALOGUE, checkoutPath: "/demo/checkout", receive: async () => 200 });
  const demo = payments.demo ?? expect.fail("payments are no demo here");
  const there = demo.handle.bind(demo);
  let away = false;
  let asked = 0;
  demo.handle = async (request) => {
    asked++;
    return away ? Response.json({ error: { type: "api_error", message: "Away" } }, { status: 500 }) : there(request);
  };
  const keys = ["parley_plus_month"];
  const look = () => Promise.all([1, 2, 3].map(() => payments.prices(keys)));
  const [known] = await look();
  expect([known?.map(({ lookupKey }) => lookupKey), asked]).toEqual([keys, 1]);
  const clock = vi.spyOn(Date, "now");
  try {
    clock.mockReturnValue(Date.now() + 11 * 60_000);
    away = true;
    expect([await look(), asked]).toEqual([[known, known, known], 2]);
    expect([await look(), asked]).toEqual([[known, known, known], 2]);
    await expect(payments.prices(["parley_pro_month"])).rejects.toMatchObject({ code: "paymentsUnavailable" });
    away = false;
    clock.mockReturnValue(Date.now() + 2 * 60_000);
    expect([await look(), asked]).toEqual([[known, known, known], 4]);
  } finally {
    clock.mockRestore();
  }
});
