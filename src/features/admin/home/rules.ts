import { addDays } from "@/lib/days";

/** What is counted by the day. */
export const FIGURES = ["accounts", "takes", "reviews", "conversations", "messages"] as const;
export type Figure = (typeof FIGURES)[number];

/** So many days are shown, today among them. */
export const FIGURE_DAYS = 30;

/** The days that are shown, the oldest first. */
export const daysUpTo = (today: string): string[] => Array.from({ length: FIGURE_DAYS }, (_, at) => addDays(today, at + 1 - FIGURE_DAYS));

/** Some job comes round every minute: after this long without one that was done nobody works. */
const ASLEEP_MS = 5 * 60_000;

/** Whether the queue's work is being done, by when a job was last done. */
export const isWorking = (workedAt: Date | null, now: Date): boolean => workedAt !== null && now.getTime() - workedAt.getTime() < ASLEEP_MS;

/** Amounts by place, from 1 on, as the database groups them; a day without any has none. */
export function byDay(rows: { place: number; amount: number }[]): number[] {
  const amounts = new Map(rows.map(({ place, amount }) => [place, amount]));
  return Array.from({ length: FIGURE_DAYS }, (_, at) => amounts.get(at + 1) ?? 0);
}
