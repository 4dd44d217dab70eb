import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hindrance, nextFree } from "@/features/trades/schedule/rules";
import { instantAt } from "@/lib/days";
import { type Calendar, clockOf, fitsHours, type Interval, joined, minuteOf, USUAL_HOURS, without, workingTime } from "@/lib/working-time";

const DAY_MS = 86_400_000;
const HOUR = 3_600_000;
const GRID = 15 * 60_000;
const at = (iso: string) => Date.parse(iso);
const shown = (intervals: Interval[]) => intervals.map(({ start, end }) => [start, end].map((ms) => new Date(ms).toISOString()));
const everyDay = (from: number, to: number): Calendar["hours"] => Array.from({ length: 7 }, () => [{ from, to }]);

describe("the time in which one works", () => {
  it("is that of each weekday, without holidays", () => {
    const calendar = { timeZone: "Asia/Ho_Chi_Minh", hours: USUAL_HOURS, holidays: [{ day: "2026-12-03", name: "A feast" }] };
    // From Wednesday to Monday.
    const week = { start: at("2026-12-01T17:00:00Z"), end: at("2026-12-07T17:00:00Z") };
    expect(shown(workingTime(calendar, week))).toEqual([
      ["2026-12-02T01:00:00.000Z", "2026-12-02T10:00:00.000Z"],
      ["2026-12-04T01:00:00.000Z", "2026-12-04T10:00:00.000Z"],
      ["2026-12-07T01:00:00.000Z", "2026-12-07T10:00:00.000Z"],
    ]);
  });

  it.each([
    // Berlin puts its clocks forward from two to three, and back from three to two.
    ["Europe/Berlin", "2026-03-29", 0, 24 * 60, "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z", 23],
    ["Europe/Berlin", "2026-03-29", 60, 4 * 60, "2026-03-29T00:00:00.000Z", "2026-03-29T02:00:00.000Z", 2],
    ["Europe/Berlin", "2026-10-25", 0, 24 * 60, "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z", 25],
    ["Europe/Berlin", "2026-10-25", 60, 4 * 60, "2026-10-24T23:00:00.000Z", "2026-10-25T03:00:00.000Z", 4],
    // Of a time that is shown twice it is the first.
    ["Europe/Berlin", "2026-10-25", 150, 4 * 60, "2026-10-25T00:30:00.000Z", "2026-10-25T03:00:00.000Z", 2.5],
    // Santiago goes from midnight to one, and back from midnight to eleven.
    ["America/Santiago", "2026-09-06", 0, 8 * 60, "2026-09-06T04:00:00.000Z", "2026-09-06T11:00:00.000Z", 7],
    ["America/Santiago", "2026-04-04", 20 * 60, 24 * 60, "2026-04-04T23:00:00.000Z", "2026-04-05T04:00:00.000Z", 5],
    // Lord Howe changes by half an hour.
    ["Australia/Lord_Howe", "2026-10-04", 60, 4 * 60, "2026-10-03T14:30:00.000Z", "2026-10-03T17:00:00.000Z", 2.5],
    ["Australia/Lord_Howe", "2026-04-05", 60, 4 * 60, "2026-04-04T14:00:00.000Z", "2026-04-04T17:30:00.000Z", 3.5],
  ])("follows the clocks in %s on %s from minute %i to %i", (timeZone, day, from, to, start, end, hours) => {
    const calendar = { timeZone, hours: everyDay(from, to), holidays: [] };
    const around = { start: at(start) - 2 * HOUR, end: at(end) + 2 * HOUR };
    // Of the days beside it nothing comes so near, but where one works round the clock.
    const found = workingTime(calendar, around).map((one) => ({ start: Math.max(one.start, at(start)), end: Math.min(one.end, at(end)) }));
    expect(shown(found)).toEqual([[start, end]]);
    expect((at(end) - at(start)) / HOUR).toBe(hours);
    expect(new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(at(start))).toBe(day);
  });

  it("of hours that a clock leaves out is as much later", () => {
    expect(instantAt("2026-03-29", "02:30", "Europe/Berlin").toISOString()).toBe("2026-03-29T01:30:00.000Z");
    expect(instantAt("2026-10-04", "02:15", "Australia/Lord_Howe").toISOString()).toBe("2026-10-03T15:45:00.000Z");
    expect(instantAt("2026-10-25", "02:30", "Europe/Berlin").toISOString()).toBe("2026-10-25T00:30:00.000Z");
  });

  it("goes on over midnight where both days say so", () => {
    const hours = everyDay(0, 1440);
    const days = { start: at("2026-12-01T00:00:00Z"), end: at("2026-12-04T00:00:00Z") };
    expect(workingTime({ timeZone: "Europe/Berlin", hours, holidays: [] }, days)).toEqual([days]);
  });

  it("reads a clock as it writes it", () => {
    for (let minute = 0; minute <= 1440; minute++) expect(minuteOf(clockOf(minute))).toBe(minute);
    expect(clockOf(485)).toBe("08:05");
  });
});

