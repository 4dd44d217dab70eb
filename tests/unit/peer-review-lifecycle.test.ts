import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { givenUpUntil, linkSeconds, STAGES, stageOf } from "@/features/peer-review/assignments/rules";
import {
  assignment,
  type Care,
  careOf,
  daysBefore,
  disputeEnds,
  drawLetter,
  ESTIMATE_FROM,
  heardMs,
  hoursBefore,
  isNameless,
  isPaid,
  isWithin,
  leaseEnds,
  letterOf,
  lettersOf,
  MIN_TEXT,
  owedForNext,
  pairOf,
  request,
  review,
  TO_GIVE,
  turnAt,
  type Written,
  waitingEstimate,
} from "@/features/peer-review/rules";
import { ASSIGNMENT_STATES, REVIEW_REQUEST_STATES, REVIEW_STATES } from "@/lib/enums/peer-review";
import { SETTING_DEFAULTS } from "@/lib/settings";
import { median, quantile } from "@/lib/statistics";

// Written down here once more, on purpose: every step that is allowed, and who may take it. All others are not.
const REQUEST = {
  "open → satisfied": ["reviewer"],
  "satisfied → closed": ["server"],
  "open → withdrawn": ["author", "server", "moderator"],
};
const ASSIGNMENT = {
  "queued → leased": ["reviewer"],
  "leased → submitted": ["reviewer"],
  "leased → released": ["reviewer", "server"],
  "leased → expired": ["server"],
};
const REVIEW = {
  "submitted → published": ["server"],
  "published → thanked": ["author"],
  "published → disputed": ["author"],
  "thanked → disputed": ["author"],
  "disputed → upheld": ["moderator"],
  "disputed → edited": ["moderator"],
  "disputed → removed": ["moderator"],
};
const TAKERS = ["author", "reviewer", "moderator", "server"];

interface Life {
  states: readonly string[];
  steps: readonly unknown[];
  can(from: string, to: string, by?: string): boolean;
  next(from: string): string[];
}

const LIVES: [string, unknown, readonly string[], readonly string[], Record<string, string[]>][] = [
  ["a request", request, REVIEW_REQUEST_STATES, ["open", "satisfied", "closed", "withdrawn"], REQUEST],
  ["an assignment", assignment, ASSIGNMENT_STATES, ["queued", "leased", "submitted", "released", "expired"], ASSIGNMENT],
  ["a review", review, REVIEW_STATES, ["submitted", "published", "thanked", "disputed", "upheld", "edited", "removed"], REVIEW],
];

describe.each(LIVES)("the lifecycle of %s", (_name, table, stored, states, allowed) => {
  const life = table as Life;

  it("has these states and no other", () => {
    expect([...life.states]).toEqual(states);
    expect([...stored]).toEqual(states);
  });

  it.each(states.flatMap((from) => states.map((to) => [from, to] as const)))("%s → %s", (from, to) => {
    const by = allowed[`${from} → ${to}`] ?? [];
    expect(life.can(from, to)).toBe(by.length > 0);
    for (const taker of TAKERS) expect({ taker, can: life.can(from, to, taker) }).toEqual({ taker, can: by.includes(taker) });
    expect(life.next(from).includes(to)).toBe(by.length > 0);
  });

  it("has no step twice", () => {
    expect(life.steps).toHaveLength(Object.values(allowed).flat().length);
  });
});

