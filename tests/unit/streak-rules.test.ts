import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REST_DAYS, SHOWN_DAYS, streakOf } from "@/features/practice/streak/rules";
import { addDays, dayIn, dayStart, daysBetween } from "@/lib/days";

const TODAY = "2026-06-10";
const ago = (...days: number[]) => days.map((count) => addDays(TODAY, -count));
const rowOf = (...days: number[]) => streakOf(ago(...days), TODAY).row;

describe("practised days in a row", () => {
  it.each([
    ["none", [], 0],
    ["today", [0], 1],
    ["yesterday, with today still to come", [1], 1],
    ["each day", [0, 1, 2, 3], 4],
    ["two days off between", [0, 3, 6], 3],
    ["two days off just now", [3, 4], 2],
    ["three days off between", [0, 4, 5], 1],
    ["three days off just now", [4, 5, 6], 0],
    ["several takes a day", [0, 0, 0, 1], 2],
    ["a day to come, by a clock that is ahead", [-1, 0], 1],
  ])("%s", (_, days, row) => {
    expect(rowOf(...days)).toBe(row);
  });

  it("count each day once, rest days never, whatever the order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 60 }), (days) => {
        const { row } = streakOf(ago(...days), TODAY);
        expect(row).toBeLessThanOrEqual(new Set(days).size);
        expect(streakOf(ago(...days).reverse(), TODAY).row).toBe(row);
        const sorted = [...new Set(days)].sort((a, b) => a - b);
        const gap = sorted.findIndex((day, at) => day - (sorted[at - 1] ?? 0) - 1 > REST_DAYS);
        expect(row).toBe(gap < 0 ? sorted.length : gap);
      }),
    );
  });

  it("never get fewer by practising", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 40 }), fc.nat(60), (days, more) => {
        expect(rowOf(...days, more)).toBeGreaterThanOrEqual(rowOf(...days));
      }),
    );
  });

  it("stand beside the last seven days", () => {
    const { days } = streakOf(ago(0, 6, 7), TODAY);
    expect(days.map(({ day }) => day)).toEqual(ago(6, 5, 4, 3, 2, 1, 0));
    expect(days.map(({ practised }) => practised)).toEqual([true, false, false, false, false, false, true]);
    expect(days).toHaveLength(SHOWN_DAYS);
  });
});

const ZONES = [
  "UTC",
  "Africa/Khartoum",
  "America/Santiago",
  "America/Havana",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Australia/Lord_Howe",
  "Europe/Paris",
];

describe("a day of one's own", () => {
  it("is what the clocks of a zone show", () => {
    const late = new Date("2026-03-01T23:30:00Z");
    expect(dayIn(late, "UTC")).toBe("2026-03-01");
    expect(dayIn(late, "Africa/Khartoum")).toBe("2026-03-02");
    expect(dayIn(late, "Pacific/Pago_Pago")).toBe("2026-03-01");
    // One after the other, so that no zone answers for another.
    expect(dayIn(late, "Pacific/Kiritimati")).toBe("2026-03-02");
    expect(dayIn(late, "UTC")).toBe("2026-03-01");
  });

  it("begins at its first instant, also where clocks are changed at midnight", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 2500 }), (zone, later) => {
        const day = addDays("2020-01-01", later);
        const start = dayStart(day, zone);
        expect(dayIn(start, zone)).toBe(day);
        expect(dayIn(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1));
      }),
    );
    expect(dayStart("2022-09-11", "America/Santiago").toISOString()).toBe("2022-09-11T04:00:00.000Z");
    expect(dayStart("2024-11-03", "America/Havana").toISOString()).toBe("2024-11-03T04:00:00.000Z");
  });

  it("that is 23 or 25 hours long is one day of a row", () => {
    for (const [zone, from] of [
      ["Europe/Paris", "2026-03-25"],
      ["Europe/Paris", "2026-10-21"],
      ["America/Santiago", "2026-09-02"],
    ] as const) {
      const days = Array.from({ length: 10 }, (_, at) => addDays(from, at));
      // A take in each day's first and last minute.
      const takes = days.flatMap((day) => [dayStart(day, zone), new Date(dayStart(addDays(day, 1), zone).getTime() - 1000)]);
      const practised = takes.map((at) => dayIn(at, zone));
      expect(new Set(practised).size).toBe(10);
      expect(streakOf(practised, addDays(from, 9)).row).toBe(10);
      expect(daysBetween(practised[0] ?? "", practised.at(-1) ?? "")).toBe(9);
    }
  });
});
