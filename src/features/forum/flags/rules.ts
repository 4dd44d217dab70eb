import { HOUR_MS } from "@/lib/durations";
import { retryAfterSeconds } from "@/lib/rate-window";

/** Whose reports count by themselves: those who have been here for a while, and were not wrong more often than right. */
const TRUSTED = { days: 7, messages: 5 } as const;
/** Reports that somebody may make within an hour. */
export const REPORTS_PER_HOUR = 10;
/** Reports that come with a message, the oldest; how many there are is said. */
export const REPORTS_SHOWN = 20;
/** Letters of what is said with one. */
export const MAX_NOTE = 500;

export interface Flagger {
  postCount: number;
  flagsUpheld: number;
  flagsDismissed: number;
  suspendedUntil: Date | null;
  joinedAt: Date;
  /** Their account is suspended as a whole, or has ended. */
  barred: boolean;
}

/** @param flagger null for whoever never wrote anything */
export function isTrusted(flagger: Flagger | null, now: Date): boolean {
  if (!flagger) return false;
  const { postCount, flagsUpheld, flagsDismissed, suspendedUntil, joinedAt, barred } = flagger;
  const stays = now.getTime() - joinedAt.getTime() >= TRUSTED.days * 24 * HOUR_MS && postCount >= TRUSTED.messages;
  return stays && !barred && flagsUpheld >= flagsDismissed && !(suspendedUntil && suspendedUntil > now);
}

/** Whether these reports hide a message until somebody of the team has looked at it. @param wanted how many that takes */
export const hidesItself = (flaggers: (Flagger | null)[], wanted: number, now: Date): boolean =>
  flaggers.filter((flagger) => isTrusted(flagger, now)).length >= wanted;

/** In how many seconds somebody may report again; undefined for now. @param last instants of their last reports, the newest first */
export const reportsFull = (last: Date[], now: Date): number | undefined => retryAfterSeconds(last, REPORTS_PER_HOUR, HOUR_MS, now);
