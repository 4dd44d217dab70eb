import { performance } from "node:perf_hooks";
import { expect, it } from "vitest";
import { pagesOf } from "#tests/factories/pdf";
import { DrawingFailed, drawDocument } from "@/server/pdf/draw-in-worker";
import type { Receipt } from "@/server/pdf/receipt";

const AT = new Date("2026-11-22T10:00:00Z");
const receipt = (number: string): Receipt => ({
  number,
  paid: true,
  issuedAt: AT,
  customer: { name: "Lan", email: "lan@example.com" },
  currency: "usd",
  lines: Array.from({ length: 40 }, (_, at) => ({ text: `Line ${at}`, from: AT, to: AT, amount: 100 })),
  total: 4000,
  fromBalance: 0,
  charged: 4000,
  refunded: 0,
});

it("documents that are asked for at once come whole and each to whoever asked", async () => {
  const numbers = ["A-1", "B-2", "C-3"];
  const drawn = await Promise.all(numbers.map((number) => drawDocument("me", "receipt", receipt(number), "en")));
  for (const [at, bytes] of drawn.entries()) {
    const text = (await pagesOf(bytes)).join("");
    for (const number of numbers) expect(text.includes(number)).toBe(number === numbers[at]);
  }
});

it("one that cannot be drawn is told of, and the next one is drawn", async () => {
  await expect(drawDocument("me", "receipt", { ...receipt("A-1"), issuedAt: "never" } as never, "en")).rejects.toThrow(DrawingFailed);
  expect((await pagesOf(await drawDocument("me", "receipt", receipt("B-2"), "en"))).join("")).toContain("B-2");
});

it("while one is drawn the process has next to nothing to do", async () => {
  const before = performance.eventLoopUtilization();
  await drawDocument("me", "receipt", receipt("A-1"), "cn");
  // Of the time that it took, however long. Drawn in the process it is all of it.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});
