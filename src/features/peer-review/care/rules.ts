import { HOUR_MS } from "@/lib/durations";
import { retryAfterSeconds } from "@/lib/rate-window";

/** Reports of recordings that somebody may make within an hour, and within a day: of what they are lent few should not be there. */
export const REPORTS_PER_HOUR = 5;
export const REPORTS_PER_DAY = 10;

/** In how many seconds somebody may report again; undefined for now. @param last instants of their last reports, the newest first */
export function reportsFull(last: readonly Date[], now: Date): number | undefined {
  const waits = [retryAfterSeconds(last, REPORTS_PER_HOUR, HOUR_MS, now), retryAfterSeconds(last, REPORTS_PER_DAY, 24 * HOUR_MS, now)];
  const longest = Math.max(...waits.map((seconds) => seconds ?? 0));
  return longest > 0 ? longest : undefined;
}
