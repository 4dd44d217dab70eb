import type Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { useHarness } from "#tests/config/harness";
import { CATALOGUE, connectTo, customerWith, DAY, type Desk, KEY, openDesk, subscribe, wipe } from "#tests/factories/stripe";
import { StripeEmulator } from "@/server/vendors/stripe/emulator/emulator";

const harness = useHarness();
const db = () => harness().app.services.db;
let desk: Desk;
let stripe: Stripe;

beforeEach(async () => {
  await wipe(db());
  desk = openDesk(db());
  stripe = desk.stripe;
});

/** A request without the SDK, which would not send what these tests send. */
async function raw(method: string, target: string, body?: string, headers: Record<string, string> = {}) {
  const request = new Request(`https://api.stripe.com${target}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/x-www-form-urlencoded", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const response = await desk.emulator.handle(request);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
}

describe("keys", () => {
  test.each(["sk_live_x", "rk_live_x"])("%s is refused before anything happens", (key) => {
    const options = {
      database: db(),
      key,
      catalogue: CATALOGUE,
      checkoutUrl: () => "",
      webhook: { secret: "", deliver: async () => 200 },
    };
    expect(() => new StripeEmulator(options)).toThrow("live account");
  });

  test("another key, or none, is nobody's", async () => {
    await expect(connectTo(desk.emulator, "sk_test_another_key_of_mine").customers.create({})).rejects.toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
      message: expect.stringContaining("sk_test_"),
    });
    expect(await raw("GET", "/v1/customers/cus_1", undefined, { authorization: "" })).toMatchObject({ status: 401 });
    expect(await desk.eventsAfter(0)).toEqual([]);
  });
});

describe("errors", () => {
  test.each([
    ["GET", "/v1/balance"],
    ["POST", "/v1/charges"],
    ["DELETE", "/v1/prices/price_1"],
    ["GET", "/v2/core/events"],
  ])("%s %s is not served", async (method, target) => {
    expect(await raw(method, target, method === "POST" ? "" : undefined)).toMatchObject({
      status: 404,
      body: {
        error: { type: "invalid_request_error", message: expect.stringContaining(`Unrecognized request URL (${method}: ${target})`) },
      },
    });
  });

  test.each([
    ["an unknown parameter", { colour: "red" }, "parameter_unknown", "colour"],
    ["an unknown nested one", { invoice_settings: { colour: "red" } }, "parameter_unknown", "invoice_settings[colour]"],
    ["no number", { balance: "much" }, "parameter_invalid_integer", "balance"],
  ])("%s", async (_name, params, code, param) => {
    await expect(stripe.customers.create(params as Stripe.CustomerCreateParams)).rejects.toMatchObject({ statusCode: 400, code, param });
  });

  test("what doesn't exist", async () => {
    const none = { code: "resource_missing", statusCode: 404 };
    await expect(stripe.customers.retrieve("cus_none")).rejects.toMatchObject({ ...none, message: "No such customer: 'cus_none'" });
    await expect(stripe.subscriptions.retrieve("sub_none")).rejects.toMatchObject(none);
    await expect(stripe.invoices.retrieve("in_none")).rejects.toMatchObject(none);
    await expect(stripe.prices.retrieve("price_none")).rejects.toMatchObject(none);
    await expect(stripe.paymentMethods.retrieve("pm_none")).rejects.toMatchObject({ ...none, message: "No such PaymentMethod: 'pm_none'" });
    // A customer's id is no subscription's.
    const { id } = await stripe.customers.create({});
    await expect(stripe.subscriptions.retrieve(id)).rejects.toMatchObject(none);
    await expect(subscribe(desk, "cus_none")).rejects.toMatchObject({ code: "resource_missing", statusCode: 400, param: "customer" });
  });

  test("an address that is no text", async () => {
    expect(await raw("GET", "/v1/customers/%E0%A4%A")).toMatchObject({ status: 404 });
  });

  test("each answer has an id of its own, which its error names", async () => {
    const { body, headers } = await raw("GET", "/v1/customers/cus_none");
    expect((body.error as { request_log_url: string }).request_log_url).toContain(headers.get("request-id") ?? "none");
  });
});

describe("idempotency", () => {
  test("the same request again has the same answer, and happens once", async () => {
    const options = { idempotencyKey: "once" };
    const [first, second] = await Promise.all([
      stripe.customers.create({ name: "Ada" }, options),
      stripe.customers.create({ name: "Ada" }, options),
    ]);
    expect(second).toEqual(first);
    expect(await desk.eventsAfter(0)).toHaveLength(1);
    const replayed = await raw("POST", "/v1/customers", "name=Ada", { "idempotency-key": "once" });
    expect([replayed.headers.get("idempotent-replayed"), replayed.body.id]).toEqual(["true", first.id]);
  });

  test("the same key for something else is refused", async () => {
    await stripe.customers.create({ name: "Ada" }, { idempotencyKey: "once" });
    await expect(stripe.customers.create({ name: "Eve" }, { idempotencyKey: "once" })).rejects.toMatchObject({
      type: "StripeIdempotencyError",
      statusCode: 400,
    });
  });

  test("a decline is remembered, a wrong parameter is not", async () => {
    const { id: customer } = await stripe.customers.create({});
    const made = await stripe.setupIntents.create({ customer });
    const confirm = () =>
      stripe.setupIntents.confirm(made.id, { payment_method: "pm_card_visa_chargeDeclined" }, { idempotencyKey: "declined" });
    await expect(confirm()).rejects.toMatchObject({ code: "card_declined" });
    const mark = await desk.mark();
    await expect(confirm()).rejects.toMatchObject({ code: "card_declined" });
    expect(await desk.eventsAfter(mark)).toEqual([]);
    const wrong = { idempotencyKey: "wrong" };
    await expect(stripe.customers.create({ colour: "red" } as Stripe.CustomerCreateParams, wrong)).rejects.toMatchObject({
      code: "parameter_unknown",
    });
    expect(await stripe.customers.create({ name: "Ada" }, wrong)).toMatchObject({ name: "Ada" });
  });

  test("a key is forgotten after a day", async () => {
    const first = await stripe.customers.create({ name: "Ada" }, { idempotencyKey: "once" });
    await desk.advanceBy(DAY + 60);
    await desk.emulator.run();
    expect((await stripe.customers.create({ name: "Ada" }, { idempotencyKey: "once" })).id).not.toBe(first.id);
  });
});

describe("lists", () => {
  test("pages in both directions, and the SDK's own walk", async () => {
    const { customer } = await customerWith(desk);
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.unshift((await subscribe(desk, customer.id)).id);
    const list = (params: Stripe.SubscriptionListParams) => stripe.subscriptions.list({ customer: customer.id, ...params });
    const first = await list({ limit: 2 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
    const second = await list({ limit: 2, starting_after: made[1] ?? "" });
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([made.slice(2, 4), true]);
    const last = await list({ limit: 2, starting_after: made[3] ?? "" });
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([made.slice(4), false]);
    const back = await list({ limit: 2, ending_before: made[3] ?? "" });
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([made.slice(1, 3), true]);
    const whole = await list({ limit: 5 });
    expect([whole.data.length, whole.has_more]).toEqual([5, false]);
    const walked: string[] = [];
    for await (const { id } of list({ limit: 2 })) walked.push(id);
    expect(walked).toEqual(made);
    await expect(list({ starting_after: "sub_none" })).rejects.toMatchObject({ param: "starting_after" });
    await expect(list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
  });

  test("only what belongs to the customer, and has the status", async () => {
    const [a, b] = [await customerWith(desk), await customerWith(desk)];
    const own = await subscribe(desk, a.customer.id);
    await subscribe(desk, b.customer.id);
    const trial = await subscribe(desk, a.customer.id, "pro_month", { trial_period_days: 3 });
    const ids = async (params: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list({ customer: a.customer.id, ...params })).data.map(({ id }) => id);
    expect(await ids({})).toEqual([trial.id, own.id]);
    expect(await ids({ status: "trialing" })).toEqual([trial.id]);
    expect(await ids({ price: await desk.price("plus_month") })).toEqual([own.id]);
    expect((await stripe.invoices.list({ subscription: trial.id })).data.map(({ total }) => total)).toEqual([0]);
    expect((await stripe.invoices.list({ customer: a.customer.id, status: "open" })).data).toEqual([]);
    const cards = await stripe.customers.listPaymentMethods(b.customer.id, { type: "card" });
    expect(cards.data.map(({ id }) => id)).toEqual([b.method.id]);
  });

  test("prices by their lookup keys", async () => {
    const { data } = await stripe.prices.list({ lookup_keys: ["pro_year", "plus_month", "none"], expand: ["data.product"] });
    expect(data.map(({ lookup_key, unit_amount, recurring }) => [lookup_key, unit_amount, recurring?.interval])).toEqual([
      ["plus_month", 1200, "month"],
      ["pro_year", 24_000, "year"],
    ]);
    expect(data[0]?.product).toMatchObject({ name: "Parley Plus", active: true });
    expect(data[0]?.unit_amount_decimal?.toString()).toBe("1200");
    expect(await stripe.prices.retrieve(data[0]?.id ?? "")).toMatchObject({ lookup_key: "plus_month" });
    expect((await stripe.prices.list({ active: false })).data).toEqual([]);
    const page = await stripe.prices.list({ limit: 3 });
    expect([page.data.length, page.has_more]).toEqual([3, true]);
    expect((await stripe.prices.list({ limit: 3, starting_after: page.data[2]?.id ?? "" })).data).toHaveLength(1);
  });
});

describe("expanding", () => {
  test("ids become objects, at several levels and inside lists", async () => {
    const { customer } = await customerWith(desk);
    const { id } = await subscribe(desk, customer.id);
    const full = await stripe.subscriptions.retrieve(id, {
      expand: ["customer.invoice_settings.default_payment_method", "latest_invoice.payments", "items.data.price.product"],
    });
    expect(full).toMatchObject({
      customer: { email: "ada@example.com", invoice_settings: { default_payment_method: { card: { last4: "4242" } } } },
      latest_invoice: { payments: { data: [{ status: "paid" }] } },
      items: { data: [{ price: { product: { name: "Parley Plus" } } }] },
    });
    const list = await stripe.invoices.list({ customer: customer.id, expand: ["data.payments", "data.customer"] });
    expect(list.data[0]).toMatchObject({ customer: { id: customer.id }, payments: { data: [{ amount_paid: 1200 }] } });
    const plain = await stripe.subscriptions.retrieve(id);
    expect(plain.customer).toBe(customer.id);
    expect("payments" in (await stripe.invoices.retrieve(plain.latest_invoice as string))).toBe(false);
  });

  test("four levels, and no more", async () => {
    const { customer } = await customerWith(desk);
    const { id } = await subscribe(desk, customer.id);
    await expect(
      stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.payments.data.payment.payment_intent"] }),
    ).rejects.toMatchObject({
      message: expect.stringContaining("4 levels"),
    });
  });

  test.each([["colour"], ["email"]])("%s cannot be expanded", async (path) => {
    const { id } = await stripe.customers.create({ email: "a@example.com" });
    await expect(stripe.customers.retrieve(id, { expand: [path] })).rejects.toMatchObject({ statusCode: 400, param: "expand" });
  });
});
