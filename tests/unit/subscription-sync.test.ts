import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { returnedOf, subjectOf, tidings } from "@/features/subscription/sync/rules";
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from "@/lib/enums/subscription";

const NOW = new Date("2026-03-10T12:00:00Z");
const told = (status: SubscriptionStatus, since = "2026-03-08T12:00:00Z") => ({
  status,
  pastDueSince: status === "past_due" ? new Date(since) : null,
});

describe("tidings()", () => {
  it("says nothing of what is first heard of", () => {
    for (const status of SUBSCRIPTION_STATUSES) expect(tidings(undefined, told(status), NOW)).toBeNull();
  });

  it.each(SUBSCRIPTION_STATUSES.flatMap((before) => SUBSCRIPTION_STATUSES.map((after) => [before, after] as const)))(
    "from %s to %s",
    (before, after) => {
      const held = ["trialing", "active", "past_due"];
      const expected =
        after === "past_due"
          ? before === "past_due"
            ? null
            : "payment_failed"
          : held.includes(before) && !held.includes(after)
            ? after === "unpaid" || after === "paused"
              ? "subscription_on_hold"
              : "subscription_ended"
            : null;
      expect(tidings(told(before), told(after), NOW)).toBe(expected);
    },
  );

  it("tells of the end also after the days of grace", () => {
    expect(tidings(told("past_due", "2026-01-01T00:00:00Z"), told("canceled"), NOW)).toBe("subscription_ended");
  });
});

const event = (type: string, object: Record<string, unknown>) => ({ type, data: { object } }) as unknown as Stripe.Event;

describe("subjectOf()", () => {
  it.each<[string, Record<string, unknown>, Record<string, string | null> | null]>([
    [
      "customer.subscription.updated",
      { object: "subscription", id: "sub_1", customer: "cus_1" },
      { customer: "cus_1", subscription: "sub_1" },
    ],
    [
      "invoice.paid",
      { object: "invoice", id: "in_1", customer: { id: "cus_1" }, parent: { subscription_details: { subscription: "sub_1" } } },
      { customer: "cus_1", invoice: "in_1", subscription: "sub_1" },
    ],
    [
      "invoice.paid",
      { object: "invoice", id: "in_1", customer: "cus_1", parent: null },
      { customer: "cus_1", invoice: "in_1", subscription: null },
    ],
    [
      "checkout.session.completed",
      { object: "checkout.session", id: "cs_1", customer: "cus_1", subscription: null, setup_intent: "seti_1" },
      { customer: "cus_1", session: "cs_1" },
    ],
    [
      "charge.refunded",
      { object: "charge", id: "ch_1", customer: "cus_1" },
      { customer: "cus_1", invoice: null, subscription: null, charge: "ch_1" },
    ],
    ["refund.updated", { object: "refund", id: "re_1", customer: "cus_1", charge: "ch_1" }, { customer: "cus_1", charge: "ch_1" }],
    ["refund.updated", { object: "refund", id: "re_1", charge: { id: "ch_1" } }, { customer: null, charge: "ch_1" }],
    ["refund.updated", { object: "refund", id: "re_1", customer: null, charge: null }, null],
    [
      "charge.dispute.created",
      { object: "dispute", id: "du_1", charge: "ch_1", payment_intent: "pi_1" },
      { customer: null, charge: "ch_1", invoice: null },
    ],
    ["customer.updated", { object: "customer", id: "cus_1" }, { customer: "cus_1" }],
    ["invoice.upcoming", { object: "invoice", id: "upcoming_in_1", customer: "cus_1" }, null],
    ["product.updated", { object: "product", id: "prod_1" }, null],
    ["charge.refunded", { object: "charge", id: "ch_1", customer: null }, null],
  ])("of %s %j", (type, object, expected) => {
    const subject = subjectOf(event(type, object));
    if (expected) expect(subject).toMatchObject(expected);
    else expect(subject).toBeNull();
  });
});

describe("returnedOf()", () => {
  const refund = (amount: number, status: string) => ({ amount, status }) as Stripe.Refund;
  const dispute = (amount: number, status: string) => ({ amount, status }) as Stripe.Dispute;

  it.each([
    ["needs_response", 1200],
    ["under_review", 1200],
    ["lost", 1200],
    ["appeal_needs_response", 1200],
    ["appeal_under_review", 1200],
    ["won", 0],
    ["prevented", 0],
    ["warning_needs_response", 0],
    ["warning_under_review", 0],
    ["warning_closed", 0],
  ])("counts a dispute that is %s as %i", (status, expected) => {
    expect(returnedOf(1200, [], [dispute(1200, status)])).toBe(expected);
  });

  it.each([
    ["succeeded", 500],
    ["pending", 500],
    ["requires_action", 500],
    ["failed", 0],
    ["canceled", 0],
  ])("counts a refund that is %s as %i", (status, expected) => {
    expect(returnedOf(1200, [refund(500, status)], [])).toBe(expected);
  });

  it("is never more than was paid", () => {
    expect(returnedOf(1200, [refund(500, "succeeded")], [dispute(600, "lost")])).toBe(1100);
    expect(returnedOf(1200, [refund(500, "succeeded")], [dispute(1200, "lost")])).toBe(1200);
  });
});
