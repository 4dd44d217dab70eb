import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choosing, givenAway } from "@/features/trades/quotes/rules";
import { roundHalfUp, sumOf } from "@/lib/pricing/amounts";
import { calculate, counts, type Discount, type DocumentLine, NO_DISCOUNT } from "@/lib/pricing/documents";

const LINE: DocumentLine = {
  ...{ source: "hand", kind: "item", code: "", text: "Bench", unit: "piece", quantity: 1000, price: 1_000_000, cost: 0, discount: 0 },
  ...{ tax: { name: "", rate: 0, category: "S" }, optional: false, chosen: false },
};
const aLine = (given: Partial<DocumentLine> = {}): DocumentLine => ({ ...LINE, ...given });
const away = (lines: DocumentLine[], discount: Discount = NO_DISCOUNT, sold = 0) => givenAway(lines, { discount }, sold);
const [small, back] = [aLine({ price: 100 }), aLine({ quantity: -1000, price: 900_000 })];

describe("what is given away", () => {
  it("is what is off each line and off the whole", () => {
    expect(away([])).toBe(0);
    expect(away([LINE, aLine({ discount: 2000 })])).toBe(1000);
    expect(away([LINE, aLine({ discount: 2000 })], { is: "rate", rate: 1000 })).toBe(1900);
    expect(away([LINE], { is: "amount", amount: 250_000 })).toBe(2500);
    expect(away([LINE], { is: "amount", amount: 2_000_000 })).toBe(10_000);
  });

  it("is the most that the customer can make of it by the options", () => {
    const option = aLine({ discount: 9000, optional: true });
    expect(away([small, option])).toBe(8999);
    // Neither all of them nor any alone is the dearest for the shop.
    const two = aLine({ discount: 2000, optional: true });
    expect(away([LINE, two, two, aLine({ price: 10 ** 9, optional: true })])).toBe(1333);
    // One that was taken might as well not have been.
    expect(away([aLine({ discount: 5000 }), aLine({ optional: true, chosen: true })])).toBe(5000);
    // Nothing but packages, of which the smallest is enough for an amount off the whole.
    expect(away([aLine({ optional: true }), aLine({ price: 200_000, optional: true })], { is: "amount", amount: 100_000 })).toBe(5000);
  });

  it("is what is taken back, too, and all of it where no more is asked for", () => {
    expect(away([LINE, back])).toBe(9000);
    expect(away([LINE, { ...back, discount: 5000 }])).toBe(4500);
    expect(away([LINE, { ...back, optional: true }])).toBe(9000);
    expect(away([back])).toBe(10_000);
    expect(away([small, back])).toBe(10_000);
  });

  it("is not what a variation takes out of its job, up to what that was sold for", () => {
    expect(away([LINE, back], NO_DISCOUNT, 900_000)).toBe(0);
    expect(away([back], NO_DISCOUNT, 900_000)).toBe(0);
    expect(away([LINE, back], NO_DISCOUNT, 899_999)).toBe(9000);
    expect(away([LINE, back, { ...back, optional: true }], NO_DISCOUNT, 900_000)).toBe(10_000);
    expect(away([aLine({ discount: 2000 }), back], NO_DISCOUNT, 900_000)).toBe(2000);
  });

  it("is never less than with any of the choices, and as much with one of them", () => {
    const line = fc.record({
      price: fc.integer({ min: 1, max: 100 }).map((price) => price * 10_000),
      quantity: fc.constantFrom(1000, 1000, 3000, 50_000, -1000),
      discount: fc.constantFrom(0, 0, 500, 2500, 9000),
      optional: fc.boolean(),
    });
    const discount = fc.oneof(
      fc.constantFrom(0, 1000, 5000).map((rate): Discount => ({ is: "rate", rate })),
      fc.integer({ min: 0, max: 2_000_000 }).map((amount): Discount => ({ is: "amount", amount })),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 7 }), discount, (given, off) => {
        const lines = given.map(aLine);
        const terms = { taxMode: "group" as const, taxIncluded: false, discount: off };
        const parts = Array.from({ length: 2 ** lines.length }, (_, bits) => {
          const chosen = choosing(
            lines,
            lines.flatMap((_line, at) => ((bits >> at) & 1 ? at : [])),
          );
          const { lines: worked, totals } = calculate(chosen, terms);
          const counted = worked.filter((_line, at) => counts(chosen[at] as DocumentLine));
          const gross = sumOf(counted.map((one) => Math.max(one.gross, 0)));
          const net = totals.lines - totals.discount;
          return gross > 0 ? Math.min(10_000, roundHalfUp(BigInt(gross - net) * 10_000n, BigInt(gross))) : net < 0 ? 10_000 : 0;
        });
        expect(Math.abs(away(lines, off) - Math.max(...parts))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});
