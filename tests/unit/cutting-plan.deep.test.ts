import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anOrder, aPiece, aSaw, aSheet } from "#tests/factories/cutting";
import { chance } from "#tests/factories/random";
import { figuresOf, leavesOf } from "@/lib/cutting/costs";
import { type Progress, planCuts } from "@/lib/cutting/plan";
import type { CutOrder, CutPlan, Rect } from "@/lib/cutting/types";
import { problemsOf } from "@/lib/cutting/validate";
import { seededRandom } from "@/lib/seeded-random";

const planned = (order: CutOrder, effort = 0.05, seed = 1) => planCuts(order, { random: seededRandom(seed), effort });
const placed = (plan: CutPlan) => plan.sheets.map(({ root }) => leavesOf(root).flatMap((leaf) => (leaf.is === "piece" ? [leaf] : [])));
const remnantsIn = (plan: CutPlan) =>
  plan.sheets.flatMap(({ root }) => leavesOf(root).flatMap((leaf) => (leaf.is === "remnant" ? [leaf.rect] : [])));
const overlaps = (a: Rect, b: Rect) => a.x < b.x + b.length && b.x < a.x + a.length && a.y < b.y + b.width && b.y < a.y + a.width;
const grown = (rect: Rect, by: number): Rect => ({ ...rect, length: rect.length + by, width: rect.width + by });

/** What the validator finds, and besides, pair by pair, that no two pieces are nearer to each other than the kerf. */
function expectValid(order: CutOrder, plan: CutPlan): void {
  expect(problemsOf(order, plan)).toEqual([]);
  const near = (a: Rect, b: Rect) => overlaps(grown(a, order.saw.kerf), grown(b, order.saw.kerf));
  const tooNear = placed(plan).flatMap((pieces) =>
    pieces.filter(({ rect }, at) => pieces.slice(at + 1).some((other) => near(rect, other.rect))),
  );
  expect(tooNear).toEqual([]);
}

describe("1,000 random orders", () => {
  it("are all planned so that they can be cut", { timeout: 60_000 }, () => {
    let [pieces, unplaced, defects] = [0, 0, 0];
    for (let seed = 0; seed < 1000; seed++) {
      const order = anOrder(chance(seed));
      const plan = planned(order, 0.01, seed);
      expectValid(order, plan);
      pieces += order.pieces.length;
      unplaced += plan.unplaced.length;
      defects += order.sheets.filter((sheet) => sheet.defects.length > 0 && plan.sheets.some(({ sheetId }) => sheetId === sheet.id)).length;
    }
    // The orders are no easy ones, nor hopeless.
    expect(pieces).toBeGreaterThan(10_000);
    expect(unplaced / pieces).toBeGreaterThan(0.05);
    expect(unplaced / pieces).toBeLessThan(0.4);
    expect(defects).toBeGreaterThan(500);
  });

  it("of tiny sheets, in which nothing but the kerf is left, too", () => {
    const tiny = fc.record({
      sheets: fc.array(
        fc.record({
          length: fc.integer({ min: 1, max: 14 }),
          width: fc.integer({ min: 1, max: 14 }),
          remnant: fc.boolean(),
          cost: fc.nat(9),
          defects: fc.array(
            fc.record({ x: fc.nat(12), y: fc.nat(12), length: fc.integer({ min: 1, max: 4 }), width: fc.integer({ min: 1, max: 4 }) }),
            { maxLength: 3 },
          ),
        }),
        { maxLength: 4 },
      ),
      pieces: fc.array(
        fc.record({
          length: fc.integer({ min: 1, max: 9 }),
          width: fc.integer({ min: 1, max: 9 }),
          grain: fc.constantFrom("any" as const, "along" as const, "across" as const),
        }),
        { maxLength: 9 },
      ),
      saw: fc.record({
        kerf: fc.nat(3),
        trim: fc.nat(3),
        remnantLength: fc.integer({ min: 1, max: 6 }),
        remnantWidth: fc.integer({ min: 1, max: 6 }),
      }),
    });
    fc.assert(
      fc.property(tiny, ({ sheets, pieces, saw }) => {
        const order = {
          sheets: sheets.map((sheet, at) => ({ ...sheet, id: `s${at}` })),
          pieces: pieces.map((piece, at) => ({ ...piece, id: `p${at}` })),
          saw,
        };
        expectValid(order, planned(order, 0.001));
      }),
      { numRuns: 1500 },
    );
  });
});

