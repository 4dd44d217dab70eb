import { describe, expect, it } from "vitest";
import { sizesIn } from "@/features/trades/cut-plans/rules";
import { asksReason, mayEdit, movesOf, pieceSteps, turnOf } from "@/features/trades/pieces/rules";
import { pieceFields } from "@/features/trades/pieces/schema";
import { PIECE as ORDERED } from "@/features/trades/quotes/rules";
import type { Part } from "@/lib/cutting/types";
import { PIECE_STATES } from "@/lib/enums/trades-quotes";

const PAIRS = PIECE_STATES.flatMap((from) => PIECE_STATES.map((to) => [from, to] as const));

describe("where a piece stands", () => {
  /** Written down here once more, on purpose: every step that is allowed, and who takes it. All others are not. */
  const STEPS: Record<string, string> = {
    "waiting → planned": "plan",
    "planned → waiting": "plan",
    "planned → cut": "plan",
    "waiting → dropped": "manager",
    "dropped → waiting": "manager",
    "cut → waiting": "manager",
  };
  it.each(PAIRS)("%s → %s", (from, to) => {
    for (const by of ["manager", "plan"] as const) expect(pieceSteps.can(from, to, by)).toBe(STEPS[`${from} → ${to}`] === by);
  });

  it("is moved by hand to where that leads, and by nobody while a plan holds it", () => {
    expect(PIECE_STATES.map((state) => [state, movesOf(state)])).toEqual([
      ["waiting", ["dropped"]],
      ["planned", []],
      ["cut", ["waiting"]],
      ["dropped", ["waiting"]],
    ]);
    expect(PIECE_STATES.filter(mayEdit)).toEqual(["waiting"]);
  });

  it("asks why it is not made or made once more, and not why it is wanted after all", () => {
    const turns = PAIRS.filter(([from, to]) => pieceSteps.can(from, to, "manager")).map(([from, to]) => turnOf(from, to));
    expect(turns.map((turn) => [turn, asksReason(turn)])).toEqual([
      ["drop", true],
      ["recut", true],
      ["restore", false],
    ]);
  });
});

describe("what is changed of a piece", () => {
  const fields = { label: "Top", length: 1200, width: 600, grain: "any" };
  it("measures what a quote can ask for", () => {
    expect(pieceFields.parse(fields)).toEqual(fields);
    for (const side of [0, 1.5, -1, ORDERED.length + 1])
      expect(["length", "width"].map((name) => pieceFields.safeParse({ ...fields, [name]: side }).success)).toEqual([false, false]);
    expect(pieceFields.safeParse({ ...fields, length: ORDERED.length, width: 1 }).success).toBe(true);
    expect(pieceFields.safeParse({ ...fields, materialUid: "other" }).success).toBe(false);
  });
});

it("a plan knows what it cuts, however it turns it", () => {
  const piece = (pieceId: string, x: number, turned: boolean): Part => ({
    ...{ is: "piece", pieceId, turned },
    rect: { x, y: 0, length: 900, width: 300 },
  });
  const parts: [Part, Part] = [piece("a", 0, false), piece("b", 904, true)];
  const root: Part = { is: "cut", rect: { x: 0, y: 0, length: 1804, width: 300 }, axis: "x", at: 900, parts };
  expect([...sizesIn({ sheets: [{ root }] })]).toEqual([
    ["a", { length: 900, width: 300 }],
    ["b", { length: 300, width: 900 }],
  ]);
});
