import { randomUUID } from "node:crypto";
import { eq, inArray, isNull, sql } from "drizzle-orm";
import fc from "fast-check";
import type Stripe from "stripe";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { sessionIn } from "#tests/factories/billing";
import { insertPerson } from "#tests/factories/bulk";
import { chance } from "#tests/factories/random";
import { wipe } from "#tests/factories/stripe";
import { changePlan, previewChange } from "@/features/subscription/change/mutations";
import { CATALOGUE } from "@/features/subscription/demo/rules";
import { changeMethod, startCardCheckout } from "@/features/subscription/method/mutations";
import { cancelSubscription, resumeSubscription, startCheckout } from "@/features/subscription/mutations";
import { planOf } from "@/features/subscription/queries";
import { handleEvents } from "@/features/subscription/sync/mutations";
import { reconcile } from "@/features/subscription/upkeep/mutations";
import { AppError, type ErrorCode } from "@/lib/app-error";
import type { BillingInterval, Plan } from "@/lib/enums/subscription";
import type { Services, UserContext } from "@/server/api/context";
import { billingCustomers, invoices, outboxMails, stripeDeliveries, stripeEvents, subscriptions, users } from "@/server/db/schema";
import { createPayments, type Payments } from "@/server/vendors/stripe/payments";

/** Lives that are lived beside one another on one clock, and how many such rounds there are: 200 lives in all. */
const LIVES = 10;
const ROUNDS = 20;
const STEPS = 45;

const harness = useHarness();
/** How the lives ended, so that a round in which nothing happens cannot pass for one. */
const endings = new Map<string, number>();
/** How often what was done, and how often it was refused in which words: a step that never comes about proves nothing. */
const tally: Record<string, number> = {};
/** When it was first known here that an invoice is paid, by Stripe's clock. */
const knownAsPaid = new Map<string, number>();
let services: Services;
/** Webhooks on their way: the test decides when, in which order and how often they come. */
let onTheirWay: { body: string; signature: string }[] = [];
/** What Stripe refuses next, as if it were away. */
let away = 0;

beforeAll(() => {
  const { app, env } = harness();
  const payments = createPayments({
    env,
    db: app.services.db,
    log: app.services.log,
    catalogue: CATALOGUE,
    checkoutPath: "/demo/checkout",
    receive: async (body, signature) => {
      onTheirWay.push({ body, signature });
      return 200;
    },
  });
  const call: Payments["call"] = (work) => {
    if (away > 0) {
      away -= 1;
      throw new AppError("paymentsUnavailable");
    }
    return payments.call(work);
  };
  services = { ...app.services, payments: { ...payments, call } };
});

beforeEach(() => {
  onTheirWay = [];
  away = 0;
});

const demo = () => {
  if (!services.payments.demo) throw new Error("payments are no demo here");
  return services.payments.demo;
};

const asUser = (id: string): UserContext => ({
  ...services,
  actor: { id, role: "candidate", sessionId: id, authenticatedAt: new Date(), emailConfirmed: true },
  authError: null,
  locale: "en",
  requestId: "test",
  address: "127.0.0.1",
  userAgent: "",
  idempotencyKey: undefined,
  unanswered: [],
  answerHeaders: {},
  cookies: "",
});

