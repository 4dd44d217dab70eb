import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aPiece, aSaw, aSheet } from "#tests/factories/cutting";
import { type CutOrder, type CutPlan, MAX_DEPTH, type Part } from "@/lib/cutting/types";
import { CUT_PROBLEMS, type CutProblemCode, problemsOf } from "@/lib/cutting/validate";

const order: CutOrder = {
  sheets: [
    aSheet("slab", { defects: [{ x: 2000, y: 10, length: 100, width: 100 }] }),
    aSheet("other"),
    aSheet("rest", { remnant: true, length: 700, width: 500 }),
  ],
  pieces: [aPiece("top", 1200, 600, "along"), aPiece("side", 600, 1200, "across"), aPiece("strip", 696, 80), aPiece("left out", 9000, 10)],
  saw: aSaw(),
};

type Cut = Extract<Part, { is: "cut" }>;
type Leaf = Exclude<Part, Cut>;

/** By hand: the slab gives two pieces side by side and a remnant beside them, the remnant a piece that is 4 mm shorter than it. */
const plan = (): CutPlan => ({
  sheets: [
    {
      sheetId: "slab",
      root: {
        is: "cut",
        rect: { x: 10, y: 10, length: 2980, width: 1380 },
        axis: "x",
        at: 1210,
        parts: [
          {
            is: "cut",
            rect: { x: 10, y: 10, length: 1200, width: 1380 },
            axis: "y",
            at: 610,
            parts: [
              { is: "piece", rect: { x: 10, y: 10, length: 1200, width: 600 }, pieceId: "top", turned: false },
              {
                is: "cut",
                rect: { x: 10, y: 614, length: 1200, width: 776 },
                axis: "y",
                at: 1214,
                parts: [
                  { is: "piece", rect: { x: 10, y: 614, length: 1200, width: 600 }, pieceId: "side", turned: true },
                  { is: "waste", rect: { x: 10, y: 1218, length: 1200, width: 172 } },
                ],
              },
            ],
          },
          {
            is: "cut",
            rect: { x: 1214, y: 10, length: 1776, width: 1380 },
            axis: "y",
            at: 110,
            parts: [
              { is: "waste", rect: { x: 1214, y: 10, length: 1776, width: 100 } },
              { is: "remnant", rect: { x: 1214, y: 114, length: 1776, width: 1276 } },
            ],
          },
        ],
      },
    },
    {
      sheetId: "rest",
      root: {
        is: "cut",
        rect: { x: 0, y: 0, length: 700, width: 500 },
        axis: "y",
        at: 80,
        parts: [
          {
            is: "cut",
            rect: { x: 0, y: 0, length: 700, width: 80 },
            axis: "x",
            at: 696,
            parts: [
              { is: "piece", rect: { x: 0, y: 0, length: 696, width: 80 }, pieceId: "strip", turned: false },
              { is: "waste", rect: { x: 700, y: 0, length: 0, width: 80 } },
            ],
          },
          { is: "remnant", rect: { x: 0, y: 84, length: 700, width: 416 } },
        ],
      },
    },
  ],
  unplaced: ["left out"],
});

/** Down a part by first and second sides. */
const partAt = (whole: CutPlan, sheet: number, ...sides: (0 | 1)[]): Part =>
  sides.reduce<Part>((part, side) => (part as Cut).parts[side], whole.sheets[sheet]?.root as Part);
const cutAt = (whole: CutPlan, sheet: number, ...sides: (0 | 1)[]) => partAt(whole, sheet, ...sides) as Cut;
const leafAt = (whole: CutPlan, sheet: number, ...sides: (0 | 1)[]) => partAt(whole, sheet, ...sides) as Leaf;

const codesOf = (whole: unknown, of = order) => new Set(problemsOf(of, whole).map(({ code }) => code));

describe("a plan that can be cut", () => {
  it("has nothing wrong with it", () => {
    expect(problemsOf(order, plan())).toEqual([]);
  });

  it("lets the blade run out over the edge where less than the kerf is left", () => {
    for (const left of [1, 2, 3, 4]) {
      const shorter = { ...order, pieces: order.pieces.map((piece) => (piece.id === "strip" ? { ...piece, length: 700 - left } : piece)) };
      const whole = plan();
      const cut = cutAt(whole, 1, 0);
      cut.at = 700 - left;
      cut.parts[0].rect.length = 700 - left;
      expect(problemsOf(shorter, whole)).toEqual([]);
    }
  });
});

