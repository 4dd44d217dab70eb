import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { activeOf, settle, subscribe } from "#tests/factories/billing";
import { wakes } from "#tests/factories/jobs";
import { captureLog } from "#tests/factories/log-lines";
import { linkIn, mailsTo } from "#tests/factories/mails";
import { introduceChanged } from "@/features/subscription/customer/mutations";
import { subscriptionData } from "@/features/subscription/personal-data";
import { customerOf } from "@/features/subscription/queries";
import { reconcile } from "@/features/subscription/upkeep/mutations";
import { billingCustomers, invoices, subscriptions, users } from "@/server/db/schema";
import { createLog } from "@/server/log";

const harness = useHarness();
const ACCOUNT = "/api/user/personalization/account";

/** Somebody who has paid once, and what Stripe knows of them. */
const paying = async () => {
  const { token, user, email } = await registerUser(harness());
  await subscribe(harness(), token);
  const { services } = harness().app;
  const stripeId = (await customerOf(services, services.db, user.uid))?.stripeId ?? "";
  const atStripe = () => services.payments.call((stripe) => stripe.customers.retrieve(stripeId));
  return { token, user, email, services, stripeId, atStripe };
};
const post = (token: string, path: string, body: unknown) => harness().call("POST", `${ACCOUNT}${path}`, { token, body });
const renamed = (token: string, lastName: string) =>
  harness().call("POST", `${ACCOUNT}/detail/profile/update`, { token, body: { lastName } });

describe("whoever pays", () => {
  it("is known to Stripe by the name and the address that their account has, also when those change afterwards", async () => {
    const { token, email, services, atStripe } = await paying();
    expect(await atStripe()).toMatchObject({ email, name: "Ada Test" });
    expect(await wakes(harness(), () => renamed(token, "King"))).toContain("subscription.introduce");
    await introduceChanged(services);
    expect(await atStripe()).toMatchObject({ email, name: "Ada King" });

    const next = `${randomUUID()}@example.com`;
    await post(token, "/email/change", { email: next });
    await introduceChanged(services);
    // It counts once it is confirmed.
    expect(await atStripe()).toMatchObject({ email });
    const [mail] = await mailsTo(harness(), next);
    if (!mail) throw new Error("no mail to the new address");
    const confirms = () => harness().call("POST", "/api/user/verify/email", { token, body: { token: linkIn(mail).hash.slice(1) } });
    expect(await wakes(harness(), confirms)).toContain("subscription.introduce");
    await introduceChanged(services);
    expect(await atStripe()).toMatchObject({ email: next, name: "Ada King" });
  });

  it("is told of again only when something has changed, and by each in turn: one of whom Stripe cannot hear keeps nobody back", async () => {
    const [one, other] = [await paying(), await paying()];
    const { services } = one;
    await introduceChanged(services);
    const { call } = services.payments;
    let calls = 0;
    services.payments.call = ((work) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error("away")) : call(work);
    }) as typeof call;
    await introduceChanged(services);
    expect(calls).toBe(0);
    for (const { token } of [one, other]) await renamed(token, "King");
    await introduceChanged(services);
    await introduceChanged(services);
    services.payments.call = call;
    expect(calls).toBe(3);
    for (const { atStripe } of [one, other]) expect(await atStripe()).toMatchObject({ name: "Ada King" });
  });

  it("and was deleted at Stripe is not told of over and over", async () => {
    const { token, services, stripeId } = await paying();
    await services.payments.call((stripe) => stripe.customers.del(stripeId));
    await renamed(token, "King");
    await introduceChanged(services);
    const [row] = await services.db.select().from(billingCustomers).where(eq(billingCustomers.stripeId, stripeId));
    expect(row?.toldName).toBe("Ada King");
  });
});

describe("a customer that was made since the backup that a restore brought back", () => {
  /** As if all that somebody has at Stripe had come after the backup. */
  const forget = async (userId: string) => {
    const { db } = harness().app.services;
    for (const table of [invoices, subscriptions, billingCustomers]) await db.delete(table).where(eq(table.userId, userId));
  };
  /** Compares with Stripe, as each night. @returns what the log says of it */
  const compared = async () => {
    const log = createLog("error");
    const lines = captureLog(log);
    await reconcile({ ...harness().app.services, log });
    return lines.map((line) => JSON.parse(line));
  };
  const rowOf = async (userId: string) => {
    const { services } = harness().app;
    return customerOf(services, services.db, userId);
  };

  it("is given back to its account, with the plan and what was paid", async () => {
    const { token, user, services, stripeId } = await paying();
    const held = await activeOf(harness(), token);
    await forget(user.uid);
    expect(await activeOf(harness(), token)).toBeNull();
    expect(await compared()).toEqual([]);
    expect(await activeOf(harness(), token)).toEqual(held);
    expect(await rowOf(user.uid)).toMatchObject({ stripeId, world: "demo" });
    expect(await services.db.select().from(invoices).where(eq(invoices.userId, user.uid))).toMatchObject([{ status: "paid" }]);
    // What is known is no matter of the next night.
    expect(await compared()).toEqual([]);
  });

  it("is told of where no account can have it, and only while it pays", async () => {
    const [unregistered, erased, another, ended, departed] = await Promise.all([paying(), paying(), paying(), paying(), paying()]);
    const { services } = unregistered;
    const { db, payments } = services;
    // Of somebody who registered after the backup, too.
    await payments.call((stripe) => stripe.customers.update(unregistered.stripeId, { metadata: { user: randomUUID() } }));
    await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, erased.user.uid));
    const own = (await activeOf(harness(), ended.token)).uid;
    await payments.call((stripe) => stripe.subscriptions.cancel(own));
    await settle(harness());
    for (const { user } of [unregistered, erased, another, ended]) await forget(user.uid);
    await db.insert(billingCustomers).values({ userId: another.user.uid, world: "demo", stripeId: "cus_bought_anew" });
    // Stripe is still to forget them.
    await db.transaction((tx) => subscriptionData.erase(tx, departed.user.uid));
    // Somebody else sells on the same account at Stripe.
    const [price] = await payments.prices(["parley_plus_month"]);
    await payments.call(async (stripe) => {
      const stranger = await stripe.customers.create({
        payment_method: "pm_card_visa",
        invoice_settings: { default_payment_method: "pm_card_visa" },
      });
      await stripe.subscriptions.create({ customer: stranger.id, items: [{ price: price?.id ?? "" }] });
    });

    const lines = await compared();
    expect(lines).toMatchObject([{ level: "error", msg: "customers at Stripe pay, and no account here has them", count: 3 }]);
    expect(lines[0].customers.toSorted()).toEqual([unregistered, erased, another].map(({ stripeId }) => stripeId).toSorted());
    for (const { user } of [unregistered, erased, ended, departed]) expect(await rowOf(user.uid)).toBeUndefined();
    expect(await rowOf(another.user.uid)).toMatchObject({ stripeId: "cus_bought_anew" });
  });
});
