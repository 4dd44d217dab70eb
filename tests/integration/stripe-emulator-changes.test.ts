import fc from "fast-check";
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

type Change = Omit<Stripe.SubscriptionUpdateParams, "items">;

async function changeTo(subscription: Stripe.Subscription, lookupKey: string, more: Change = {}) {
  const { id } = itemOf(subscription);
  return stripe.subscriptions.update(subscription.id, { items: [{ id, price: await desk.price(lookupKey) }], ...more });
}

async function previewOf(
  subscription: Stripe.Subscription,
  lookupKey: string,
  more: Pick<Change, "proration_behavior" | "proration_date"> = {},
) {
  const items = [{ id: itemOf(subscription).id, price: await desk.price(lookupKey) }];
  return stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items, ...more } as Stripe.InvoiceCreatePreviewParams.SubscriptionDetails,
  });
}

/** A subscription in the middle of its period. */
async function begun(lookupKey: string, token?: string) {
  const { customer, method } = await customerWith(desk, token);
  const subscription = await subscribe(desk, customer.id, lookupKey);
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const middle = Math.floor((start + end) / 2);
  await desk.advanceTo(middle);
  return { customer, method, subscription, start, end, middle };
}

const shape = (invoice: Stripe.Invoice) =>
  invoice.lines.data.map(({ amount, description, period, parent }) => ({
    amount,
    description,
    period,
    proration: parent?.subscription_item_details?.proration,
  }));

