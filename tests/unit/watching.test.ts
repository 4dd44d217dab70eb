import { describe, expect, it } from "vitest";
import {
  type Candidate,
  COMPLETE_AT,
  categoriesOf,
  coverage,
  drawMark,
  endRange,
  giveBack,
  type Learner,
  MAX_RANGES,
  mergeRanges,
  NOTHING_PLAYED,
  type Played,
  playedTo,
  type Range,
  startAt,
  suggest,
  takeReport,
  watchState,
  weakestScale,
} from "@/features/learning/rules";
import type { RatingScale } from "@/lib/enums/practice";

describe("mergeRanges()", () => {
  it.each<[string, Range[], Range[]]>([
    ["nothing", [], []],
    ["one range", [[1, 5]], [[1, 5]]],
    [
      "ranges apart, put in order",
      [
        [20, 30],
        [1, 5],
      ],
      [
        [1, 5],
        [20, 30],
      ],
    ],
    [
      "ranges that overlap",
      [
        [1, 5],
        [4, 9],
      ],
      [[1, 9]],
    ],
    [
      "a range within another",
      [
        [1, 9],
        [4, 5],
      ],
      [[1, 9]],
    ],
    [
      "ranges that touch",
      [
        [1, 5],
        [5, 9],
      ],
      [[1, 9]],
    ],
    [
      "ranges half a second apart",
      [
        [1, 5],
        [5.5, 9],
      ],
      [[1, 9]],
    ],
    [
      "ranges further apart",
      [
        [1, 5],
        [5.6, 9],
      ],
      [
        [1, 5],
        [5.6, 9],
      ],
    ],
    ["what lies before the beginning and behind the end", [[-5, 500]], [[0, 100]]],
    ["a range wholly behind the end", [[120, 130]], []],
    ["a range without length", [[7, 7]], []],
    ["a range that runs backwards", [[9, 4]], []],
  ])("%s", (_what, ranges, expected) => {
    expect(mergeRanges(ranges, 100)).toEqual(expected);
  });

  it("leaves what it was given as it was", () => {
    const given: Range[] = [
      [1, 5],
      [4, 9],
    ];
    mergeRanges(given, 100);
    expect(given).toEqual([
      [1, 5],
      [4, 9],
    ]);
  });

  it("gives the same whatever comes first and however often", () => {
    const one: Range[] = [
      [0, 10],
      [40, 60],
    ];
    const other: Range[] = [[8, 41]];
    const whole = mergeRanges([...one, ...other], 100);
    expect(mergeRanges([...other, ...one, ...other], 100)).toEqual(whole);
    expect(mergeRanges(whole, 100)).toEqual(whole);
  });
});

describe("coverage()", () => {
  it.each<[Range[], number, number]>([
    [[], 100, 0],
    [[[0, 50]], 100, 0.5],
    [
      [
        [0, 25],
        [50, 75],
      ],
      100,
      0.5,
    ],
    [[[0, 100]], 100, 1],
    [[[0, 120]], 100, 1],
    [[[0, 10]], 0, 0],
  ])("%j of %i seconds is %f", (ranges, duration, share) => {
    expect(coverage(ranges, duration)).toBeCloseTo(share);
  });
});

describe("watchState()", () => {
  it.each([
    [0, false, "not_started"],
    [0.01, false, "in_progress"],
    [COMPLETE_AT - 0.001, false, "in_progress"],
    [COMPLETE_AT, false, "completed"],
    [1, false, "completed"],
    [0, true, "completed"],
  ] as const)("%f watched, completed before: %s, is %s", (covered, before, state) => {
    expect(watchState(covered, before)).toBe(state);
  });
});

/** A player's updates: what it plays through, one after the other. */
const through = (played: Played, seconds: number[], rate = 1) => seconds.reduce((so, second) => playedTo(so, second, { rate }), played);
const steps = (from: number, to: number, by = 0.25) => Array.from({ length: Math.round((to - from) / by) + 1 }, (_, n) => from + n * by);
const reported = (played: Played, duration = 100) => takeReport(played, duration).ranges;

