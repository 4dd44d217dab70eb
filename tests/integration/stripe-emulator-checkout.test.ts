import type Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { useHarness } from "#tests/config/harness";
import { customerWith, DAY, type Desk, openDesk, subscribe, types, wipe } from "#tests/factories/stripe";

const harness = useHarness();
let desk: Desk;
let stripe: Stripe;
let customer: Stripe.Customer;

beforeEach(async () => {
  await wipe(harness().app.services.db);
  desk = openDesk(harness().app.services.db);
  stripe = desk.stripe;
  customer = await stripe.customers.create({ email: "ada@example.com", name: "Ada Test" });
});

const card = (number: string) => ({ number, expiry: "12 / 70", cvc: "123", name: "Ada Test" });
const VISA = card("4242 4242 4242 4242");
const RETURN = "http://parley.test/done?session={CHECKOUT_SESSION_ID}";

async function session(more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price: await desk.price("plus_month"), quantity: 1 }],
    client_reference_id: "user-1",
    metadata: { purpose: "test" },
    subscription_data: { metadata: { user: "user-1" } },
    success_url: RETURN,
    cancel_url: "http://parley.test/plans",
    locale: "fr",
    ...more,
  });
}

const saving = () =>
  stripe.checkout.sessions.create({
    mode: "setup",
    customer: customer.id,
    success_url: RETURN,
    setup_intent_data: { metadata: { for: "change" } },
  });