describe("giving before getting", () => {
  it("two for each, three wanted where nobody pays", () => {
    expect([TO_GIVE, SETTING_DEFAULTS.entitlements.free.reviewsWanted]).toEqual([2, 3]);
  });

  it.each([
    [0, 0, 0],
    [1, 0, 4],
    [1, 2, 2],
    [1, 4, 0],
    [2, 4, 2],
    [2, 9, 0],
  ])("after %i requests and %i reviews, %i are owed", (asked, given, owed) => {
    expect(owedForNext({ asked, given })).toBe(owed);
  });

  it.each([
    [1, 1, false],
    [1, 2, true],
    [3, 5, false],
    [3, 6, true],
  ])("the request at place %i with %i reviews given: paid %s", (nth, given, paid) => {
    expect(isPaid(nth, given)).toBe(paid);
  });

  it("who has given what is owed may ask, is paid for, and owes again after that", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(1000), (asked, given) => {
        const owed = owedForNext({ asked, given });
        expect(owed).toBeGreaterThanOrEqual(0);
        expect(owedForNext({ asked, given: given + owed })).toBe(0);
        if (owed > 0) expect(owedForNext({ asked, given: given + owed - 1 })).toBe(1);
        // More given never means more owed, more asked never less.
        expect(owedForNext({ asked, given: given + 1 })).toBeLessThanOrEqual(owed);
        expect(owedForNext({ asked: asked + 1, given })).toBeGreaterThanOrEqual(owed);
        if (asked > 0 && owed === 0) expect(isPaid(asked + 1, given)).toBe(true);
      }),
    );
  });
});

describe("turns in the queue", () => {
  const opened = new Date("2026-05-01T00:00:00Z");
  const places = fc.integer({ min: 1, max: 8 });
  const hoursLater = (hours: number) => new Date(opened.getTime() + hours * 3_600_000);

  it("of requests of one age the first reviews come first, and what is paid for before what is not", () => {
    fc.assert(
      fc.property(places, places, fc.boolean(), (one, other, paid) => {
        if (one < other) expect(turnAt(one, paid, opened).getTime()).toBeLessThan(turnAt(other, paid, opened).getTime());
        expect(turnAt(one, true, opened).getTime()).toBeLessThanOrEqual(turnAt(one, false, opened).getTime());
        // No first review of somebody's first request waits because of what it cost.
        expect(turnAt(1, paid, opened)).toEqual(opened);
      }),
    );
  });

  it("whoever waits comes before those who ask later, in the end", () => {
    fc.assert(
      fc.property(places, fc.boolean(), places, fc.boolean(), (place, paid, other, otherPaid) => {
        const late = 8 * 12 + 8 * 24;
        expect(turnAt(place, paid, opened).getTime()).toBeLessThan(turnAt(other, otherPaid, hoursLater(late)).getTime());
      }),
    );
    expect([1, 2, 3].map((place) => turnAt(place, true, opened))).toEqual([0, 12, 24].map(hoursLater));
    expect([1, 2, 3].map((place) => turnAt(place, false, opened))).toEqual([0, 12 + 7 * 24, 24 + 7 * 24].map(hoursLater));
  });

  it("a pair is the same whichever way round", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        fc.pre(one !== other);
        expect(pairOf(one, other)).toEqual(pairOf(other, one));
        const { oneId, otherId } = pairOf(one, other);
        expect(oneId < otherId).toBe(true);
        expect([oneId, otherId].sort()).toEqual([one, other].sort());
      }),
    );
  });
});

describe("letters", () => {
  it("are drawn from those that are left, each once, and each of them can come", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 8, maxLength: 8 }),
        (wanted, lots) => {
          const drawn: number[] = [];
          for (const lot of lots.slice(0, wanted)) drawn.push(drawLetter(drawn, wanted, lot));
          expect(drawn.toSorted((a, b) => a - b)).toEqual(Array.from({ length: wanted }, (_, at) => at + 1));
        },
      ),
    );
    expect([0, 0.34, 0.67].map((lot) => letterOf(drawLetter([], 3, lot)))).toEqual(["A", "B", "C"]);
  });
});

describe("clocks", () => {
  const now = new Date("2026-03-29T00:30:00Z");

  it("a lease lasts eight hours", () => {
    expect(leaseEnds(now).getTime() - now.getTime()).toBe(8 * 3_600_000);
  });

  it("hours and days are those of a clock that no season changes", () => {
    expect(hoursBefore(now, 48).toISOString()).toBe("2026-03-27T00:30:00.000Z");
    expect(daysBefore(now, 30).toISOString()).toBe("2026-02-27T00:30:00.000Z");
    expect(disputeEnds(now).toISOString()).toBe("2026-04-12T00:30:00.000Z");
  });
});

