import { describe, expect, it } from "vitest";
import { givenUpUntil, linkSeconds, stageOf } from "@/features/peer-review/assignments/rules";
import { mediansOf, spreadOf } from "@/features/peer-review/insights/rules";
import {
  careOf,
  drawLetter,
  heardMs,
  isLongWait,
  isNameless,
  isPaid,
  isWithin,
  lettersOf,
  owedForNext,
  pairOf,
  turnAt,
  waitingEstimate,
} from "@/features/peer-review/rules";
import { roughly } from "@/lib/roughly";

const HOUR = 3_600_000;
const NOW = new Date("2026-11-22T12:34:56.789Z");
const RATINGS = { clarity: 4, logic_relevance: 3, expertise_insight: 5, attitude_engagement: 2, rating_overall: 4 };

describe("giving before getting", () => {
  it("lets the first request in at once, and wants each further one paid for with all before it", () => {
    expect(owedForNext({ asked: 0, given: 0 })).toBe(0);
    expect(owedForNext({ asked: 1, given: 0 })).toBe(4);
    expect(owedForNext({ asked: 1, given: 3 })).toBe(1);
    expect(owedForNext({ asked: 1, given: 9 })).toBe(0);
    expect([isPaid(1, 1), isPaid(1, 2), isPaid(2, 3), isPaid(2, 4)]).toEqual([false, true, false, true]);
  });

  it("gives the first review of what is not paid for its turn among the others, and the rest theirs a week later", () => {
    const hours = (place: number, paid: boolean) => (turnAt(place, paid, NOW).getTime() - NOW.getTime()) / HOUR;
    expect([1, 2, 3].map((place) => hours(place, true))).toEqual([0, 12, 24]);
    expect([1, 2, 3].map((place) => hours(place, false))).toEqual([0, 180, 192]);
  });
});

describe("care", () => {
  const good = "What you did, and what came of it, was plain to me from the start.";
  const written = {
    ratings: RATINGS,
    good,
    suggestion: good,
    comments: [{ second: 1, text: "Here" }],
    heard: [[0, 30_000]] as const,
    durationMs: 60_000,
  };

  it("is owed in every part", () => {
    expect(careOf({ ...written, heard: [[0, 30_000]] })).toEqual([]);
    expect(careOf({ ...written, heard: [[0, 29_999]] })).toEqual(["heard"]);
    expect(careOf({ ...written, heard: undefined, ratings: { clarity: 1 } })).toEqual(["ratings"]);
    expect(careOf({ ...written, heard: undefined, comments: [] })).toEqual(["comments"]);
    expect(careOf({ ...written, heard: undefined, good: "Good.", suggestion: " \u200b " })).toEqual(["good", "suggestion"]);
  });

  it("can be given in comments alone", () => {
    const bare = { ...written, heard: undefined, good: undefined, suggestion: undefined };
    expect(careOf(bare)).toEqual(["comments"]);
    expect(
      careOf({
        ...bare,
        comments: [
          { second: 1, text: good },
          { second: 9, text: good },
        ],
      }),
    ).toEqual([]);
  });

  it("counts what was played once, and within the recording", () => {
    expect(
      heardMs(
        [
          [0, 10],
          [5, 20],
          [30, 40],
          [0, 3],
        ],
        null,
      ),
    ).toBe(30);
    expect(
      heardMs(
        [
          [50, 90],
          [70, 200],
        ],
        60,
      ),
    ).toBe(10);
  });

  it("counts signs that say a word in one as more letters", () => {
    expect(lettersOf("ab c")).toBe(3);
    expect(lettersOf("您好")).toBe(6);
  });

  it("keeps comments within the recording", () => {
    expect(isWithin([{ second: 61 }], 60_000, 1000)).toBe(true);
    expect(isWithin([{ second: 61.1 }], 60_000, 1000)).toBe(false);
  });
});

describe("strangers stay strangers", () => {
  it.each([
    "see https://x.example",
    "www.me.example",
    "t.me/ada",
    "linkedin.com/in/ada",
    "ada@mail.example",
    "ask @ada",
    "+249 91 234 5678",
    "call 0912345678 9",
    "call 09 1 - 2 (34) 567 89",
    // As long as a text may be, with room to stop at anywhere: it is read in one go.
    `${`1${" ".repeat(240)}`.repeat(8)}9`,
  ])("%s leads to somebody", (text) => expect(isNameless(text)).toBe(false));

  it.each([
    "from 2019-2023",
    "10.000.000 €",
    "100 000 000 users",
    "ASP.NET and socket.io",
    "Rate: 3/5, and 20 % faster",
    "Monday.com",
    "3 @ 5 each",
    `${`1${" ".repeat(240)}`.repeat(8)}x`,
  ])("%s leads to nobody", (text) => expect(isNameless(text)).toBe(true));

  it("draws a letter that is left, whatever the chance", () => {
    expect(drawLetter([], 3, 0)).toBe(1);
    expect(drawLetter([1], 3, 0.999)).toBe(3);
    expect(drawLetter([1, 3], 3, 0.5)).toBe(2);
  });

  it("tells another's instants to the hour, and keeps pairs in one order", () => {
    expect(roughly(NOW)).toBe("2026-11-22T12:00:00.000Z");
    expect(pairOf("b", "a")).toEqual(pairOf("a", "b"));
  });
});

describe("waiting", () => {
  it("is told only from what happened, and from enough of it", () => {
    expect(waitingEstimate([1, 2, 3, 4])).toBeNull();
    expect(waitingEstimate([50, 10, 30, 20, 40])).toBe(30);
    expect(waitingEstimate([1, 2, 3, 4, 5, 6])).toBe(4);
  });

  it("is long beyond a day, and beyond twice what is usual", () => {
    const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
    expect(isLongWait(null, null, NOW)).toBe(false);
    expect(isLongWait(ago(23), null, NOW)).toBe(false);
    expect(isLongWait(ago(24), 3600, NOW)).toBe(true);
    expect(isLongWait(ago(40), 24 * 3600, NOW)).toBe(false);
  });
});

describe("a lease", () => {
  it("opens the video after the first ratings", () => {
    expect(stageOf({ staged: false, firstRatings: null })).toBe("whole");
    expect(stageOf({ staged: true, firstRatings: null })).toBe("voice");
    expect(stageOf({ staged: true, firstRatings: {} })).toBe("video");
  });

  it("ends its addresses", () => {
    expect(linkSeconds(new Date(NOW.getTime() + HOUR), NOW)).toBe(900);
    expect(linkSeconds(new Date(NOW.getTime() + 61_000), NOW)).toBe(61);
  });

  it("is not for those who gave up many lately, until the oldest of them is a week old", () => {
    const days = (n: number) => new Date(NOW.getTime() - n * 24 * HOUR);
    expect(givenUpUntil([1, 2, 3, 4].map(days), NOW)).toBeUndefined();
    expect(givenUpUntil([1, 2, 3, 4, 8].map(days), NOW)).toBeUndefined();
    expect(givenUpUntil([1, 2, 3, 4, 6].map(days), NOW)).toBe(24 * 3600);
  });
});

describe("insights", () => {
  it("have the middle and the spread of each scale", () => {
    expect(spreadOf([])).toBeNull();
    const three = [1, 3, 5].map((clarity) => ({ ...RATINGS, clarity }));
    expect(spreadOf(three)?.clarity).toEqual({ median: 3, min: 1, max: 5, q1: 2, q3: 4 });
    expect(mediansOf(three.slice(0, 2))).toEqual({ ...RATINGS, clarity: 2 });
  });
});
