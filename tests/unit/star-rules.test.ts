import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInOrder, isOvertaken, MAX_MARKS, markAt, type StarMark, sharesOf, startAt, unmark } from "@/features/practice/star/rules";
import { STAR_PARTS } from "@/lib/enums/practice";

const END = 60_000;
const listen = (...presses: [number, StarMark["part"] | null][]) =>
  presses.reduce<StarMark[]>((marks, [at, part]) => markAt(marks, at, part, END), []);
const STORY = listen([500, "situation"], [9_000, "task"], [14_000, "action"], [45_000, "result"], [58_000, null]);

describe("marking while one listens", () => {
  it("begins a part, which ends where the next one begins, or where it is ended", () => {
    expect(STORY).toEqual([
      { part: "situation", startMs: 500, endMs: 9_000 },
      { part: "task", startMs: 9_000, endMs: 14_000 },
      { part: "action", startMs: 14_000, endMs: 45_000 },
      { part: "result", startMs: 45_000, endMs: 58_000 },
    ]);
  });

  it("goes on to the end until something else is said", () => {
    expect(listen([20_000, "action"])).toEqual([{ part: "action", startMs: 20_000, endMs: END }]);
  });

  it("reaches up to where something was marked before", () => {
    expect(markAt(STORY, 20_000, "task", END)).toContainEqual({ part: "task", startMs: 20_000, endMs: 45_000 });
    expect(markAt(STORY, 20_000, null, END)).toContainEqual({ part: "action", startMs: 14_000, endMs: 20_000 });
    expect(markAt(STORY, 20_000, "action", END)).toEqual(STORY);
  });

  it("takes a change of mind within a moment for what was meant", () => {
    expect(listen([5_000, "task"], [5_200, "action"])).toEqual([{ part: "action", startMs: 5_200, endMs: END }]);
  });

  it("makes nothing before the beginning or behind the end", () => {
    expect(markAt([], -500, "task", END)).toEqual([{ part: "task", startMs: 0, endMs: END }]);
    expect(markAt([], END + 1, "task", END)).toEqual([]);
    expect(markAt([], 0, "task", 0)).toEqual([]);
  });
});

describe("changing marks", () => {
  it("gives the room of one that is taken back to what it touched", () => {
    expect(unmark(STORY, 1)[0]).toEqual({ part: "situation", startMs: 500, endMs: 14_000 });
    expect(unmark(STORY, 0)).toEqual(STORY.slice(1));
    expect(unmark(STORY, 9)).toEqual(STORY);
  });

  it("moves a start within its neighbours", () => {
    expect(startAt(STORY, 1, 10_000).slice(0, 2)).toEqual([
      { part: "situation", startMs: 500, endMs: 10_000 },
      { part: "task", startMs: 10_000, endMs: 14_000 },
    ]);
    expect(startAt(STORY, 1, 0)[1]?.startMs).toBe(800);
    expect(startAt(STORY, 1, END)[1]?.startMs).toBe(13_700);
    expect(startAt(STORY, 0, -5)[0]?.startMs).toBe(0);
  });

  it("leaves marks in order, apart and within the take, whatever is done", () => {
    const moment = fc.integer({ min: -1000, max: END + 1000 });
    const act = fc.oneof(
      fc.tuple(fc.constant("mark" as const), moment, fc.option(fc.constantFrom(...STAR_PARTS))),
      fc.tuple(fc.constant("unmark" as const), fc.nat(9)),
      fc.tuple(fc.constant("start" as const), fc.nat(9), moment),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 120 }), (acts) => {
        let marks: StarMark[] = [];
        for (const [what, one, other] of acts) {
          if (what === "mark") marks = markAt(marks, one, other, END);
          else marks = what === "unmark" ? unmark(marks, one) : startAt(marks, one, other);
          expect(isInOrder(marks)).toBe(true);
          expect(marks.length).toBeLessThanOrEqual(MAX_MARKS);
          expect(marks.every(({ startMs, endMs }) => startMs >= 0 && endMs <= END && Number.isInteger(startMs))).toBe(true);
          expect([0, 100]).toContain(sharesOf(marks).reduce((sum, { percent }) => sum + percent, 0));
        }
      }),
    );
  });
});

describe("the shares", () => {
  it("are of what is marked, and add up to a hundred", () => {
    expect(sharesOf(STORY)).toEqual([
      { part: "situation", ms: 8_500, percent: 15 },
      { part: "task", ms: 5_000, percent: 9 },
      { part: "action", ms: 31_000, percent: 54 },
      { part: "result", ms: 13_000, percent: 22 },
    ]);
    const third = { startMs: 0, endMs: 1000 };
    const thirds = [third, { startMs: 1000, endMs: 2000 }, { startMs: 2000, endMs: 3000 }];
    const parts = (["situation", "task", "action"] as const).map((part, at) => ({ part, ...(thirds[at] ?? third) }));
    expect(sharesOf(parts).map(({ percent }) => percent)).toEqual([34, 33, 33, 0]);
    expect(sharesOf([]).every(({ ms, percent }) => ms === 0 && percent === 0)).toBe(true);
  });
});

describe("marks that never reached the server", () => {
  const seen = listen([500, "situation"]);
  const marks = listen([500, "situation"], [9_000, "action"]);
  it.each([
    ["go on where they were made over what stands there", seen, seen, false],
    ["go on where they are there already", seen, marks, false],
    ["go on where it is not known over what, and nothing stands there", undefined, [], false],
    ["wait where another device has marked since", seen, STORY, true],
    ["wait where another device has taken back all marks since", seen, [], true],
    ["wait where it is not known over what they were made", undefined, seen, true],
  ] as const)("%s", (_, before, stands, overtaken) => {
    expect(isOvertaken({ marks, seen: before && [...before] }, stands)).toBe(overtaken);
  });
});