const plan = fc.constantFrom("plus", "pro") as fc.Arbitrary<"plus" | "pro">;
const interval = fc.constantFrom("month", "month", "month", "year") as fc.Arbitrary<BillingInterval>;
const life = fc.nat(LIVES - 1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("buy" as const), life, plan, interval }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("change" as const), life, plan, interval }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("breakCard" as const), life }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("mendCard" as const), life }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("giveCard" as const), life }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), life }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("resume" as const), life }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      days: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 25, max: 40 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("deliver" as const), share: fc.integer({ min: 0, max: 100 }), order: fc.nat() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("away" as const), calls: fc.integer({ min: 1, max: 4 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What each step may be refused for besides Stripe being away: it cannot be done in somebody's state, and changes nothing. */
const REFUSALS: Record<"buy" | "change" | "breakCard" | "mendCard" | "giveCard" | "cancel" | "resume", ErrorCode[]> = {
  buy: ["alreadySubscribed"],
  change: ["noSubscription", "wrongState", "samePlan", "cardDeclined"],
  breakCard: ["noSubscription"],
  mendCard: ["noSubscription"],
  giveCard: ["noSubscription"],
  cancel: ["noSubscription"],
  resume: ["noSubscription"],
};

const count = (what: string) => {
  tally[what] = (tally[what] ?? 0) + 1;
};

/** Counts a step as done or as refused; any other failure is one. */
async function attempt(what: keyof typeof REFUSALS, work: Promise<unknown>): Promise<void> {
  try {
    await work;
    count(what);
  } catch (error) {
    if (!(error instanceof AppError) || ![...REFUSALS[what], "paymentsUnavailable"].includes(error.code))
      throw new Error(what, { cause: error });
    count(`${what}: ${error.code}`);
  }
}

const CARD = { expiry: "12/60", cvc: "123", name: "A" };

async function live(people: string[], one: Step): Promise<void> {
  switch (one.do) {
    case "wait":
      await demo().advance(new Date((await demo().now()).getTime() + one.days * 86_400_000));
      return;
    case "deliver":
      return deliver(one.share, one.order);
    case "away":
      away = one.calls;
      return;
  }
  const ctx = asUser(people[one.life] ?? "");
  switch (one.do) {
    case "buy":
      return attempt(
        "buy",
        startCheckout(ctx, one).then((url) => demo().pay(sessionIn(url), { number: "4242424242424242", ...CARD })),
      );
    case "change":
      return attempt(
        "change",
        previewChange(ctx, one).then((shown) => changePlan(ctx, { ...shown, ...one })),
      );
    case "breakCard":
      return attempt("breakCard", changeMethod(ctx, "pm_card_chargeCustomerFail"));
    case "mendCard":
      return attempt("mendCard", changeMethod(ctx, "pm_card_visa"));
    case "giveCard":
      return attempt(
        "giveCard",
        startCardCheckout(ctx).then((url) => demo().pay(sessionIn(url), { number: "5555555555554444", ...CARD })),
      );
    case "cancel":
      return attempt("cancel", cancelSubscription(ctx, {}));
    case "resume":
      return attempt("resume", resumeSubscription(ctx));
  }
}

/** Notes which invoices have become known as paid since the last step. The clock stands still meanwhile. */
async function notePaid(): Promise<void> {
  const now = (await demo().now()).getTime();
  const paid = await services.db.select({ id: invoices.id }).from(invoices).where(eq(invoices.status, "paid"));
  for (const { id } of paid) if (!knownAsPaid.has(id)) knownAsPaid.set(id, now);
}

/** Some of what is on its way comes, in any order, a part of it twice, over HTTP as from Stripe. */
async function deliver(share: number, order: number): Promise<void> {
  await services.payments.deliver();
  const dice = chance(order);
  const mixed = dice.shuffled(onTheirWay);
  const now = mixed.slice(0, Math.ceil((mixed.length * share) / 100));
  onTheirWay = mixed.slice(now.length);
  const twice = now.filter((_, at) => at % 3 === 0);
  for (const { body, signature } of dice.shuffled([...now, ...twice])) {
    const { status } = await harness().call("POST", "/api/stripe/webhook", { raw: body, headers: { "stripe-signature": signature } });
    expect(status).toBe(200);
  }
  await handleEvents(services);
}

/** All that is still on its way comes, and what had to wait for Stripe is tried again. */
async function settle(): Promise<void> {
  const { db } = services;
  away = 0;
  do {
    await deliver(100, 7);
    await db.update(stripeEvents).set({ dueAt: sql`now()` }).where(isNull(stripeEvents.handledAt));
    await handleEvents(services);
    await services.payments.deliver();
  } while (onTheirWay.length > 0);
}

const GRACE_SECONDS = 7 * 86_400;

/** Which plan somebody should have, from what Stripe says and nothing of ours. */
function owed(held: Stripe.Subscription[], open: Stripe.Invoice[], now: number): Plan {
  const working = held.filter(({ id, status }) => {
    if (status === "active" || status === "trialing") return true;
    const since = open
      .filter(({ parent }) => parent?.subscription_details?.subscription === id)
      .map(({ status_transitions: { finalized_at: at } }) => at ?? 0);
    return status === "past_due" && now < Math.min(...since) + GRACE_SECONDS;
  });
  const keys = working.map(({ items }) => items.data[0]?.price.lookup_key ?? "");
  return keys.some((key) => key.includes("pro")) ? "pro" : keys.some((key) => key.includes("plus")) ? "plus" : "free";
}

async function expectTruth(userId: string): Promise<void> {
  const { db, payments } = services;
  const [customer] = await db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId));
  if (!customer) {
    expect((await planOf(services, db, userId)).plan).toBe("free");
    return;
  }
  const { stripeId } = customer;
  const held = (
    await payments.call((stripe) =>
      stripe.subscriptions.list({ customer: stripeId, status: "all", limit: 100, expand: ["data.default_payment_method"] }),
    )
  ).data;
  const asked = (await payments.call((stripe) => stripe.invoices.list({ customer: stripeId, limit: 100 }))).data;
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  for (const { status } of rows) endings.set(status, (endings.get(status) ?? 0) + 1);
  const seconds = (at: Date | null) => (at ? at.getTime() / 1000 : null);
  expect(
    rows
      .map(({ id, status, lookupKey, currentPeriodEnd, cancelAt, endedAt, card }) => ({
        id,
        card: card?.last4,
        status,
        lookupKey,
        end: seconds(currentPeriodEnd),
        cancelAt: seconds(cancelAt),
        endedAt: seconds(endedAt),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  ).toEqual(
    held
      .map((one) => ({
        id: one.id,
        card: (one.default_payment_method as Stripe.PaymentMethod | null)?.card?.last4,
        status: one.status,
        lookupKey: one.items.data[0]?.price.lookup_key,
        end: one.items.data[0]?.current_period_end,
        cancelAt: one.cancel_at ?? (one.cancel_at_period_end ? one.items.data[0]?.current_period_end : null),
        endedAt: one.ended_at,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  // Never two that both cost money.
  expect(held.filter(({ status }) => !["canceled", "incomplete_expired"].includes(status)).length).toBeLessThanOrEqual(1);
  const kept = await db.select().from(invoices).where(eq(invoices.userId, userId));
  expect(kept.map(({ id, status, total }) => [id, status, total]).sort()).toEqual(
    asked.map(({ id, status, total }) => [id, status, total]).sort(),
  );
  const now = (await payments.now()).getTime() / 1000;
  const open = asked.filter(({ status }) => status === "open");
  expect((await planOf(services, db, userId)).plan).toBe(owed(held, open, now));
}

/** A payment that came to be known later than this has no receipt: it is one of long ago. */
const FRESH_MS = 7 * 86_400_000;

/** Each receipt once, for a payment of theirs, and one for each that is fresh. */
async function expectReceipts(people: string[]): Promise<void> {
  const { db, payments } = services;
  const rows = await db
    .select({ email: users.email, stripeId: billingCustomers.stripeId })
    .from(users)
    .innerJoin(billingCustomers, eq(billingCustomers.userId, users.id))
    .where(inArray(users.id, people));
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.template, "receipt"));
  let expected = 0;
  for (const { email, stripeId } of rows) {
    const { data } = await payments.call((stripe) => stripe.invoices.list({ customer: stripeId, status: "paid", limit: 100 }));
    const due = data.filter(({ id, amount_paid: amount, status_transitions: { paid_at: at } }) => {
      const known = knownAsPaid.get(id ?? "") ?? expect.fail(`nobody knows that ${id} is paid`);
      return amount > 0 && known - (at ?? 0) * 1000 <= FRESH_MS;
    });
    const numbers = mails.filter(({ recipient }) => recipient === email).map(({ values }) => values.number);
    // While its days pass a payment may have come to be known earlier than it was looked for here.
    const paid = data.filter(({ amount_paid: amount }) => amount > 0).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(paid).toEqual(expect.arrayContaining(numbers));
    expect(numbers).toEqual(expect.arrayContaining(due.map(({ number }) => number)));
    expected += numbers.length;
    if (due.length > 1) count("receipts, more than one");
    if (due.length < data.length) count("paid without a receipt");
  }
  expect(mails).toHaveLength(expected);
}

async function lead(steps: Step[]): Promise<void> {
  const { db } = services;
  await wipe(db);
  for (const table of [stripeEvents, stripeDeliveries, outboxMails, billingCustomers, subscriptions, invoices]) await db.delete(table);
  onTheirWay = [];
  away = 0;
  knownAsPaid.clear();
  const people = await Promise.all(
    Array.from({ length: LIVES }, () => insertPerson(db, { email: `${randomUUID()}@example.com`, emailVerifiedAt: new Date() })),
  );
  for (const one of steps) {
    await live(people, one);
    await notePaid();
  }
  await settle();
  await notePaid();
  for (const id of people) await expectTruth(id);
  await expectReceipts(people);
  const left = await db.select().from(stripeEvents).where(isNull(stripeEvents.handledAt));
  expect(left).toEqual([]);
}

describe("at night", () => {
  it("what no webhook told is found out", async () => {
    const { db } = services;
    await wipe(db);
    const id = await insertPerson(db, { email: `${randomUUID()}@example.com`, emailVerifiedAt: new Date() });
    await live([id], { do: "buy", life: 0, plan: "pro", interval: "month" });
    await services.payments.deliver();
    expect((await planOf(services, db, id)).plan).toBe("free");
    await reconcile(services);
    expect((await planOf(services, db, id)).plan).toBe("pro");
    await expectTruth(id);
    await live([id], { do: "cancel", life: 0 });
    await live([id], { do: "wait", days: 40 });
    expect((await planOf(services, db, id)).plan).toBe("pro");
    await reconcile(services);
    expect((await planOf(services, db, id)).plan).toBe("free");
    await expectTruth(id);
    expect(await db.select().from(stripeEvents)).toEqual([]);
  });
});

describe("two hundred random lives of a subscription", () => {
  it("end as Stripe has it, whatever becomes of the webhooks", { timeout: 900_000 }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: "max" }), lead), {
      seed: 20_261_122,
      numRuns: ROUNDS,
      endOnFailure: true,
    });
    for (const status of ["active", "past_due", "canceled"]) expect(endings.get(status), status).toBeGreaterThan(0);
    const seen = [...Object.keys(REFUSALS), "buy: alreadySubscribed", "change: samePlan", "change: cardDeclined"];
    seen.push("buy: paymentsUnavailable", "receipts, more than one", "paid without a receipt");
    expect(
      seen.filter((what) => !tally[what]),
      JSON.stringify(tally),
    ).toEqual([]);
  });
});
