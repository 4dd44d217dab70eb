import { afterEach, describe, expect, it, vi } from "vitest";
import { lockSeconds } from "@/features/account/rules";
import { bytesNeeded, recorderType } from "@/features/practice/hooks/media";
import { minutesField } from "@/features/practice/minutes/schema";
import {
  ALLOWED_MINUTES,
  asLongAs,
  clock,
  extension,
  FULL_RECORDING_BYTES,
  longestMs,
  MAX_RECORDING_BYTES,
  minutesToMs,
  recordedAt,
  uploadName,
} from "@/features/practice/rules";
import { pageInput } from "@/lib/list-schemas";
import { pageCount, pageOffset } from "@/lib/page-math";

describe("clock()", () => {
  it.each([
    ["at the start", 60_000, 1000, 1000, { remainingMs: 60_000, overrunMs: 0, share: 0 }],
    ["half-way", 60_000, 1000, 31_000, { remainingMs: 30_000, overrunMs: 0, share: 0.5 }],
    ["one millisecond before the end", 60_000, 0, 59_999, { remainingMs: 1, overrunMs: 0, share: 59_999 / 60_000 }],
    ["at the end", 60_000, 0, 60_000, { remainingMs: 0, overrunMs: 0, share: 1 }],
    ["beyond the end", 60_000, 0, 75_500, { remainingMs: 0, overrunMs: 15_500, share: 1 }],
    ["when the clock went back", 60_000, 5000, 1000, { remainingMs: 60_000, overrunMs: 0, share: 0 }],
    ["without any planned time", 0, 0, 0, { remainingMs: 0, overrunMs: 0, share: 1 }],
    ["without any planned time, later", 0, 0, 500, { remainingMs: 0, overrunMs: 500, share: 1 }],
  ])("%s", (_when, planned, started, now, expected) => {
    expect(clock(planned, started, now)).toEqual(expected);
  });
});

describe("asLongAs()", () => {
  it.each([
    ["as it was measured", [60_000, 5_000], 60_000, 5_000],
    ["longer than was measured", [60_000, 5_000], 60_020, 5_000],
    ["shorter: so much less beyond the planned time", [60_000, 5_000], 58_000, 3_000],
    ["shorter than planned", [210_000, 90_000], 30_000, 0],
    ["of which nobody measured the length", [0, 0], 30_000, 0],
  ] as const)("%s", (_how, [durationMs, overrunMs], length, over) => {
    expect(asLongAs({ durationMs, overrunMs }, length)).toEqual({ durationMs: length, overrunMs: over });
  });
});

describe("recordedAt()", () => {
  const arrived = new Date("2031-03-14T12:00:00.000Z");
  it.each([
    ["as it is told", "2031-03-12T08:30:00.000Z", "2031-03-12T08:30:00.000Z"],
    ["in another zone", "2031-03-12T08:30:00+02:00", "2031-03-12T06:30:00.000Z"],
    ["not after it arrived", "2031-03-14T12:00:00.001Z", "2031-03-14T12:00:00.000Z"],
    ["not years after it arrived", "9999-12-31T23:59:59Z", "2031-03-14T12:00:00.000Z"],
    ["thirty days before", "2031-02-12T12:00:00.000Z", "2031-02-12T12:00:00.000Z"],
    ["not longer before", "2031-02-12T11:59:59.999Z", "2031-02-12T12:00:00.000Z"],
    ["not in the year of a clock that was never set", "0000-01-01T00:00:00Z", "2031-02-12T12:00:00.000Z"],
  ])("%s", (_how, told, expected) => {
    expect(recordedAt(told, arrived)).toEqual(new Date(expected));
  });
});

describe("the minutes that are offered", () => {
  it("are all that the server takes", () => {
    const quarters = Array.from({ length: 4 * 120 }, (_, at) => at / 4);
    expect(ALLOWED_MINUTES).toEqual(quarters.filter((minutes) => minutesField.safeParse(minutes).success));
    expect([ALLOWED_MINUTES.at(0), ALLOWED_MINUTES.at(-1)]).toEqual([0.5, 60]);
  });
});

