import { describe, expect, it } from "vitest";
import {
  adviceOf,
  draw,
  isOver,
  LONG_ONSET_MS,
  mayBegin,
  meansOf,
  nextPlace,
  ON_ITS_WAY_MS,
  simulation,
  standingOf,
} from "@/features/practice/simulations/rules";
import type { SimulationState } from "@/lib/enums/practice";

const STATES: SimulationState[] = ["planned", "running", "finished", "abandoned"];
/** Written down here once more, on purpose. */
const ALLOWED = ["planned → running", "running → finished", "running → abandoned"];

describe("the lifecycle of a simulation", () => {
  it("has these states and no other", () => expect([...simulation.states].sort()).toEqual([...STATES].sort()));

  for (const from of STATES) {
    it.each(STATES)(`${from} → %s`, (to) => {
      const allowed = ALLOWED.includes(`${from} → ${to}`);
      expect(simulation.can(from, to)).toBe(allowed);
      expect(simulation.can(from, to, "candidate")).toBe(allowed);
    });
  }

  it("ends where nothing follows", () => expect(STATES.filter(isOver)).toEqual(["finished", "abandoned"]));
  it("has no step twice", () => expect(simulation.steps).toHaveLength(ALLOWED.length));
});

/** Numbers from 0 to 1 that are the same in every run. */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe("drawing", () => {
  const bank = ["a", "b", "c"].flatMap((category, at) =>
    Array.from({ length: [2, 8, 1][at] ?? 0 }, (_, n) => ({ uid: `${category}${n}`, category })),
  );

  it.each([1, 7, 99, 4711])("takes each question once, from as many categories as there are (seed %i)", (seed) => {
    const drawn = draw(bank, 3, seeded(seed));
    expect(new Set(drawn.map(({ uid }) => uid)).size).toBe(3);
    expect(new Set(drawn.map(({ category }) => category)).size).toBe(3);
    // One category has a single question: the second round is without it.
    const more = draw(bank, 5, seeded(seed)).map(({ category }) => category);
    expect(more.sort()).toEqual(["a", "a", "b", "b", "c"]);
  });

  it("draws in an order that differs, and the same for the same numbers", () => {
    const orders = [1, 2, 3, 4, 5, 6].map((seed) =>
      draw(bank, 11, seeded(seed))
        .map(({ uid }) => uid)
        .join(),
    );
    expect(new Set(orders).size).toBeGreaterThan(3);
    expect(draw(bank, 11, seeded(1))).toEqual(draw(bank, 11, seeded(1)));
  });
});

describe("whether a take counts", () => {
  const honest = {
    readingMs: 30_000,
    answerMs: 60_000,
    startedAfterMs: 30_200,
    durationMs: 60_400,
    sinceMs: 95_000,
    untilNextMs: null,
    taken: false,
  };
  it.each([
    ["read and answered by the clock", {}, "counted"],
    ["answered before the reading time was over", { startedAfterMs: 2_000, durationMs: 5_000 }, "counted"],
    ["a slow network that brings it later", { sinceMs: 20 * 60_000 }, "counted"],
    ["brought the next day, with the next question long given out", { sinceMs: 24 * 3_600_000, untilNextMs: 101_000 }, "counted"],
    ["another take was there before", { taken: true }, "second"],
    ["also when it would be late, too", { taken: true, durationMs: 600_000 }, "second"],
    ["longer than the answer time", { durationMs: 64_000 }, "late"],
    ["begun long after the reading time", { startedAfterMs: 46_000 }, "late"],
    ["recorded after the next question was given out", { untilNextMs: 80_000 }, "late"],
    ["longer than the server has waited", { sinceMs: 40_000 }, "late"],
    ["on its way for too long", { sinceMs: ON_ITS_WAY_MS + 1, untilNextMs: 101_000 }, "late"],
  ])("%s", (_, change, standing) => expect(standingOf({ ...honest, ...change })).toBe(standing));
});

describe("which place comes now", () => {
  const place = (position: number, begunMs: number | null = null, taken = false) => ({ position, begunMs, readingMs: 30_000, taken });
  it.each([
    ["the first one at the start", [place(1), place(2)], 1],
    ["the next one after an answer", [place(1, 5_000, true), place(2)], 2],
    ["the one that is still being read", [place(1, 60_000, true), place(2, 12_000), place(3)], 2],
    ["not one whose reading time is over", [place(1, 60_000, true), place(2, 30_000), place(3)], 3],
    ["not one that was begun to be answered", [place(1, 12_000, true), place(2)], 2],
    ["none after the last one", [place(1, 90_000), place(2, 40_000)], undefined],
  ])("%s", (_, places, position) => expect(nextPlace(places)?.position).toBe(position));

  it.each([
    [[false, false, false], [1]],
    [
      [true, false, false],
      [1, 2],
    ],
    [
      [true, true, false],
      [2, 3],
    ],
    [[true, true, true], [3]],
  ])("%j may begin %j", (begun, may) => {
    const places = begun.map((one, at) => ({ position: at + 1, begun: one }));
    expect([0, 1, 2, 3, 4].filter((position) => mayBegin(places, position))).toEqual(may);
  });
});

const rating = (score: number, change = {}) => ({
  clarity: score,
  logic_relevance: score,
  expertise_insight: score,
  attitude_engagement: score,
  rating_overall: score,
  ...change,
});

describe("means", () => {
  it("leave out what was not rated", () => {
    expect(meansOf([rating(2), null, rating(5, { clarity: 3 }), null])).toEqual(rating(3.5, { clarity: 2.5 }));
  });
  it.each([[[]], [[null, null]]])("are nothing over %j", (ratings) => expect(meansOf(ratings)).toBeNull());
});

describe("advice", () => {
  const told = (position: number, change = {}) => ({ position, asked: true, answered: true, rated: true, onsetMs: 900, ...change });
  const good = rating(5);

  it("names what stayed without an answer, but not what was never asked", () => {
    const places = [told(1), told(2, { answered: false, rated: false }), told(3, { asked: false, answered: false, rated: false })];
    expect(adviceOf(places, good)).toEqual([{ kind: "unanswered", positions: [2] }]);
  });
  it("asks for ratings where there are none: a report never says nothing", () => {
    expect(adviceOf([told(1, { rated: false, onsetMs: null }), told(2, { rated: false })], null)).toEqual([{ kind: "rate", count: 2 }]);
  });
  it("names the lowest scale, and not the overall impression", () => {
    const means = rating(4, { rating_overall: 1, expertise_insight: 3 });
    expect(adviceOf([told(1)], means)).toEqual([{ kind: "scale", scale: "expertise_insight", mean: 3 }]);
  });
  it("names the longest wait for the first word", () => {
    const places = [told(1, { onsetMs: LONG_ONSET_MS }), told(2, { onsetMs: 7_000 }), told(3, { onsetMs: null })];
    expect(adviceOf(places, good)).toEqual([{ kind: "onset", position: 2, onsetMs: 7_000 }]);
    expect(adviceOf([told(1, { onsetMs: LONG_ONSET_MS - 1 })], good)).toEqual([{ kind: "harder" }]);
  });
  it("praises nobody for nothing: where nothing was answered, one begins", () => {
    expect(adviceOf([told(1, { asked: false, answered: false, rated: false, onsetMs: null })], null)).toEqual([{ kind: "begin" }]);
    expect(adviceOf([], null)).toEqual([{ kind: "begin" }]);
  });
  it("has a word for who did all well", () => expect(adviceOf([told(1), told(2)], good)).toEqual([{ kind: "harder" }]));
});
