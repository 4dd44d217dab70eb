import type Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { useHarness } from "#tests/config/harness";
import { at, customerWith, DAY, type Desk, itemOf, openDesk, subscribe, types, wipe } from "#tests/factories/stripe";
import { stripeClock } from "@/server/db/schema";

const harness = useHarness();
let desk: Desk;
let stripe: Stripe;

beforeEach(async () => {
  await wipe(harness().app.services.db);
  desk = openDesk(harness().app.services.db);
  stripe = desk.stripe;
});

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;

describe("first payment", () => {
  test("a card that pays makes it active, in the documented order", async () => {
    const { customer } = await customerWith(desk);
    const mark = await desk.mark();
    const subscription = await subscribe(desk, customer.id);
    expect(subscription.status).toBe("active");
    const events = await desk.eventsAfter(mark);
    expect(types(events)).toEqual([
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.succeeded",
      "invoice.paid",
      "invoice.payment_succeeded",
      "customer.subscription.updated",
    ]);
    expect(events[0]?.data.object).toMatchObject({ status: "incomplete", latest_invoice: subscription.latest_invoice });
    expect(events.at(-1)?.data).toMatchObject({ object: { status: "active" }, previous_attributes: { status: "incomplete" } });
    const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string);
    expect(invoice).toMatchObject({ status: "paid", amount_paid: 1200, billing_reason: "subscription_create", number: "DEMO-0001-0001" });
  });

  test("a card that doesn't pay leaves it incomplete, until it pays or 23 hours have passed", async () => {
    const { customer } = await customerWith(desk, "pm_card_chargeCustomerFail");
    const paid = await subscribe(desk, customer.id);
    const late = await subscribe(desk, customer.id, "pro_month");
    expect([paid.status, late.status]).toEqual(["incomplete", "incomplete"]);
    const visa = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    await stripe.invoices.pay(paid.latest_invoice as string, { payment_method: visa.id });
    expect(await statusOf(paid.id)).toBe("active");
    await desk.advanceBy(23 * 3600 - 60);
    expect(await statusOf(late.id)).toBe("incomplete");
    const mark = await desk.mark();
    await desk.advanceBy(120);
    expect(await statusOf(late.id)).toBe("incomplete_expired");
    expect(await stripe.invoices.retrieve(late.latest_invoice as string)).toMatchObject({ status: "void" });
    expect(types(await desk.eventsAfter(mark))).toEqual(["invoice.voided", "customer.subscription.updated"]);
  });
});

describe("renewals", () => {
  test("each period is invoiced and paid when it begins", async () => {
    const { customer } = await customerWith(desk);
    const first = await subscribe(desk, customer.id);
    const { current_period_end: end } = itemOf(first);
    await desk.advanceTo(end - 1);
    const mark = await desk.mark();
    await desk.advanceTo(end);
    const renewed = await stripe.subscriptions.retrieve(first.id);
    expect(renewed.status).toBe("active");
    expect(itemOf(renewed).current_period_start).toBe(end);
    const events = await desk.eventsAfter(mark);
    expect(types(events)).toEqual([
      "customer.subscription.updated",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.succeeded",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
    expect(events.every(({ created }) => created === end)).toBe(true);
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data.map(({ billing_reason, number }) => [billing_reason, number])).toEqual([
      ["subscription_cycle", "DEMO-0001-0002"],
      ["subscription_create", "DEMO-0001-0001"],
    ]);
  });

  test("a failed renewal is tried again after 3, 5 and 7 days, and then ends it", async () => {
    const { customer } = await customerWith(desk);
    const { id, items } = await subscribe(desk, customer.id);
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
    const end = items.data[0]?.current_period_end ?? 0;
    await desk.advanceTo(end - 1);
    const mark = await desk.mark();
    await desk.advanceTo(end);
    expect(await statusOf(id)).toBe("past_due");
    expect(types(await desk.eventsAfter(mark))).toEqual([
      "customer.subscription.updated",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.payment_failed",
      "invoice.payment_failed",
      "customer.subscription.updated",
    ]);
    await desk.advanceTo(end + 15 * DAY - 1);
    expect(await statusOf(id)).toBe("past_due");
    const failures = (await desk.eventsAfter(mark)).filter(({ type }) => type === "invoice.payment_failed");
    expect(failures.map(({ created }) => (created - end) / DAY)).toEqual([0, 3, 8]);
    await desk.advanceTo(end + 15 * DAY);
    const ended = await stripe.subscriptions.retrieve(id);
    expect(ended).toMatchObject({ status: "canceled", cancellation_details: { reason: "payment_failed" }, ended_at: end + 15 * DAY });
  });
});

describe("after the last try", () => {
  test("it can stay as unpaid instead: its next invoices are drafts, and paying the latest brings it back", async () => {
    desk = openDesk(harness().app.services.db, { afterRetries: "unpaid" });
    stripe = desk.stripe;
    const { customer, method } = await customerWith(desk);
    const subscription = await subscribe(desk, customer.id);
    await stripe.paymentMethods.detach(method.id);
    const { current_period_end: end } = itemOf(subscription);
    await desk.advanceTo(end + 15 * DAY);
    const unpaid = await stripe.subscriptions.retrieve(subscription.id);
    expect(unpaid.status).toBe("unpaid");
    const owed = unpaid.latest_invoice as string;
    const visa = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    await stripe.invoices.pay(owed, { payment_method: visa.id });
    expect(await statusOf(subscription.id)).toBe("active");
  });

  test("an unpaid subscription goes on by drafts", async () => {
    desk = openDesk(harness().app.services.db, { afterRetries: "unpaid" });
    stripe = desk.stripe;
    const { customer, method } = await customerWith(desk);
    const subscription = await subscribe(desk, customer.id);
    await stripe.paymentMethods.detach(method.id);
    await desk.advanceTo(itemOf(subscription).current_period_end + 40 * DAY);
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    expect(data.map(({ status }) => status)).toEqual(["draft", "open", "paid"]);
    const latest = data[0]?.id ?? "";
    await expect(stripe.invoices.pay(latest)).rejects.toMatchObject({ message: expect.stringContaining("`draft`") });
    expect(await stripe.invoices.finalizeInvoice(latest, { auto_advance: false })).toMatchObject({ status: "open", auto_advance: false });
    await expect(stripe.invoices.finalizeInvoice(latest)).rejects.toMatchObject({ message: expect.stringContaining("already finalized") });
    const visa = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    await stripe.invoices.pay(latest, { payment_method: visa.id });
    expect(await statusOf(subscription.id)).toBe("active");
  });

  test("paying by hand in between changes no date of the schedule, and success ends it", async () => {
    const { customer, method } = await customerWith(desk);
    const subscription = await subscribe(desk, customer.id);
    await stripe.paymentMethods.detach(method.id);
    const { current_period_end: end } = itemOf(subscription);
    await desk.advanceTo(end + DAY);
    const { latest_invoice: owed } = await stripe.subscriptions.retrieve(subscription.id);
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    const mark = await desk.mark();
    await expect(stripe.invoices.pay(owed as string, { payment_method: bad.id })).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
      decline_code: "generic_decline",
    });
    expect(await stripe.invoices.retrieve(owed as string)).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: end + 3 * DAY,
      status: "open",
    });
    // The refused charge has happened all the same.
    expect(types(await desk.eventsAfter(mark))).toEqual(["payment_intent.payment_failed", "invoice.payment_failed"]);
    const good = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: good.id });
    await desk.advanceTo(end + 3 * DAY);
    expect(await statusOf(subscription.id)).toBe("active");
    expect(await stripe.invoices.retrieve(owed as string)).toMatchObject({ attempt_count: 2, next_payment_attempt: null, status: "paid" });
  });
});

