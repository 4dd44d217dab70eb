import { randomUUID } from "node:crypto";
import { eq, inArray, isNull, sql } from "drizzle-orm";
import fc from "fast-check";
import type Stripe from "stripe";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { sessionIn } from "#tests/factories/billing";
import { insertPerson } from "#tests/factories/bulk";
import { wipe } from "#tests/factories/stripe";
import { changePlan, previewChange } from "@/features/subscription/change/mutations";
import { CATALOGUE } from "@/features/subscription/demo/rules";
import { changeMethod, startCardCheckout } from "@/features/subscription/method/mutations";
import { cancelSubscription, resumeSubscription, startCheckout } from "@/features/subscription/mutations";
import { planOf } from "@/features/subscription/queries";
import { handleEvents } from "@/features/subscription/sync/mutations";
import { reconcile } from "@/features/subscription/upkeep/mutations";
import { AppError } from "@/lib/app-error";
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
  { weight: 3, arbitrary: fc.record({ do: fc.constant("change" as const), life, plan, interval }) },
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
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("deliver" as const), share: fc.integer({ min: 0, max: 100 }), order: fc.nat() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("away" as const), calls: fc.integer({ min: 1, max: 4 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What cannot be done in somebody's state, or while Stripe is away, is refused in the domain's own words and changes nothing. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function live(people: string[], one: Step): Promise<void> {
  const ctx = "life" in one ? asUser(people[one.life] ?? "") : undefined;
  switch (one.do) {
    case "buy":
      return unlessRefused(
        startCheckout(ctx as UserContext, one).then((url) =>
          demo().pay(sessionIn(url), { number: "4242424242424242", expiry: "12/60", cvc: "123", name: "A" }),
        ),
      );
    case "change":
      return unlessRefused(previewChange(ctx as UserContext, one).then((shown) => changePlan(ctx as UserContext, { ...shown, ...one })));
    case "breakCard":
      return unlessRefused(changeMethod(ctx as UserContext, "pm_card_chargeCustomerFail"));
    case "mendCard":
      return unlessRefused(changeMethod(ctx as UserContext, "pm_card_visa"));
    case "giveCard":
      return unlessRefused(
        startCardCheckout(ctx as UserContext).then((url) =>
          demo().pay(sessionIn(url), { number: "5555555555554444", expiry: "12/60", cvc: "123", name: "A" }),
        ),
      );
    case "cancel":
      return unlessRefused(cancelSubscription(ctx as UserContext, {}));
    case "resume":
      return unlessRefused(resumeSubscription(ctx as UserContext));
    case "wait":
      await demo().advance(new Date((await demo().now()).getTime() + one.days * 86_400_000));
      return;
    case "deliver":
      return deliver(one.share, one.order);
    case "away":
      away = one.calls;
  }
}

/** A shuffle that follows from a number, so that a failing round can be lived again. */
function shuffled<T>(items: T[], seed: number): T[] {
  let state = seed + 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Some of what is on its way comes, in any order, a part of it twice, over HTTP as from Stripe. */
async function deliver(share: number, order: number): Promise<void> {
  await services.payments.deliver();
  const mixed = shuffled(onTheirWay, order);
  const now = mixed.slice(0, Math.ceil((mixed.length * share) / 100));
  onTheirWay = mixed.slice(now.length);
  const twice = now.filter((_, at) => at % 3 === 0);
  for (const { body, signature } of shuffled([...now, ...twice], order + 1)) {
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

/** Each receipt once, for each payment of a card. */
async function expectReceipts(people: string[]): Promise<void> {
  const { db } = services;
  const rows = await db.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, people));
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.template, "receipt"));
  for (const { email } of rows) {
    const numbers = mails.filter(({ recipient }) => recipient === email).map(({ values }) => values.number);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
}

async function lead(steps: Step[]): Promise<void> {
  const { db } = services;
  await wipe(db);
  for (const table of [stripeEvents, stripeDeliveries, outboxMails, billingCustomers, subscriptions, invoices]) await db.delete(table);
  onTheirWay = [];
  away = 0;
  const people = await Promise.all(
    Array.from({ length: LIVES }, () => insertPerson(db, { email: `${randomUUID()}@example.com`, emailVerifiedAt: new Date() })),
  );
  for (const one of steps) await live(people, one);
  await settle();
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
  });
});
