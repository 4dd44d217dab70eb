import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanOf, NO_SUMS, periodsOf, type Tally, TREND_FROM, totalOf, trendOf } from "@/features/practice/progress/rules";
import { addDays } from "@/lib/days";
import { PROGRESS_RANGES, RATING_SCALES } from "@/lib/enums/practice";

const tally = (ratings: number[], takes = ratings.length): Tally => {
  const sum = ratings.reduce((all, rating) => all + rating, 0);
  return {
    takes,
    rated: ratings.length,
    spokenMs: takes * 60_000,
    sums: Object.fromEntries(RATING_SCALES.map((scale) => [scale, sum])) as Tally["sums"],
  };
};

describe("means", () => {
  it("are over all takes, and not over the means of weeks", () => {
    const weeks = [tally([1]), tally([5, 5, 5])];
    expect(meanOf(totalOf(weeks), "clarity")).toBe(4);
  });

  it("are those of all ratings, however these are parted", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 9 }), { maxLength: 9 }), (weeks) => {
        const all = weeks.flat();
        const mean = meanOf(totalOf(weeks.map((ratings) => tally(ratings))), "rating_overall");
        if (all.length === 0) expect(mean).toBeNull();
        else expect(mean).toBeCloseTo(all.reduce((sum, rating) => sum + rating, 0) / all.length, 9);
      }),
    );
  });

  it("leave out takes without a rating", () => {
    expect(meanOf(tally([4, 4], 9), "clarity")).toBe(4);
    expect(meanOf(tally([], 3), "clarity")).toBeNull();
    expect(totalOf([])).toEqual({ takes: 0, rated: 0, spokenMs: 0, sums: NO_SUMS });
  });
});

describe("the weeks and months of a range", () => {
  it("are four weeks, or thirteen, with that of today", () => {
    const { unit, periods } = periodsOf("weeks", "2026-11-22", "2020-01-01");
    expect(unit).toBe("week");
    expect(periods).toEqual([
      { from: "2026-10-26", to: "2026-11-01" },
      { from: "2026-11-02", to: "2026-11-08" },
      { from: "2026-11-09", to: "2026-11-15" },
      { from: "2026-11-16", to: "2026-11-22" },
    ]);
    expect(periodsOf("months", "2026-11-22", null).periods).toHaveLength(13);
  });

  it("reach back to the first take, by months where weeks would be too many", () => {
    expect(periodsOf("all", "2026-11-22", null).periods).toEqual([{ from: "2026-11-16", to: "2026-11-22" }]);
    expect(periodsOf("all", "2026-11-22", "2026-11-12")).toMatchObject({ unit: "week", periods: [{ from: "2026-11-09" }, {}] });
    const long = periodsOf("all", "2026-11-22", "2025-12-31");
    expect(long.unit).toBe("month");
    expect(long.periods[0]).toEqual({ from: "2025-12-01", to: "2025-12-31" });
    expect(long.periods.at(-1)).toEqual({ from: "2026-11-01", to: "2026-11-30" });
    expect(long.periods).toHaveLength(12);
  });

  it("follow one another without a gap, from before the first take to today", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.constantFrom(...PROGRESS_RANGES),
        (later, ago, range) => {
          const today = addDays("2024-02-27", later);
          const first = addDays(today, -ago);
          const { periods } = periodsOf(range, today, first);
          expect(periods.every(({ from, to }) => from <= to)).toBe(true);
          for (const [at, { from }] of periods.entries()) if (at > 0) expect(addDays(periods[at - 1]?.to ?? "", 1)).toBe(from);
          const last = periods.at(-1);
          expect((last?.from ?? "") <= today && today <= (last?.to ?? "")).toBe(true);
          if (range === "all") expect((periods[0]?.from ?? "") <= first).toBe(true);
        },
      ),
    );
  });
});

describe("a trend", () => {
  const of = (earlier: number[], later: number[]) => trendOf({ earlier: tally(earlier), later: tally(later) }, "rating_overall");

  it("is not told of a few takes, but how many more are needed", () => {
    for (let rated = 0; rated < TREND_FROM; rated++) {
      const half = Math.ceil(rated / 2);
      const trend = of(Array(half).fill(1), Array(rated - half).fill(5));
      expect(trend).toEqual({ known: false, missing: TREND_FROM - rated });
    }
  });

  it("is told from then on, where it is more than a slip of one rating", () => {
    expect(of([2, 2, 3], [4, 4, 4])).toMatchObject({ known: true, than: "higher", later: 4 });
    expect(of([4, 4, 4], [3, 3, 3])).toMatchObject({ known: true, than: "lower", earlier: 4, later: 3 });
    expect(of([3, 3, 3, 3, 3], [3, 3, 3, 3, 4])).toMatchObject({ known: true, than: "same" });
  });
});
