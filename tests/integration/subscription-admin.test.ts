import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import Stripe from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { activeOf, BILLING, CARDS, daysOn, settle, subscribe, usageNow } from "#tests/factories/billing";
import { whileHeld } from "#tests/factories/waiting";
import { customerOf } from "@/features/subscription/queries";
import { lockCustomer } from "@/features/subscription/sync/queries";
import { reconcile } from "@/features/subscription/upkeep/mutations";
import { auditEvents, invoices, users } from "@/server/db/schema";

const harness = useHarness();
const A = "/api/admin/subscription";
let admin: string;

beforeAll(async () => {
  const person = await registerUser(harness());
  await harness().app.services.db.update(users).set({ role: "admin" }).where(eq(users.id, person.user.uid));
  admin = person.token;
});

const act = (path: string, body: unknown, token = admin) => harness().call("POST", `${A}${path}`, { token, body });
const actsAbout = async (id: string) =>
  (await harness().app.services.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id))).map(({ action, detail }) => ({
    action,
    ...detail,
  }));

describe("a plan that is given", () => {
  it("twice lasts until the later end", async () => {
    const { token, user } = await registerUser(harness());
    const until: string[] = [];
    for (const days of [30, 90, 60]) {
      await act("/complimentary/grant", { user: user.uid, plan: "pro", days, reason: "A lost recording" });
      until.push((await usageNow(harness(), token)).complimentaryUntil);
    }
    const days = until.map((at) => Math.round((Date.parse(at) - Date.parse(until[0] ?? "")) / 86_400_000));
    expect(days).toEqual([0, 60, 60]);
  });

  it("counts at once, ends by itself, and is noted with its reason", async () => {
    const { token, user, email } = await registerUser(harness());
    const given = await act("/complimentary/grant", { user: user.uid, plan: "pro", days: 30, reason: "A lost recording" });
    expect(given.status).toBe(200);
    const usage = await usageNow(harness(), token);
    expect(usage).toMatchObject({ plan: "pro", entitlements: { storedTakesPerWeek: null } });
    expect(usage.complimentaryUntil).toBeTruthy();
    const { body } = await act("/person/view", { email: ` ${email.toUpperCase()} ` });
    expect(body.data).toMatchObject({
      uid: user.uid,
      plan: "pro",
      subscription: null,
      grants: [{ uid: given.body.data.uid, plan: "pro", reason: "A lost recording", revokedAt: null, ended: false }],
      acts: [{ action: "subscription.grant", reason: "A lost recording" }],
    });
    expect(await actsAbout(user.uid)).toMatchObject([{ action: "subscription.grant", plan: "pro", days: 30 }]);
    await daysOn(harness(), 31);
    expect((await usageNow(harness(), token)).plan).toBe("free");
    expect((await act("/complimentary/revoke", { uid: given.body.data.uid, reason: "Too late" })).body.code).toBe("wrongState");
    expect((await act("/person/view", { email })).body.data.grants).toMatchObject([{ revokedAt: null, ended: true }]);
  });

  it("can be taken back, once", async () => {
    const { token, user } = await registerUser(harness());
    const { body } = await act("/complimentary/grant", { user: user.uid, plan: "plus", days: 1, reason: "By mistake" });
    expect((await act("/complimentary/revoke", { uid: body.data.uid, reason: "It was one" })).status).toBe(200);
    expect((await usageNow(harness(), token)).plan).toBe("free");
    expect((await act("/complimentary/revoke", { uid: body.data.uid, reason: "Once more" })).body.code).toBe("wrongState");
    expect((await actsAbout(user.uid)).map(({ action }) => action)).toEqual(["subscription.grant", "subscription.revoke"]);
  });

  it.each([
    [{ plan: "free" }],
    [{ days: 0 }],
    [{ days: 367 }],
    [{ days: 1.5 }],
    [{ reason: "" }],
    [{ reason: "x".repeat(501) }],
    [{ user: "nobody" }],
  ])("with %j is refused", async (change) => {
    const { user } = await registerUser(harness());
    const refused = await act("/complimentary/grant", { user: user.uid, plan: "plus", days: 30, reason: "A reason", ...change });
    expect(refused.status).toBe(400);
    expect(await actsAbout(user.uid)).toEqual([]);
  });

  it("to oneself is refused", async () => {
    const [me] = await harness().app.services.db.select().from(users).where(eq(users.role, "admin"));
    const given = await act("/complimentary/grant", { user: me?.id, plan: "pro", days: 30, reason: "I like it" });
    expect([given.status, given.body.code]).toEqual([403, "forbidden"]);
  });

  it("to nobody is not found", async () => {
    const body = { user: "0190a5f0-0000-7000-8000-000000000000", plan: "plus", days: 30, reason: "A reason" };
    expect((await act("/complimentary/grant", body)).status).toBe(404);
    expect((await act("/person/view", { email: "nobody@example.com" })).status).toBe(404);
  });
});

