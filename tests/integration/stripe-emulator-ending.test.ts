import type Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { useHarness } from "#tests/config/harness";
import { customerWith, DAY, type Desk, itemOf, openDesk, subscribe, types, wipe } from "#tests/factories/stripe";

const harness = useHarness();
let desk: Desk;
let stripe: Stripe;

beforeEach(async () => {
  await wipe(harness().app.services.db);
  desk = openDesk(harness().app.services.db);
  stripe = desk.stripe;
});

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;

describe("trials", () => {
  const trial = (more: Partial<Stripe.SubscriptionCreateParams> = {}) => ({ trial_period_days: 14, ...more });

  test("nothing is due until it ends, and three days before somebody is told", async () => {
    const { customer } = await customerWith(desk);
    const mark = await desk.mark();
    const subscription = await subscribe(desk, customer.id, "plus_month", trial());
    expect(subscription).toMatchObject({ status: "trialing", trial_end: subscription.created + 14 * DAY });
    expect(types(await desk.eventsAfter(mark))).toEqual([
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
    const ends = subscription.trial_end ?? 0;
    const later = await desk.mark();
    await desk.advanceTo(ends - 3 * DAY);
    expect(types(await desk.eventsAfter(later))).toEqual(["customer.subscription.trial_will_end"]);
    await desk.advanceTo(ends);
    const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    expect(after).toMatchObject({ status: "active", billing_cycle_anchor: ends, latest_invoice: { status: "paid", amount_paid: 1200 } });
    expect(types(await desk.eventsAfter(later)).filter((type) => type.endsWith("trial_will_end"))).toHaveLength(1);
  });

  test("a short one is told of at once", async () => {
    const { customer } = await customerWith(desk);
    const mark = await desk.mark();
    await subscribe(desk, customer.id, "plus_month", trial({ trial_period_days: 2 }));
    expect(types(await desk.eventsAfter(mark)).at(-1)).toBe("customer.subscription.trial_will_end");
  });

  const without = async (missing: "cancel" | "create_invoice" | "pause") => {
    const customer = await stripe.customers.create({ email: "ada@example.com" });
    const settings = { trial_settings: { end_behavior: { missing_payment_method: missing } } };
    const subscription = await subscribe(desk, customer.id, "plus_month", trial(settings));
    const mark = await desk.mark();
    await desk.advanceTo(subscription.trial_end ?? 0);
    return { customer, subscription: await stripe.subscriptions.retrieve(subscription.id), events: types(await desk.eventsAfter(mark)) };
  };

  test("without a card it can end", async () => {
    const { subscription, events } = await without("cancel");
    expect(subscription.status).toBe("canceled");
    expect(events).toEqual(["customer.subscription.trial_will_end", "customer.subscription.deleted"]);
  });

  test("without a card it can become overdue", async () => {
    const { subscription } = await without("create_invoice");
    expect(subscription.status).toBe("past_due");
  });

  test("without a card it can pause, which asks nothing more, and be resumed with a period of its own", async () => {
    const { customer, subscription, events } = await without("pause");
    expect(subscription.status).toBe("paused");
    expect(events).toEqual(["customer.subscription.trial_will_end", "customer.subscription.updated", "customer.subscription.paused"]);
    const mark = await desk.mark();
    await desk.advanceBy(90 * DAY);
    expect(await desk.eventsAfter(mark)).toEqual([]);
    const visa = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: visa.id });
    const invoiceOf = async ({ latest_invoice: id }: Stripe.Subscription) => stripe.invoices.retrieve(id as string);
    // Nobody tries to pay: it stays as it is.
    const tried = await stripe.subscriptions.resume(subscription.id);
    expect([tried.status, (await invoiceOf(tried)).status]).toEqual(["paused", "open"]);
    await desk.advanceBy(DAY);
    const left = await stripe.subscriptions.retrieve(subscription.id);
    expect([left.status, (await invoiceOf(left)).status]).toEqual(["paused", "void"]);
    const { latest_invoice: owed } = await stripe.subscriptions.resume(subscription.id);
    await expect(stripe.subscriptions.resume(subscription.id)).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
    await stripe.invoices.pay(owed as string);
    const resumed = await stripe.subscriptions.retrieve(subscription.id);
    expect(resumed.status).toBe("active");
    expect(itemOf(resumed).current_period_start).toBe(resumed.billing_cycle_anchor);
    expect(types(await desk.eventsAfter(mark))).toContain("customer.subscription.resumed");
    await expect(stripe.subscriptions.resume(subscription.id)).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  });
});