const anInterval = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 60 })).map(([start, length]) => ({
  start,
  end: start + length,
}));
const within = (point: number, intervals: Interval[]) => intervals.some(({ start, end }) => start <= point && point < end);

describe("intervals without others", () => {
  it("hold what the former hold and the latter do not, point for point", () => {
    fc.assert(
      fc.property(fc.array(anInterval, { maxLength: 8 }), fc.array(anInterval, { maxLength: 8 }), (some, taken) => {
        const left = without(joined(some), taken);
        for (let point = 0; point < 470; point++) expect(within(point, left)).toBe(within(point, some) && !within(point, taken));
      }),
    );
  });
});

describe("whether somebody works then", () => {
  const calendar = { timeZone: "Europe/Berlin", hours: USUAL_HOURS, holidays: [{ day: "2026-12-25", name: "Christmas" }] };
  const time = (start: string, end: string) => ({ start: at(start), end: at(end) });

  it.each([
    ["2026-12-01T07:00:00Z", "2026-12-01T16:00:00Z", undefined],
    ["2026-12-01T06:59:00Z", "2026-12-01T16:00:00Z", "hours"],
    ["2026-12-01T07:00:00Z", "2026-12-01T16:01:00Z", "hours"],
    // From Monday to Wednesday there are nights.
    ["2026-11-30T07:00:00Z", "2026-12-02T16:00:00Z", undefined],
    ["2026-12-05T09:00:00Z", "2026-12-05T10:00:00Z", "hours"],
    ["2026-12-24T09:00:00Z", "2026-12-28T10:00:00Z", "holiday"],
    ["2026-12-03T09:00:00Z", "2026-12-03T10:00:00Z", "away"],
    ["2026-12-03T10:00:00Z", "2026-12-03T11:00:00Z", undefined],
  ])("from %s to %s: %s", (start, end, reason) => {
    const away = [time("2026-12-03T08:00:00Z", "2026-12-03T10:00:00Z")];
    expect(hindrance(calendar, away, time(start, end))?.reason).toBe(reason);
  });
});

describe("the next free time", () => {
  const ZONES = ["Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Asia/Kolkata"];
  const someHours = fc
    .array(
      fc.array(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 4 }).map((quarters) => {
        const ends = [...new Set(quarters)].toSorted((a, b) => a - b);
        return ends.flatMap((from, i) =>
          i % 2 === 0 && ends[i + 1] !== undefined ? [{ from: from * 15, to: (ends[i + 1] ?? 0) * 15 }] : [],
        );
      }),
      { minLength: 7, maxLength: 7 },
    )
    .map((hours) => hours as Calendar["hours"]);
  // Around a change of the clocks in each of the zones, too.
  const begin = fc.constantFrom("2026-03-27", "2026-04-03", "2026-09-04", "2026-10-02", "2026-10-23").map((day) => at(`${day}T05:07:00Z`));
  const taken = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 * 96 }), fc.integer({ min: 1, max: 40 })), { maxLength: 12 });

  it("is free for all, and nothing before it on the grid is", () => {
    fc.assert(
      fc.property(
        begin,
        fc.constantFrom(...ZONES),
        fc.array(fc.tuple(someHours, taken), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 24 }),
        (start, timeZone, people, quarters) => {
          const span = { start, end: start + 9 * DAY_MS };
          const length = quarters * GRID;
          const all = people.map(([hours, busy]) => ({
            calendar: { timeZone, hours, holidays: [{ day: "2026-10-25", name: "x" }] },
            taken: busy.map(([from, long]) => ({ start: start + from * GRID, end: start + (from + long) * GRID })),
          }));
          // Said another way: of each quarter of an hour whether it is free for everybody.
          const works = all.map(({ calendar }) => workingTime(calendar, span));
          const isFree = (from: number) =>
            all.every(
              ({ taken: busy }, i) =>
                works[i]?.some((one) => one.start <= from && from + length <= one.end) &&
                busy.every((one) => one.end <= from || from + length <= one.start),
            );
          const found = nextFree(all, length, span);
          let first: number | undefined;
          for (let from = Math.ceil(start / GRID) * GRID; from + length <= span.end; from += GRID)
            if (isFree(from)) {
              first = from;
              break;
            }
          expect(found?.start).toBe(first);
          if (found) {
            expect(found.end - found.start).toBe(length);
            expect(all.every(({ calendar }) => fitsHours(calendar, found))).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is none where nobody ever works, or no day is long enough", () => {
    const span = { start: at("2026-12-01T00:00:00Z"), end: at("2026-12-31T00:00:00Z") };
    const calendar = { timeZone: "UTC", hours: USUAL_HOURS, holidays: [] };
    expect(nextFree([{ calendar: { ...calendar, hours: [[], [], [], [], [], [], []] }, taken: [] }], GRID, span)).toBeUndefined();
    expect(nextFree([{ calendar, taken: [] }], 10 * HOUR, span)).toBeUndefined();
    expect(nextFree([{ calendar, taken: [] }], 9 * HOUR, span)?.start).toBe(at("2026-12-01T08:00:00Z"));
  });
});
