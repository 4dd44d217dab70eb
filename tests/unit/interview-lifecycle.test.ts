import { describe, expect, it } from "vitest";
import { isOwnWords, outcome, outcomesFrom } from "@/features/practice/interviews/rules";
import { INTERVIEW_OUTCOMES } from "@/lib/enums/practice";

/** Written down here once more, on purpose: every step that is allowed. All others are not. */
const ALLOWED = [
  "waiting → invited_on",
  "waiting → offer",
  "waiting → rejected",
  "waiting → withdrawn",
  "waiting → no_answer",
  "invited_on → waiting",
  "offer → waiting",
  "rejected → waiting",
  "withdrawn → waiting",
  "no_answer → waiting",
  "no_answer → invited_on",
  "no_answer → offer",
  "no_answer → rejected",
  "no_answer → withdrawn",
  "invited_on → withdrawn",
  "offer → withdrawn",
];
const PAIRS = INTERVIEW_OUTCOMES.flatMap((from) => INTERVIEW_OUTCOMES.map((to) => [from, to] as const));

describe("what comes of an interview", () => {
  it.each(PAIRS)("%s → %s", (from, to) => {
    expect(outcome.can(from, to)).toBe(ALLOWED.includes(`${from} → ${to}`));
    expect(outcome.can(from, to, "candidate")).toBe(outcome.can(from, to));
  });

  it("is offered as far as it can follow, beside what stands there", () => {
    for (const from of INTERVIEW_OUTCOMES)
      expect(outcomesFrom(from)).toEqual(INTERVIEW_OUTCOMES.filter((to) => to === from || ALLOWED.includes(`${from} → ${to}`)));
  });
});

describe("what somebody was asked", () => {
  const bank = ["Tell me about yourself.", null];
  it.each([
    ["How would you test a lift?", true],
    ["Tell me about yourself", true],
    ["Tell me about yourself.", false],
    ["  Tell me about yourself.\n", false],
    ["", false],
    [" \n", false],
  ])("%j is in their own words: %s", (text, own) => {
    expect(isOwnWords(text, bank)).toBe(own);
  });
});
