import { DAY_MS, HOUR_MS } from "@/lib/durations";
import type { AnswerState } from "@/lib/enums/practice";
import { BILLING_INTERVALS, type BillingInterval, PLANS, type Plan, type SubscriptionStatus } from "@/lib/enums/subscription";
import type { Limits } from "@/lib/settings";

/** What a plan allows. The server refuses recordings by it, and the interface tells of it before anybody has worked in vain. */
export interface Entitlements {
  /** Recordings that the server takes in within seven days; null: as many as one likes. */
  storedTakesPerWeek: number | null;
  /** Bytes of recordings that it keeps. */
  storageBytes: number;
  /** Reviews of peers that one may ask for per answer. */
  reviewsWanted: number;
  simulation: boolean;
  /** Whether the archive of one's data holds the recordings: taking one's own along is a right, so every plan has it. */
  exportMedia: boolean;
}

const GB = 1e9;

/** Limits as they are set, with what is part of every plan. */
export const entitlementsOf = ({ storageGb, ...limits }: Limits): Entitlements => ({
  ...limits,
  storageBytes: storageGb * GB,
  simulation: true,
  exportMedia: true,
});

export type PaidPlan = Exclude<Plan, "free">;
export const PAID_PLANS = PLANS.filter((plan): plan is PaidPlan => plan !== "free");

/** The name by which Stripe finds a price, whatever its amount and id are. */
export const lookupKeyOf = (plan: PaidPlan, interval: BillingInterval): string => `parley_${plan}_${interval}`;

const OFFERS = new Map(
  PAID_PLANS.flatMap((plan) => BILLING_INTERVALS.map((interval) => [lookupKeyOf(plan, interval), { plan, interval }] as const)),
);
export const LOOKUP_KEYS = [...OFFERS.keys()];

/** What a price is for; undefined for one that this app does not sell. */
export const offerOf = (lookupKey: string): { plan: PaidPlan; interval: BillingInterval } | undefined => OFFERS.get(lookupKey);

/** Days after a failed renewal in which everything still works. */
export const GRACE_DAYS = 7;

export interface Held {
  status: SubscriptionStatus;
  lookupKey: string;
  pastDueSince: Date | null;
}

/** When the days of grace are over; null unless a payment is overdue. */
export const graceEnds = ({ status, pastDueSince }: Pick<Held, "status" | "pastDueSince">): Date | null =>
  status === "past_due" && pastDueSince ? new Date(pastDueSince.getTime() + GRACE_DAYS * DAY_MS) : null;

/** Whether a subscription opens its plan now. One that ends at its period's end is active until then. */
export function givesAccess(held: Pick<Held, "status" | "pastDueSince">, now: Date): boolean {
  if (held.status === "trialing" || held.status === "active") return true;
  const ends = graceEnds(held);
  return ends !== null && now < ends;
}

/** Hours in which a first payment can be finished; then Stripe drops it with its subscription. */
const FIRST_PAYMENT_HOURS = 23;

/** Until when a first payment can be finished; null for a subscription that has begun. */
export const lapses = ({ status, createdAt }: { status: SubscriptionStatus; createdAt: Date }): Date | null =>
  status === "incomplete" ? new Date(createdAt.getTime() + FIRST_PAYMENT_HOURS * HOUR_MS) : null;

interface Seen {
  status: SubscriptionStatus;
  /** While a payment is overdue: until when everything still works. */
  graceEndsAt: string | null;
  cancelAt: string | null;
}

/** How a subscription stands, by the one thing that its owner should know. What is owed comes before an end that is planned. */
export function standingOf({ status, graceEndsAt, cancelAt }: Seen) {
  if (status === "past_due") return graceEndsAt ? "overdue" : "onHold";
  if (status === "unpaid" || status === "incomplete" || status === "paused") return status;
  if (cancelAt) return "ends";
  return status === "trialing" ? "trial" : "renews";
}

/** What has these can neither be charged nor be changed any more. */
export const OVER: readonly SubscriptionStatus[] = ["canceled", "incomplete_expired"];
export const isOver = (status: string): boolean => OVER.some((one) => one === status);

/**
 * What cancelling means for a subscription. One that has not begun, or is paused, ends at once: there is no time that was paid for,
 * and none that goes by. Others end with their period: until then one works, is still asked for, or rests.
 */
export function cancellingOf(status: SubscriptionStatus) {
  if (status === "incomplete" || status === "paused") return "atOnce";
  if (status === "past_due") return "overdue";
  return status === "unpaid" ? "resting" : "paid";
}

/** What its owner can do about a subscription first of all; null where nothing is missing. */
export function firstActOf({ status, card }: { status: SubscriptionStatus; card: object | null }) {
  if (status !== "past_due" && status !== "unpaid" && status !== "incomplete" && status !== "paused") return null;
  // Each of these is taken up again at once by a card, and by nothing else where there is none.
  if (!card) return "giveCard";
  if (status === "paused") return "resume";
  return status === "incomplete" ? "finish" : "pay";
}

export interface Complimentary {
  plan: Plan;
  startsAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
}

/** The best plan that somebody has now: paid for, or given. */
export function planNow(held: readonly Held[], given: readonly Complimentary[], now: Date): Plan {
  const paid = held.filter((one) => givesAccess(one, now)).map(({ lookupKey }) => offerOf(lookupKey)?.plan ?? "free");
  const free = given.filter(({ startsAt, endsAt, revokedAt }) => !revokedAt && startsAt <= now && now < endsAt).map(({ plan }) => plan);
  return [...paid, ...free].reduce<Plan>((best, plan) => (PLANS.indexOf(plan) > PLANS.indexOf(best) ? plan : best), "free");
}

/** Hours after which a recording that was begun to be sent is no longer counted as on its way. */
export const SENDING_HOURS = 24;

/** Whether a recording was let in and is on its way: it goes on, whatever the limits are by now. */
export const isOnItsWay = ({ state, sendingSince }: { state: AnswerState; sendingSince: Date | null }, now: Date): boolean =>
  state === "uploading" && sendingSince !== null && now.getTime() - sendingSince.getTime() < SENDING_HOURS * HOUR_MS;

/** What somebody's recordings take up. */
export interface Usage {
  /** When each recording of the last seven days was taken in, the oldest first. */
  storedAt: readonly Date[];
  storedBytes: number;
}

const WEEK_MS = 7 * DAY_MS;

export type Limit = { reached: "takes"; freeAt: Date } | { reached: "storage" };

/** The limit that keeps a recording of this size out now, or null. */
export function limitReached(
  { storedTakesPerWeek, storageBytes }: Entitlements,
  { storedAt, storedBytes }: Usage,
  size: number,
  now: Date,
): Limit | null {
  if (storedBytes + size > storageBytes) return { reached: "storage" };
  if (storedTakesPerWeek === null) return null;
  const recent = storedAt.filter((at) => now.getTime() - at.getTime() < WEEK_MS);
  // The next place is free when so many have left the week that one less than the limit is in it.
  const leaves = recent.at(-storedTakesPerWeek);
  return leaves ? { reached: "takes", freeAt: new Date(leaves.getTime() + WEEK_MS) } : null;
}
