import { inArray, sql } from "drizzle-orm";
import { stripeObjects } from "../../../db/schema";
import {
  emitTrialEnd,
  endAsPlanned,
  endTrial,
  expire,
  giveUpResuming,
  INCOMPLETE_SECONDS,
  RESUMING_SECONDS,
  renew,
  TRIAL_NOTICE,
  UPCOMING_NOTICE,
} from "./lifecycle";
import type { SubscriptionNote } from "./notes";
import { emitUpcoming } from "./preview";
import { expireSession } from "./session-end";
import { collect, dropHeld } from "./standing";
import { periodOf } from "./subscription-object";
import type { Subscription } from "./wire";
import type { Work } from "./work";

/** Something that happens by itself. */
export interface Due {
  at: number;
  run: (work: Work) => Promise<void>;
}

const LIVE = ["incomplete", "trialing", "active", "past_due", "unpaid", "paused"];

/** What happens next by itself, if anything does. */
export async function nextDue(work: Work): Promise<Due | undefined> {
  const status = sql`${stripeObjects.data} ->> 'status'`;
  const subscriptions = await work.store.all("subscription", { where: inArray(status, LIVE) });
  const notes = await work.store.notes<SubscriptionNote>(subscriptions.map(({ id }) => id));
  const retried = await work.store.all("invoice", {
    match: { status: "open" },
    where: sql`${stripeObjects.data} ->> 'next_payment_attempt' is not null`,
  });
  const sessions = await work.store.all("checkout.session", { match: { status: "open" } });
  const all: Due[] = [
    ...retried.map((invoice) => ({
      at: invoice.next_payment_attempt ?? 0,
      run: async (then: Work) => void (await collect(then, invoice, { automatic: true })),
    })),
    ...subscriptions.flatMap((subscription) => ofSubscription(subscription, notes.get(subscription.id) ?? {})),
    ...sessions.map((session) => ({ at: session.expires_at, run: async (then: Work) => void (await expireSession(then, session)) })),
  ];
  return all.reduce<Due | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined);
}

/** What a subscription's state brings about, in the order in which it counts if two fall together. */
function ofSubscription(subscription: Subscription, note: Partial<SubscriptionNote>): Due[] {
  const { status, cancel_at: cancelAt, trial_end: trialEnd } = subscription;
  if (status === "incomplete") return [{ at: subscription.created + INCOMPLETE_SECONDS, run: (work) => expire(work, subscription) }];
  const due: Due[] = cancelAt === null ? [] : [{ at: cancelAt, run: (work) => endAsPlanned(work, subscription) }];
  if (status === "paused") {
    const { resumedAt } = note;
    return resumedAt === undefined
      ? due
      : [...due, { at: resumedAt + RESUMING_SECONDS, run: (work) => giveUpResuming(work, subscription) }];
  }
  if (status === "trialing" && trialEnd !== null) {
    due.push({ at: trialEnd, run: (work) => endTrial(work, subscription) });
    if (note.trialNoticeSent !== trialEnd) due.push({ at: trialEnd - TRIAL_NOTICE, run: (work) => emitTrialEnd(work, subscription) });
    return due;
  }
  const held = subscription.pending_update;
  if (held) due.push({ at: held.expires_at, run: (work) => dropHeld(work, subscription) });
  const { end } = periodOf(subscription);
  due.push({ at: end, run: (work) => renew(work, subscription) });
  const goesOn = cancelAt === null || cancelAt > end;
  if (status === "active" && goesOn && note.upcomingSent !== end)
    due.push({ at: end - UPCOMING_NOTICE, run: (work) => emitUpcoming(work, subscription) });
  return due;
}
