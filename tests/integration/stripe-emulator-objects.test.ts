import { readFileSync } from "node:fs";
import path from "node:path";
import type Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { useHarness } from "#tests/config/harness";
import { customerWith, type Desk, openDesk, subscribe, types, wipe } from "#tests/factories/stripe";

const harness = useHarness();
const db = () => harness().app.services.db;
let desk: Desk;
let stripe: Stripe;

beforeEach(async () => {
  await wipe(db());
  desk = openDesk(db());
  stripe = desk.stripe;
});

describe("cards", () => {
  test("each attachment is a card of its own", async () => {
    const [a, b] = [await customerWith(desk), await customerWith(desk)];
    expect(a.method.id).not.toBe(b.method.id);
    expect(a.method).toMatchObject({ customer: a.customer.id, type: "card", card: { brand: "visa", last4: "4242" } });
    await expect(stripe.paymentMethods.attach(a.method.id, { customer: b.customer.id })).rejects.toMatchObject({
      message: expect.stringContaining("already been attached"),
    });
    await expect(
      stripe.customers.update(b.customer.id, { invoice_settings: { default_payment_method: a.method.id } }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  test("a detached one is gone for good, and nothing pays with it", async () => {
    const { customer, method } = await customerWith(desk);
    const subscription = await subscribe(desk, customer.id, "plus_month", { default_payment_method: method.id });
    await stripe.paymentMethods.detach(method.id);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ invoice_settings: { default_payment_method: null } });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ default_payment_method: null });
    await expect(stripe.paymentMethods.detach(method.id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.paymentMethods.attach(method.id, { customer: customer.id })).rejects.toMatchObject({
      message: expect.stringContaining("may not be used again"),
    });
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
  });

  test.each([
    ["pm_card_visa_chargeDeclined", "generic_decline"],
    ["pm_card_visa_chargeDeclinedInsufficientFunds", "insufficient_funds"],
  ])("%s is refused when it is attached", async (token, decline) => {
    const { id } = await stripe.customers.create({});
    const attach = stripe.paymentMethods.attach(token, { customer: id });
    await expect(attach).rejects.toMatchObject({ type: "StripeCardError", code: "card_declined", decline_code: decline, statusCode: 402 });
    expect((await stripe.paymentMethods.list({ customer: id })).data).toEqual([]);
  });

  test("without any card nothing can start", async () => {
    const { id } = await stripe.customers.create({});
    await expect(subscribe(desk, id)).rejects.toMatchObject({ code: "resource_missing", statusCode: 400 });
    expect(await subscribe(desk, id, "plus_month", { payment_behavior: "default_incomplete" })).toMatchObject({ status: "incomplete" });
  });

  test("error_if_incomplete leaves nothing behind", async () => {
    const { customer } = await customerWith(desk, "pm_card_chargeCustomerFail");
    await expect(subscribe(desk, customer.id, "plus_month", { payment_behavior: "error_if_incomplete" })).rejects.toMatchObject({
      statusCode: 402,
    });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toEqual([]);
    const { customer: other } = await customerWith(desk, "pm_card_authenticationRequired");
    await expect(subscribe(desk, other.id, "plus_month", { payment_behavior: "error_if_incomplete" })).rejects.toMatchObject({
      code: "subscription_payment_intent_requires_action",
    });
  });
});

describe("customers", () => {
  test("fields are set, changed one by one, and unset", async () => {
    const made = await stripe.customers.create({
      email: "a@example.com",
      metadata: { a: "1", b: "2" },
      address: { city: "Hanoi" },
      preferred_locales: ["vi"],
    });
    expect(made).toMatchObject({
      email: "a@example.com",
      address: { city: "Hanoi", country: null },
      preferred_locales: ["vi"],
      invoice_prefix: "DEMO-0001",
    });
    const changed = await stripe.customers.update(made.id, { email: "", metadata: { a: "", c: "3" }, name: "Ada" });
    expect(changed).toMatchObject({ email: null, name: "Ada", metadata: { b: "2", c: "3" }, address: { city: "Hanoi" } });
    expect(await stripe.customers.update(made.id, { metadata: "" })).toMatchObject({ metadata: {} });
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ email: null, name: "Ada" });
  });

  test("metadata may have numbers as keys, and no text breaks the database", async () => {
    expect(await stripe.customers.create({ metadata: { 0: "zero", 1: "one" } })).toMatchObject({ metadata: { 0: "zero", 1: "one" } });
    expect(await stripe.customers.create({ name: "Ada \u{1F600} 'x' \\ \u4f60\u597d" })).toMatchObject({
      name: "Ada \u{1F600} 'x' \\ \u4f60\u597d",
    });
    await expect(stripe.customers.create({ name: "a\0b" })).rejects.toMatchObject({ statusCode: 400, code: "invalid_characters" });
  });

  test("one is made together with a card", async () => {
    const made = await stripe.customers.create({
      payment_method: "pm_card_visa",
      invoice_settings: { default_payment_method: "pm_card_visa" },
    });
    const { data } = await stripe.paymentMethods.list({ customer: made.id });
    expect(made.invoice_settings.default_payment_method).toBe(data[0]?.id);
  });
});

