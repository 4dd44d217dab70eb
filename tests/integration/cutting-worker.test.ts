import { describe, expect, it } from "vitest";
import { aPiece, aSaw, aSheet } from "#tests/factories/cutting";
import { type Progress, planCuts } from "@/lib/cutting/plan";
import type { CutOrder } from "@/lib/cutting/types";
import { problemsOf } from "@/lib/cutting/validate";
import { seededRandom } from "@/lib/seeded-random";
import { PlanningFailed, planInWorker } from "@/server/cutting/plan-in-worker";

const pieces = Array.from({ length: 150 }, (_, at) => aPiece(`p${at}`, 300 + ((at * 137) % 900), 200 + ((at * 71) % 400)));
const order: CutOrder = { sheets: Array.from({ length: 30 }, (_, at) => aSheet(`s${at}`)), pieces, saw: aSaw() };
/** Far longer than a test may last. */
const FOREVER = 10_000;

describe("a planner in a thread of its own", () => {
  it("plans as it does in the process, and tells how far it is", async () => {
    const told: Progress[] = [];
    const plan = await planInWorker(order, { seed: 5, effort: 1, onProgress: (progress) => told.push(progress) });
    expect(plan).toEqual(planCuts(order, { random: seededRandom(5), effort: 1 }));
    expect(problemsOf(order, plan)).toEqual([]);
    expect(told.length).toBeGreaterThan(0);
  });

  it("leaves the process free meanwhile", async () => {
    let ticks = 0;
    const clock = setInterval(() => ticks++, 5);
    await planInWorker(order, { seed: 5, effort: 1 });
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(10);
  });

  it("gives the best plan so far when it is stopped", async () => {
    const control = new AbortController();
    const told: Progress[] = [];
    const plan = await planInWorker(order, {
      seed: 5,
      effort: FOREVER,
      signal: control.signal,
      onProgress: (progress) => {
        if (told.push(progress) === 3) control.abort();
      },
    });
    expect(problemsOf(order, plan)).toEqual([]);
    expect(plan.unplaced).toEqual([]);
    expect(plan.sheets.length).toBeLessThanOrEqual(told.at(-1)?.slabs ?? 0);
  });

  it("gives a plan when it is stopped before it began", async () => {
    const plan = await planInWorker(order, { seed: 5, effort: FOREVER, signal: AbortSignal.abort() });
    expect(problemsOf(order, plan)).toEqual([]);
  });

  it("that does not stop in time is ended", async () => {
    // So many pieces on one sheet take far longer than two seconds until there is a plan at all.
    const many = Array.from({ length: 60_000 }, (_, at) => aPiece(`p${at}`, 10 + (at % 97), 10 + (at % 89)));
    const endless = { ...order, sheets: [aSheet("huge", { length: 1_000_000, width: 1_000_000 })], pieces: many };
    const begun = performance.now();
    await expect(planInWorker(endless, { seed: 5, effort: 1, signal: AbortSignal.abort() })).rejects.toThrow("did not stop in time");
    expect(performance.now() - begun).toBeGreaterThan(1900);
  });

  it("that breaks down is an error of its own", async () => {
    await expect(planInWorker({ ...order, saw: undefined as never }, { seed: 5, effort: 1 })).rejects.toThrow(PlanningFailed);
  });
});