/** What is done to the good plan, and what must be told of it. */
const FAULTS: Record<CutProblemCode, ((whole: CutPlan) => unknown)[]> = {
  malformed: [
    (whole) => Object.assign(whole, { sheets: "none" }),
    (whole) => Object.assign(whole, { unplaced: undefined }),
    (whole) => Object.assign(cutAt(whole, 0), { axis: "z" }),
    (whole) => Object.assign(cutAt(whole, 0), { at: Number.NaN }),
    (whole) => Object.assign(cutAt(whole, 0), { parts: [] }),
    (whole) => Object.assign(cutAt(whole, 0).parts, { 1: null }),
    (whole) => Object.assign(leafAt(whole, 0, 0, 0), { is: "gift" }),
    (whole) => Object.assign(leafAt(whole, 0, 0, 0), { turned: "no" }),
    (whole) => Object.assign(leafAt(whole, 0, 0, 0), { pieceId: 7 }),
    ...[-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "10", null, 2 ** 60].map(
      (length) => (whole: CutPlan) => Object.assign(leafAt(whole, 0, 0, 0).rect, { length }),
    ),
    (whole) => whole.unplaced.push({} as never),
    (whole) => whole.sheets.push(null as never),
  ],
  tooDeep: [
    (whole) => {
      // Each cut is as it should be, and takes off a strip of a millimetre.
      const rectFrom = (deep: number) => ({ x: 10 + 5 * deep, y: 10, length: 2980 - 5 * deep, width: 1380 });
      let root: Part = { is: "waste", rect: rectFrom(MAX_DEPTH + 1) };
      for (let deep = MAX_DEPTH; deep >= 0; deep--) {
        const rect = rectFrom(deep);
        root = { is: "cut", rect, axis: "x", at: rect.x + 1, parts: [{ is: "waste", rect: { ...rect, length: 1 } }, root] };
      }
      whole.sheets[0] = { sheetId: "slab", root };
    },
  ],
  sheetUnknown: [(whole) => Object.assign(whole.sheets[0] ?? {}, { sheetId: "stolen" })],
  sheetTwice: [(whole) => whole.sheets.push(structuredClone(whole.sheets[1] as never))],
  sheetUnused: [
    (whole) => whole.sheets.push({ sheetId: "other", root: { is: "remnant", rect: { x: 10, y: 10, length: 2980, width: 1380 } } }),
  ],
  trim: [
    (whole) => Object.assign(cutAt(whole, 0).rect, { x: 0, length: 2990 }),
    (whole) => Object.assign(cutAt(whole, 1).rect, { width: 501 }),
  ],
  cutOutside: [(whole) => Object.assign(cutAt(whole, 0), { at: 9 }), (whole) => Object.assign(cutAt(whole, 0, 0), { at: 1390 })],
  cutPartial: [
    (whole) => Object.assign(leafAt(whole, 0, 0, 0).rect, { length: 1199 }),
    (whole) => Object.assign(leafAt(whole, 0, 1, 1).rect, { x: 1215, length: 1775 }),
  ],
  kerf: [
    (whole) => Object.assign(leafAt(whole, 0, 1, 1).rect, { y: 113, width: 1277 }),
    (whole) => Object.assign(leafAt(whole, 0, 1, 1).rect, { width: 1275 }),
    (whole) => Object.assign(cutAt(whole, 0, 1), { at: 111 }),
  ],
  partEmpty: [
    (whole) => Object.assign(leafAt(whole, 0, 0, 0).rect, { width: 0 }),
    (whole) => Object.assign(leafAt(whole, 1, 0, 1), { is: "remnant" }),
    (whole) => Object.assign(leafAt(whole, 0, 1, 0).rect, { width: 0 }),
  ],
  pieceUnknown: [(whole) => Object.assign(leafAt(whole, 0, 0, 0), { pieceId: "gift" }), (whole) => whole.unplaced.push("gift")],
  pieceTwice: [
    (whole) => Object.assign(leafAt(whole, 0, 0, 1, 0), { pieceId: "top" }),
    (whole) => whole.unplaced.push("top"),
    (whole) => whole.unplaced.push("left out"),
  ],
  pieceMissing: [(whole) => whole.unplaced.pop(), (whole) => whole.sheets.pop()],
  pieceSize: [
    (whole) => Object.assign(leafAt(whole, 0, 0, 0).rect, { width: 599 }),
    (whole) => Object.assign(leafAt(whole, 1, 0, 0), { turned: true }),
  ],
  pieceGrain: [
    (whole) => Object.assign(leafAt(whole, 0, 0, 0), { turned: true }),
    (whole) => Object.assign(leafAt(whole, 0, 0, 1, 0), { turned: false }),
  ],
  pieceDefect: [],
  remnantSmall: [(whole) => Object.assign(leafAt(whole, 0, 0, 1, 1), { is: "remnant" })],
  remnantDefect: [(whole) => Object.assign(leafAt(whole, 0, 1, 0), { is: "remnant" })],
};