describe("minutesToMs()", () => {
  it.each([
    [0.5, 30_000],
    [1, 60_000],
    [1.5, 90_000],
    [2, 120_000],
    [60, 3_600_000],
  ])("%f minutes are %i ms", (minutes, ms) => {
    expect(minutesToMs(minutes)).toBe(ms);
  });
});

describe("a practice take that nobody ends", () => {
  it.each([
    [0.5, 60.5],
    [2, 62],
    [60, 120],
  ])("of %f minutes ends after %f", (planned, minutes) => {
    expect(longestMs(planned)).toBe(minutesToMs(minutes));
  });

  it("is not larger by then than what is taken", () => {
    expect(FULL_RECORDING_BYTES).toBeLessThan(MAX_RECORDING_BYTES);
    // Room is asked for twice, and a little more: for the recording and its mended copy.
    expect(bytesNeeded("video", 120) / 2).toBeLessThan(FULL_RECORDING_BYTES);
  });
});

describe("uploadName()", () => {
  const uid = "0190a5f0-0000-7000-8000-000000000000";
  it.each([
    ["audio/webm", "webm"],
    ["video/webm", "webm"],
    ["audio/mp4", "m4a"],
    ["video/mp4", "mp4"],
    ["audio/ogg", "ogg"],
    ["video/x-other", "bin"],
    ["", "bin"],
  ])("%s ends in .%s", (type, ending) => {
    expect(extension(type)).toBe(ending);
    expect(uploadName(uid, type)).toBe(`${uid}.${ending}`);
    expect(uploadName(uid, type, 2)).toBe(`${uid}-2.${ending}`);
  });
});

describe("recorderType()", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const both = (type: string) => /\/(webm|mp4)/.test(type);
  it.each([
    ["Safari since it records WebM, too", both, { standalone: false }, "mp4"],
    ["Safari before that", (type: string) => type.includes("/mp4"), { standalone: false }, "mp4"],
    ["Chrome", both, {}, "webm"],
    ["Firefox", (type: string) => /\/(webm|ogg)/.test(type), {}, "webm"],
    ["a browser that records MP4 alone", (type: string) => type.includes("/mp4"), {}, "mp4"],
  ])("of %s", (_browser, isTypeSupported, navigator, format) => {
    vi.stubGlobal("MediaRecorder", { isTypeSupported });
    vi.stubGlobal("navigator", navigator);
    expect(recorderType("audio")).toMatch(`audio/${format};`);
    expect(recorderType("video")).toMatch(`video/${format};`);
  });
});

describe("pages", () => {
  it.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
    [20, 2],
    [21, 3],
  ])("%i items fill %i pages", (total, pages) => {
    expect(pageCount(total)).toBe(pages);
  });

  it("begin at the first item", () => {
    expect([1, 2, 3].map(pageOffset)).toEqual([0, 10, 20]);
  });

  it("are whole numbers from 1, 1 when none is given", () => {
    expect(pageInput.parse({})).toEqual({ page: 1 });
    for (const page of [0, -1, 1.5, "1", null, Number.NaN]) expect(pageInput.safeParse({ page }).success).toBe(false);
  });
});

describe("lockSeconds()", () => {
  const now = new Date("2026-01-01T12:00:00Z");
  const at = (ms: number) => ({ failures: 5, lockedUntil: new Date(now.getTime() + ms) });
  it.each([
    ["no record", undefined, 0],
    ["no lock", { failures: 4, lockedUntil: null }, 0],
    ["a lock that is over", at(-1), 0],
    ["a lock that ends now", at(0), 0],
    ["a lock that ends in a moment", at(1), 1],
    ["a lock of 15 minutes", at(900_000), 900],
  ])("%s", (_kind, record, seconds) => {
    expect(lockSeconds(record, now)).toBe(seconds);
  });
});
