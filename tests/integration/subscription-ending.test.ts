import { describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import {
  activeOf,
  BILLING,
  billingIn,
  daysOn,
  givePlan,
  payCheckout,
  sessionIn,
  settle,
  subscribe,
  usageNow,
} from "#tests/factories/billing";
import { remindOfEnds } from "@/features/subscription/upkeep/mutations";
import { LOCALES } from "@/lib/locales";
import { renderMail } from "@/server/mail/render";
import { isMailTemplate } from "@/server/mail/templates";

// Months go by in them, renewals of everybody before included.
vi.setConfig({ testTimeout: 90_000 });

const harness = useHarness();
const { post, statusesOf, mailsTo, templatesTo, atStripe, failFromNow } = billingIn(harness);

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
    expect(await templatesTo(email)).toContain("subscription_ended");
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
    expect((await templatesTo(email)).filter((template) => template === "payment_failed")).toHaveLength(1);
    expect((await post(token, "/pay")).body.code).toBe("cardDeclined");
    const card = sessionIn((await post(token, "/change/method/checkout")).body.data.url);
    expect((await payCheckout(harness(), token, card, "5555555555554444")).body.data.status).toBe("succeeded");
    await settle(harness());
    expect(await activeOf(harness(), token)).toMatchObject({ status: "active", card: { brand: "mastercard", last4: "4444" } });
    expect(await statusesOf(token)).toEqual(["paid", "paid"]);
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

describe("an end that is near", () => {
  it("is recalled once, three days before it, and again if it was taken back and set anew", async () => {
    const { token, email } = await registerUser(harness());
    await subscribe(harness(), token);
    await post(token, "/canceling");
    const recalled = async () => {
      await remindOfEnds(harness().app.services);
      return (await templatesTo(email)).filter((template) => template === "subscription_ending").length;
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
