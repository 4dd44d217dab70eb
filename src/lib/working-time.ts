// When a shop works, in the local time of its clocks, and the intervals between instants that come of it.

import { addDays, dayIn, dayStart, daysBetween, instantAt } from "./days";

/** From one minute of the local day to another; 1440 is its end. */
export interface HourRange {
  from: number;
  to: number;
}

/** For Monday to Sunday the ranges in which one works; none: the day is free. */
export type WeekHours = HourRange[][];

export interface Holiday {
  day: string;
  name: string;
}

/** What is from one instant up to another, both in milliseconds: the second one is not in it. */
export interface Interval {
  start: number;
  end: number;
}

export const DAY_MINUTES = 1440;

const DAYTIME: HourRange[] = [{ from: 8 * 60, to: 17 * 60 }];
/** What holds until a shop says otherwise: Monday to Friday, from eight to five. */
export const USUAL_HOURS: WeekHours = [DAYTIME, DAYTIME, DAYTIME, DAYTIME, DAYTIME, [], []];

/** A minute of the day as a clock shows it: 08:30. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** The minute of the day that a clock shows. */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The weekday of a day, Monday being 0. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The instant at which clocks in a zone show a minute of a day; at 0 the day begins, and at 1440 the next one does. */
function at(day: string, minute: number, timeZone: string): number {
  if (minute === 0) return dayStart(day, timeZone).getTime();
  if (minute === DAY_MINUTES) return dayStart(addDays(day, 1), timeZone).getTime();
  return instantAt(day, clockOf(minute), timeZone).getTime();
}

/** Intervals in their order, those that touch or overlap made one. */
export function joined(intervals: Interval[]): Interval[] {
  const out: Interval[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = out.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (start < end) out.push({ start, end });
  }
  return out;
}

/** What is in both; each side ordered and without overlaps. */
export function both(one: Interval[], other: Interval[]): Interval[] {
  const out: Interval[] = [];
  for (let i = 0, j = 0; ; ) {
    const [a, b] = [one[i], other[j]];
    if (!a || !b) return out;
    const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
    if (start < end) out.push({ start, end });
    if (a.end < b.end) i++;
    else j++;
  }
}

/** What is left of some intervals without others; the former ordered and without overlaps. */
export function without(intervals: Interval[], taken: Interval[]): Interval[] {
  const gaps: Interval[] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (const one of joined(taken)) {
    gaps.push({ start, end: one.start });
    start = one.end;
  }
  return both(intervals, [...gaps, { start, end: Number.POSITIVE_INFINITY }]);
}

/** Everything by which it is known when somebody works. */
export interface Calendar {
  timeZone: string;
  hours: WeekHours;
  holidays: readonly Holiday[];
}

/** When one works within a while. Hours follow the clocks: a day on which those are changed has an hour less, or more. */
export function workingTime({ timeZone, hours, holidays }: Calendar, { start, end }: Interval): Interval[] {
  const [first, last] = [dayIn(new Date(start), timeZone), dayIn(new Date(end), timeZone)];
  const free = new Set(holidays.map(({ day }) => day));
  const worked: Interval[] = [];
  for (let away = 0; away <= daysBetween(first, last); away++) {
    const day = addDays(first, away);
    if (free.has(day)) continue;
    for (const { from, to } of hours[weekdayOf(day)] ?? []) worked.push({ start: at(day, from, timeZone), end: at(day, to, timeZone) });
  }
  return both(joined(worked), [{ start, end }]);
}

/** The holidays that a while touches. */
export function holidaysIn({ timeZone, holidays }: Calendar, { start, end }: Interval): Holiday[] {
  const [first, last] = [dayIn(new Date(start), timeZone), dayIn(new Date(end - 1), timeZone)];
  return holidays.filter(({ day }) => day >= first && day <= last);
}

/**
 * Whether a while begins and ends when one works. What lies between may be free: who is booked from Monday to Wednesday, or from morning to
 * afternoon, does not work through the night or the break.
 */
export function fitsHours(calendar: Calendar, { start, end }: Interval): boolean {
  const around = { start: start - 1, end: end + 1 };
  const worked = workingTime(calendar, around);
  return worked.some((one) => one.start <= start && start < one.end) && worked.some((one) => one.start < end && end <= one.end);
}

/** The first while of this length, beginning on the grid, that is within the free time of all. Undefined where there is none. */
export function firstFit(free: Interval[][], length: number, grid: number): Interval | undefined {
  const [first = [], ...rest] = free;
  for (const { start, end } of rest.reduce(both, first)) {
    const begin = Math.ceil(start / grid) * grid;
    if (begin + length <= end) return { start: begin, end: begin + length };
  }
  return undefined;
}
