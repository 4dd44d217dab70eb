import { describe, expect, it } from "vitest";
import { canPin, flag, isVisible, post, proposal, topic } from "@/features/forum/rules";
import { FLAG_STATES, POST_STATES, PROPOSAL_STATES, TOPIC_STATES } from "@/lib/enums/forum";

// Written down here once more, on purpose: every step that is allowed, and who may take it. All others are not.
const TOPIC = {
  "open → locked": ["moderator"],
  "locked → open": ["moderator"],
  "open → archived": ["moderator"],
  "locked → archived": ["moderator"],
  "archived → open": ["moderator"],
  "open → deleted": ["author", "moderator"],
  "locked → deleted": ["moderator"],
  "archived → deleted": ["moderator"],
  "deleted → open": ["moderator"],
};
const HIDING = ["moderator", "reports"];
const POST = {
  "published → edited": ["author"],
  "edited → edited": ["author"],
  "restored → edited": ["author"],
  "published → self_deleted": ["author"],
  "edited → self_deleted": ["author"],
  "restored → self_deleted": ["author"],
  "published → hidden": HIDING,
  "edited → hidden": HIDING,
  "restored → hidden": ["moderator"],
  "hidden → restored": ["moderator"],
  "hidden → removed": ["moderator"],
  "published → removed": ["moderator"],
  "edited → removed": ["moderator"],
  "restored → removed": ["moderator"],
  "removed → restored": ["moderator"],
};
const FLAG = { "open → upheld": ["moderator"], "open → dismissed": ["moderator"], "upheld → open": ["moderator"] };
const PROPOSAL = {
  "proposed → adopted": ["moderator"],
  "proposed → declined": ["moderator"],
  "proposed → withdrawn": ["proposer"],
  "declined → adopted": ["moderator"],
};

interface Life {
  states: readonly string[];
  steps: readonly unknown[];
  can(from: string, to: string, by?: string): boolean;
  next(from: string): string[];
}

const LIVES: [string, unknown, readonly string[], Record<string, string[]>, string[]][] = [
  ["a topic", topic, TOPIC_STATES, TOPIC, ["author", "moderator", "reports"]],
  ["a message", post, POST_STATES, POST, ["author", "moderator", "reports"]],
  ["a report", flag, FLAG_STATES, FLAG, ["moderator"]],
  ["a proposal", proposal, PROPOSAL_STATES, PROPOSAL, ["proposer", "moderator"]],
];

describe.each(LIVES)("the lifecycle of %s", (_name, table, states, allowed, takers) => {
  const life = table as Life;

  it("has these states and no other", () => {
    expect([...life.states]).toEqual([...states]);
  });

  it.each(states.flatMap((from) => states.map((to) => [from, to] as const)))("%s → %s", (from, to) => {
    const by = allowed[`${from} → ${to}`] ?? [];
    expect(life.can(from, to)).toBe(by.length > 0);
    for (const taker of takers) expect({ taker, can: life.can(from, to, taker) }).toEqual({ taker, can: by.includes(taker) });
    expect(life.next(from).includes(to)).toBe(by.length > 0);
  });

  it("has no step twice", () => {
    expect(life.steps).toHaveLength(Object.values(allowed).flat().length);
  });
});

it("what can be seen, and what can be pinned", () => {
  expect(POST_STATES.filter(isVisible)).toEqual(["published", "edited", "restored"]);
  expect(TOPIC_STATES.filter(canPin)).toEqual(["open", "locked"]);
});
