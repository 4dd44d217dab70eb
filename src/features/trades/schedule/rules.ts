import { addDays, shownAt, whenShown } from "@/lib/days";
import { HOUR_MS } from "@/lib/durations";
import {
  type Calendar,
  firstFit,
  fitsHours,
  type Holiday,
  holidaysIn,
  type Interval,
  USUAL_HOURS,
  type WeekHours,
  without,
  workingTime,
} from "@/lib/working-time";

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
const GRID_MS = GRID_MINUTES * 60_000;

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

/** What of a day the schedule shows: from the first hour in which anything is, to the last; by daylight where there is nothing. */
export function shownHours(day: Interval, all: Interval[]): Interval {
  const inside = all.filter(({ start, end }) => start < day.end && day.start < end);
  if (inside.length === 0) return { start: Math.min(day.start + 8 * HOUR_MS, day.end), end: Math.min(day.start + 18 * HOUR_MS, day.end) };
  const start = Math.max(day.start, Math.min(...inside.map((one) => one.start)));
  const end = Math.min(day.end, Math.max(...inside.map((one) => one.end)));
  // Whole hours of the day itself: it may begin at half past one of another zone.
  const floor = day.start + Math.floor((start - day.start) / HOUR_MS) * HOUR_MS;
  const ceil = day.start + Math.ceil((end - day.start) / HOUR_MS) * HOUR_MS;
  return { start: floor, end: Math.min(Math.max(ceil, floor + HOUR_MS), day.end) };
}

/** When each of them works within a while. Most of them work when the shop does, which is found once. */
export function workedBy<Row extends { uid: string }>(
  rows: readonly Row[],
  calendarOf: (row: Row) => Calendar,
  within: Interval,
): Map<string, Interval[]> {
  const known = new Map<Calendar["hours"], Interval[]>();
  return new Map(
    rows.map((row) => {
      const calendar = calendarOf(row);
      const worked = known.get(calendar.hours) ?? workingTime(calendar, within);
      known.set(calendar.hours, worked);
      return [row.uid, worked];
    }),
  );
}

/** Where in a while an interval stands, in hundredths of it; cut off at its ends. */
export function placed({ start, end }: Interval, whole: Interval): { at: number; size: number } {
  const share = (ms: number) => (Math.min(Math.max(ms, whole.start), whole.end) - whole.start) / (whole.end - whole.start);
  return { at: share(start) * 100, size: (share(end) - share(start)) * 100 };
}

/** What a booking is from one resource onto another one: that one in the place of the first, and none of them twice. */
export const handedOver = (named: readonly string[], from: string, to: string): string[] =>
  named.includes(to) ? [...named] : named.map((uid) => (uid === from ? to : uid));

export type Pull = "move" | "start" | "end";

/** A time that was pulled so far, in steps of the grid: as a whole, or by one of its ends, which stays a step away from the other. */
export function pulled({ start, end }: Interval, pull: Pull, by: number): Interval {
  const step = Math.round(by / GRID_MS) * GRID_MS;
  if (pull === "start") return { start: Math.min(start + step, end - GRID_MS), end };
  if (pull === "end") return { start, end: Math.max(end + step, start + GRID_MS) };
  return { start: start + step, end: end + step };
}

/** The same time of the day by a zone's clocks, so many days later: they may be changed in between. */
function daysLater(instant: number, days: number, timeZone: string): number {
  // On its own day it stays what it is, also in an hour that clocks show twice.
  if (days === 0) return instant;
  const shown = shownAt(new Date(instant), timeZone);
  return whenShown(addDays(shown.slice(0, 10), days) + shown.slice(10), timeZone).getTime();
}

/** A time that was pulled by so many days, each end at its time of the day; one that would come to the other goes as far as it can. */
export function pulledByDays({ start, end }: Interval, pull: Pull, days: number, timeZone: string): Interval {
  const pulledTo = {
    start: pull === "end" ? start : daysLater(start, days, timeZone),
    end: pull === "start" ? end : daysLater(end, days, timeZone),
  };
  if (pulledTo.start < pulledTo.end) return pulledTo;
  return days === 0 ? { start, end } : pulledByDays({ start, end }, pull, days - Math.sign(days), timeZone);
}

/** The first day from one on that has working hours, and the minute at which it begins; that one itself where there is none in a week. */
export function nextWorkDay(hours: WeekHours, first: string): { day: string; from: number } {
  for (let ahead = 0; ahead < 7; ahead++) {
    const day = addDays(first, ahead);
    const from = hours[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]?.[0]?.from;
    if (from !== undefined) return { day, from };
  }
  return { day: first, from: USUAL_HOURS[0]?.[0]?.from ?? 0 };
}