describe("a higher price at once", () => {
  test("the difference for the rest of the period is charged, and the preview has said so", async () => {
    const { subscription, customer, middle, end } = await begun("plus_month");
    const options = { proration_behavior: "always_invoice" as const, proration_date: middle };
    const preview = await previewOf(subscription, "pro_month", options);
    const mark = await desk.mark();
    const changed = await changeTo(subscription, "pro_month", options);
    expect(itemOf(changed)).toMatchObject({ current_period_end: end, price: { unit_amount: 2400 }, plan: { amount: 2400 } });
    const invoice = await stripe.invoices.retrieve(changed.latest_invoice as string);
    expect(invoice).toMatchObject({ status: "paid", total: 600, amount_paid: 600, billing_reason: "subscription_update" });
    expect(invoice.parent?.subscription_details?.subscription_proration_date).toBe(middle);
    expect(shape(invoice)).toEqual(shape(preview));
    expect(preview.amount_due).toBe(invoice.amount_due);
    expect(shape(invoice).map(({ amount, proration }) => [amount, proration])).toEqual([
      [-600, true],
      [1200, true],
    ]);
    expect(invoice.lines.data[0]?.parent?.subscription_item_details?.proration_details?.credited_items?.invoice).toBe(
      subscription.latest_invoice,
    );
    expect(types(await desk.eventsAfter(mark))).toEqual([
      "invoice.created",
      "customer.subscription.updated",
      "invoice.finalized",
      "payment_intent.succeeded",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
    await desk.advanceTo(end);
    const [renewal] = (await stripe.invoices.list({ customer: customer.id })).data;
    expect(renewal).toMatchObject({ total: 2400, billing_reason: "subscription_cycle" });
  });

  test("a payment that fails leaves it overdue, with the new price", async () => {
    const { subscription, customer } = await begun("plus_month");
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
    const changed = await changeTo(subscription, "pro_month", { proration_behavior: "always_invoice" });
    expect(changed.status).toBe("past_due");
    expect(itemOf(changed).price.lookup_key).toBe("pro_month");
  });

  test("or is refused with everything as it was", async () => {
    const { subscription, customer } = await begun("plus_month");
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
    const before = await stripe.subscriptions.retrieve(subscription.id);
    const mark = await desk.mark();
    const refused = changeTo(subscription, "pro_month", { proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" });
    await expect(refused).rejects.toMatchObject({ type: "StripeCardError", code: "card_declined", statusCode: 402 });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toEqual(before);
    expect(await desk.eventsAfter(mark)).toEqual([]);
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test("or waits for its payment, and is dropped after 23 hours", async () => {
    const { subscription, customer } = await begun("plus_month");
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
    const options = { proration_behavior: "always_invoice", payment_behavior: "pending_if_incomplete" } as const;
    const waiting = await changeTo(subscription, "pro_month", options);
    expect(waiting).toMatchObject({ status: "active", pending_update: { subscription_items: [{ price: { unit_amount: 2400 } }] } });
    expect(itemOf(waiting).price.lookup_key).toBe("plus_month");
    await desk.advanceBy(23 * 3600);
    const dropped = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    expect(dropped).toMatchObject({ status: "active", pending_update: null, latest_invoice: { status: "void" } });

    const again = await changeTo(subscription, "pro_month", options);
    const good = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    await stripe.invoices.pay(again.latest_invoice as string, { payment_method: good.id });
    const applied = await stripe.subscriptions.retrieve(subscription.id);
    expect(applied.pending_update).toBeNull();
    // From now on it is the new price that would be given back.
    const [credit, rest] = (await previewOf(applied, "plus_month")).lines.data;
    expect((credit?.amount ?? 0) / (rest?.amount ?? 0)).toBeCloseTo(-2, 1);
    expect(itemOf(applied).price.lookup_key).toBe("pro_month");
  });
});

test("a waiting change is gone with its invoice", async () => {
  const { subscription, customer } = await begun("plus_month");
  const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
  const options = { proration_behavior: "always_invoice", payment_behavior: "pending_if_incomplete" } as const;
  const waiting = await changeTo(subscription, "pro_month", options);
  const mark = await desk.mark();
  await stripe.invoices.voidInvoice(waiting.latest_invoice as string);
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active", pending_update: null });
  expect(types(await desk.eventsAfter(mark))).toEqual([
    "invoice.voided",
    "customer.subscription.updated",
    "customer.subscription.pending_update_expired",
  ]);
  await expect(changeTo(subscription, "pro_month", { ...options, metadata: { a: "1" } })).rejects.toMatchObject({ statusCode: 400 });
});

test("an unpaid charge for a change ends the subscription after its last try, though a renewal came between", async () => {
  const { subscription, customer, end } = await begun("plus_month");
  const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
  await desk.advanceTo(end - 5 * DAY);
  const changed = await changeTo(subscription, "pro_month", { proration_behavior: "always_invoice" });
  expect(changed.status).toBe("past_due");
  const failedAt = await desk.now();
  await desk.advanceTo(failedAt + 15 * DAY - 60);
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
  await desk.advanceTo(failedAt + 15 * DAY);
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "canceled" });
});

describe("changes that wait for the next invoice", () => {
  test("credit and charge come with the renewal, as the preview has said", async () => {
    const { subscription, customer, middle, end } = await begun("plus_month");
    const preview = await previewOf(subscription, "pro_month", { proration_date: middle });
    const changed = await changeTo(subscription, "pro_month", { proration_date: middle });
    expect(changed.latest_invoice).toBe(subscription.latest_invoice);
    expect(shape(await stripe.invoices.createPreview({ subscription: subscription.id }))).toEqual(shape(preview));
    await desk.advanceTo(end);
    const [renewal] = (await stripe.invoices.list({ customer: customer.id })).data;
    expect(shape(renewal as Stripe.Invoice).map(({ amount }) => amount)).toEqual([-600, 1200, 2400]);
    expect(shape(renewal as Stripe.Invoice)).toEqual(shape(preview));
    expect([renewal?.amount_paid, preview.amount_due]).toEqual([3000, 3000]);
  });

  test("there and back in the same moment costs nothing", async () => {
    const { subscription, customer, middle, end } = await begun("plus_month");
    await changeTo(subscription, "pro_month", { proration_date: middle });
    await changeTo(subscription, "plus_month", { proration_date: middle });
    await desk.advanceTo(end);
    const [renewal] = (await stripe.invoices.list({ customer: customer.id })).data;
    expect(renewal).toMatchObject({ total: 1200, amount_paid: 1200 });
    expect(renewal?.lines.data).toHaveLength(5);
  });

  test("a credit of somebody who leaves at the period's end is settled then", async () => {
    const { subscription, customer, middle, end } = await begun("pro_month");
    await changeTo(subscription, "plus_month", { proration_date: middle });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await desk.advanceTo(end);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "canceled" });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -600 });
  });
});

