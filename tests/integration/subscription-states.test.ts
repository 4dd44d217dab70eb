import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import {
  activeOf,
  BILLING,
  CARDS,
  cardOf,
  DEMO,
  daysOn,
  fallBehind,
  givePlan,
  markUnpaid,
  openCheckout,
  payCheckout,
  sessionIn,
  settle,
  subscribe,
  subscribeAtStripe,
  usageNow,
} from "#tests/factories/billing";
import { expectError } from "#tests/factories/catalogues";
import { wakes } from "#tests/factories/jobs";
import { restore, suspend } from "#tests/factories/standing";
import { subscriptionData } from "@/features/subscription/personal-data";
import { handleEvents } from "@/features/subscription/sync/mutations";
import { carryOnForRestored, endForLeaving, endWithPeriod, forgetDeparted, remindOfEnds } from "@/features/subscription/upkeep/mutations";
import { AppError } from "@/lib/app-error";
import { LOCALES } from "@/lib/locales";
import type { Services } from "@/server/api/context";
import { billingDepartures, outboxMails, stripeEvents, subscriptions } from "@/server/db/schema";
import { renderMail } from "@/server/mail/render";
import { isMailTemplate } from "@/server/mail/templates";

// Months go by in them, renewals of everybody before included.
vi.setConfig({ testTimeout: 90_000 });

const ACCOUNT = "/api/user/personalization/account";
const harness = useHarness();
const post = (token: string, path: string, body: unknown = {}) => harness().call("POST", `${BILLING}${path}`, { token, body });
const invoicesOf = async (token: string): Promise<{ uid: string; status: string; amount: number }[]> =>
  (await harness().call("GET", `${BILLING}/receipt/invoices/get`, { token })).body.data;
const statusesOf = async (token: string) => (await invoicesOf(token)).map(({ status }) => status);
const mailsTo = (email: string) =>
  harness().app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, email)).orderBy(outboxMails.id);
const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template);
const atStripe = (id: string) => harness().app.services.payments.call((stripe) => stripe.subscriptions.retrieve(id));
/** A card that is set at Stripe, and of which nobody is told here. */
const giveAtStripe = (id: string, card: string) =>
  harness().app.services.payments.call(async (stripe) => {
    const { customer } = await stripe.subscriptions.retrieve(id);
    const { id: method } = await stripe.paymentMethods.attach(card, { customer: customer as string });
    await stripe.subscriptions.update(id, { default_payment_method: method });
  });
const pageOf = (token: string, path: string, body: object) => harness().call("POST", `${DEMO}/checkout/${path}`, { token, body });

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
    expect(session).toBe((await invoicesOf(token))[0]?.uid);

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
    expect((await invoicesOf(token)).map(({ status, amount }) => [status, amount])).toContainEqual(["paid", 1200]);
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
    expect((await invoicesOf(token)).filter(({ amount }) => amount > 0)).toHaveLength(1);
  });

  it("ends at once when it is cancelled: no time goes by in which it could end", async () => {
    const { token, id } = await paused();
    expect((await post(token, "/canceling")).body.data).toMatchObject({ status: "canceled" });
    expect((await atStripe(id)).status).toBe("canceled");
  });
});

describe("an end that was planned elsewhere, by its day", () => {
  const planned = async () => {
    const person = await registerUser(harness());
    const held = await subscribe(harness(), person.token);
    const end = Date.parse(held.currentPeriodEnd) / 1000;
    await harness().app.services.payments.call((stripe) => stripe.subscriptions.update(held.uid, { cancel_at: end }));
    await settle(harness());
    expect((await atStripe(held.uid)).cancel_at_period_end).toBe(false);
    expect(await activeOf(harness(), person.token)).toMatchObject({ cancelAt: held.currentPeriodEnd });
    return { token: person.token, id: held.uid as string };
  };

  it("is taken back", async () => {
    const { token, id } = await planned();
    expect((await post(token, "/resume")).body.data).toMatchObject({ cancelAt: null });
    expect((await atStripe(id)).cancel_at).toBeNull();
  });

  it("is taken back by whoever takes another plan", async () => {
    const { token, id } = await planned();
    const { prorationDate } = (await post(token, "/change/preview", { plan: "pro", interval: "month" })).body.data;
    const changed = await post(token, "/change", { plan: "pro", interval: "month", prorationDate });
    expect(changed.body.data).toMatchObject({ plan: "pro", cancelAt: null });
    expect((await atStripe(id)).cancel_at).toBeNull();
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
    expect((await invoicesOf(token))[0]).toMatchObject({ amount: 1200, status: "paid" });
  });
});

describe("the mail that a subscription has ended", () => {
  const endedMail = async (email: string) => {
    const mail = (await mailsTo(email)).find(({ template }) => template === "subscription_ended");
    if (!mail?.recipient || !isMailTemplate(mail.template)) throw new Error("no such mail");
    const { template } = mail;
    return LOCALES.map((locale) => renderMail(harness().env, { ...mail, to: email, template, locale }).text);
  };
  /** The free plan by its name, in each language. */
  const FREE = /free plan|免费版|formule gratuite|الباقة المجانية|gói miễn phí/;

  it("says what applies now: the free plan, or the one that was given", async () => {
    const { token, email } = await registerUser(harness());
    const given = await registerUser(harness());
    for (const person of [token, given.token]) {
      await subscribe(harness(), person);
      await post(person, "/canceling");
    }
    await givePlan(harness(), given.user.uid);
    await daysOn(harness(), 32);
    for (const text of await endedMail(email)) expect(text).toMatch(FREE);
    for (const text of await endedMail(given.email)) {
      expect(text).not.toMatch(FREE);
      expect(text).not.toMatch(/\{|undefined/);
    }
    expect((await usageNow(harness(), given.token)).plan).toBe("pro");
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