describe("invoices and refunds", () => {
  async function paid() {
    const { customer } = await customerWith(desk);
    const subscription = await subscribe(desk, customer.id);
    const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string, {
      expand: ["payments.data.payment.payment_intent"],
    });
    return { customer, subscription, invoice, intent: invoice.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent };
  }

  test("a part and the rest, and no more", async () => {
    const { intent } = await paid();
    const charge = intent.latest_charge as string;
    const mark = await desk.mark();
    expect(await stripe.refunds.create({ payment_intent: intent.id, amount: 200, reason: "requested_by_customer" })).toMatchObject({
      amount: 200,
      status: "succeeded",
      charge,
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 200, refunded: false, paid: true });
    await expect(stripe.refunds.create({ charge, amount: 1001 })).rejects.toMatchObject({ param: "amount" });
    expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 1000 });
    expect(await stripe.charges.retrieve(charge, { expand: ["refunds"] })).toMatchObject({
      refunded: true,
      refunds: { data: [{ amount: 1000 }, { amount: 200 }] },
    });
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_already_refunded" });
    expect(types(await desk.eventsAfter(mark))).toEqual(["refund.created", "charge.refunded", "refund.created", "charge.refunded"]);
    await expect(stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
  });

  test("a payment tells which invoice it paid, and of no other", async () => {
    const [one, other] = [await paid(), await paid()];
    const of = (intent: string) => stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent: intent } });
    const { data } = await of(one.intent.id);
    expect(data).toMatchObject([
      { object: "invoice_payment", invoice: one.invoice.id, status: "paid", payment: { payment_intent: one.intent.id } },
    ]);
    expect(await stripe.invoicePayments.retrieve(data[0]?.id ?? "")).toMatchObject({ invoice: one.invoice.id });
    expect((await of("pi_nobody")).data).toEqual([]);
    expect((await stripe.invoicePayments.list({ invoice: other.invoice.id, status: "open" })).data).toEqual([]);
    expect((await stripe.invoicePayments.list({ invoice: other.invoice.id })).data).toMatchObject([{ invoice: other.invoice.id }]);
    await expect(stripe.invoicePayments.list({ payment: { payment_intent: one.intent.id } as never })).rejects.toMatchObject({
      param: "payment[type]",
    });
  });

  test("a paid invoice is neither paid again nor voided", async () => {
    const { invoice } = await paid();
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ message: "Invoice is already paid" });
    await expect(stripe.invoices.voidInvoice(invoice.id)).rejects.toMatchObject({ message: expect.stringContaining("open invoices") });
  });

  test("an open one is voided: what it would have paid with a credit is a credit again", async () => {
    const { customer } = await customerWith(desk, "pm_card_chargeCustomerFail");
    await stripe.customers.update(customer.id, { balance: -500 });
    const subscription = await subscribe(desk, customer.id);
    const open = await stripe.invoices.retrieve(subscription.latest_invoice as string);
    expect(open).toMatchObject({ status: "open", total: 1200, amount_due: 700, starting_balance: -500, ending_balance: 0 });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
    expect(await stripe.invoices.voidInvoice(open.id)).toMatchObject({ status: "void" });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -500 });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "incomplete_expired" });
  });
});

describe("shapes", () => {
  /** The names of an interface's fields that must be there, read from the SDK's own types. */
  function requiredKeys(file: string, name: string): string[] {
    const source = readFileSync(path.join("node_modules/stripe/esm/resources", file), "utf8").replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
    const [, indent = "", body = ""] = new RegExp(`^( *)(?:export )?interface ${name} \\{([\\s\\S]*?)^\\1\\}`, "m").exec(source) ?? [];
    return [...body.matchAll(new RegExp(`^${indent} {4}(\\w+): `, "gm"))].map(([, key = ""]) => key);
  }

  test("each object has every field that its type promises", async () => {
    const { customer, method } = await customerWith(desk);
    const subscription = await subscribe(desk, customer.id);
    const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string, { expand: ["payments"] });
    const [payment] = invoice.payments?.data ?? [];
    const intent = await stripe.paymentIntents.retrieve(payment?.payment.payment_intent as string);
    const charge = await stripe.charges.retrieve(intent.latest_charge as string);
    const session = await stripe.checkout.sessions.create({ mode: "setup", customer: customer.id, success_url: "http://parley.test" });
    const objects: [string, string, object | undefined][] = [
      ["Customers.d.ts", "Customer", customer],
      ["PaymentMethods.d.ts", "PaymentMethod", method],
      ["PaymentMethods.d.ts", "Card", method.card],
      ["Subscriptions.d.ts", "Subscription", subscription],
      ["SubscriptionItems.d.ts", "SubscriptionItem", subscription.items.data[0]],
      ["Prices.d.ts", "Price", subscription.items.data[0]?.price],
      ["Plans.d.ts", "Plan", subscription.items.data[0]?.plan],
      ["Invoices.d.ts", "Invoice", invoice],
      ["Invoices.d.ts", "Invoice", await stripe.invoices.createPreview({ subscription: subscription.id })],
      ["InvoiceLineItems.d.ts", "InvoiceLineItem", invoice.lines.data[0]],
      ["InvoicePayments.d.ts", "InvoicePayment", payment],
      ["PaymentIntents.d.ts", "PaymentIntent", intent],
      ["Charges.d.ts", "Charge", charge],
      ["Refunds.d.ts", "Refund", await stripe.refunds.create({ charge: charge.id })],
      ["SetupIntents.d.ts", "SetupIntent", await stripe.setupIntents.create({ customer: customer.id })],
      ["Checkout/Sessions.d.ts", "Session", session],
      ["Events.d.ts", "EventBase", (await stripe.events.list()).data[0]],
    ];
    for (const [file, name, object] of objects) {
      const keys = requiredKeys(file, name);
      expect(keys.length, name).toBeGreaterThan(7);
      expect(
        keys.filter((key) => !(key in (object ?? {}))),
        name,
      ).toEqual([]);
    }
  });
});