describe("what the numbers say", () => {
  const some = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 });

  it("a median is in the middle, whatever the order", () => {
    expect([median([]), median([4]), median([5, 1, 3]), median([4, 1, 3, 2])]).toEqual([null, 4, 3, 2.5]);
    fc.assert(
      fc.property(some, (values) => {
        const middle = median(values) ?? Number.NaN;
        expect(median(values.toReversed())).toBe(middle);
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2);
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2);
      }),
    );
  });

  it("quantiles stand in order between the smallest and the largest", () => {
    fc.assert(
      fc.property(some, (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const found = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(sorted, share));
        expect(found).toEqual(found.toSorted((a, b) => a - b));
        expect([found[0], found[4]]).toEqual([sorted[0], sorted.at(-1)]);
      }),
    );
  });

  it("an estimate is made of what happened, and of enough of it", () => {
    expect(waitingEstimate([])).toBeNull();
    expect(waitingEstimate(Array.from({ length: ESTIMATE_FROM - 1 }, () => 60))).toBeNull();
    expect(waitingEstimate([3600, 60, 7200, 60, 3600])).toBe(3600);
    fc.assert(
      fc.property(some, (waits) => {
        const estimate = waitingEstimate(waits);
        expect(estimate === null).toBe(waits.length < ESTIMATE_FROM);
        expect(estimate ?? Math.min(...waits)).toBeGreaterThanOrEqual(Math.min(...waits));
        expect(estimate ?? Math.max(...waits)).toBeLessThanOrEqual(Math.max(...waits));
      }),
    );
  });
});