describe("a subscription", () => {
  test("the page knows what it sells", async () => {
    const made = await session();
    expect(made).toMatchObject({ status: "open", payment_status: "unpaid", amount_total: 1200, mode: "subscription", subscription: null });
    expect(made.url).toBe(`http://parley.test/checkout?session=${made.id}`);
    expect(await desk.emulator.describe(made.id)).toEqual({
      id: made.id,
      mode: "subscription",
      status: "open",
      customer: customer.id,
      lines: [{ description: "Parley Plus", amount: 1200 }],
      amount: 1200,
      currency: "usd",
      interval: "month",
      lookupKey: expect.any(String),
      trial: null,
      locale: "fr",
      expiresAt: new Date(made.expires_at * 1000),
      cancelUrl: "http://parley.test/plans",
    });
    expect(await desk.emulator.describe("cs_test_none")).toBeUndefined();
  });

  test("payment starts it, in the documented order", async () => {
    const made = await session();
    const mark = await desk.mark();
    expect(await desk.emulator.pay(made.id, VISA)).toEqual({ status: "succeeded", redirect: `http://parley.test/done?session=${made.id}` });
    const events = await desk.eventsAfter(mark);
    expect(types(events)).toEqual([
      "payment_method.attached",
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.succeeded",
      "invoice.paid",
      "invoice.payment_succeeded",
      "customer.subscription.updated",
      "checkout.session.completed",
    ]);
    const done = await stripe.checkout.sessions.retrieve(made.id, {
      expand: ["subscription", "line_items", "invoice.payments"],
    });
    expect(done).toMatchObject({
      status: "complete",
      payment_status: "paid",
      client_reference_id: "user-1",
      metadata: { purpose: "test" },
      url: null,
      customer: customer.id,
      customer_details: { email: "ada@example.com" },
      subscription: { status: "active", metadata: { user: "user-1" }, customer: customer.id },
      line_items: { data: [{ quantity: 1, amount_total: 1200, price: { lookup_key: "plus_month" } }] },
      invoice: { status: "paid", payments: { data: [{ status: "paid", amount_paid: 1200 }] } },
    });
    const { default_payment_method: method } = done.subscription as Stripe.Subscription;
    expect(await stripe.paymentMethods.retrieve(method as string)).toMatchObject({
      customer: customer.id,
      card: { last4: "4242", brand: "visa" },
    });
  });

  test("a second click pays nothing again", async () => {
    const made = await session();
    const [first, second] = await Promise.all([desk.emulator.pay(made.id, VISA), desk.emulator.pay(made.id, VISA)]);
    expect([first.status, second]).toEqual(["succeeded", first]);
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test.each([
    ["4000000000000002", "generic_decline"],
    ["4000000000009995", "insufficient_funds"],
    ["4000000000000341", "generic_decline"],
    ["4242424242424241", "incorrect_number"],
    ["4111111111111111", "test_mode_live_card"],
  ])("%s is refused: %s, and another card can follow", async (number, code) => {
    const made = await session();
    const mark = await desk.mark();
    expect(await desk.emulator.pay(made.id, card(number))).toEqual({ status: "declined", code });
    expect(await desk.eventsAfter(mark)).toEqual([]);
    expect((await stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toEqual([]);
    expect(await stripe.checkout.sessions.retrieve(made.id)).toMatchObject({ status: "open", payment_status: "unpaid" });
    expect(await desk.emulator.pay(made.id, VISA)).toMatchObject({ status: "succeeded" });
  });

  test.each([
    ["invalid_expiry_year", { expiry: "12/20" }],
    ["invalid_cvc", { cvc: "1" }],
  ])("%s", async (code, wrong) => {
    const made = await session();
    expect(await desk.emulator.pay(made.id, { ...VISA, ...wrong })).toEqual({ status: "declined", code });
  });

  test("with 3-D Secure: only its owner's consent pays", async () => {
    const made = await session();
    expect(await desk.emulator.authenticate(made.id, true)).toEqual({ status: "declined", code: "payment_intent_unexpected_state" });
    expect(await desk.emulator.pay(made.id, card("4000002500003155"))).toEqual({ status: "requires_action" });
    expect(await desk.emulator.authenticate(made.id, false)).toEqual({ status: "declined", code: "payment_intent_authentication_failure" });
    expect(await desk.emulator.authenticate(made.id, true)).toMatchObject({ status: "declined" });
    expect(await desk.emulator.pay(made.id, card("4000002500003155"))).toEqual({ status: "requires_action" });
    expect(await desk.emulator.authenticate(made.id, true)).toMatchObject({ status: "succeeded" });
    const { subscription } = await stripe.checkout.sessions.retrieve(made.id);
    await desk.advanceBy(32 * DAY);
    // This card was saved with its owner's consent, so that renewals pass.
    expect(await stripe.subscriptions.retrieve(subscription as string)).toMatchObject({ status: "active" });
  });

  test("a card that always asks its owner becomes overdue at the renewal, until the owner consents", async () => {
    const made = await session();
    await desk.emulator.pay(made.id, card("4000002760003184"));
    await desk.emulator.authenticate(made.id, true);
    const { subscription: id } = await stripe.checkout.sessions.retrieve(made.id);
    const mark = await desk.mark();
    await desk.advanceBy(32 * DAY);
    const overdue = await stripe.subscriptions.retrieve(id as string, { expand: ["latest_invoice.payments"] });
    expect(overdue.status).toBe("past_due");
    expect(types(await desk.eventsAfter(mark))).toEqual(
      expect.arrayContaining(["invoice.payment_action_required", "invoice.payment_failed"]),
    );
    const invoice = overdue.latest_invoice as Stripe.Invoice;
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ code: "invoice_payment_intent_requires_action" });
    await expect(stripe.invoices.pay(invoice.id, { off_session: true })).rejects.toMatchObject({ code: "authentication_required" });
    const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: "requires_action" });
    expect(await desk.emulator.authenticate(intent, false)).toMatchObject({ status: "declined" });
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ statusCode: 402 });
    expect(await desk.emulator.authenticate(intent, true)).toMatchObject({ status: "succeeded" });
    expect(await stripe.subscriptions.retrieve(id as string)).toMatchObject({ status: "active" });
  });

  test("with a trial nothing is charged, and the card is saved", async () => {
    const made = await session({
      subscription_data: { trial_period_days: 7, trial_settings: { end_behavior: { missing_payment_method: "cancel" } } },
    });
    expect(await desk.emulator.describe(made.id)).toMatchObject({ amount: 0, trial: 7, lines: [{ amount: 1200 }] });
    // It can be saved, and refuses each charge.
    await desk.emulator.pay(made.id, card("4000000000000341"));
    const done = await stripe.checkout.sessions.retrieve(made.id, { expand: ["subscription"] });
    expect(done).toMatchObject({ payment_status: "no_payment_required", subscription: { status: "trialing" } });
    await desk.advanceBy(7 * DAY);
    expect(await stripe.subscriptions.retrieve((done.subscription as Stripe.Subscription).id)).toMatchObject({ status: "past_due" });
  });

  test("somebody unknown becomes a customer", async () => {
    const made = await session({ customer: undefined, customer_email: "new@example.com" } as Partial<Stripe.Checkout.SessionCreateParams>);
    await desk.emulator.pay(made.id, VISA);
    const done = await stripe.checkout.sessions.retrieve(made.id, { expand: ["customer"] });
    expect(done.customer).toMatchObject({ object: "customer", email: "new@example.com" });
  });
});

describe("saving a card", () => {
  test("it becomes the customer's, and the caller decides what for", async () => {
    const made = await saving();
    expect(await desk.emulator.describe(made.id)).toMatchObject({ mode: "setup", amount: null, currency: null, interval: null, lines: [] });
    const mark = await desk.mark();
    expect(await desk.emulator.pay(made.id, card("5555555555554444"))).toMatchObject({ status: "succeeded" });
    expect(types(await desk.eventsAfter(mark))).toEqual([
      "payment_method.attached",
      "setup_intent.succeeded",
      "checkout.session.completed",
    ]);
    const done = await stripe.checkout.sessions.retrieve(made.id, { expand: ["setup_intent.payment_method"] });
    expect(done.setup_intent).toMatchObject({
      status: "succeeded",
      metadata: { for: "change" },
      payment_method: { card: { brand: "mastercard", last4: "4444" }, customer: customer.id },
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ invoice_settings: { default_payment_method: null } });
  });

  test("refused by its bank, refused by its owner, accepted", async () => {
    const made = await saving();
    expect(await desk.emulator.pay(made.id, card("4000000000000002"))).toEqual({ status: "declined", code: "generic_decline" });
    expect(await desk.emulator.pay(made.id, card("4000002760003184"))).toEqual({ status: "requires_action" });
    expect(await desk.emulator.authenticate(made.id, false)).toEqual({ status: "declined", code: "setup_intent_authentication_failure" });
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
    expect(await desk.emulator.pay(made.id, card("4000000000000341"))).toMatchObject({ status: "succeeded" });
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1);
  });
});

