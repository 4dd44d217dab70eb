import { describe, expect, it } from "vitest";
import { differenceOf, isPlausible, type Measured, rateOf, USUAL_FROM, USUAL_OF, usualOf } from "@/features/practice/delivery/rules";

const take = (change: Partial<Measured> = {}): Measured => ({
  durationMs: 60_000,
  speakingMs: 40_000,
  onsetMs: 1000,
  pausedMs: 10_000,
  syllables: 160,
  loudnessRangeDb: 15,
  ...change,
});

describe("what somebody usually does", () => {
  it("is said after three other takes", () => {
    expect(usualOf([])).toBeNull();
    expect(usualOf(Array.from({ length: USUAL_FROM - 1 }, () => take()))).toBeNull();
    expect(usualOf(Array.from({ length: USUAL_FROM }, () => take()))).toMatchObject({ takes: 3, rate: 4, pausedShare: 0.2 });
  });

  it("is the middle one: a single odd take does not move it", () => {
    const others = [take({ onsetMs: 900 }), take({ onsetMs: 1100 }), take({ onsetMs: 30_000 })];
    expect(usualOf(others)?.onsetMs).toBe(1100);
    expect(usualOf([...others, take({ onsetMs: 1300 })])?.onsetMs).toBe(1200);
  });

  it("does not count takes in which nobody speaks, nor old ones", () => {
    const silent = take({ speakingMs: 0, onsetMs: null, pausedMs: 0, syllables: 0, loudnessRangeDb: null });
    expect(usualOf([take(), take(), silent])).toBeNull();
    const many = [...Array.from({ length: USUAL_OF }, () => take()), ...Array.from({ length: 50 }, () => take({ syllables: 400 }))];
    expect(usualOf(many)).toMatchObject({ takes: USUAL_OF, rate: 4 });
  });
});

describe("a take beside what is usual", () => {
  const usual = usualOf([take(), take(), take()]);
  if (!usual) throw new Error("three takes are enough");

  it.each([
    ["speaking", take({ speakingMs: 50_000 }), "more", 10_000],
    ["speaking", take({ speakingMs: 41_000 }), "same", 1000],
    ["onset", take({ onsetMs: 3000 }), "more", 2000],
    ["onset", take({ onsetMs: 400 }), "less", 600],
    ["pauses", take({ pausedMs: 20_000 }), "more", 8000],
    ["pauses", take({ pausedMs: 5000 }), "less", 4000],
    // Twice as long, twice the pauses: as usual.
    ["pauses", take({ speakingMs: 80_000, pausedMs: 20_000 }), "same", 0],
    ["rate", take({ syllables: 200 }), "more", 1],
    ["rate", take({ syllables: 165 }), "same", 0.125],
    ["loudness", take({ loudnessRangeDb: 10 }), "less", 5],
  ] as const)("%s: %o", (measure, other, than, by) => {
    const difference = differenceOf(measure, other, usual);
    expect(difference.than).toBe(than);
    expect(difference.by).toBeCloseTo(by, 5);
  });

  it("has no pace where nobody speaks", () => {
    expect(rateOf({ syllables: 0, speakingMs: 0 })).toBeNull();
  });
});

describe("what a device says of a take", () => {
  const claim = {
    durationMs: 20_000,
    speakingMs: 12_000,
    onsetMs: 1000,
    pauses: [
      { startMs: 4000, endMs: 5000 },
      { startMs: 9000, endMs: 9600 },
    ],
    syllables: 50,
    loudness: { medianDb: -20, rangeDb: 15 },
  };
  const silent = { ...claim, speakingMs: 0, onsetMs: null, pauses: [], syllables: 0, loudness: null };

  it("can be", () => {
    expect(isPlausible(claim)).toBe(true);
    expect(isPlausible(silent)).toBe(true);
  });

  it.each([
    ["pauses out of order", { ...claim, pauses: claim.pauses.toReversed() }],
    ["pauses that overlap", { ...claim, pauses: [...claim.pauses, { startMs: 9500, endMs: 11_000 }] }],
    ["a pause before the first word", { ...claim, pauses: [{ startMs: 0, endMs: 900 }] }],
    ["a pause behind the end", { ...claim, pauses: [{ startMs: 19_000, endMs: 21_000 }] }],
    ["a pause that is none", { ...claim, pauses: [{ startMs: 4000, endMs: 4100 }] }],
    ["more speech than there is time", { ...claim, speakingMs: 19_000 }],
    ["a pace at which nobody speaks", { ...claim, syllables: 400 }],
    ["speech without a beginning", { ...claim, onsetMs: null }],
    ["a beginning without speech", { ...claim, speakingMs: 0, syllables: 0 }],
    ["silence with syllables", { ...silent, syllables: 3 }],
    ["silence with a voice", { ...silent, loudness: { medianDb: -20, rangeDb: 15 } }],
  ])("cannot be: %s", (_, wrong) => {
    expect(isPlausible(wrong)).toBe(false);
  });
});