describe("playing", () => {
  it("makes one range of what is played through", () => {
    expect(reported(through(NOTHING_PLAYED, steps(3, 20)))).toEqual([[3, 20]]);
  });

  it("goes on as far as time has gone by on a device that was busy, and no further", () => {
    const at = (second: number, elapsed: number) => reported(playedTo(through(NOTHING_PLAYED, steps(0, 4)), second, { elapsed }));
    expect(at(9, 5)).toEqual([[0, 9]]);
    expect(at(9.5, 5)).toEqual([[0, 4]]);
    expect(reported(playedTo(through(NOTHING_PLAYED, steps(0, 4)), 14, { rate: 2, elapsed: 5 }))).toEqual([[0, 14]]);
  });

  it("covers nothing by standing still", () => {
    expect(reported(through(NOTHING_PLAYED, [5, 5, 5]))).toEqual([]);
  });

  it("begins anew where the player jumped to, forwards and backwards", () => {
    const forwards = through(NOTHING_PLAYED, [...steps(0, 4), ...steps(60, 62)]);
    expect(reported(forwards)).toEqual([
      [0, 4],
      [60, 62],
    ]);
    const backwards = through(NOTHING_PLAYED, [...steps(60, 62), ...steps(10, 11)]);
    expect(reported(backwards)).toEqual([
      [10, 11],
      [60, 62],
    ]);
  });

  it("covers nothing by being dragged to the end", () => {
    let played = NOTHING_PLAYED;
    for (const second of steps(0, 100, 2)) played = playedTo(endRange(played), second);
    expect(reported(played)).toEqual([]);
    expect(watchState(coverage(reported(played), 100), false)).toBe("not_started");
  });

  it("takes an update that is missing for granted, but not two seconds of them", () => {
    expect(reported(through(NOTHING_PLAYED, [0, 0.25, 1.75, 2]))).toEqual([[0, 2]]);
    expect(reported(through(NOTHING_PLAYED, [0, 0.25, 2.25, 2.5]))).toEqual([
      [0, 0.25],
      [2.25, 2.5],
    ]);
  });

  it("lets a faster player take longer steps, and a slower one no shorter ones", () => {
    expect(reported(through(NOTHING_PLAYED, [0, 2.5, 5], 2))).toEqual([[0, 5]]);
    expect(reported(through(NOTHING_PLAYED, [0, 1.25, 2.5], 0.5))).toEqual([[0, 2.5]]);
  });

  it("goes on in a new range after a pause", () => {
    const paused = endRange(through(NOTHING_PLAYED, steps(0, 3)));
    expect(paused.open).toBeNull();
    expect(reported(through(paused, steps(3, 6)))).toEqual([[0, 6]]);
  });
});

describe("takeReport()", () => {
  it("says each second once, and leaves no gap between reports", () => {
    const first = takeReport(through(NOTHING_PLAYED, steps(0, 15)), 100);
    expect(first.ranges).toEqual([[0, 15]]);
    expect(reported(first.rest)).toEqual([]);
    const second = takeReport(through(first.rest, steps(15.25, 30)), 100);
    expect(second.ranges).toEqual([[15, 30]]);
    expect(mergeRanges([...first.ranges, ...second.ranges], 100)).toEqual([[0, 30]]);
  });

  it("never goes beyond the video", () => {
    expect(reported(through(NOTHING_PLAYED, steps(98, 101)))).toEqual([[98, 100]]);
  });

  it("sends no more ranges than one report may hold, and keeps the others", () => {
    const many: Range[] = Array.from({ length: MAX_RANGES + 5 }, (_, n) => [n * 2, n * 2 + 1]);
    const { ranges, rest } = takeReport({ ended: many, open: null }, 10_000);
    expect(ranges).toHaveLength(MAX_RANGES);
    expect(rest.ended).toHaveLength(5);
    expect(reported(rest, 10_000)).toHaveLength(5);
  });

  it("brings back what nobody accepted", () => {
    const { ranges, rest } = takeReport(through(NOTHING_PLAYED, steps(0, 15)), 100);
    const later = through(giveBack(rest, ranges), steps(15.25, 20));
    expect(reported(later)).toEqual([[0, 20]]);
  });
});

describe("startAt()", () => {
  it.each([
    ["in the middle", 40, "in_progress", 40],
    ["at the beginning", 0, "not_started", 0],
    ["within the last three seconds", 97.5, "in_progress", 0],
    ["exactly three seconds before the end", 97, "in_progress", 0],
    ["just before them", 96.9, "in_progress", 96.9],
    ["somewhere in one that was watched", 40, "completed", 0],
  ] as const)("left %s", (_where, position, status, second) => {
    expect(startAt({ position, duration: 100, status })).toBe(second);
  });
});

const rating = (clarity: number, logic: number, expertise = 4, attitude = 4, overall = 4): Record<RatingScale, number> => ({
  clarity,
  logic_relevance: logic,
  expertise_insight: expertise,
  attitude_engagement: attitude,
  rating_overall: overall,
});

describe("weakestScale()", () => {
  it("says nothing after too few ratings", () => {
    expect(weakestScale([])).toBeNull();
    expect(weakestScale([rating(1, 5)])).toBeNull();
  });

  it("is the scale with the lowest mean", () => {
    expect(weakestScale([rating(5, 2), rating(3, 3)])).toBe("logic_relevance");
    expect(weakestScale([rating(1, 3), rating(5, 2)])).toBe("logic_relevance");
  });

  it("is the first of equals", () => {
    expect(weakestScale([rating(4, 4), rating(4, 4)])).toBe("clarity");
  });
});