describe("ending", () => {
  test("at the period's end: until then all is as before, and it can be taken back", async () => {
    const { customer } = await customerWith(desk);
    const { id, items } = await subscribe(desk, customer.id);
    const end = items.data[0]?.current_period_end ?? 0;
    const mark = await desk.mark();
    const leaving = await stripe.subscriptions.update(id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: "unused", comment: "later" },
    });
    expect(leaving).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
      cancel_at: end,
      cancellation_details: { feedback: "unused", comment: "later", reason: "cancellation_requested" },
    });
    const [event] = await desk.eventsAfter(mark);
    expect(event?.data.previous_attributes).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    const staying = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(staying).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await desk.advanceTo(end - 1);
    expect(await statusOf(id)).toBe("active");
    const later = await desk.mark();
    await desk.advanceTo(end);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: "canceled", ended_at: end });
    expect(types(await desk.eventsAfter(later))).toEqual(["customer.subscription.deleted"]);
  });

  test("on a day of one's own", async () => {
    const { customer } = await customerWith(desk);
    const { id, created } = await subscribe(desk, customer.id);
    await stripe.subscriptions.update(id, { cancel_at: created + 40 * DAY });
    await desk.advanceTo(created + 40 * DAY - 1);
    expect(await statusOf(id)).toBe("active");
    await desk.advanceTo(created + 40 * DAY);
    expect(await statusOf(id)).toBe("canceled");
    await expect(stripe.subscriptions.update(id, { cancel_at: created + 80 * DAY })).rejects.toMatchObject({
      code: "invalid_canceled_subscription_fields",
    });
  });

  test.each([
    ["both ways of ending", (now: number) => ({ cancel_at: now + DAY, cancel_at_period_end: true }), "parameters_exclusive"],
    ["an end in the past", (now: number) => ({ cancel_at: now - 1 }), undefined],
  ])("refused: %s", async (_name, params, code) => {
    const { customer } = await customerWith(desk);
    const { id } = await subscribe(desk, customer.id);
    await expect(stripe.subscriptions.update(id, params(await desk.now()))).rejects.toMatchObject({ param: "cancel_at", code });
  });

  test("now: it cannot be done twice, and its notes can still be changed", async () => {
    const { customer } = await customerWith(desk);
    const { id } = await subscribe(desk, customer.id);
    const ended = await stripe.subscriptions.cancel(id, { cancellation_details: { feedback: "too_expensive" } });
    expect(ended).toMatchObject({
      status: "canceled",
      cancellation_details: { feedback: "too_expensive", reason: "cancellation_requested" },
    });
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: "resource_missing", statusCode: 404 });
    expect(await stripe.subscriptions.update(id, { metadata: { seen: "1" } })).toMatchObject({ metadata: { seen: "1" } });
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer: customer.id, status: "canceled" })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toHaveLength(1);
  });

  test("what is owed then is asked for no more, and stays owed", async () => {
    const { customer, method } = await customerWith(desk);
    const { id, items } = await subscribe(desk, customer.id);
    await stripe.paymentMethods.detach(method.id);
    await desk.advanceTo(items.data[0]?.current_period_end ?? 0);
    const { latest_invoice: owed } = await stripe.subscriptions.cancel(id);
    const mark = await desk.mark();
    await desk.advanceBy(60 * DAY);
    expect(await desk.eventsAfter(mark)).toEqual([]);
    expect(await stripe.invoices.retrieve(owed as string)).toMatchObject({
      status: "open",
      auto_advance: false,
      next_payment_attempt: null,
    });
  });

  test("the most recent invoice that is not void decides", async () => {
    const { customer, method } = await customerWith(desk);
    const subscription = await subscribe(desk, customer.id);
    await stripe.paymentMethods.detach(method.id);
    await desk.advanceTo(itemOf(subscription).current_period_end);
    const overdue = await stripe.subscriptions.retrieve(subscription.id);
    expect(overdue.status).toBe("past_due");
    await stripe.invoices.voidInvoice(overdue.latest_invoice as string);
    expect(await statusOf(subscription.id)).toBe("active");
  });

  test("a deleted customer's subscriptions end with it", async () => {
    const { customer } = await customerWith(desk);
    const { id } = await subscribe(desk, customer.id);
    const mark = await desk.mark();
    expect(await stripe.customers.del(customer.id)).toEqual(expect.objectContaining({ id: customer.id, deleted: true }));
    expect(await statusOf(id)).toBe("canceled");
    expect(types(await desk.eventsAfter(mark))).toEqual(expect.arrayContaining(["customer.subscription.deleted", "customer.deleted"]));
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    await expect(stripe.customers.update(customer.id, { name: "x" })).rejects.toMatchObject({ code: "resource_missing" });
  });
});
