import { describe, expect, it } from "vitest";
import { ALLOWED_MINUTES, ASKED_DAYS, allowedUntil, viewing, viewingState } from "@/features/account/viewings/rules";
import { VIEWING_STATES, type ViewingState } from "@/lib/enums/account";

/** Written down here once more, on purpose: every step of a look at somebody's account, and who may take it. */
const ALLOWED: Record<string, string[]> = {
  "asked → allowed": ["owner"],
  "asked → declined": ["owner"],
  "asked → withdrawn": ["admin"],
  "asked → lapsed": ["clock"],
  "allowed → ended": ["owner", "admin"],
  "allowed → lapsed": ["clock"],
};
const STATES: ViewingState[] = ["asked", "allowed", "declined", "withdrawn", "ended", "lapsed"];
const TAKERS = ["owner", "admin", "clock"] as const;

describe("the lifecycle of a look at somebody's account", () => {
  it("has these states and no other", () => {
    expect([...VIEWING_STATES].sort()).toEqual([...STATES].sort());
  });

  for (const from of STATES) {
    it.each(STATES)(`${from} → %s`, (to) => {
      const by = ALLOWED[`${from} → ${to}`] ?? [];
      expect(viewing.can(from, to)).toBe(by.length > 0);
      for (const taker of TAKERS) expect({ taker, can: viewing.can(from, to, taker) }).toEqual({ taker, can: by.includes(taker) });
    });
  }
});

describe("the clock", () => {
  const askedAt = new Date("2026-03-01T10:00:00Z");
  const later = (ms: number) => new Date(askedAt.getTime() + ms);

  it("ends a question that nobody answers", () => {
    const week = ASKED_DAYS * 86_400_000;
    expect(viewingState({ state: "asked", askedAt, endsAt: null }, later(week - 1))).toBe("asked");
    expect(viewingState({ state: "asked", askedAt, endsAt: null }, later(week))).toBe("lapsed");
  });

  it("ends what was allowed, to the instant", () => {
    const endsAt = allowedUntil(askedAt);
    const hour = ALLOWED_MINUTES * 60_000;
    expect(viewingState({ state: "allowed", askedAt, endsAt }, later(hour - 1))).toBe("allowed");
    expect(viewingState({ state: "allowed", askedAt, endsAt }, later(hour))).toBe("lapsed");
  });

  it.each(["declined", "withdrawn", "ended", "lapsed"] as const)("changes nothing about what is over: %s", (state) => {
    expect(viewingState({ state, askedAt, endsAt: null }, later(1e12))).toBe(state);
  });
});