describe("a plan", () => {
  it("uses remnants before it opens a slab, of these the smallest that does", () => {
    const remnant = { remnant: true, width: 700, cost: 0 };
    const order = {
      sheets: [aSheet("slab"), aSheet("large rest", { ...remnant, length: 2000 }), aSheet("rest", { ...remnant, length: 1300 })],
      pieces: [aPiece("one", 1200, 600)],
      saw: aSaw(),
    };
    expect(planned(order).sheets.map(({ sheetId }) => sheetId)).toEqual(["rest"]);
  });

  it("opens the slabs that cost less in all", () => {
    const pieces = [aPiece("a", 1400, 1300), aPiece("b", 1400, 1300)];
    const sheets = [
      aSheet("dear", { cost: 90_000 }),
      aSheet("cheap", { length: 1500, cost: 40_000 }),
      aSheet("cheap too", { length: 1500, cost: 40_000 }),
    ];
    const used = (order: CutOrder) => planned(order).sheets.map(({ sheetId }) => sheetId);
    expect(used({ sheets, pieces, saw: aSaw() })).toEqual(["cheap", "cheap too"]);
    const bargain = sheets.map((sheet) => (sheet.id === "dear" ? { ...sheet, cost: 79_000 } : sheet));
    expect(used({ sheets: bargain, pieces, saw: aSaw() })).toEqual(["dear"]);
  });

  it("lays pieces along the grain, across it, or as they fit", () => {
    const sheets = [aSheet("slab", { length: 1020, width: 520 })];
    const one = (piece: ReturnType<typeof aPiece>) =>
      placed(planned({ sheets, pieces: [piece], saw: aSaw() }))
        .flat()
        .map(({ turned }) => turned);
    expect(one(aPiece("a", 1000, 500, "along"))).toEqual([false]);
    expect(one(aPiece("a", 1000, 500, "across"))).toEqual([]);
    expect(one(aPiece("a", 500, 1000, "across"))).toEqual([true]);
    expect(one(aPiece("a", 500, 1000, "along"))).toEqual([]);
    expect(one(aPiece("a", 500, 1000, "any"))).toEqual([true]);
  });

  it("has room for a piece that leaves less than the blade takes", () => {
    const sheets = [aSheet("slab", { length: 1020, width: 520 })];
    expect(planned({ sheets, pieces: [aPiece("a", 999, 498)], saw: aSaw() }).unplaced).toEqual([]);
    expect(planned({ sheets, pieces: [aPiece("a", 1001, 498)], saw: aSaw() }).unplaced).toEqual(["a"]);
  });

  it("goes around a defect, and keeps what is sound beside it", () => {
    const defects = [{ x: 1000, y: 600, length: 50, width: 50 }];
    const order = { sheets: [aSheet("slab", { defects })], pieces: [aPiece("a", 1800, 700), aPiece("b", 1700, 600)], saw: aSaw() };
    const plan = planned(order);
    expectValid(order, plan);
    expect(plan.unplaced).toEqual([]);
    expect(remnantsIn(plan).length).toBeGreaterThan(0);
  });

  it("leaves what is left as one large remnant, not as strips beside each piece", () => {
    const pieces = ["a", "b", "c", "d"].map((id) => aPiece(id, 700, 600, "along"));
    const order = { sheets: [aSheet("slab", { length: 3020, width: 1420 })], pieces, saw: aSaw() };
    const plan = planned(order);
    // Two by two: a strip along the whole slab is larger than any that four in a row would leave.
    const [largest = 0] = remnantsIn(plan)
      .map(({ length, width }) => length * width)
      .toSorted((a, b) => b - a);
    expect(largest).toBeGreaterThanOrEqual(1592 * 1400);
  });

  it("fills a sheet to the millimetre where it can be", () => {
    const pieces = Array.from({ length: 12 }, (_, at) => aPiece(`p${at}`, 247, 330));
    const order = { sheets: [aSheet("slab", { length: 1020, width: 1020 })], pieces, saw: aSaw({ kerf: 4 }) };
    const plan = planned(order);
    expect(plan.unplaced).toEqual([]);
    expect(figuresOf(order, plan).total.waste).toBe(0);
  });

  it("of nothing is nothing, and of pieces without sheets leaves them out", () => {
    expect(planned({ sheets: [aSheet("slab")], pieces: [], saw: aSaw() })).toEqual({ sheets: [], unplaced: [] });
    expect(planned({ sheets: [], pieces: [aPiece("a", 1, 1)], saw: aSaw() })).toEqual({ sheets: [], unplaced: ["a"] });
    expect(planned({ sheets: [aSheet("slab")], pieces: [aPiece("a", 1, 1)], saw: aSaw({ trim: 900 }) }).unplaced).toEqual(["a"]);
  });
});

describe("the search", () => {
  const order: CutOrder = {
    ...anOrder(chance(7), 0),
    pieces: Array.from({ length: 60 }, (_, at) => aPiece(`p${at}`, 300 + ((at * 137) % 900), 200 + ((at * 71) % 400))),
  };
  const large = { ...order, sheets: Array.from({ length: 20 }, (_, at) => aSheet(`s${at}`)) };

  it("finds the same plan by the same seed", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = anOrder(chance(seed));
        expect(planned(random, 0.01, seed)).toEqual(planned(random, 0.01, seed));
      }),
      { numRuns: 50 },
    );
  });

  it("tells how far it is, and never of a worse plan than before", () => {
    const told: Progress[] = [];
    const plan = planCuts(large, { random: seededRandom(3), effort: 0.2, onProgress: (progress) => told.push(progress) });
    expect(told.length).toBeGreaterThan(20);
    expect(told.every(({ done }, at) => done >= (told[at - 1]?.done ?? 0) && done <= 1)).toBe(true);
    expect(
      told.every(
        ({ slabs, unplaced }, at) => at === 0 || (slabs <= (told[at - 1]?.slabs ?? 0) && unplaced <= (told[at - 1]?.unplaced ?? 0)),
      ),
    ).toBe(true);
    expect(told.at(-1)).toMatchObject({ slabs: plan.sheets.length, unplaced: 0 });
    expect(told.at(-1)?.yield).toBeCloseTo(figuresOf(large, plan).total.yield, 10);
  });

  it("gives the best plan so far when it is stopped, at any moment", () => {
    for (const after of [0, 1, 5, 100, 1000]) {
      let asked = 0;
      const last: Progress[] = [];
      const plan = planCuts(large, {
        random: seededRandom(3),
        stopped: () => ++asked > after,
        onProgress: (progress) => last.splice(0, 1, progress),
      });
      expectValid(large, plan);
      expect(plan.unplaced).toEqual([]);
      if (last[0]) expect(plan.sheets.length).toBeLessThanOrEqual(last[0].slabs);
    }
  });

  it("does better the longer it may last", () => {
    const slabs = (effort: number) => planned(large, effort).sheets.length;
    expect(slabs(0.5)).toBeLessThanOrEqual(slabs(0));
  });
});
