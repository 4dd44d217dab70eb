import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bannedIn, fits, isBanned } from "@/features/trades/materials/rules";
import {
  canBreakInto,
  costsOf,
  fixedFields,
  isGone,
  liesIn,
  movesOf,
  patternOf,
  remnantPattern,
  serialAfter,
  slabSteps,
} from "@/features/trades/slabs/rules";
import { MATERIAL_CATEGORIES } from "@/lib/enums/trades-pricing";
import { SLAB_STATES, type SlabState } from "@/lib/enums/trades-stock";
import { sumOf } from "@/lib/pricing/amounts";

const PAIRS = SLAB_STATES.flatMap((from) => SLAB_STATES.map((to) => [from, to] as const));

describe("where a slab stands", () => {
  /** Written down here once more, on purpose: every step that is allowed, and who takes it. All others are not. */
  const STEPS: Record<string, string> = {
    "ordered → available": "manager",
    "ordered → scrapped": "manager",
    "available → quarantined": "manager",
    "quarantined → available": "manager",
    "available → scrapped": "manager",
    "quarantined → scrapped": "manager",
    "available → reserved": "plan",
    "reserved → available": "plan",
    "reserved → cutting": "plan",
    "cutting → consumed": "plan",
    "available → consumed": "break",
  };
  it.each(PAIRS)("%s → %s", (from, to) => {
    for (const by of ["manager", "plan", "break"] as const) expect(slabSteps.can(from, to, by)).toBe(STEPS[`${from} → ${to}`] === by);
  });

  it("is changed by hand only while no plan holds it", () => {
    const byHand = Object.fromEntries(SLAB_STATES.map((state) => [state, movesOf(state)]));
    expect(byHand).toEqual({
      ordered: ["available", "scrapped"],
      available: ["quarantined", "scrapped"],
      reserved: [],
      cutting: [],
      consumed: [],
      quarantined: ["available", "scrapped"],
      scrapped: [],
    });
  });

  it("fixes what it is made of once a plan was worked out with it", () => {
    const fixed = (state: SlabState, remnant = false) => fixedFields({ state, remnant });
    expect(fixed("available")).toEqual([]);
    expect(fixed("quarantined", true)).toEqual(["materialUid", "thickness", "cost"]);
    expect(fixed("reserved")).toEqual(["materialUid", "length", "width", "thickness", "cost"]);
    expect(fixed("reserved")).not.toContain("defects");
    for (const state of ["cutting", "consumed", "scrapped"] as const) expect(fixed(state)).toContain("defects");
    expect(SLAB_STATES.filter(isGone)).toEqual(["cutting", "consumed", "scrapped"]);
  });
});

describe("a slab that is broken", () => {
  const slab = { length: 3000, width: 1600 };
  it("makes what fits into it, whichever way round", () => {
    expect(canBreakInto(slab, [{ length: 1600, width: 3000 }])).toBe(true);
    expect(
      canBreakInto(slab, [
        { length: 1500, width: 1600 },
        { length: 1500, width: 1600 },
      ]),
    ).toBe(true);
    expect(canBreakInto(slab, [{ length: 3001, width: 10 }])).toBe(false);
    expect(canBreakInto(slab, [{ length: 1700, width: 1700 }])).toBe(false);
    expect(
      canBreakInto(slab, [
        { length: 3000, width: 1600 },
        { length: 1, width: 1 },
      ]),
    ).toBe(false);
  });

  it("hands all of its cost on, to the minor unit", () => {
    const side = fc.integer({ min: 1, max: 20_000 });
    const parts = fc.array(fc.record({ length: side, width: side }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), parts, (cost, remnants) => {
        const costs = costsOf(cost, remnants);
        expect(sumOf(costs)).toBe(cost);
        expect(costs.every((one) => one >= 0)).toBe(true);
      }),
    );
  });

  it("has defects within itself", () => {
    expect(liesIn({ x: 2800, y: 0, length: 200, width: 1600 }, slab)).toBe(true);
    expect(liesIn({ x: 2801, y: 0, length: 200, width: 10 }, slab)).toBe(false);
    expect(liesIn({ x: 0, y: 1591, length: 200, width: 10 }, slab)).toBe(false);
  });
});

describe("a serial", () => {
  it.each([
    [undefined, 0, "S-0001"],
    ["S-0009", 9, "S-0010"],
    ["S-9999", 9999, "S-10000"],
    ["2026/07", 12, "2026/13"],
    ["black", 3, "S-0004"],
    ["بلاطة-03", 3, "بلاطة-04"],
  ])("after %s, of which %d is the last, is %s", (serial, last, next) => {
    expect(serialAfter(patternOf(serial), last)).toBe(next);
  });
  it.each([
    ["S-0001", "S-0001-R1"],
    ["S-0001-R12", "S-0001-R1"],
    ["x".repeat(40), `${"x".repeat(29)}-R1`],
  ])("of what was left of %s is of its family: %s", (parent, first) => {
    expect(serialAfter(remnantPattern(parent), 0)).toBe(first);
  });
});

describe("what may not be worked with", () => {
  it("is engineered stone, in Australia", () => {
    expect(MATERIAL_CATEGORIES.filter((category) => isBanned("AU", category))).toEqual(["engineered_stone"]);
    expect(bannedIn("au")).toEqual(["engineered_stone"]);
    for (const country of ["", "VN", "FR", "toString"]) expect(bannedIn(country)).toEqual([]);
  });
});

describe("a material", () => {
  it("is found by all its words, however they are written", () => {
    const stone = { name: "Đá hoa cương Đen", finish: "Bóng" };
    for (const typed of ["da den", "BONG", "hoa  cương"]) expect(fits(stone, typed)).toBe(true);
    expect(fits(stone, "da trang")).toBe(false);
  });
});
