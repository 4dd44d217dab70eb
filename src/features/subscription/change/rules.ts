import type Stripe from "stripe";
import type { BillingInterval } from "@/lib/enums/subscription";
import type { PaidPlan } from "../rules";
import { instantOf } from "../sync/rules";

interface Offer {
  plan: PaidPlan;
  interval: BillingInterval;
  /** Minor units a period. */
  price: number;
}

interface Now {
  offer: Offer;
  periodStart: Date;
  periodEnd: Date;
}

const DAY_SECONDS = 86_400;
const days = (from: number, to: number): number => Math.round(((to - from) / DAY_SECONDS) * 100) / 100;
const seconds = (at: Date): number => at.getTime() / 1000;

/**
 * A change's lines with the sum behind each: a price times the days of the period that it is for. The amounts are Stripe's,
 * which counts in seconds; the days are those seconds, to the hundredth.
 */
function changeLines(preview: Stripe.Invoice, now: Now, wanted: Offer) {
  return preview.lines.data.map((line) => {
    const { start, end } = line.period;
    const credit = line.amount < 0;
    const { plan, interval, price } = credit ? now.offer : wanted;
    // The same rhythm stays in its period; another one begins a period of its own.
    const within = credit || now.offer.interval === wanted.interval;
    const [from, to] = within ? [seconds(now.periodStart), seconds(now.periodEnd)] : [start, end];
    return {
      kind: credit ? ("credit" as const) : ("charge" as const),
      plan,
      interval,
      price,
      amount: line.amount,
      days: days(start, end),
      ofDays: days(from, to),
    };
  });
}

/** What a change comes to. */
export function changeSum(preview: Stripe.Invoice, now: Now, wanted: Offer, prorationDate: Date) {
  const lines = changeLines(preview, now, wanted);
  const ends = preview.lines.data.filter(({ amount }) => amount >= 0).map(({ period }) => period.end);
  const nextAt = now.offer.interval === wanted.interval || ends.length === 0 ? now.periodEnd : instantOf(Math.max(...ends));
  return {
    prorationDate: prorationDate.toISOString(),
    currency: preview.currency,
    lines,
    fromBalance: Math.min(0, preview.amount_due - Math.max(0, preview.total)),
    dueToday: preview.amount_due,
    balanceAfter: Math.min(0, preview.ending_balance ?? 0),
    next: { amount: wanted.price, at: nextAt.toISOString() },
  };
}

/** What takes a planned end back, in whichever of its two ways it was set. */
export const withoutEnd = ({ cancel_at_period_end: atPeriodEnd, cancel_at: at }: Stripe.Subscription): Stripe.SubscriptionUpdateParams => {
  if (atPeriodEnd) return { cancel_at_period_end: false };
  return at ? { cancel_at: "" } : {};
};

/** How long a preview may be looked at before the same amounts can no longer be promised, in minutes. */
const PREVIEW_MINUTES = 30;

/** Whether a change at this instant is the one that was shown a moment ago, in the period that runs. */
export const isFreshPreview = (prorationDate: Date, now: Date, periodStart: Date): boolean =>
  prorationDate >= periodStart && prorationDate <= now && now.getTime() - prorationDate.getTime() <= PREVIEW_MINUTES * 60_000;