describe("a lower price at once", () => {
  test("what is left over becomes a credit, which pays the next invoices", async () => {
    const { subscription, customer, middle, end } = await begun("pro_month");
    const changed = await changeTo(subscription, "plus_month", { proration_behavior: "always_invoice", proration_date: middle });
    expect(await stripe.invoices.retrieve(changed.latest_invoice as string)).toMatchObject({
      status: "paid",
      total: -600,
      amount_due: 0,
      starting_balance: 0,
      ending_balance: -600,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -600 });
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    await desk.advanceTo(end);
    const [renewal] = (await stripe.invoices.list({ customer: customer.id })).data;
    expect(renewal).toMatchObject({ total: 1200, amount_paid: 600, starting_balance: -600, ending_balance: 0 });
    expect([preview.total, preview.amount_due]).toEqual([1200, 600]);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
  });
});

describe("another interval", () => {
  test("from month to year: a year begins and is charged at once, less what is left of the month", async () => {
    const { subscription, middle } = await begun("plus_month");
    const preview = await previewOf(subscription, "plus_year", { proration_date: middle });
    const changed = await changeTo(subscription, "plus_year", { proration_date: middle });
    const invoice = await stripe.invoices.retrieve(changed.latest_invoice as string);
    expect(invoice).toMatchObject({ status: "paid", total: 11_400, billing_reason: "subscription_update" });
    expect([preview.total, preview.amount_due]).toEqual([11_400, 11_400]);
    const { current_period_start: start, current_period_end: end } = itemOf(changed);
    expect(start).toBe(changed.billing_cycle_anchor);
    expect(new Date(end * 1000).getUTCFullYear()).toBe(new Date(start * 1000).getUTCFullYear() + 1);
    expect((end - start) / DAY).toBeGreaterThanOrEqual(365);
  });

  test("from year to month: the unused year pays for months to come", async () => {
    const { subscription, customer, middle } = await begun("plus_year");
    await changeTo(subscription, "plus_month", { proration_date: middle });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -4800 });
    await desk.advanceBy(4.5 * 30 * DAY);
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data.slice(0, 4).map(({ total, amount_paid }) => [total, amount_paid])).toEqual(Array.from({ length: 4 }, () => [1200, 0]));
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
  });

  test("without prorations the new interval begins all the same, at its full price", async () => {
    const { subscription } = await begun("plus_month");
    const changed = await changeTo(subscription, "plus_year", { proration_behavior: "none" });
    expect(await stripe.invoices.retrieve(changed.latest_invoice as string)).toMatchObject({ total: 12_000 });
  });

  test("an end at the period's end moves along", async () => {
    const { subscription } = await begun("plus_month");
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    const changed = await changeTo(subscription, "plus_year");
    expect(changed.cancel_at).toBe(itemOf(changed).current_period_end);
  });
});

describe("without prorations", () => {
  test("the new price counts from the renewal on, and what was not charged is not given back", async () => {
    const { subscription, customer, middle, end } = await begun("plus_month");
    await changeTo(subscription, "pro_month", { proration_behavior: "none" });
    expect((await previewOf(subscription, "plus_month", { proration_date: middle })).lines.data.map(({ amount }) => amount)).toEqual([
      -600, 600, 1200,
    ]);
    await desk.advanceTo(end);
    const [renewal] = (await stripe.invoices.list({ customer: customer.id })).data;
    expect(renewal).toMatchObject({ total: 2400 });
  });
});

