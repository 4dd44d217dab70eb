import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { calendarOf, type FeedEvent } from "@/features/trades/feed/rules";

const EVENT: FeedEvent = {
  uid: "0193a1f0-0000-7000-8000-000000000001",
  title: "#12 Kitchen, Nguyễn; fit \\ polish",
  place: "12 Lê Lợi, Huế",
  state: "tentative",
  startsAt: new Date("2026-03-29T00:30:00Z"),
  endsAt: new Date("2026-03-29T02:30:00Z"),
  changedAt: new Date("2026-03-01T08:00:00Z"),
  changes: 2,
};

/** As somebody else's reader of calendars understands it. */
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    name: calendar.getFirstPropertyValue("x-wr-calname"),
    events: calendar.getAllSubcomponents("vevent").map((one) => {
      const event = new ICAL.Event(one);
      return {
        uid: event.uid,
        title: event.summary,
        place: event.location ?? "",
        state: one.getFirstPropertyValue("status"),
        startsAt: event.startDate.toJSDate(),
        endsAt: event.endDate.toJSDate(),
        changedAt: (one.getFirstPropertyValue("dtstamp") as ICAL.Time).toJSDate(),
        changes: event.sequence,
      };
    }),
  };
};

describe("a calendar of bookings", () => {
  it("is read elsewhere as it was meant", () => {
    const { name, events } = read(calendarOf("Lan – Stone shop", [EVENT, { ...EVENT, state: "confirmed", place: "" }]));
    expect(name).toBe("Lan – Stone shop");
    expect(events).toEqual([
      { ...EVENT, state: "TENTATIVE" },
      { ...EVENT, state: "CONFIRMED", place: "" },
    ]);
  });

  it("has a component before anything is booked, as every calendar", () => {
    const calendar = new ICAL.Component(ICAL.parse(calendarOf("Lan", [])));
    const [zone, ...others] = calendar.getAllSubcomponents();
    expect([zone?.name, others.length]).toEqual(["vtimezone", 0]);
    expect(new ICAL.Timezone(zone).utcOffset(ICAL.Time.now())).toBe(0);
  });

  it("has lines of 75 octets at most, each ended by both signs, whatever is written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (title) => {
        const text = calendarOf(title, [{ ...EVENT, title }]);
        expect(text.endsWith("\r\n")).toBe(true);
        const lines = text.split("\r\n");
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/\p{Cc}/u);
        }
        const [event] = read(text).events;
        expect(event?.title).toBe(title.replaceAll(/\r\n|[\n\r\u2028\u2029]/g, "\n").replaceAll(/(?!\n)\p{Cc}/gu, ""));
        expect(event?.uid).toBe(EVENT.uid);
      }),
    );
  });
});
