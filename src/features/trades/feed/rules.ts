import type { BookingState } from "@/lib/enums/trades";

/** What calendars are told: from so many days back, to so many ahead. */
export const FEED_DAYS = { back: 30, ahead: 365 } as const;

/** An entry of a calendar. */
export interface FeedEvent {
  uid: string;
  title: string;
  /** Where it is, empty where nobody said. */
  place: string;
  state: BookingState;
  startsAt: Date;
  endsAt: Date;
  changedAt: Date;
  /** How often it was changed. */
  changes: number;
}

/** Octets of a line, its end not counted (RFC 5545, 3.1). */
const LINE = 75;

/** A line as long as it may be, and what is left of it on lines that begin with a blank; no sign is cut in two. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = "";
  let octets = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (octets + size > LINE) {
      lines.push(current);
      current = " ";
      octets = 1;
    }
    current += sign;
    octets += size;
  }
  return [...lines, current].join("\r\n");
}

/** A text as a value (RFC 5545, 3.3.11): what would end it is marked, and what no calendar can read is left out. */
const text = (value: string): string =>
  value
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\n\r\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, "");

/** An instant in UTC: 20260131T143000Z. */
const utc = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");

const entry = ({ uid, title, place, state, startsAt, endsAt, changedAt, changes }: FeedEvent): string[] => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  `DTSTAMP:${utc(changedAt)}`,
  `SEQUENCE:${changes}`,
  `DTSTART:${utc(startsAt)}`,
  `DTEND:${utc(endsAt)}`,
  `SUMMARY:${text(title)}`,
  ...(place ? [`LOCATION:${text(place)}`] : []),
  `STATUS:${state === "confirmed" ? "CONFIRMED" : "TENTATIVE"}`,
  "END:VEVENT",
];

/** A calendar has one component at least (RFC 5545, 3.6): in one without events it is the zone that all of them are told in. */
const NO_EVENTS = [
  "BEGIN:VTIMEZONE",
  "TZID:Etc/UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/** A calendar of this name (RFC 5545; its name as RFC 7986 and, before that, as everybody wrote it). */
export const calendarOf = (name: string, events: FeedEvent[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Parley//Schedule//EN",
    "CALSCALE:GREGORIAN",
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...(events.length === 0 ? NO_EVENTS : events.flatMap(entry)),
    "END:VCALENDAR",
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("");