describe("the end of a session", () => {
  test("it expires by itself, and then takes no money", async () => {
    const made = await session({ expires_at: (await desk.now()) + 3600 });
    const mark = await desk.mark();
    await desk.advanceBy(3600);
    expect(types(await desk.eventsAfter(mark))).toEqual(["checkout.session.expired"]);
    expect(await desk.emulator.describe(made.id)).toMatchObject({ status: "expired" });
    expect(await desk.emulator.pay(made.id, VISA)).toEqual({ status: "declined", code: "session_expired" });
  });

  test("or by a call, once", async () => {
    const made = await session();
    expect(await stripe.checkout.sessions.expire(made.id)).toMatchObject({ status: "expired", url: null });
    await expect(stripe.checkout.sessions.expire(made.id)).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  });

  test.each([
    ["too soon", 60],
    ["too late", 2 * DAY],
  ])("refused: %s", async (_name, seconds) => {
    await expect(session({ expires_at: (await desk.now()) + seconds })).rejects.toMatchObject({ param: "expires_at" });
  });

  test("refused: what is missing or unknown", async () => {
    await expect(session({ customer: "cus_none" })).rejects.toMatchObject({ code: "resource_missing", param: "customer" });
    await expect(session({ line_items: [{ price: "price_none", quantity: 1 }] })).rejects.toMatchObject({ param: "line_items[0][price]" });
    await expect(stripe.checkout.sessions.create({ mode: "subscription", success_url: RETURN })).rejects.toMatchObject({
      param: "line_items",
    });
    await expect(session({ success_url: "javascript:alert(1)" })).rejects.toMatchObject({ param: "success_url" });
    await expect(stripe.checkout.sessions.retrieve("cs_test_none")).rejects.toMatchObject({ statusCode: 404 });
    expect(await desk.emulator.pay("cs_test_none", VISA)).toEqual({ status: "declined", code: "resource_missing" });
  });
});

describe("set-up intents", () => {
  test("confirmed with a card: it is the customer's", async () => {
    const intent = await stripe.setupIntents.create({ customer: customer.id, metadata: { a: "1" } });
    expect(intent).toMatchObject({ status: "requires_payment_method", usage: "off_session", metadata: { a: "1" } });
    const done = await stripe.setupIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
    expect(done.status).toBe("succeeded");
    expect(await stripe.paymentMethods.retrieve(done.payment_method as string)).toMatchObject({ customer: customer.id });
    await expect(stripe.setupIntents.confirm(intent.id)).rejects.toMatchObject({ code: "setup_intent_unexpected_state" });
  });

  test("a refused card leaves the reason, and another can follow", async () => {
    const intent = await stripe.setupIntents.create({ customer: customer.id });
    await expect(stripe.setupIntents.confirm(intent.id)).rejects.toMatchObject({ code: "parameter_missing" });
    await expect(stripe.setupIntents.confirm(intent.id, { payment_method: "pm_card_visa_chargeDeclined" })).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
      decline_code: "generic_decline",
    });
    expect(await stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: "requires_payment_method",
      last_setup_error: { code: "card_declined" },
    });
    expect(await stripe.setupIntents.confirm(intent.id, { payment_method: "pm_card_mastercard" })).toMatchObject({ status: "succeeded" });
  });

  test("3-D Secure: the owner is sent away and comes back", async () => {
    const back = "http://parley.test/back";
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      confirm: true,
      payment_method: "pm_card_authenticationRequiredOnSetup",
      return_url: back,
    });
    expect(intent).toMatchObject({
      status: "requires_action",
      next_action: { type: "redirect_to_url", redirect_to_url: { return_url: back } },
    });
    expect(await desk.emulator.authenticate(intent.id, true)).toEqual({ status: "succeeded", redirect: back });
    const { payment_method: method } = await stripe.setupIntents.retrieve(intent.id);
    const subscription = await subscribe(desk, customer.id, "plus_month", { default_payment_method: method as string });
    expect(subscription.status).toBe("active");
  });

  test("a card that was attached without 3-D Secure asks for it", async () => {
    const { customer: other } = await customerWith(desk, "pm_card_authenticationRequiredOnSetup");
    const subscription = await subscribe(desk, other.id);
    expect(subscription.status).toBe("incomplete");
    const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string, { expand: ["confirmation_secret", "payments"] });
    const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
    expect(invoice.confirmation_secret?.client_secret).toContain(intent);
    expect(await desk.emulator.authenticate(intent, true)).toMatchObject({ status: "succeeded" });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
  });
});