describe("a fault that was planted", () => {
  const planted = CUT_PROBLEMS.flatMap((code) => FAULTS[code].map((plant, at) => [code, at, plant] as const));

  it.each(planted)("%s (%i) is told", (code, _at, plant) => {
    const whole = plan();
    plant(whole);
    expect(codesOf(whole)).toContain(code);
  });

  it("as a defect below a piece is told, with its sheet and piece", () => {
    const cracked = { ...order, sheets: order.sheets.map((sheet) => ({ ...sheet, defects: [{ x: 1209, y: 609, length: 1, width: 1 }] })) };
    expect(problemsOf(cracked, plan())).toEqual([{ code: "pieceDefect", sheetId: "slab", pieceId: "top" }]);
  });

  it("is not told where a defect only touches a piece", () => {
    const defects = [{ x: 1210, y: 10, length: 4, width: 600 }];
    expect(
      problemsOf({ ...order, sheets: order.sheets.map((sheet) => ({ ...sheet, defects: sheet.remnant ? [] : defects })) }, plan()),
    ).toEqual([]);
  });

  it("alone is told alone", () => {
    const whole = plan();
    whole.unplaced = [];
    expect(problemsOf(order, whole)).toEqual([{ code: "pieceMissing", pieceId: "left out" }]);
  });
});

describe("what only claims to be a plan", () => {
  const isTold = (whole: unknown): void => {
    expect(problemsOf(order, whole).length).toBeGreaterThan(0);
  };

  it("is refused whatever it is", () => {
    fc.assert(fc.property(fc.anything(), isTold));
    fc.assert(fc.property(fc.jsonValue(), isTold));
    fc.assert(fc.property(fc.jsonValue(), (root) => isTold({ sheets: [{ sheetId: "slab", root }], unplaced: [] })));
  });

  it("is refused when any one value in a good plan is another", () => {
    const paths: (string | number)[][] = [];
    const walk = (value: unknown, path: (string | number)[]) => {
      paths.push(path);
      if (typeof value === "object" && value !== null) for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    };
    walk(plan(), []);
    fc.assert(
      fc.property(fc.constantFrom(...paths.slice(1)), fc.jsonValue(), (path, value) => {
        const whole = plan() as never;
        const last = path.at(-1) as string;
        const holder = path.slice(0, -1).reduce<Record<string, unknown>>((inner, key) => inner[key] as never, whole);
        // JSON has no −0, and what is the same is no change.
        fc.pre(JSON.stringify(holder[last]) !== JSON.stringify(value));
        holder[last] = value;
        isTold(whole);
      }),
      { numRuns: 1000 },
    );
  });

  it("ends neither the process nor the memory by its size", () => {
    let root: unknown = { is: "waste", rect: { x: 10, y: 10, length: 1, width: 1 } };
    for (let deep = 0; deep < 200_000; deep++)
      root = { is: "cut", rect: { x: 10, y: 10, length: 1, width: 1 }, axis: "x", at: 10, parts: [root, root] };
    isTold({ sheets: [{ sheetId: "slab", root }], unplaced: [] });
    const many = problemsOf(order, {
      sheets: Array.from({ length: 100_000 }, () => 1),
      unplaced: Array.from({ length: 100_000 }, () => "top"),
    });
    expect(many.length).toBeLessThanOrEqual(100);
  });
});
