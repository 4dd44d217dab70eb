import { DAY_MS, HOUR_MS } from "./durations";

// Days of a calendar, written 2026-01-31: the same wherever they are read. Which one it is depends on where somebody is.

/** What days by a place's clocks are longer in time at most, where they are put back meanwhile. */
export const CLOCK_CHANGE_MS = HOUR_MS;

const PARTS = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/** The clock of the zone asked last: making one takes far longer than reading it, and days are asked for by the hundred. */
let latest = { timeZone: "", clock: new Intl.DateTimeFormat() };

function clockOf(timeZone: string): Intl.DateTimeFormat {
  if (latest.timeZone !== timeZone) latest = { timeZone, clock: new Intl.DateTimeFormat("en-US", { ...PARTS, timeZone }) };
  return latest.clock;
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function zoneOffset(instant: Date, timeZone: string): number {
  const part: Record<string, number> = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  // Date.UTC takes the first hundred years for those of the last century.
  const shown = new Date(Date.UTC(2000, month - 1, day, hour, minute, second)).setUTCFullYear(year, month - 1, day);
  return shown - Math.floor(instant.getTime() / 1000) * 1000;
}

/** The day that clocks in a zone show at an instant. */
export const dayIn = (instant: Date, timeZone: string): string =>
  new Date(instant.getTime() + zoneOffset(instant, timeZone)).toISOString().slice(0, 10);

const midnightUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** So many days later, or earlier where the number is negative. */
export const addDays = (day: string, days: number): string => new Date(midnightUtc(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The instant at which a day begins in a zone: mostly at midnight, but at one where clocks go from midnight to one, and at the first of two
 * midnights where they go back over it.
 */
export function dayStart(day: string, timeZone: string): Date {
  const midnight = midnightUtc(day);
  // Clocks may be changed close by: one of the offsets around holds.
  const near = [-DAY_MS, DAY_MS].map((away) => new Date(midnight - zoneOffset(new Date(midnight + away), timeZone)));
  const [first, last] = near.toSorted((a, b) => a.getTime() - b.getTime());
  return (first && dayIn(first, timeZone) === day ? first : last) ?? new Date(midnight);
}

/** No day is written after it: a year has four digits. */
export const LAST_DAY = "9999-12-31";

/**
 * From which instant on, and before which, it is one of the days from one to another, both among them, by a zone's clocks: by those of UTC
 * where none is named. Undefined where there is no bound.
 */
export const spanOf = ({
  from,
  to,
  timeZone = "UTC",
}: {
  from?: string | undefined;
  to?: string | undefined;
  timeZone?: string | undefined;
}) => ({
  since: from ? dayStart(from, timeZone) : undefined,
  until: to && to < LAST_DAY ? dayStart(addDays(to, 1), timeZone) : undefined,
});

/**
 * The instant at which clocks in a zone show a day and a time, such as 14:30: the first one of a time that they show twice, unless the last is
 * asked for. A time that they leave out is as much later as they are put forward.
 */
export function instantAt(day: string, time: string, timeZone: string, which: "first" | "last" = "first"): Date {
  const shown = Date.parse(`${day}T${time}:00Z`);
  // Clocks may be changed close by: one of the offsets around holds.
  const [before, after] = [-DAY_MS, DAY_MS].map((away) => zoneOffset(new Date(shown + away), timeZone)) as [number, number];
  const near = which === "first" ? [before, after] : [after, before];
  const holds = near.find((offset) => zoneOffset(new Date(shown - offset), timeZone) === offset);
  return new Date(shown - (holds ?? before));
}

/** What clocks in a zone show at an instant, as a field for a date and a time has it: 2026-01-31T14:30. */
export const shownAt = (instant: Date, timeZone: string): string =>
  new Date(instant.getTime() + zoneOffset(instant, timeZone)).toISOString().slice(0, 16);

/**
 * The instant at which clocks in a zone show that.
 * @param known instants that it may be of, as ISO 8601 has them: in an hour that clocks show twice a time that was left as it was keeps its own
 */
export const whenShown = (shown: string, timeZone: string, known: readonly (string | undefined)[] = []): Date => {
  const was = known.find((iso) => iso !== undefined && shownAt(new Date(iso), timeZone) === shown);
  return was === undefined ? instantAt(shown.slice(0, 10), shown.slice(11, 16), timeZone) : new Date(was);
};

/**
 * The while from one time to another that clocks in a zone show. Across an hour that they show twice it may end at an earlier time than it
 * begins: where the first instant of its end is no later, the second is meant.
 * @param known whiles whose ends they may be of
 */
export function whileShown(
  { from, to }: { from: string; to: string },
  timeZone: string,
  known: readonly { startsAt: string; endsAt: string }[] = [],
): { startsAt: Date; endsAt: Date } {
  const startsAt = whenShown(
    from,
    timeZone,
    known.map((one) => one.startsAt),
  );
  const endsAt = whenShown(
    to,
    timeZone,
    known.map((one) => one.endsAt),
  );
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : instantAt(to.slice(0, 10), to.slice(11, 16), timeZone, "last") };
}

/** The Monday of a day's week. */
export const weekOf = (day: string): string => addDays(day, -((new Date(midnightUtc(day)).getUTCDay() + 6) % 7));

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** The first day of the month after. */
export const nextMonth = (day: string): string => monthOf(addDays(monthOf(day), 31));

/** How many days it is from one to another. */
export const daysBetween = (from: string, to: string): number => Math.round((midnightUtc(to) - midnightUtc(from)) / DAY_MS);

/** A browser's name for a time zone, if `Intl` knows it. A bare offset is none: it says nothing of when clocks are changed. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
