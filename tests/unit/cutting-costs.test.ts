import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anOrder, aPiece, aSaw, aSheet } from "#tests/factories/cutting";
import { chance } from "#tests/factories/random";
import { costsOf, figuresOf } from "@/lib/cutting/costs";
import { planCuts } from "@/lib/cutting/plan";
import type { CutOrder, CutPlan } from "@/lib/cutting/types";
import { spread } from "@/lib/largest-remainder";
import { seededRandom } from "@/lib/seeded-random";

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
const someWeights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 1, maxLength: 20 });

describe("an amount that is spread over weights", () => {
  it("sums to the whole, and no part is further from its share than one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), someWeights, (total, weights) => {
        const whole = weights.reduce((all, weight) => all + weight, 0n);
        fc.pre(whole > 0n);
        const parts = spread(total, weights);
        expect(sum(parts)).toBe(total);
        parts.forEach((part, at) => {
          const exact = BigInt(total) * (weights[at] ?? 0n);
          expect(BigInt(part) * whole > exact - whole && BigInt(part) * whole < exact + whole).toBe(true);
        });
      }),
    );
  });

  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [5, [0, 1, 0], [0, 5, 0]],
    [3, [1, 5, 3], [0, 2, 1]],
    [0, [0, 0], [0, 0]],
  ])("%i over %j is %j", (total, weights, parts) => {
    expect(spread(total, weights.map(BigInt))).toEqual(parts);
  });

  it.each([
    [0.5, [1]],
    [1, []],
  ])("is refused: %d over %j", (total, weights) => {
    expect(() => spread(total, weights.map(BigInt))).toThrow(RangeError);
  });
});

/** A slab of a square metre and trim, half of which is kept. */
const order: CutOrder = {
  sheets: [aSheet("slab", { length: 1020, width: 1020, cost: 10_001 })],
  pieces: [aPiece("large", 1000, 300), aPiece("small", 1000, 100)],
  saw: aSaw(),
};
const plan: CutPlan = {
  sheets: [
    {
      sheetId: "slab",
      root: {
        is: "cut",
        rect: { x: 10, y: 10, length: 1000, width: 1000 },
        axis: "y",
        at: 310,
        parts: [
          { is: "piece", rect: { x: 10, y: 10, length: 1000, width: 300 }, pieceId: "large", turned: false },
          {
            is: "cut",
            rect: { x: 10, y: 314, length: 1000, width: 696 },
            axis: "y",
            at: 414,
            parts: [
              { is: "piece", rect: { x: 10, y: 314, length: 1000, width: 100 }, pieceId: "small", turned: false },
              { is: "remnant", rect: { x: 10, y: 418, length: 1000, width: 592 } },
            ],
          },
        ],
      },
    },
  ],
  unplaced: [],
};

describe("what a plan costs", () => {
  it("is the area's share for a remnant, and the rest for the pieces", () => {
    // 59.2 % of 100.01 are 59.20592; the other 40.80408 go three to one.
    expect(costsOf(order, plan)).toEqual([
      {
        sheetId: "slab",
        pieces: [
          { pieceId: "large", cost: 3060 },
          { pieceId: "small", cost: 1020 },
        ],
        remnants: [{ rect: { x: 10, y: 418, length: 1000, width: 592 }, cost: 5921 }],
      },
    ]);
  });

  it("sums to what each sheet cost, always", () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 11, maxLength: 11 }), (seed, costs) => {
        const random = anOrder(chance(seed));
        const dear = { ...random, sheets: random.sheets.map((sheet, at) => ({ ...sheet, cost: costs[at] ?? 0 })) };
        const planned = planCuts(dear, { random: seededRandom(seed), effort: 0 });
        const all = costsOf(dear, planned);
        expect(all.map(({ sheetId }) => sheetId)).toEqual(planned.sheets.map(({ sheetId }) => sheetId));
        for (const { sheetId, pieces, remnants } of all) {
          const parts = [...pieces, ...remnants].map(({ cost }) => cost);
          expect(parts.every((cost) => Number.isInteger(cost) && cost >= 0)).toBe(true);
          expect(sum(parts)).toBe(dear.sheets.find(({ id }) => id === sheetId)?.cost);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("is refused for a sheet that the order has not", () => {
    expect(() => costsOf({ ...order, sheets: [] }, plan)).toThrow("slab");
  });
});

describe("how well a plan uses its sheets", () => {
  it("is told by areas that sum to the whole", () => {
    const { sheets, total } = figuresOf(order, plan);
    const expected = { area: 1020 * 1020, trim: 1020 * 1020 - 1000 * 1000, kerf: 8000, pieces: 400_000, remnants: 592_000, waste: 0 };
    expect(total).toEqual({ ...expected, yield: 400_000 / 1020 ** 2 });
    expect(sheets).toEqual([{ sheetId: "slab", ...total }]);
    expect(total.trim + total.kerf + total.pieces + total.remnants + total.waste).toBe(total.area);
  });

  it("is nothing for no sheets", () => {
    expect(figuresOf(order, { sheets: [], unplaced: [] }).total.yield).toBe(0);
  });
});
