import { addDays, dayIn, instantAt } from "@/lib/days";
import { DAY_MS } from "@/lib/durations";
import { CONVERSATION_STATES, type ConversationState, type InboxQueue } from "@/lib/enums/support";

/** Which states a queue shows; "mine" is narrowed to whoever looks, and "new" to what nobody looks after while somebody waits. */
export const QUEUE_STATES: Record<InboxQueue, readonly ConversationState[]> = {
  new: ["new", "open"],
  mine: ["new", "open", "waiting_user"],
  all: ["new", "open", "waiting_user"],
  snoozed: ["snoozed"],
  resolved: ["resolved", "closed"],
};

/** Everything but what is over for good. */
export const ALIVE_STATES: readonly ConversationState[] = CONVERSATION_STATES.filter((state) => state !== "closed");

/** Whether somebody of the team works on a conversation: nobody answers, gives away or resolves their own, or reads the notes about it. */
export const mayWork = (personId: string | null, memberId: string): boolean => personId !== memberId;

/** A conversation may sleep from a minute to a quarter of a year. */
const SHORTEST_MS = 60_000;
const LONGEST_MS = 92 * DAY_MS;

export const mayWake = (until: Date, now: Date): boolean => {
  const ms = until.getTime() - now.getTime();
  return ms >= SHORTEST_MS && ms <= LONGEST_MS;
};

/** Nine in the morning of the next day of a zone's calendar, which may begin 23 or 25 hours after this one. */
export const morningAfter = (now: Date, timeZone: string): Date => instantAt(addDays(dayIn(now, timeZone), 1), "09:00", timeZone);
