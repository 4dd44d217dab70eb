// Days of a calendar, written 2026-01-31: the same wherever they are read. Which one it is depends on where somebody is.

const DAY_MS = 86_400_000;

/** The last zone's calendar: making one takes far longer than reading it, and days are asked for by the hundred. */
let calendar = { timeZone: "", format: new Intl.DateTimeFormat() };

/** The day that clocks in a zone show at an instant. */
export function dayIn(instant: Date, timeZone: string): string {
  if (calendar.timeZone !== timeZone) {
    calendar = { timeZone, format: new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }) };
  }
  const part = Object.fromEntries(calendar.format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${part.year?.padStart(4, "0")}-${part.month}-${part.day}`;
}

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** So many days later, or earlier where the number is negative. */
export const addDays = (day: string, days: number): string => new Date(utc(day) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days it is from one to another. */
export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / DAY_MS);

/** The instant at which a day begins in a zone; where clocks skip midnight, the first one that they show. */
export function dayStart(day: string, timeZone: string): Date {
  // Clocks are at most 14 hours from UTC, and stand still between the two instants but for one change.
  let before = utc(day) - DAY_MS;
  let after = utc(day) + DAY_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(new Date(middle), timeZone) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}
