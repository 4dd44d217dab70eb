import { expect, it } from "vitest";
import { leftOf, partsOf } from "@/features/trades/counts/hooks/use-count-draft";
import { MOST_COUNTED } from "@/features/trades/stock/rules";

const one = (counted: number) => ({ name: "Sink", counted, seen: 1000 });

it("a count of a whole warehouse is saved in parts, each as large as a call takes", () => {
  const written = Array.from({ length: 2 * MOST_COUNTED + 1 }, (_, at) => at);
  const parts = partsOf(written);
  expect(parts.map((part) => part.length)).toEqual([MOST_COUNTED, MOST_COUNTED, 1]);
  expect(parts.flat()).toEqual(written);
  expect(partsOf([])).toEqual([]);
});

it("what was saved in a part is no longer in the draft; the note stays until the last", () => {
  const now = { found: { a: one(1), b: one(2) }, note: "Ramadan" };
  const then = leftOf(now, { found: { a: now.found.a }, note: undefined });
  expect(then).toEqual({ found: { b: one(2) }, note: "Ramadan" });
  expect(leftOf(then, { found: { b: then.found.b as never }, note: "Ramadan" })).toEqual({ found: {}, note: "" });
});
