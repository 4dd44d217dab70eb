import { asc, eq, sql } from "drizzle-orm";
import Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { useHarness } from "#tests/config/harness";
import { customerWith, DAY, type Desk, openDesk, type Received, SECRET, subscribe, types, wipe } from "#tests/factories/stripe";
import { stripeDeliveries } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
let desk: Desk;

beforeEach(async () => {
  await wipe(db());
  desk = openDesk(db());
});

const idsOf = (received: Received[]): string[] => received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
const makeAllDue = () => db().update(stripeDeliveries).set({ dueAt: sql`now() - interval '1 second'` });
const deliveries = () => db().select().from(stripeDeliveries).orderBy(asc(stripeDeliveries.sequence));

/** An emulator whose webhooks are answered by these, one after the other; the last one goes on. */
function answering(...statuses: (number | Error)[]): Received[] {
  const received: Received[] = [];
  const deliver = async (body: string, signature: string): Promise<number> => {
    received.push({ body, signature });
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
    if (status instanceof Error) throw status;
    return status;
  };
  desk = openDesk(db(), { webhook: { secret: SECRET, deliver } });
  return received;
}

describe("delivery", () => {
  test("each event comes once, in its order, with a signature that the SDK accepts", async () => {
    const { customer } = await customerWith(desk);
    await subscribe(desk, customer.id);
    const events = await desk.eventsAfter(0);
    expect(events.length).toBeGreaterThan(8);
    expect(await desk.emulator.flush()).toBe(events.length);
    expect(idsOf(desk.received)).toEqual(events.map(({ id }) => id));
    for (const [index, { body, signature }] of desk.received.entries()) {
      const event = Stripe.webhooks.constructEvent(body, signature, SECRET);
      expect(event).toMatchObject({ id: events[index]?.id, object: "event", api_version: Stripe.API_VERSION, livemode: false });
    }
    expect(await desk.emulator.flush()).toBe(0);
  });

  test("a changed body, another secret and an old signature are refused", async () => {
    await desk.stripe.customers.create({ name: "Ada" });
    await desk.emulator.flush();
    const [{ body, signature } = { body: "", signature: "" }] = desk.received;
    expect(() => Stripe.webhooks.constructEvent(body.replace("Ada", "Eve"), signature, SECRET)).toThrow("signature");
    expect(() => Stripe.webhooks.constructEvent(body, signature, "whsec_other")).toThrow("signature");
    const late = Date.now() + 302_000;
    expect(() => Stripe.webhooks.constructEvent(body, signature, SECRET, 300, undefined, late)).toThrow("tolerance");
  });

  test("what the receiver asks for meanwhile is answered", async () => {
    const seen: string[] = [];
    const { stripe, emulator } = openDesk(db(), {
      webhook: {
        secret: SECRET,
        deliver: async (body) => {
          const { id } = (JSON.parse(body) as Stripe.CustomerCreatedEvent).data.object;
          seen.push((await stripe.customers.update(id, { metadata: { seen: "1" } })).id);
          return 200;
        },
      },
    });
    const customer = await stripe.customers.create({});
    expect(await emulator.flush()).toBe(1);
    expect(seen).toEqual([customer.id]);
    // The update is an event of its own, due by the next call.
    expect(await deliveries()).toHaveLength(2);
  });

  test("two processes don't send the same one at the same time", async () => {
    await Promise.all(Array.from({ length: 6 }, () => desk.stripe.customers.create({})));
    const sent = await Promise.all([desk.emulator.flush(), desk.emulator.flush()]);
    expect(sent[0] + sent[1]).toBe(6);
    expect(new Set(idsOf(desk.received)).size).toBe(6);
  });
});

