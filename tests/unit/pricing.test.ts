import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDocument, anyExchange } from "#tests/factories/documents";
import { nothingHoldsFrom } from "@/features/trades/prices/rules";
import { roundTo, spread } from "@/lib/largest-remainder";
import { priceOf, roundHalfUp, shareOf, sumOf } from "@/lib/pricing/amounts";
import { calculate, type DocumentLine, marginOf, type Terms } from "@/lib/pricing/documents";
import { needsOf, type OrderedPiece, slabsFor } from "@/lib/pricing/pieces";
import { areTiers, priceFor, repriced } from "@/lib/pricing/prices";

const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });
const signed = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });

describe("rounding", () => {
  it.each([
    [5n, 10n, 1],
    [4n, 10n, 0],
    [-5n, 10n, -1],
    [-4n, 10n, 0],
    [15n, 10n, 2],
    [0n, 7n, 0],
    [2_500_000_000_000_000_000n, 1_000n, 2_500_000_000_000_000],
  ])("%s of %s is %s", (part, over, rounded) => expect(roundHalfUp(part, over)).toBe(rounded));

  it("gives back what it takes, to the unit", () =>
    fc.assert(
      fc.property(signed, fc.integer({ min: 0, max: 20_000 }), (of, rate) => shareOf(-of, rate) === -shareOf(of, rate) || of === 0),
    ));

  it("is exact beyond what a number holds", () => {
    // 1,000,000 of something at 10,000,000,000.01 each.
    expect(priceOf(1_000_000_000, 1_000_000_000_001)).toBe(1_000_000_000_001_000_000);
    expect(priceOf(2_345, 199)).toBe(467);
  });
});

describe("a version that ends", () => {
  const published = (validFrom: string, validTo: string | null) => ({ state: "published" as const, validFrom, validTo });
  it.each([
    ["nothing behind it", [], "2026-12-01"],
    ["what ends as it begins", [published("2026-01-01", null)], "2026-12-01"],
    ["one that begins the day after, without an end", [published("2026-12-01", null)], undefined],
    ["one that begins later", [published("2026-12-02", null)], "2026-12-01"],
    ["two in a row behind it", [published("2026-12-08", "2026-12-31"), published("2026-12-01", "2026-12-07")], "2027-01-01"],
    ["one to the last day of all", [published("2026-12-01", "9999-12-31")], undefined],
    ["a draft alone", [{ state: "draft" as const, validFrom: "2026-12-01", validTo: null }], "2026-12-01"],
  ])("is followed by days without prices, or not: %s", (_, others, day) => expect(nothingHoldsFrom("2026-11-30", others)).toBe(day));
});

describe("spreading", () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [100, [2, 1], [67, 33]],
    [-100, [1, 1, 1], [-33, -33, -34]],
    [5, [0, 0], [5, 0]],
    [0, [], []],
    [1, [1, 3], [0, 1]],
    [0, [3, 4], [0, 0]],
  ])("%s over %j is %j", (whole, weights, parts) => expect(spread(whole, weights)).toEqual(parts));

  it("leaves nothing over and makes nothing up, and keeps everyone within one unit of what they are due", () =>
    fc.assert(
      fc.property(signed, fc.array(amount, { minLength: 1, maxLength: 40 }), (whole, weights) => {
        const parts = spread(whole, weights);
        expect(parts.reduce((total, part) => total + BigInt(part), 0n)).toBe(BigInt(whole));
        const all = weights.reduce((total, weight) => total + BigInt(weight), 0n);
        if (all > 0n)
          for (const [at, part] of parts.entries()) {
            const off = BigInt(part) * all - BigInt(whole) * BigInt(weights[at] ?? 0);
            expect((off < 0n ? -off : off) < all).toBe(true);
          }
      }),
    ));
});

describe("rounding to a whole", () => {
  it.each([
    [100, [333, 333, 333], [34, 33, 33]],
    [-1, [-3, -3], [0, -1]],
    [0, [25, -25], [3, -3]],
    // Of another whole than their sum.
    [5, [0, 0], [3, 2]],
    [-4, [10, 20, 0], [-1, 0, -3]],
  ])("of %s makes of the tenths %j %j", (whole, tenths, rounded) => expect(roundTo(whole, tenths.map(BigInt), 10n)).toEqual(rounded));
});

