import { describe, expect, it } from "vitest";
import { inOrder, unfolded } from "@/features/trades/resources/rules";
import { absenceForm } from "@/features/trades/resources/schema";
import { handedOver, placed, pulled, pulledByDays, shownHours } from "@/features/trades/schedule/rules";
import { bookingForm } from "@/features/trades/schedule/schema";
import { whileShown } from "@/lib/days";

const HOUR = 3_600_000;
const hours = (start: number, end: number) => ({ start: start * HOUR, end: end * HOUR });

describe("what is booked by naming it", () => {
  const all = [
    { uid: "c", kind: "team" as const, members: ["b", "a"] },
    { uid: "a", kind: "person" as const, members: [] },
    { uid: "b", kind: "vehicle" as const, members: [] },
  ];
  it("is each of a team, and nobody twice", () => {
    expect(unfolded(["b", "c"], all)).toEqual(["a", "b"]);
    expect(unfolded(["a"], all)).toEqual(["a"]);
    expect(unfolded(["c"], [{ uid: "c", kind: "team", members: [] }])).toEqual([]);
  });
});

describe("the hours of a day", () => {
  it("follow one another", () => {
    expect(inOrder([])).toBe(true);
    expect(
      inOrder([
        { from: 0, to: 60 },
        { from: 60, to: 1440 },
      ]),
    ).toBe(true);
    expect(inOrder([{ from: 60, to: 60 }])).toBe(false);
    expect(
      inOrder([
        { from: 0, to: 61 },
        { from: 60, to: 90 },
      ]),
    ).toBe(false);
  });
});

describe("what of a day shows", () => {
  const day = hours(24, 48);
  it("is whole hours from the first thing to the last, and daylight without any", () => {
    expect(shownHours(day, [hours(32.5, 41), hours(30.25, 31)])).toEqual(hours(30, 41));
    expect(shownHours(day, [])).toEqual(hours(32, 42));
    // What began before, or ends after, is cut off.
    expect(shownHours(day, [hours(0, 25), hours(47, 60), hours(50, 51)])).toEqual(day);
  });

  it("has its parts in hundredths", () => {
    expect(placed(hours(30, 36), day)).toEqual({ at: 25, size: 25 });
    expect(placed(hours(0, 36), day)).toEqual({ at: 0, size: 50 });
    expect(placed(hours(60, 61), day)).toEqual({ at: 100, size: 0 });
  });
});

describe("a booking that is pulled", () => {
  it("moves by whole steps, as a whole or by an end, and never turns over", () => {
    expect(pulled(hours(10, 12), "move", 0.3 * HOUR)).toEqual(hours(10.25, 12.25));
    expect(pulled(hours(10, 12), "move", 0.1 * HOUR)).toEqual(hours(10, 12));
    expect(pulled(hours(10, 12), "start", -HOUR)).toEqual(hours(9, 12));
    expect(pulled(hours(10, 12), "start", 9 * HOUR)).toEqual(hours(11.75, 12));
    expect(pulled(hours(10, 12), "end", HOUR)).toEqual(hours(10, 13));
    expect(pulled(hours(10, 12), "end", -9 * HOUR)).toEqual(hours(10, 10.25));
  });

  it("onto somebody else's line is theirs", () => {
    expect(handedOver(["a", "b"], "a", "c")).toEqual(["c", "b"]);
    expect(handedOver(["a", "b"], "a", "b")).toEqual(["a", "b"]);
    expect(handedOver(["a"], "a", "a")).toEqual(["a"]);
  });
});

describe("a booking that is pulled by days", () => {
  const zone = "Europe/Paris";
  const time = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });
  const byDays = (start: string, end: string, pull: "move" | "start" | "end", days: number) => {
    const now = pulledByDays(time(start, end), pull, days, zone);
    return [now.start, now.end].map((instant) => new Date(instant).toISOString().slice(0, 16));
  };

  it("keeps the time of the day at the end that is pulled, also where clocks are changed in between", () => {
    // Clocks go forward on 28 March 2027 and back on 31 October.
    expect(byDays("2027-03-26T07:00Z", "2027-03-26T09:00Z", "end", 3)).toEqual(["2027-03-26T07:00", "2027-03-29T08:00"]);
    expect(byDays("2027-03-29T06:00Z", "2027-03-29T08:00Z", "start", -3)).toEqual(["2027-03-26T07:00", "2027-03-29T08:00"]);
    expect(byDays("2027-10-29T06:00Z", "2027-10-29T08:00Z", "move", 3)).toEqual(["2027-11-01T07:00", "2027-11-01T09:00"]);
    // Until midnight it stays: of a day with 25 hours.
    expect(byDays("2027-10-30T20:00Z", "2027-10-30T22:00Z", "end", 1)).toEqual(["2027-10-30T20:00", "2027-10-31T23:00"]);
    // In the second of two hours that look alike.
    expect(byDays("2027-10-31T01:15Z", "2027-10-31T01:45Z", "move", 0)).toEqual(["2027-10-31T01:15", "2027-10-31T01:45"]);
  });

  it("never turns over: it goes as far as it can", () => {
    expect(byDays("2027-03-02T07:00Z", "2027-03-04T09:00Z", "end", -5)).toEqual(["2027-03-02T07:00", "2027-03-02T09:00"]);
    expect(byDays("2027-03-02T07:00Z", "2027-03-04T09:00Z", "start", 6)).toEqual(["2027-03-04T07:00", "2027-03-04T09:00"]);
    // Through a night: on the first day it would end before it begins.
    expect(byDays("2027-03-02T21:00Z", "2027-03-03T05:00Z", "end", -1)).toEqual(["2027-03-02T21:00", "2027-03-03T05:00"]);
  });
});

describe("a form for a while", () => {
  const uid = "0199c9a0-0000-7000-8000-000000000001";
  const inBerlin = (shown: { from: string; to: string }) => whileShown(shown, "Europe/Berlin");
  const absence = (from: string, to: string) => absenceForm(inBerlin).safeParse({ resourceUid: uid, kind: "leave", from, to });
  const booking = (from: string, to: string) =>
    bookingForm(inBerlin).safeParse({ title: "Work", jobUid: null, note: "", state: "confirmed", resources: [uid], from, to });

  it.each([
    ["across an hour that clocks show twice", "2026-10-25T02:30", "2026-10-25T02:15", []],
    ["backwards", "2026-10-26T02:30", "2026-10-26T02:15", ["to: timeOrder"]],
    ["of nothing", "2026-10-26T02:30", "2026-10-26T02:30", ["to: timeOrder"]],
    // It reads as later than what it is the same instant as.
    ["of nothing, where clocks leave an hour out", "2026-03-29T02:30", "2026-03-29T03:30", ["to: timeOrder"]],
    ["from a year that is still being typed", "20260-02-03T02:30", "2026-10-26T02:30", ["from: date"]],
  ])("%s", (_, from, to, wrong) => {
    for (const form of [absence, booking])
      expect((form(from, to).error?.issues ?? []).map(({ path, message }) => `${path}: ${message}`)).toEqual(wrong);
  });
});