describe("failures", () => {
  test("a refused one comes again, later and later, until it is taken", async () => {
    const received = answering(500, 404, new Error("nobody there"), 204);
    await desk.stripe.customers.create({});
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const before = Date.now();
      expect(await desk.emulator.flush()).toBe(1);
      expect(await desk.emulator.flush()).toBe(0);
      const [delivery] = await deliveries();
      expect(delivery).toMatchObject({ state: "pending", attempts: attempt + 1 });
      waits.push((delivery?.dueAt.getTime() ?? 0) - before);
      await makeAllDue();
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[0]).toBeGreaterThan(30_000);
    await desk.emulator.flush();
    expect((await deliveries())[0]).toMatchObject({ state: "delivered", attempts: 4 });
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    await makeAllDue();
    expect(await desk.emulator.flush()).toBe(0);
  });

  test("after about three days it is given up", async () => {
    answering(500);
    await desk.stripe.customers.create({});
    let hours = 0;
    for (let attempt = 0; attempt < 20; attempt++) {
      const before = Date.now();
      if ((await desk.emulator.flush()) === 0) break;
      const [delivery] = await deliveries();
      if (delivery?.state === "pending") hours += (delivery.dueAt.getTime() - before) / 3_600_000;
      await db().update(stripeDeliveries).set({ dueAt: sql`now()` }).where(eq(stripeDeliveries.state, "pending"));
    }
    expect((await deliveries())[0]).toMatchObject({ state: "given_up" });
    expect(hours).toBeGreaterThan(60);
    expect(hours).toBeLessThan(73);
  });

  test("one that is not taken holds up no other", async () => {
    answering(500, 200);
    await desk.stripe.customers.create({});
    await desk.stripe.customers.create({});
    expect(await desk.emulator.flush()).toBe(2);
    expect((await deliveries()).map(({ state }) => state)).toEqual(["pending", "delivered"]);
  });

  test("a test can shuffle them, double them, and hold some back", async () => {
    const made = [];
    for (const name of ["a", "b", "c"]) made.push(await desk.stripe.customers.create({ name }));
    const events = (await deliveries()).map(({ id }) => id);
    expect(await desk.emulator.flush((due) => due.toReversed())).toBe(3);
    expect(idsOf(desk.received)).toEqual(events.toReversed());
    for (const name of ["d", "e"]) await desk.stripe.customers.create({ name });
    desk.received.length = 0;
    expect(await desk.emulator.flush((due) => due.flatMap((one) => [one, one]))).toBe(4);
    expect(idsOf(desk.received)).toHaveLength(4);
    await desk.stripe.customers.create({ name: "f" });
    expect(await desk.emulator.flush(() => [])).toBe(0);
    expect((await deliveries()).at(-1)).toMatchObject({ state: "pending" });
    await makeAllDue();
    expect(await desk.emulator.flush()).toBe(1);
  });
});

describe("events", () => {
  test("each can be looked up, and they are listed the newest first", async () => {
    const { customer } = await customerWith(desk);
    await desk.stripe.customers.update(customer.id, { name: "Grace" });
    const { data } = await desk.stripe.events.list({ types: ["customer.created", "customer.updated"] });
    expect(types(data)).toEqual(["customer.updated", "customer.updated", "customer.created"]);
    expect(data[0]?.data).toMatchObject({ object: { id: customer.id, name: "Grace" }, previous_attributes: { name: "Ada Test" } });
    expect(await desk.stripe.events.retrieve(data[0]?.id ?? "")).toMatchObject({ id: data[0]?.id, type: "customer.updated" });
    expect((await desk.stripe.events.list({ type: "payment_method.attached" })).data).toHaveLength(1);
    await expect(desk.stripe.events.retrieve("evt_none")).rejects.toMatchObject({ code: "resource_missing" });
  });

  test("an object in an event stays as it was", async () => {
    const customer = await desk.stripe.customers.create({ name: "before" });
    await desk.stripe.customers.update(customer.id, { name: "after" });
    const [created] = await desk.eventsAfter(0);
    expect(created?.data.object).toMatchObject({ name: "before" });
  });

  test("a request that changes nothing tells nothing, and what is told names its request", async () => {
    const customer = await desk.stripe.customers.create({ name: "same" }, { idempotencyKey: "key-1" });
    await desk.stripe.customers.update(customer.id, { name: "same" });
    const events = await desk.eventsAfter(0);
    expect(types(events)).toEqual(["customer.created"]);
    expect(events[0]?.request).toEqual({ id: customer.lastResponse.requestId, idempotency_key: "key-1" });
    await customerWith(desk);
    const mark = await desk.mark();
    await subscribe(desk, (await customerWith(desk)).customer.id);
    await desk.advanceBy(32 * DAY);
    expect((await desk.eventsAfter(mark)).at(-1)?.request).toEqual({ id: null, idempotency_key: null });
  });
});