describe("a document", () => {
  it("has parts that sum to the whole, in every column, to the minor unit", () =>
    fc.assert(
      fc.property(fc.oneof(anyDocument, anyExchange), ({ lines, terms: how }) => {
        const { lines: parts, totals } = calculate(lines, how);
        const counted = parts.filter((_, at) => !lines[at]?.optional || lines[at]?.chosen);
        const all = (name: keyof (typeof parts)[number]) => sumOf(counted.map((part) => part[name]));
        expect(all("net")).toBe(totals.net);
        expect(all("tax")).toBe(totals.tax);
        expect(all("total")).toBe(totals.total);
        expect(all("share")).toBe(totals.discount);
        expect(all("cost")).toBe(totals.cost);
        expect(all("gross") - all("discount")).toBe(totals.lines);
        expect(totals.net + totals.tax).toBe(totals.total);
        expect(sumOf(totals.taxes.map(({ tax }) => tax))).toBe(totals.tax);
        expect(sumOf(totals.taxes.map(({ net }) => net))).toBe(totals.net);
        // As prices are written, the discount is all that parts the lines from the whole.
        expect(how.taxIncluded ? totals.total : totals.net).toBe(totals.lines - totals.discount);
        for (const part of parts) expect(part.net + part.tax).toBe(part.total);
      }),
      { numRuns: 500 },
    ));

  it("taxes each line at its rate but for less than a minor unit, also where lines take back what others ask for", () =>
    fc.assert(
      fc.property(fc.oneof(anyDocument, anyExchange), ({ lines, terms: how }) => {
        for (const [at, { net, tax, total }] of calculate(lines, how).lines.entries()) {
          const rate = BigInt(lines[at]?.tax.rate ?? 0);
          const over = how.taxIncluded ? 10_000n + rate : 10_000n;
          const off = BigInt(tax) * over - BigInt(how.taxIncluded ? total : net) * rate;
          expect((off < 0n ? -off : off) < over).toBe(true);
        }
      }),
      { numRuns: 500 },
    ));

  it.each([
    ["what was paid before", [120_000, -36_000, -84_000], [20_000, -6000, -14_000]],
    ["all but a little", [120_000, -119_997], [20_000, -19_999]],
  ])("takes the tax out of each line where lines take back %s", (_, amounts, taxes) => {
    const tax = { name: "VAT", rate: 2000, category: "S" } as const;
    const lines = amounts.map((whole) => aLine({ quantity: Math.sign(whole) * 1000, price: Math.abs(whole), tax }));
    const parts = calculate(lines, { taxMode: "group", taxIncluded: true, discount: { is: "rate", rate: 0 } }).lines;
    expect(parts.map((part) => part.tax)).toEqual(taxes);
    expect(parts.map((part) => part.total)).toEqual(amounts);
  });

  it("rounds a rate's tax once where it is taxed by group, and each line's where by line", () => {
    const thirds = Array.from({ length: 3 }, () => aLine({ price: 333, quantity: 1000 }));
    const by = (taxMode: Terms["taxMode"]) => calculate(thirds, { taxMode, taxIncluded: false, discount: { is: "rate", rate: 0 } });
    // 10 % of 333 is 33.3; of 999 it is 99.9.
    expect(by("line").totals.tax).toBe(99);
    expect(by("group").totals.tax).toBe(100);
    expect(by("group").lines.map(({ tax }) => tax)).toEqual([34, 33, 33]);
  });

  it("takes the tax out of prices that have it in them", () => {
    const { totals } = calculate([aLine({ price: 11_000, quantity: 1000 })], {
      taxMode: "group",
      taxIncluded: true,
      discount: { is: "rate", rate: 0 },
    });
    expect([totals.net, totals.tax, totals.total]).toEqual([10_000, 1000, 11_000]);
  });

  it("counts no option that was not chosen, and takes no more off than there is", () => {
    const lines = [aLine({ price: 100 }), aLine({ price: 900, optional: true })];
    const off = (amountOff: number) =>
      calculate(lines, { taxMode: "group", taxIncluded: false, discount: { is: "amount", amount: amountOff } });
    expect(off(30).totals).toMatchObject({ lines: 100, discount: 30, net: 70 });
    expect(off(5000).totals).toMatchObject({ discount: 100, net: 0, total: 0 });
    expect(off(30).lines[1]).toMatchObject({ net: 900, share: 0 });
  });

  it("knows what remains of it", () => {
    expect(marginOf({ net: 1000, cost: 700 })).toBe(3000);
    expect(marginOf({ net: 1000, cost: 1500 })).toBe(-5000);
    expect(marginOf({ net: 0, cost: 1 })).toBeNull();
  });
});