describe("suggest()", () => {
  const candidate = (uid: string, more: Partial<Candidate> = {}): Candidate => ({
    uid,
    scales: [],
    categories: [],
    state: "not_started",
    ...more,
  });
  const learner = (more: Partial<Learner> = {}): Learner => ({ weakest: null, categories: [], professional: [], daysLeft: null, ...more });
  const best = (candidates: Candidate[], who: Learner) => {
    const found = suggest(candidates, who);
    return found && [found.video.uid, found.reason];
  };

  it("is nothing where all is watched, or nothing there", () => {
    expect(best([], learner())).toBeNull();
    expect(best([candidate("a", { state: "completed" })], learner({ weakest: "clarity" }))).toBeNull();
  });

  it("begins with the first for somebody of whom nothing is known", () => {
    expect(best([candidate("a"), candidate("b")], learner())).toEqual(["a", "begin"]);
  });

  it("prefers what helps where somebody is weakest", () => {
    const list = [candidate("a"), candidate("b", { scales: ["clarity"] }), candidate("c", { categories: ["sales"] })];
    expect(best(list, learner({ weakest: "clarity", categories: ["sales"] }))).toEqual(["b", "weakest"]);
  });

  it("fits what somebody practises", () => {
    expect(best([candidate("a"), candidate("b", { categories: ["sales"] })], learner({ categories: ["sales"] }))).toEqual([
      "b",
      "category",
    ]);
  });

  it("fits the profession, where nothing tells more", () => {
    const list = [candidate("a"), candidate("b", { categories: ["nursing"] }), candidate("c", { categories: ["sales"] })];
    expect(best(list, learner({ professional: ["nursing"] }))).toEqual(["b", "profession"]);
    expect(best(list, learner({ professional: ["nursing"], categories: ["sales"] }))).toEqual(["c", "category"]);
  });

  it.each([
    [10, "interview"],
    [0, "interview"],
    [11, "begin"],
    [null, "begin"],
  ] as const)("thinks of calm when the interview is %s days away: %s", (daysLeft, reason) => {
    const list = [candidate("a"), candidate("b", { scales: ["attitude_engagement"] })];
    expect(suggest(list, learner({ daysLeft }))?.reason).toBe(reason);
  });

  it("prefers what was never seen to what was begun", () => {
    expect(best([candidate("a", { state: "in_progress" }), candidate("b")], learner())).toEqual(["b", "begin"]);
    expect(best([candidate("a", { state: "in_progress" })], learner())).toEqual(["a", "begin"]);
  });

  it("adds up what speaks for one", () => {
    const list = [candidate("a", { scales: ["clarity"] }), candidate("b", { scales: ["clarity"], categories: ["sales"] })];
    expect(best(list, learner({ weakest: "clarity", categories: ["sales"] }))).toEqual(["b", "weakest"]);
  });
});

describe("categoriesOf()", () => {
  const categories = [
    { uid: "nursing", text: "Nursing and care For nurses and care staff Soins infirmiers 护理与照护 面向护士 التمريض والرعاية Điều dưỡng" },
    {
      uid: "software",
      text: "Software engineering For people who build software Génie logiciel 软件工程 هندسة البرمجيات Kỹ thuật phần mềm",
    },
    { uid: "sales", text: "Sales For sales representatives Vente 销售 المبيعات Bán hàng" },
    { uid: "teaching", text: "Teaching For teachers Enseignement 教学 面向教师 التعليم Giảng dạy" },
  ];

  it.each([
    ["Nurse", ["nursing"]],
    ["infirmière", ["nursing"]],
    ["护士", ["nursing"]],
    ["Senior Software Engineer", ["software"]],
    ["Kỹ sư phần mềm", ["software"]],
    ["sales & teaching", ["sales", "teaching"]],
    ["For people", ["software"]],
    ["for", []],
    ["Astronaut", []],
    ["", []],
  ])("of %j are %j", (profession, wanted) => {
    expect(categoriesOf(profession, categories)).toEqual(wanted);
  });
});

describe("drawMark()", () => {
  it("draws the letters in the shape and the hue", () => {
    const svg = drawMark({ letters: "UK", shape: "shield", hue: 210 });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 100 100">.*<\/svg>$/);
    expect(svg).toContain("hsl(210 62% 28%)");
    expect(svg).toContain(">UK</text>");
  });

  it("draws three letters at most", () => {
    const svg = drawMark({ letters: "ABCD", shape: "circle", hue: 0 });
    expect(svg).toContain("<circle");
    expect(svg).toContain(">ABC</text>");
  });

  it("lets nothing out of its letters", () => {
    expect(drawMark({ letters: `<&"`, shape: "book", hue: 0 })).toContain("></text>");
    expect(drawMark({ letters: "'A>", shape: "book", hue: 0 })).toContain(">A</text>");
  });
});
