import { describe, expect, it } from "vitest";
import { byDay, daysUpTo, FIGURE_DAYS, isWorking } from "@/features/admin/home/rules";
import { isFailing } from "@/features/admin/operations/rules";

describe("the days of the console's figures", () => {
  it("end today and are as many as are shown, also over the turn of a year", () => {
    const days = daysUpTo("2026-01-05");
    expect(days).toHaveLength(FIGURE_DAYS);
    expect(days.at(-1)).toBe("2026-01-05");
    expect(days[0]).toBe("2025-12-07");
    expect(new Set(days).size).toBe(FIGURE_DAYS);
  });

  it("have an amount each: none where there was nothing", () => {
    const amounts = byDay([
      { place: FIGURE_DAYS, amount: 7 },
      { place: 1, amount: 2 },
    ]);
    expect(amounts).toHaveLength(FIGURE_DAYS);
    expect([amounts[0], amounts[1], amounts.at(-1)]).toEqual([2, 0, 7]);
  });
});

describe("the queue", () => {
  const now = new Date("2026-01-05T10:00:00Z");
  it.each([
    ["2026-01-05T09:58:00Z", true],
    ["2026-01-05T09:50:00Z", false],
  ])("whose last job was done at %s works: %s", (at, works) => {
    expect(isWorking(new Date(at), now)).toBe(works);
  });

  it("that has done nothing does not", () => {
    expect(isWorking(null, now)).toBe(false);
  });
});

describe("a job", () => {
  const early = "2026-01-05T10:00:00.000Z";
  const late = "2026-01-05T10:05:00.000Z";
  it.each([
    [null, null, false],
    [early, null, false],
    [null, early, true],
    [early, late, true],
    [late, early, false],
  ])("that was last done %s and last failed %s fails: %s", (doneAt, failedAt, failing) => {
    expect(isFailing({ doneAt, failedAt })).toBe(failing);
  });
});
