import { describe, expect, it } from "vitest";
import { afterMessage, conversation, isClosed, REOPEN_DAYS, reopensUntil } from "@/features/support/chat/rules";
import { QUEUE_STATES } from "@/features/support/inbox/rules";
import { CONVERSATION_STATES, type ConversationState } from "@/lib/enums/support";

/** Written down here once more, on purpose: every step of a conversation that is allowed, and who may take it. All others are not. */
const ALLOWED: Record<string, string[]> = {
  "new → open": ["support"],
  "new → waiting_user": ["support"],
  "new → snoozed": ["support"],
  "new → resolved": ["support"],
  "open → waiting_user": ["support"],
  "open → snoozed": ["support"],
  "open → resolved": ["support"],
  "waiting_user → open": ["user"],
  "waiting_user → snoozed": ["support"],
  "waiting_user → resolved": ["support"],
  "snoozed → open": ["clock", "support", "user"],
  "snoozed → waiting_user": ["support"],
  "snoozed → resolved": ["support"],
  "resolved → open": ["support", "user"],
  "resolved → waiting_user": ["support"],
  "resolved → closed": ["clock"],
};

const STATES: ConversationState[] = ["new", "open", "waiting_user", "snoozed", "resolved", "closed"];
const TAKERS = ["user", "support", "clock"] as const;

describe("the lifecycle of a conversation", () => {
  it("has these states and no other", () => {
    expect([...conversation.states].sort()).toEqual([...STATES].sort());
    expect([...CONVERSATION_STATES].sort()).toEqual([...STATES].sort());
  });

  for (const from of STATES) {
    it.each(STATES)(`${from} → %s`, (to) => {
      const by = ALLOWED[`${from} → ${to}`] ?? [];
      expect(conversation.can(from, to)).toBe(by.length > 0);
      for (const taker of TAKERS) expect({ taker, can: conversation.can(from, to, taker) }).toEqual({ taker, can: by.includes(taker) });
    });

    it(`${from}: next() agrees with can()`, () => {
      const expected = STATES.filter((to) => ALLOWED[`${from} → ${to}`] !== undefined);
      expect(conversation.next(from).sort()).toEqual(expected.sort());
    });
  }

  it("has no step twice", () => {
    expect(conversation.steps).toHaveLength(Object.values(ALLOWED).flat().length);
  });

  it("ends only where it is closed", () => {
    expect(STATES.filter((state) => conversation.next(state).length === 0)).toEqual(["closed"]);
  });

  it("stands in some queue of the inbox in every state", () => {
    expect([...new Set(Object.values(QUEUE_STATES).flat())].sort()).toEqual([...STATES].sort());
  });
});

describe("after a message", () => {
  const now = new Date("2026-11-22T10:00:00.000Z");
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const WEEK = 7 * 86_400_000;
  const standing = (state: ConversationState, resolvedAt: Date | null = null) => ({ state, resolvedAt });

  it.each(STATES)("%s goes where its table allows", (state) => {
    const at = standing(state, state === "resolved" ? ago(1) : null);
    for (const side of ["user", "support"] as const) {
      const to = afterMessage(at, side, now);
      if (state === "closed") expect(to).toBeNull();
      else if (to !== state)
        expect({ side, to, allowed: to !== null && conversation.can(state, to, side) }).toMatchObject({ allowed: true });
    }
  });

  it.each([
    ["new", "user", "new"],
    ["open", "user", "open"],
    ["waiting_user", "user", "open"],
    ["snoozed", "user", "open"],
    ["new", "support", "waiting_user"],
    ["open", "support", "waiting_user"],
    ["waiting_user", "support", "waiting_user"],
    ["snoozed", "support", "waiting_user"],
  ] as const)("%s, by the %s: %s", (state, side, to) => {
    expect(afterMessage(standing(state), side, now)).toBe(to);
  });

  it("a solved one opens again within seven days, to the millisecond", () => {
    expect(REOPEN_DAYS).toBe(7);
    const solved = (ms: number) => standing("resolved", ago(ms));
    expect(afterMessage(solved(WEEK - 1), "user", now)).toBe("open");
    expect(afterMessage(solved(WEEK - 1), "support", now)).toBe("waiting_user");
    expect(isClosed(solved(WEEK - 1), now)).toBe(false);
    for (const ms of [WEEK, WEEK + 1]) {
      expect(afterMessage(solved(ms), "user", now)).toBeNull();
      expect(afterMessage(solved(ms), "support", now)).toBeNull();
      expect(isClosed(solved(ms), now)).toBe(true);
    }
    expect(reopensUntil(ago(WEEK))).toEqual(now);
  });

  it("nothing else closes with time", () => {
    for (const state of ["new", "open", "waiting_user", "snoozed"] as const)
      expect(isClosed(standing(state, ago(2 * WEEK)), now)).toBe(false);
    expect(isClosed(standing("closed"), now)).toBe(true);
  });
});
