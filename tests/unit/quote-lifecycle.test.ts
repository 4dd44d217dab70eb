import { describe, expect, it } from "vitest";
import { choosing, mayRevise, quoteSteps, standsOn } from "@/features/trades/quotes/rules";
import { QUOTE_STATES } from "@/lib/enums/trades-quotes";

const ALLOWED: Record<string, string[]> = {
  "draft>sent": ["manager"],
  "sent>accepted": ["customer", "manager"],
  "sent>declined": ["customer", "manager"],
  "sent>superseded": ["system"],
  "declined>superseded": ["system"],
  "accepted>converted": ["system"],
  "accepted>sent": ["manager"],
  "converted>sent": ["manager"],
};

describe("a quote", () => {
  const pairs = QUOTE_STATES.flatMap((from) => QUOTE_STATES.map((to) => [from, to] as const));
  it.each(pairs)("%s → %s is taken by those alone who may", (from, to) => {
    const may = (["manager", "customer", "system"] as const).filter((by) => quoteSteps.can(from, to, by));
    expect(may.toSorted()).toEqual(ALLOWED[`${from}>${to}`] ?? []);
  });

  it("is over once its last day is, and not on it", () => {
    expect(standsOn({ state: "sent", validUntil: "2026-11-24" }, "2026-11-24")).toBe("sent");
    expect(standsOn({ state: "sent", validUntil: "2026-11-24" }, "2026-11-25")).toBe("expired");
    expect(standsOn({ state: "draft", validUntil: "2026-11-24" }, "2026-11-25")).toBe("draft");
  });

  it("is offered anew as long as nobody has taken it", () =>
    expect(QUOTE_STATES.filter(mayRevise)).toEqual(["sent", "declined", "expired"]));

  it("has those options that were chosen, and nothing else changes", () => {
    const line = { optional: true, chosen: false, text: "A" };
    const fixed = { optional: false, chosen: false, text: "B" };
    expect(choosing([line, fixed, line] as never, [2, 1])).toEqual([line, fixed, { ...line, chosen: true }]);
  });
});