function aLine(given: Partial<DocumentLine>): DocumentLine {
  const tax = { name: "GST", rate: 1000, category: "S" } as const;
  return {
    source: "hand",
    kind: "item",
    code: "",
    text: "Line",
    unit: "piece",
    quantity: 1000,
    price: 100,
    cost: 0,
    discount: 0,
    tax,
    optional: false,
    chosen: false,
    ...given,
  };
}

describe("prices", () => {
  it("hold from their quantity on, for all of it", () => {
    const item = {
      price: 100,
      tiers: [
        { from: 5000, price: 90 },
        { from: 10_000, price: 80 },
      ],
    };
    expect([4999, 5000, 9999, 10_000, 99_000].map((quantity) => priceFor(item, quantity))).toEqual([100, 90, 90, 80, 80]);
    // A line's price follows its quantity, also over an empty field, unless somebody has set it by hand.
    expect(repriced(item, { price: 100, quantity: 1000 }, 20_000)).toBe(80);
    expect(repriced(item, { price: 80, quantity: 20_000 }, 0)).toBe(100);
    expect(repriced(item, { price: 100, quantity: 0 }, 5000)).toBe(90);
    expect(repriced(item, { price: 95, quantity: 1000 }, 20_000)).toBe(95);
  });

  it("stand in order", () => {
    expect(areTiers([])).toBe(true);
    expect(
      areTiers([
        { from: 1, price: 1 },
        { from: 1, price: 2 },
      ]),
    ).toBe(false);
    expect(areTiers([{ from: 0, price: 1 }])).toBe(false);
  });
});

describe("pieces", () => {
  const none = { front: "", back: "", left: "", right: "" };
  const piece = (given: Partial<OrderedPiece>): OrderedPiece => ({
    id: "1",
    label: "Bench",
    code: "AREA",
    materialUid: null,
    length: 2400,
    width: 600,
    count: 1,
    grain: "any",
    edges: none,
    cutouts: [],
    ...given,
  });
  const items = new Map([
    ["AREA", { unit: "m2" as const }],
    ["SLAB", { unit: "slab" as const }],
    ["EDGE", { unit: "m" as const }],
    ["SINK", { unit: "piece" as const }],
  ]);
  const slabs = new Map([["SLAB", { length: 3000, width: 1400 }]]);

  it("take their material by area, their edges by length and their cut-outs by number, rounded once for all", () => {
    const pieces = [
      piece({ edges: { ...none, front: "EDGE", left: "EDGE" }, cutouts: [{ code: "SINK", count: 1 }], count: 2 }),
      piece({ length: 1001, width: 333, edges: { ...none, front: "EDGE" } }),
    ];
    expect(needsOf(pieces, items, slabs, 1500)).toEqual([
      // 2 × 1.44 m² and 0.333333 m².
      { code: "AREA", quantity: 3213 },
      { code: "EDGE", quantity: 2 * (2400 + 600) + 1001 },
      { code: "SINK", quantity: 2000 },
    ]);
  });

  it("take whole slabs where those are asked for, with what is cut away", () => {
    expect(needsOf([piece({ code: "SLAB", count: 3 })], items, slabs, 1500)).toEqual([{ code: "SLAB", quantity: 2000 }]);
    // 3 × 1.44 m² is 4.32 m², and a slab is 4.2 m².
    expect(slabsFor(4_320_000, { length: 3000, width: 1400 }, 0)).toBe(2);
    expect(slabsFor(4_200_000, { length: 3000, width: 1400 }, 0)).toBe(1);
    expect(slabsFor(0, { length: 3000, width: 1400 }, 0)).toBe(0);
  });

  it("take nothing that the list does not have", () => expect(needsOf([piece({ code: "NONE" })], items, slabs, 0)).toEqual([]));
});
