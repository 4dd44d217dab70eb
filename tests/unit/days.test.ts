import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dayIn, dayStart, instantAt, monthOf, nextMonth, shownAt, spanOf, weekOf, whenShown, whileShown } from "@/lib/days";

const ZONES = ["UTC", "Asia/Kolkata", "America/New_York", "Africa/Khartoum", "Pacific/Chatham", "Africa/Cairo", "America/Santiago"];
const anInstant = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) }).map((ms) => new Date(ms));

describe("the instant of a day and a time somewhere", () => {
  it.each([
    ["2026-12-02", "09:00", "Asia/Tokyo", "2026-12-02T00:00:00.000Z"],
    ["2026-12-02", "00:30", "Pacific/Kiritimati", "2026-12-01T10:30:00.000Z"],
    // On the days on which clocks change there, before and after.
    ["2026-03-08", "01:30", "America/New_York", "2026-03-08T06:30:00.000Z"],
    ["2026-03-08", "03:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
    ["2026-11-01", "09:00", "America/New_York", "2026-11-01T14:00:00.000Z"],
  ])("%s %s in %s is %s", (day, time, timeZone, instant) => {
    expect(instantAt(day, time, timeZone).toISOString()).toBe(instant);
  });
});

describe("what clocks show somewhere", () => {
  it("is shown again at the instant that is found by it, whatever the zone", () => {
    fc.assert(
      fc.property(anInstant, fc.constantFrom(...ZONES, "Europe/Berlin", "Australia/Lord_Howe"), (instant, timeZone) => {
        const shown = shownAt(instant, timeZone);
        expect(shownAt(whenShown(shown, timeZone), timeZone)).toBe(shown);
        // Of a time that is shown twice it is the first, unless it is known to be the other.
        expect(whenShown(shown, timeZone).getTime()).toBeLessThanOrEqual(instant.getTime());
        const known = new Date(Math.floor(instant.getTime() / 60_000) * 60_000);
        expect(whenShown(shown, timeZone, [undefined, known.toISOString()])).toEqual(known);
      }),
    );
  });
});

describe("a while between two times that clocks show", () => {
  const spans = ({ startsAt, endsAt }: ReturnType<typeof whileShown>) => [startsAt.toISOString(), endsAt.toISOString()];
  const summerEnds = (from: string, to: string, known?: Parameters<typeof whileShown>[2]) =>
    spans(whileShown({ from: `2026-10-25T${from}`, to: `2026-10-25T${to}` }, "Europe/Berlin", known));

  it("ends in the second of two hours where it could not end in the first", () => {
    expect(summerEnds("02:30", "02:15")).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-25T01:15:00.000Z"]);
    expect(summerEnds("02:30", "02:45")).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-25T00:45:00.000Z"]);
    expect(summerEnds("02:30", "02:30")).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]);
  });

  it("keeps its ends where they are those of one that is known", () => {
    const known = { startsAt: "2026-10-25T01:15:00.000Z", endsAt: "2026-10-25T01:45:00.000Z" };
    expect(summerEnds("02:15", "02:45", [known])).toEqual([known.startsAt, known.endsAt]);
    expect(summerEnds("01:15", "02:45", [known])).toEqual(["2026-10-24T23:15:00.000Z", known.endsAt]);
  });

  it("is none where its end is before its beginning, and no hour is shown twice", () => {
    const { startsAt, endsAt } = whileShown({ from: "2026-10-26T02:30", to: "2026-10-26T02:15" }, "Europe/Berlin");
    expect(endsAt.getTime() - startsAt.getTime()).toBe(-15 * 60_000);
    const forward = whileShown({ from: "2026-03-29T03:30", to: "2026-03-29T02:15" }, "Europe/Berlin");
    expect(forward.endsAt < forward.startsAt).toBe(true);
  });
});

describe("the day that it is somewhere", () => {
  it("is told by the clocks there", () => {
    const instant = new Date("2026-03-31T22:30:00Z");
    expect(dayIn(instant, "UTC")).toBe("2026-03-31");
    expect(dayIn(instant, "Europe/Paris")).toBe("2026-04-01");
    expect(dayIn(instant, "America/Los_Angeles")).toBe("2026-03-31");
  });

  it("is the day of what Intl writes, whatever the zone and the instant", () => {
    fc.assert(
      fc.property(anInstant, fc.constantFrom(...ZONES), (instant, timeZone) => {
        expect(dayIn(instant, timeZone)).toBe(new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(instant));
      }),
    );
  });
});

describe("the beginning of a day", () => {
  it("is its first instant, whatever the zone and the day", () => {
    fc.assert(
      fc.property(anInstant, fc.constantFrom(...ZONES), (instant, timeZone) => {
        const day = dayIn(instant, timeZone);
        const start = dayStart(day, timeZone);
        expect(dayIn(start, timeZone)).toBe(day);
        expect(dayIn(new Date(start.getTime() - 1000), timeZone)).toBe(addDays(day, -1));
        expect(start.getTime()).toBeLessThanOrEqual(instant.getTime());
      }),
    );
  });

  it.each([
    ["clocks go forward at two", "2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["the day after", "2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["clocks go back at three", "2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
    ["clocks go from midnight to one", "2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
    ["half an hour off", "2026-01-01", "Asia/Kolkata", "2025-12-31T18:30:00.000Z"],
  ])("where %s", (_, day, zone, start) => {
    expect(dayStart(day, zone).toISOString()).toBe(start);
  });
});

describe("weeks and months", () => {
  it.each([
    ["2026-11-22", "2026-11-16"],
    ["2026-11-23", "2026-11-23"],
    ["2027-01-01", "2026-12-28"],
  ])("the week of %s begins on Monday %s", (day, monday) => {
    expect(weekOf(day)).toBe(monday);
  });

  it.each([
    ["2026-01-31", "2026-01-01", "2026-02-01"],
    ["2028-02-29", "2028-02-01", "2028-03-01"],
    ["2026-12-05", "2026-12-01", "2027-01-01"],
  ])("the month of %s begins on %s and the next on %s", (day, first, next) => {
    expect([monthOf(day), nextMonth(day)]).toEqual([first, next]);
  });
});

describe("the span of some days", () => {
  it.each([
    [{}, undefined, undefined],
    [{ from: "2026-03-05" }, "2026-03-05T00:00:00.000Z", undefined],
    [{ from: "2026-03-05", to: "2026-03-05" }, "2026-03-05T00:00:00.000Z", "2026-03-06T00:00:00.000Z"],
    [{ from: "2026-03-05", to: "2026-03-06", timeZone: "Asia/Ho_Chi_Minh" }, "2026-03-04T17:00:00.000Z", "2026-03-06T17:00:00.000Z"],
    // The day on which clocks are put forward there has 23 hours.
    [{ from: "2026-03-08", to: "2026-03-08", timeZone: "America/New_York" }, "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    // A year that is still being typed, and the last one.
    [{ from: "0002-01-01", to: "9999-12-31" }, "0002-01-01T00:00:00.000Z", undefined],
    [{ from: "0001-01-01", timeZone: "Asia/Tokyo" }, "0000-12-31T14:41:01.000Z", undefined],
  ])("%o", (days, since, until) => {
    const span = spanOf(days);
    expect({ since: span.since?.toISOString(), until: span.until?.toISOString() }).toEqual({ since, until });
  });
});
