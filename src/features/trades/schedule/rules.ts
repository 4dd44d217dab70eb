import { type Calendar, firstFit, fitsHours, type Holiday, holidaysIn, type Interval, without, workingTime } from "@/lib/working-time";

/** Characters at most. */
export const BOOKING = { title: 120, note: 2000 } as const;

/** How long one booking can last: what is looked for by its beginning is found by it. */
export const LONGEST_BOOKING_DAYS = 31;
/** Resources of one booking, those of its teams among them. */
export const MOST_BOOKED = 50;
/** Days that the schedule shows at once. */
export const MOST_DAYS = 42;
/** How far ahead a free time is looked for, and on which minutes it begins. */
export const LOOK_AHEAD_DAYS = 60;
export const GRID_MINUTES = 15;
export const GRID_MS = GRID_MINUTES * 60_000;

/** Why somebody does not work then. */
export type Hindrance = { reason: "away" } | { reason: "holiday"; name: string } | { reason: "hours" };

/** What speaks against a time for a resource, besides what it is booked for; undefined where nothing does. */
export function hindrance(calendar: Calendar, away: Interval[], time: Interval): Hindrance | undefined {
  if (away.some(({ start, end }) => start < time.end && time.start < end)) return { reason: "away" };
  const [holiday]: Holiday[] = holidaysIn(calendar, time);
  if (holiday) return { reason: "holiday", name: holiday.name };
  return fitsHours(calendar, time) ? undefined : { reason: "hours" };
}

/** Somebody whose time is looked at: when they work, and when they do not have time then. */
export interface Busy {
  calendar: Calendar;
  taken: Interval[];
}

/** The first time of this length, beginning on the grid, at which all of them work and none is taken. Undefined where there is none. */
export const nextFree = (all: Busy[], length: number, within: Interval): Interval | undefined =>
  firstFit(
    all.map(({ calendar, taken }) => without(workingTime(calendar, within), taken)),
    length,
    GRID_MS,
  );
