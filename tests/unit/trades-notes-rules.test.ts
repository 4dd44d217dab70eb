import { describe, expect, it } from "vitest";
import { renamed } from "@/features/trades/files/rules";
import { fromField, mentionAt, mentionedIn, noteParts, toField, withTheirs } from "@/features/trades/notes/rules";

const ANN = { uid: "0190a5f0-0000-7000-8000-00000000000a", name: "Ann" };
const ANN_LEE = { uid: "0190a5f0-0000-7000-8000-00000000000b", name: "Ann Lee" };
const SALMA = { uid: "0190a5f0-0000-7000-8000-00000000000c", name: "سلمى (مكتب)" };
const ALL = [ANN, ANN_LEE, SALMA];

describe("a mention", () => {
  it.each([
    ["Ask @Ann, please", `Ask @[${ANN.uid}], please`],
    ["@Ann Lee and @Ann", `@[${ANN_LEE.uid}] and @[${ANN.uid}]`],
    ["@Annette is not @Ann", `@Annette is not @[${ANN.uid}]`],
    ["@سلمى (مكتب) تعرف", `@[${SALMA.uid}] تعرف`],
    ["nobody@example.com", "nobody@example.com"],
  ])("is kept by an id and typed by a name: %s", (typed, kept) => {
    expect(fromField(typed, ALL)).toBe(kept);
    expect(toField(kept, ALL)).toBe(typed);
  });

  it("counts for those alone who were picked", () => {
    expect(fromField("@Ann and @Ann Lee", [ANN_LEE])).toBe(`@Ann and @[${ANN_LEE.uid}]`);
    expect(fromField("@Ann", [])).toBe("@Ann");
  });

  it("is found once for each person, and where it stands", () => {
    const body = `Hi @[${ANN.uid}]@[${ANN_LEE.uid}] and @[${ANN.uid}].`;
    expect(mentionedIn(body)).toEqual([ANN.uid, ANN_LEE.uid]);
    expect(noteParts(body)).toEqual([
      { text: "Hi " },
      { mention: ANN.uid },
      { mention: ANN_LEE.uid },
      { text: " and " },
      { mention: ANN.uid },
      { text: "." },
    ]);
    expect(noteParts("@[somebody]")).toEqual([{ text: "@[somebody]" }]);
  });

  it.each([
    ["@", 1, { from: 0, query: "" }],
    ["Ask @an", 7, { from: 4, query: "an" }],
    ["Ask @ann le", 11, { from: 4, query: "ann le" }],
    ["Ask @an now", 7, { from: 4, query: "an" }],
    ["me@example", 10, null],
    ["Ask @a\nb", 8, null],
    ["Ask", 3, null],
    [`@[${ANN.uid}]`, 6, null],
  ] as const)("is looked for behind its sign: %j at %i", (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });
});

it.each([
  ["plan.pdf", "Kitchen", "Kitchen.pdf"],
  ["plan.PDF", "Kitchen.pdf", "Kitchen.pdf"],
  ["photo.jpeg", "v1.2", "v1.2.jpeg"],
  ["plan.pdf", "a/b", "a b.pdf"],
])("%s called %s is %s", (before, wanted, after) => {
  expect(renamed(before, wanted)).toBe(after);
});

it("takes what others have put into a list and out of it by now, and what was put into it and out of it here", () => {
  const [kept, leftOutHere, goneThere, hereToo, there, both] = [..."abcdef"].map((uid) => ({ uid }));
  const list = (...all: ({ uid: string } | undefined)[]) => all.flatMap((one) => one ?? []);
  const seen = list(kept, leftOutHere, goneThere);
  expect(withTheirs(seen, list(hereToo, kept, goneThere, both), list(there, kept, leftOutHere, both))).toEqual(
    list(there, kept, both, hereToo),
  );
});
