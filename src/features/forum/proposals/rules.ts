/** Letters of what somebody says of a question that they were asked. */
export const ASKED = { question: 500, company: 120, role: 120 } as const;
/** What happened longer ago says little about today's interviews. */
export const ASKED_YEARS = 10;
/** Letters of a question in the bank, and of a point of its guidance; how many points there may be. */
export const BANK = { text: 500, point: 300, points: 10 } as const;

/** The day that it is, at an instant, where days begin first on earth. */
const earliestDay = (now: Date): string => new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);

/** Whether an interview may have been on a day of somebody's calendar: not in the future, wherever they are, nor too long ago. */
export function isAskedOn(day: string, now: Date): boolean {
  const today = earliestDay(now);
  const oldest = `${String(Number(today.slice(0, 4)) - ASKED_YEARS).padStart(4, "0")}${today.slice(4)}`;
  return day <= today && day >= oldest;
}
