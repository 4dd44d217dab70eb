import type { Debit } from "./proration";
import type { Subscription } from "./wire";
import type { Work } from "./work";

/** What Stripe remembers of a subscription without showing it. */
export interface SubscriptionNote {
  /** What stands against the current period, and is taken back when the price changes. */
  debit: Debit | undefined;
  /** The ends of the period and of the trial for which a notice has been sent. */
  upcomingSent: number;
  trialNoticeSent: number;
  /** When a paused one was taken up again that nobody has tried to pay for yet. */
  resumedAt: number | undefined;
  /** A change that waits for the payment of its invoice. */
  held: { next: Subscription; debit: Debit | undefined } | undefined;
}

export const noteOf = (work: Work, subscription: string): Promise<Partial<SubscriptionNote>> =>
  work.store.note<SubscriptionNote>(subscription);

export async function remember(work: Work, subscription: string, change: Partial<SubscriptionNote>): Promise<void> {
  await work.store.remember(subscription, { ...(await noteOf(work, subscription)), ...change });
}