describe("a refund", () => {
  const paidOnce = async () => {
    const person = await registerUser(harness());
    await subscribe(harness(), person.token);
    const { body } = await harness().call("GET", `${BILLING}/receipt/invoices/get`, { token: person.token });
    return { ...person, invoiceId: body.data[0].uid as string };
  };

  const onlyInvoice = async (userId: string) => {
    const [row] = await harness().app.services.db.select().from(invoices).where(eq(invoices.userId, userId));
    if (!row) throw new Error("there is an invoice");
    return row;
  };

  it("pays back in parts, at most what was paid, and shows", async () => {
    const { token, user, invoiceId } = await paidOnce();
    const part = await act("/refund", { uid: randomUUID(), invoiceId, amount: 500, reason: "Half a month" });
    expect(part.body.data).toMatchObject({ amount: 1200, amountRefunded: 500, status: "paid" });
    expect((await act("/refund", { uid: randomUUID(), invoiceId, amount: 701, reason: "Too much" })).body.code).toBe("refundTooLarge");
    expect((await act("/refund", { uid: randomUUID(), invoiceId, amount: 700, reason: "The rest" })).body.data.amountRefunded).toBe(1200);
    expect((await act("/refund", { uid: randomUUID(), invoiceId, amount: 1, reason: "More" })).body.code).toBe("refundTooLarge");
    await settle(harness());
    const { body } = await harness().call("GET", `${BILLING}/receipt/invoices/get`, { token });
    expect(body.data[0].amountRefunded).toBe(1200);
    expect(await actsAbout(user.uid)).toMatchObject([
      { action: "subscription.refund", amount: 500, reason: "Half a month" },
      { action: "subscription.refund", amount: 700, reason: "The rest" },
    ]);
  });

  it("that is asked for twice at once pays one whole invoice back at most", async () => {
    const { user, invoiceId } = await paidOnce();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => act("/refund", { uid: randomUUID(), invoiceId, amount: 1200, reason: "All of it" })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { data } = await harness().app.services.payments.call((stripe) => stripe.refunds.list({ limit: 100 }));
    const { body } = await act("/refund", { uid: randomUUID(), invoiceId, amount: 1, reason: "More" });
    expect(body.code).toBe("refundTooLarge");
    expect(data[0]).toMatchObject({ amount: 1200 });
    // What was noted before Stripe was asked, and refused by it, stands there as refused.
    const acts = (await actsAbout(user.uid)).map(({ action }) => action);
    expect(acts.filter((action) => action === "subscription.refund")).toHaveLength(
      1 + acts.filter((action) => action === "subscription.refund_refused").length,
    );
  });

  it("is decided upon by what was seen: two who each pay back the same part pay it back once", async () => {
    const { user, invoiceId } = await paidOnce();
    const part = (refunded: number, given: object = {}) =>
      act("/refund", { uid: randomUUID(), invoiceId, amount: 500, refunded, reason: "Half a month", ...given });
    const atOnce = await Promise.all([part(0), part(0)]);
    expect(atOnce.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, "conflict"]);
    // A page that has not heard of it.
    expect((await part(0)).body.code).toBe("conflict");
    const uid = randomUUID();
    // Whoever has, pays back more; and asking again for the same is the same.
    for (const _ of [1, 2]) expect((await part(500, { uid })).body.data.amountRefunded).toBe(1000);
    expect((await actsAbout(user.uid)).map(({ action }) => action)).toEqual(["subscription.refund", "subscription.refund"]);
    // What was noted a moment ago may be on its way; what was never asked for, because its process died, stands in nobody's way for ever.
    const noted = (minutesAgo: number) =>
      harness()
        .app.services.db.insert(auditEvents)
        .values({
          ...{ id: randomUUID(), action: "subscription.refund", subjectId: user.uid, address: "" },
          ...{ at: new Date(Date.now() - minutesAgo * 60_000), detail: { invoice: invoiceId, amount: 100, reason: "Died" } },
        });
    await noted(11);
    expect((await part(1000, { amount: 100 })).body.data.amountRefunded).toBe(1100);
    await noted(1);
    expect((await part(1100, { amount: 50 })).body.code).toBe("conflict");
  });

  it("that Stripe refuses stands in the log as refused", async () => {
    const { user, invoiceId } = await paidOnce();
    const { services } = harness().app;
    const { call } = services.payments;
    const disputed = new Stripe.errors.StripeInvalidRequestError({
      type: "invalid_request_error",
      code: "charge_disputed",
      message: "Charge has been charged back.",
    });
    const uid = randomUUID();
    // The invoice is looked at first; whoever asks again has what was paid back looked at, too.
    for (const looks of [1, 2]) {
      let asked = 0;
      services.payments.call = (async (ask: never) => (++asked <= looks ? call(ask) : Promise.reject(disputed))) as typeof call;
      expect((await act("/refund", { uid, invoiceId, amount: 500, reason: "Half a month" })).body.code).toBe("chargeDisputed");
      services.payments.call = call;
    }
    expect(await actsAbout(user.uid)).toMatchObject([
      { action: "subscription.refund", amount: 500, reason: "Half a month" },
      { action: "subscription.refund_refused", amount: 500, refund: uid, reason: "charge_disputed" },
    ]);
  });

  it("is made by a bank, too: what its owner disputes counts as paid back until that is won", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token, "plus", "month", CARDS.disputed);
    const { payments } = harness().app.services;
    const back = async () => {
      await settle(harness());
      const { body } = await harness().call("GET", `${BILLING}/receipt/invoices/get`, { token });
      return body.data[0] as { uid: string; status: string; amountRefunded: number };
    };
    const first = await back();
    expect(first).toMatchObject({ status: "paid", amountRefunded: 1200 });
    expect(await activeOf(harness(), token)).toMatchObject({ status: "active" });
    const invoiceId = first.uid;
    const refund = (amount: number, refunded: number) =>
      act("/refund", { uid: randomUUID(), invoiceId, amount, refunded, reason: "They asked for it" });
    expect((await refund(100, 0)).body.code).toBe("conflict");
    expect((await refund(100, 1200)).body.code).toBe("refundTooLarge");
    const [dispute] = (await payments.call((stripe) => stripe.disputes.list({ limit: 1 }))).data;
    const answer = (words: string) =>
      payments.call((stripe) => stripe.disputes.update(dispute?.id ?? "", { evidence: { uncategorized_text: words } }));
    expect((await answer("They used it daily")).status).toBe("under_review");
    expect(await back()).toMatchObject({ amountRefunded: 1200 });
    expect((await answer("winning_evidence")).status).toBe("won");
    expect(await back()).toMatchObject({ status: "paid", amountRefunded: 0 });
    expect((await refund(100, 0)).body.data).toMatchObject({ amountRefunded: 100 });
  });

  it("of which nobody told is seen by whoever is refused for it, and at night, also of somebody who has nothing any more", async () => {
    const { token, user } = await registerUser(harness());
    const held = await subscribe(harness(), token, "plus", "month", CARDS.disputed);
    const { db } = harness().app.services;
    const { id } = await onlyInvoice(user.uid);
    // As if no event of the dispute had come.
    const untold = () => db.update(invoices).set({ amountRefunded: 0 }).where(eq(invoices.id, id));
    await untold();
    const refund = () => act("/refund", { uid: randomUUID(), invoiceId: id, amount: 100, refunded: 0, reason: "They asked for it" });
    expect((await refund()).body.code).toBe("conflict");
    expect((await onlyInvoice(user.uid)).amountRefunded).toBe(1200);
    await harness().app.services.payments.call((stripe) => stripe.subscriptions.cancel(held.uid));
    await settle(harness());
    await untold();
    await reconcile(harness().app.services);
    expect((await onlyInvoice(user.uid)).amountRefunded).toBe(1200);
  });

  it("is final where the dispute is lost", async () => {
    const { token } = await registerUser(harness());
    await subscribe(harness(), token, "plus", "month", CARDS.disputed);
    const { payments } = harness().app.services;
    const [dispute] = (await payments.call((stripe) => stripe.disputes.list({ limit: 1 }))).data;
    await payments.call((stripe) => stripe.disputes.close(dispute?.id ?? ""));
    await settle(harness());
    const { body } = await harness().call("GET", `${BILLING}/receipt/invoices/get`, { token });
    expect(body.data[0]).toMatchObject({ status: "paid", amount: 1200, amountRefunded: 1200 });
  });

  it("that is sent again is the same refund, and another one under its id is refused", async () => {
    const { user, invoiceId } = await paidOnce();
    const uid = randomUUID();
    const same = { uid, invoiceId, amount: 300, reason: "A quarter" };
    const answers = [
      await act("/refund", same),
      await act("/refund", same),
      ...(await Promise.all([act("/refund", same), act("/refund", same)])),
    ];
    expect(answers.map(({ status, body }) => [status, body.data?.amountRefunded])).toEqual(Array(4).fill([200, 300]));
    expect((await act("/refund", { ...same, amount: 400 })).body.code).toBe("conflict");
    expect(await actsAbout(user.uid)).toHaveLength(1);
  });

  it("that is sent again when Stripe has forgotten the call is the same refund still, and one entry however many come at once", async () => {
    const { user, invoiceId } = await paidOnce();
    const same = { uid: randomUUID(), invoiceId, amount: 300, reason: "A quarter" };
    const answers = await Promise.all([1, 2, 3].map(() => act("/refund", same)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Keys of calls are kept for a day.
    const { db } = harness().app.services;
    const forgotten = await db.execute(sql`delete from stripe_objects where id like ${`%refund-${same.uid}`} returning id`);
    expect(forgotten).toHaveLength(1);
    expect((await act("/refund", same)).body.data.amountRefunded).toBe(300);
    await settle(harness());
    expect((await act("/refund", { ...same, uid: randomUUID(), amount: 900 })).body.data.amountRefunded).toBe(1200);
    expect(await actsAbout(user.uid)).toHaveLength(2);
  });

  it("shows only once what is just being asked of Stripe about its owner is written, which knows nothing of it", async () => {
    const { user, invoiceId } = await paidOnce();
    const { services } = harness().app;
    const customer = await customerOf(services, services.db, user.uid);
    // A webhook that has asked before the refund, and writes when it is done.
    const [refund] = await whileHeld(
      services.db,
      (tx) => lockCustomer(services, tx, customer?.stripeId ?? ""),
      () => act("/refund", { uid: randomUUID(), invoiceId, amount: 500, reason: "Half a month" }),
    );
    expect(refund?.body.data).toMatchObject({ amountRefunded: 500 });
  });

  it("of an invoice that nobody knows, or for nothing, is refused", async () => {
    expect((await act("/refund", { uid: randomUUID(), invoiceId: "in_nobody", amount: 1, reason: "None" })).status).toBe(404);
    const { invoiceId } = await paidOnce();
    for (const amount of [0, -1, 1.5, "x"])
      expect((await act("/refund", { uid: randomUUID(), invoiceId, amount, reason: "None" })).status).toBe(400);
  });
});

describe("what administrators do", () => {
  it.each(["/person/view", "/complimentary/grant", "/complimentary/revoke", "/refund"])("is closed to others: %s", async (path) => {
    const { token } = await registerUser(harness());
    expect((await act(path, {}, token)).status).toBe(403);
    expect((await harness().call("POST", `${A}${path}`, { body: {} })).status).toBe(401);
  });
});
