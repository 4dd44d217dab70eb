import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisFrom, centreOf, heightOf, named, pathOf, pointOf, RATING_AXIS } from "@/lib/charts";

const BOX = { width: 200, height: 100, mirrored: false };

describe("axes", () => {
  it("ratings stand on the whole scale from 1 to 5", () => {
    expect(RATING_AXIS).toEqual({ min: 1, max: 5, ticks: [1, 2, 3, 4, 5] });
    expect([1, 3, 5].map((value) => heightOf(RATING_AXIS, value))).toEqual([0, 0.5, 1]);
  });

  it.each([
    [[], [0, 1]],
    [[0], [0, 1]],
    [[3], [0, 1, 2, 3]],
    [
      [2, 7],
      [0, 2, 4, 6, 8],
    ],
    [[99], [0, 50, 100]],
    [[12.5], [0, 5, 10, 15]],
  ])("of %j has ticks at %j", (values, ticks) => {
    expect(axisFrom(values).ticks).toEqual(ticks);
  });

  it("begins at zero, reaches every value, and has few whole ticks", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 30 }), (values) => {
        const axis = axisFrom(values);
        expect(axis.min).toBe(0);
        expect(axis.ticks[0]).toBe(0);
        expect(axis.ticks.at(-1)).toBe(axis.max);
        expect(axis.max).toBeGreaterThanOrEqual(Math.max(0, ...values));
        expect(axis.ticks.length).toBeLessThanOrEqual(5);
        expect(axis.ticks.every(Number.isInteger)).toBe(true);
        for (const value of values) expect(heightOf(axis, value)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("a line", () => {
  it("goes through its values and has a gap where there is none", () => {
    expect(pathOf([1, 5, null, 3], RATING_AXIS, BOX)).toBe("M25.00 100.00L75.00 0.00M175.00 50.00");
    expect(pathOf([null, null], RATING_AXIS, BOX)).toBe("");
  });

  it("is mirrored where reading begins at the right", () => {
    expect(pathOf([1, 5], RATING_AXIS, { ...BOX, mirrored: true })).toBe("M150.00 100.00L50.00 0.00");
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 }), (values) => {
        for (const at of values.keys()) {
          const plain = pointOf(values, at, RATING_AXIS, BOX);
          const mirrored = pointOf(values, at, RATING_AXIS, { ...BOX, mirrored: true });
          expect(mirrored.x).toBeCloseTo(BOX.width - plain.x, 6);
          expect(mirrored.y).toBe(plain.y);
        }
      }),
    );
  });
});

describe("columns", () => {
  it("stand in the middle of equal parts", () => {
    expect([0, 1, 2, 3].map((at) => centreOf(at, 4))).toEqual([0.125, 0.375, 0.625, 0.875]);
  });

  it("are named evenly, as many as there is room for, and always the last", () => {
    expect(named(4, 4)).toEqual([true, true, true, true]);
    expect(named(5, 2)).toEqual([false, true, false, false, true]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 20 }), (count, room) => {
        const shown = named(count, room);
        expect(shown).toHaveLength(count);
        expect(shown.at(-1)).toBe(true);
        expect(shown.filter(Boolean).length).toBeLessThanOrEqual(room);
      }),
    );
  });
});