describe("refused", () => {
  test("in a trial a change is free, and the trial goes on", async () => {
    const { customer } = await customerWith(desk);
    const subscription = await subscribe(desk, customer.id, "plus_month", { trial_period_days: 14 });
    const changed = await changeTo(subscription, "pro_year", { proration_behavior: "always_invoice" });
    expect(changed).toMatchObject({ status: "trialing", latest_invoice: subscription.latest_invoice, trial_end: subscription.trial_end });
    await desk.advanceTo(subscription.trial_end ?? 0);
    const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    expect(after).toMatchObject({ status: "active", latest_invoice: { total: 24_000 } });
  });

  test("dates outside the period, items and prices that don't exist", async () => {
    const { subscription, start, end } = await begun("plus_month");
    const price = await desk.price("pro_month");
    const { id } = itemOf(subscription);
    const update = (params: Stripe.SubscriptionUpdateParams) => stripe.subscriptions.update(subscription.id, params);
    await expect(update({ items: [{ id, price }], proration_date: start - 1 })).rejects.toMatchObject({ param: "proration_date" });
    await expect(update({ items: [{ id, price }], proration_date: end + 1 })).rejects.toMatchObject({ param: "proration_date" });
    await expect(update({ items: [{ id: "si_none", price }] })).rejects.toMatchObject({ param: "items[0][id]" });
    await expect(update({ items: [{ id, price: "price_none" }] })).rejects.toMatchObject({
      code: "resource_missing",
      param: "items[0][price]",
    });
    await expect(update({ items: [{ price }] })).rejects.toMatchObject({ code: "parameter_missing" });
    await expect(update({ items: [{ id, price, quantity: 2 }] })).rejects.toMatchObject({ param: "items[0][quantity]" });
  });

  test("an incomplete subscription keeps its price and its card, as the SDK says", async () => {
    const { customer } = await customerWith(desk, "pm_card_chargeCustomerFail");
    const subscription = await subscribe(desk, customer.id);
    await expect(changeTo(subscription, "pro_month")).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
    const { id: other } = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    const given = stripe.subscriptions.update(subscription.id, { default_payment_method: other });
    await expect(given).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  });

  test("there is no preview of what will not come", async () => {
    const { subscription } = await begun("plus_month");
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(stripe.invoices.createPreview({ subscription: subscription.id })).rejects.toMatchObject({ code: "invoice_upcoming_none" });
  });
});

test("a preview is what is charged, whatever the change and whenever", { timeout: 120_000 }, async () => {
  const keys = fc.constantFrom("plus_month", "plus_year", "pro_month", "pro_year");
  const behaviour = fc.constantFrom("create_prorations" as const, "always_invoice" as const, "none" as const);
  const step = fc.record({ to: keys, behaviour, wait: fc.integer({ min: 0, max: 20 * DAY }) });
  await fc.assert(
    fc.asyncProperty(keys, fc.array(step, { minLength: 1, maxLength: 3 }), async (first, steps) => {
      await wipe(harness().app.services.db);
      const { customer } = await customerWith(desk);
      let subscription = await subscribe(desk, customer.id, first);
      for (const { to, behaviour: proration_behavior, wait } of steps) {
        await desk.advanceBy(wait);
        subscription = await stripe.subscriptions.retrieve(subscription.id);
        if (itemOf(subscription).price.lookup_key === to) continue;
        const options = { proration_behavior, proration_date: await desk.now() };
        const preview = await previewOf(subscription, to, options);
        const before = subscription.latest_invoice;
        subscription = await changeTo(subscription, to, options);
        if (subscription.latest_invoice === before) await desk.advanceTo(itemOf(subscription).current_period_end);
        subscription = await stripe.subscriptions.retrieve(subscription.id);
        const charged = await stripe.invoices.retrieve(subscription.latest_invoice as string);
        expect(shape(charged).map(({ amount }) => amount)).toEqual(shape(preview).map(({ amount }) => amount));
        expect([charged.total, charged.amount_due]).toEqual([preview.total, preview.amount_due]);
        expect(charged.status).toBe("paid");
      }
    }),
    { numRuns: 12 },
  );
});
