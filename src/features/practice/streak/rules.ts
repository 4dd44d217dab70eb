import { addDays, daysBetween } from "@/lib/days";

/**
 * Days off in a row that belong to practising: they do not count, and end nothing. After more of them the next practised day begins a new
 * row, and nothing is said of the one before.
 */
export const REST_DAYS = 2;

/** The days that are shown one by one, of which today is the last. */
export const SHOWN_DAYS = 7;

export interface Streak {
  /** The last seven days, the oldest first. */
  days: { day: string; practised: boolean }[];
  /** Practised days in a row, rest days left out of the count. */
  row: number;
}

/**
 * @param practised the days on which somebody practised, in any order and as often as they did
 * @param today the day that it is for them
 */
export function streakOf(practised: Iterable<string>, today: string): Streak {
  const days = [...new Set(practised)].filter((day) => day <= today).sort((a, b) => (a < b ? 1 : -1));
  let row = 0;
  let after = today;
  for (const day of days) {
    // Only the days that lie wholly between were off: today is not over.
    if (daysBetween(day, after) - 1 > REST_DAYS) break;
    row++;
    after = day;
  }
  const known = new Set(days);
  const shown = Array.from({ length: SHOWN_DAYS }, (_, at) => addDays(today, at + 1 - SHOWN_DAYS));
  return { days: shown.map((day) => ({ day, practised: known.has(day) })), row };
}