describe("the care that a review is owed", () => {
  const ratings = { clarity: 4, logic_relevance: 3, expertise_insight: 5, attitude_engagement: 2, rating_overall: 4 };
  const text = "x".repeat(MIN_TEXT);
  const whole: Written = {
    ratings,
    good: text,
    suggestion: text,
    comments: [{ second: 3, text: "Here it begins." }],
    heard: [[0, 30_000]],
    durationMs: 60_000,
  };

  it.each<[string, Partial<Written>, Care[]]>([
    ["everything", {}, []],
    ["four of five ratings", { ratings: { ...ratings, clarity: undefined } as never }, ["ratings"]],
    ["no rating", { ratings: {} }, ["ratings"]],
    ["not quite half of it heard", { heard: [[0, 29_999]] }, ["heard"]],
    ["the same tenth heard five times", { heard: Array.from({ length: 5 }, () => [0, 6000] as const) }, ["heard"]],
    [
      "half of it in pieces that overlap",
      {
        heard: [
          [50_000, 60_000],
          [0, 15_000],
          [10_000, 20_000],
        ],
      },
      [],
    ],
    ["what lies behind the end", { heard: [[60_000, 600_000]] }, ["heard"]],
    ["nothing heard", { heard: [] }, ["heard"]],
    ["what was heard not told", { heard: undefined }, []],
    ["a length that nobody knows", { heard: [], durationMs: null }, []],
    ["no comment", { comments: [] }, ["comments"]],
    ["a comment of two letters", { comments: [{ second: 1, text: "ok" }] }, ["comments"]],
    ["a comment of blanks", { comments: [{ second: 1, text: "   \n " }] }, ["comments"]],
    ["what was good in a letter too few", { good: text.slice(1) }, ["good"]],
    ["what was good in blanks", { good: `${"x".repeat(5)}${" ".repeat(200)}` }, ["good"]],
    ["what was good in signs that are not seen", { good: "\u200b".repeat(200) }, ["good"]],
    ["no suggestion beside what was good", { suggestion: undefined }, ["suggestion"]],
    [
      "nothing said at all",
      { good: "", suggestion: "", comments: [], ratings: {}, heard: [] },
      ["ratings", "heard", "comments", "good", "suggestion"],
    ],
    ["comments alone that say little", { good: undefined, suggestion: undefined }, ["comments"]],
    ["comments alone that say as much", { good: undefined, suggestion: undefined, comments: [{ second: 1, text: text + text }] }, []],
    ["Chinese in fewer signs", { good: "开头讲得很清楚例子也非常具体", suggestion: "结尾可以再用一句话总结一下结果吧" }, []],
  ])("%s", (_, change, lacking) => {
    expect(careOf({ ...whole, ...change })).toEqual(lacking);
  });

  it("more said, heard and rated never lacks more", () => {
    const piece = fc.tuple(fc.nat(60_000), fc.nat(60_000)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), piece, fc.string(), fc.string(), (heard, more, said, added) => {
        const before = careOf({ ...whole, heard, good: said });
        const after = careOf({ ...whole, heard: [...heard, more], good: said + added });
        expect(after.filter((lack) => !before.includes(lack))).toEqual([]);
        expect(heardMs(heard, 40_000)).toBeLessThanOrEqual(40_000);
        expect(heardMs(heard.toReversed(), 60_000)).toBe(heardMs(heard, 60_000));
        expect(heardMs([...heard, ...heard], 60_000)).toBe(heardMs(heard, 60_000));
      }),
    );
  });

  it("a word's sign says as much as three letters, blanks say nothing", () => {
    expect([lettersOf("a b\tc"), lettersOf("\u200bä"), lettersOf("好的"), lettersOf("🙂"), lettersOf("")]).toEqual([3, 1, 6, 1, 0]);
  });

  it("comments stand within the recording", () => {
    expect(isWithin([{ second: 0 }, { second: 60 }], 60_000, 0)).toBe(true);
    expect(isWithin([{ second: 60.1 }], 60_000, 0)).toBe(false);
    // As far as players agree on where its end is.
    expect(isWithin([{ second: 60.1 }], 60_000, 1000)).toBe(true);
    expect(isWithin([{ second: 2 }, { second: 61.1 }], 60_000, 1000)).toBe(false);
  });

  it.each([
    "Write to ada@example.com",
    "See https://example.com",
    "www.example.com has more",
    "a\u200bda@exa\u00admple.com",
    "HTTP://x.y",
    "Find me as @lampmaker42",
    "t.me/lampmaker",
    "linkedin.com/in/ada",
    "+44 7700 900123",
  ])("%s leads to somebody", (said) => {
    expect(isNameless(said)).toBe(false);
  });

  it.each([
    "At 0:40 you look away.",
    "Rate: 3/5, and 20 % faster",
    "I led it from 2019-2023",
    "ASP.NET or C#",
    "你说得很好。",
    "كان الجواب واضحا",
    "C++ and Node.js",
  ])("%s leads to nobody", (said) => {
    expect(isNameless(said)).toBe(true);
  });
});

describe("what a reviewer has", () => {
  const now = new Date("2026-05-01T12:00:00Z");
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

  it("of a staged video the voice first, then the video", () => {
    expect([...STAGES]).toEqual(["voice", "video", "whole"]);
    expect(stageOf({ staged: false, firstRatings: null })).toBe("whole");
    expect(stageOf({ staged: false, firstRatings: {} })).toBe("whole");
    expect(stageOf({ staged: true, firstRatings: null })).toBe("voice");
    expect(stageOf({ staged: true, firstRatings: {} })).toBe("video");
  });

  it("an address that ends with the lease", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 * 3600 }), (left) => {
        const seconds = linkSeconds(new Date(now.getTime() + left * 1000), now);
        expect(seconds).toBe(Math.min(left, 15 * 60));
      }),
    );
  });

  it("no turn for a while after five that were given up within a week", () => {
    const given = [1, 2, 3, 4, 5].map(before);
    expect(givenUpUntil(given.slice(1), now)).toBeUndefined();
    expect(givenUpUntil(given, now)).toBe(7 * 86_400 - 5 * 3600);
    expect(givenUpUntil([1, 2, 3, 4, 7 * 24].map(before), now)).toBeUndefined();
    expect(givenUpUntil([1, 2, 3, 4, 7 * 24 - 1].map(before), now)).toBe(3600);
    expect(givenUpUntil([], now)).toBeUndefined();
  });
});
