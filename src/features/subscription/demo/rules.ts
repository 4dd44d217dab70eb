import type { BillingInterval } from "@/lib/enums/subscription";
import { lookupKeyOf, PAID_PLANS, type PaidPlan } from "../rules";

/** Where a demo's Checkout is paid. */
export const CHECKOUT_PATH = "/demo/checkout";

/** What a demo asks for, in cents: a year costs nine months. */
const AMOUNTS: Record<PaidPlan, Record<BillingInterval, number>> = {
  plus: { month: 1_200, year: 10_800 },
  pro: { month: 2_900, year: 26_100 },
};

const NAMES: Record<PaidPlan, string> = { plus: "Parley Plus", pro: "Parley Pro" };

/** What a demo sells; where payments are real, the operator makes these prices at Stripe. */
export const CATALOGUE = PAID_PLANS.flatMap((plan) =>
  (["month", "year"] as const).map((interval) => ({
    lookupKey: lookupKeyOf(plan, interval),
    product: NAMES[plan],
    unitAmount: AMOUNTS[plan][interval],
    currency: "usd",
    interval,
  })),
);
