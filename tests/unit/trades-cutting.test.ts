import { describe, expect, it } from "vitest";
import { aPiece, aSaw, aSheet } from "#tests/factories/cutting";
import { aLine } from "#tests/factories/cutting-shop";
import { budgetState, isAlarming, quotedByKind, rateOf } from "@/features/trades/costs/rules";
import { cutsOf, drawn, placedIn, planSteps, seedOf } from "@/features/trades/cut-plans/rules";
import { planCuts } from "@/lib/cutting/plan";
import type { Part } from "@/lib/cutting/types";
import { PLAN_STATES } from "@/lib/enums/trades-stock";
import { seededRandom } from "@/lib/seeded-random";

const PAIRS = PLAN_STATES.flatMap((from) => PLAN_STATES.map((to) => [from, to] as const));

describe("where a plan stands", () => {
  /** Written down here once more, on purpose: every step that is allowed, and who takes it. All others are not. */
  const STEPS: Record<string, string[]> = {
    "planning → draft": ["planner"],
    "planning → discarded": ["planner", "manager"],
    "draft → approved": ["manager"],
    "draft → discarded": ["manager"],
    "approved → discarded": ["manager"],
    "approved → cut": ["manager", "saw"],
  };
  it.each(PAIRS)("%s → %s", (from, to) => {
    for (const by of ["planner", "manager", "saw"] as const)
      expect(planSteps.can(from, to, by)).toBe(STEPS[`${from} → ${to}`]?.includes(by) ?? false);
  });
});

describe("a plan as it is drawn", () => {
  const order = { sheets: [aSheet("s")], pieces: [aPiece("a", 1200, 600), aPiece("b", 900, 500)], saw: aSaw() };
  const plan = planCuts(order, { random: seededRandom(1), effort: 0.1 });

  it("has each piece once, nothing without extent, and its cuts in the order in which they can be made", () => {
    const [sheet] = plan.sheets;
    const root = sheet?.root as Part;
    expect(placedIn(plan).toSorted()).toEqual(["a", "b"]);
    expect(drawn(root).every(({ rect }) => rect.length > 0 && rect.width > 0)).toBe(true);
    const cuts = cutsOf(root);
    // The first goes over all of what is usable.
    expect(cuts[0]).toMatchObject(cuts[0]?.axis === "x" ? { from: 10, to: 1390 } : { from: 10, to: 2990 });
    const count = (part: Part): number => (part.is === "cut" ? 1 + count(part.parts[0]) + count(part.parts[1]) : 0);
    expect(cuts).toHaveLength(count(root));
  });

  it("leaves out what the blade left nothing of", () => {
    const rect = { x: 0, y: 0, length: 100, width: 10 };
    const last: Part = { is: "waste", rect: { ...rect, x: 100, length: 0 } };
    const root: Part = { is: "cut", rect, axis: "x", at: 98, parts: [{ is: "remnant", rect: { ...rect, length: 98 } }, last] };
    expect(drawn(root)).toEqual([{ is: "remnant", rect: { ...rect, length: 98 } }]);
    expect(cutsOf(root)).toEqual([{ axis: "x", at: 98, from: 0, to: 10 }]);
  });

  it("comes of the same seed whenever it is worked out", () => {
    expect(seedOf("0198c0de-0000-7000-8000-00000000002a")).toBe(42);
    expect(seedOf("0198c0de-0000-7000-8000-0000ffffffff")).toBe(4_294_967_295);
  });
});

describe("a budget", () => {
  it("is that of the lines that count, by kinds", () => {
    const lines = [
      aLine("material", 333, { quantity: 1500 }),
      aLine("edge", 10),
      aLine("cutout", 20),
      aLine("labour", 30),
      aLine("item", 40, { optional: true, chosen: true }),
      aLine("item", 50, { optional: true }),
      aLine("material", 100, { quantity: -1000 }),
    ];
    expect(quotedByKind(lines)).toEqual({ material: 400, labour: 60, subcontract: 0, other: 40 });
  });

  it.each([
    [0, 500, "none"],
    [1000, 899, "within"],
    [1000, 900, "near"],
    [1000, 1000, "near"],
    [1000, 1001, "over"],
  ] as const)("of %d with %d spent is %s", (quoted, actual, state) => {
    expect(budgetState({ quoted, actual, alert: 9000 })).toBe(state);
    expect(isAlarming({ quoted, actual, alert: 9000 })).toBe(state === "near" || state === "over");
  });

  it("is compared exactly, and with nothing where nothing was quoted", () => {
    expect(isAlarming({ quoted: 1_000_000_000_000_000, actual: 899_999_999_999_999, alert: 9000 })).toBe(false);
    expect([rateOf(1, 3), rateOf(5, 0)]).toEqual([3333, null]);
  });
});