describe("the calendar", () => {
  test.each([
    ["2095-01-31T12:00:00Z", "plus_month", ["2095-02-28", "2095-03-31", "2095-04-30"]],
    ["2096-01-30T12:00:00Z", "plus_month", ["2096-02-29", "2096-03-30", "2096-04-30"]],
    ["2095-01-29T12:00:00Z", "plus_month", ["2095-02-28", "2095-03-29", "2095-04-29"]],
    ["2096-02-29T12:00:00Z", "plus_year", ["2097-02-28", "2098-02-28", "2099-02-28"]],
  ])("a subscription from %s", async (begin, price, ends) => {
    await desk.advanceTo(at(begin));
    const { customer } = await customerWith(desk);
    const { id } = await subscribe(desk, customer.id, price);
    const seen: string[] = [];
    for (const _ of ends) {
      const { current_period_end: end } = itemOf(await stripe.subscriptions.retrieve(id));
      seen.push(new Date(end * 1000).toISOString());
      await desk.advanceTo(end);
    }
    // The clock runs while the test does: the time of day is that of the start, to a few seconds.
    expect(seen.map((end) => end.slice(0, 10))).toEqual(ends);
    expect(new Set(seen.map((end) => end.slice(11))).size).toBe(1);
    expect(await stripe.invoices.list({ subscription: id, status: "paid" }).then(({ data }) => data.length)).toBe(ends.length + 1);
  });

  test("what falls due while nobody looks is done in order, each at its own time", async () => {
    const { customer } = await customerWith(desk);
    const { id } = await subscribe(desk, customer.id);
    const mark = await desk.mark();
    await desk.advanceBy(200 * DAY);
    const events = await desk.eventsAfter(mark);
    const created = events.map((event) => event.created);
    expect(created).toEqual(created.toSorted((a, b) => a - b));
    expect(types(events).filter((type) => type === "invoice.paid")).toHaveLength(6);
    expect(types(events).filter((type) => type === "invoice.upcoming")).toHaveLength(6);
    expect(await statusOf(id)).toBe("active");
  });

  test("a job does what fell due while the app was away, each at its own time", async () => {
    const { customer } = await customerWith(desk);
    const subscription = await subscribe(desk, customer.id);
    const { current_period_end: end } = itemOf(subscription);
    await desk.emulator.run();
    const mark = await desk.mark();
    await harness()
      .app.services.db.insert(stripeClock)
      .values({ id: "clock", offsetSeconds: 100 * DAY });
    expect(await desk.eventsAfter(mark)).toEqual([]);
    await desk.emulator.run();
    const events = await desk.eventsAfter(mark);
    expect(events.find(({ type }) => type === "invoice.paid")?.created).toBe(end);
    expect(types(events).filter((type) => type === "invoice.paid")).toHaveLength(3);
    // What Stripe tells of is kept for thirty days; webhooks that wait carry their events themselves.
    const { data } = await stripe.events.list({ limit: 100 });
    expect(Math.min(...data.map(({ created }) => created))).toBeGreaterThanOrEqual((await desk.now()) - 30 * DAY - 60);
    expect(await desk.emulator.flush()).toBeGreaterThan(data.length);
    const later = await desk.mark();
    await desk.emulator.run();
    expect(await desk.eventsAfter(later)).toEqual([]);
  });

  test("it never goes back", async () => {
    const ahead = (await desk.now()) + 90 * DAY;
    await desk.advanceTo(ahead);
    expect(await desk.now()).toBeGreaterThanOrEqual(ahead);
    await expect(desk.advanceTo(ahead - 60)).rejects.toThrow(RangeError);
    expect(await desk.now()).toBeGreaterThanOrEqual(ahead);
  });
});
