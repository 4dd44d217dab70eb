import { describe, expect, it } from "vitest";
import { fileImport, isBusy } from "@/features/admin/imports/rules";
import { questionFiles } from "@/features/practice/bank/files";
import {
  changedFields,
  contentOf,
  filledContent,
  linesOf,
  question,
  sameContent,
  stateOf,
  writtenContent,
} from "@/features/practice/bank/rules";
import { questionInput } from "@/features/practice/bank/schema";
import { IMPORT_STATES } from "@/lib/enums/imports";
import { QUESTION_STATES } from "@/lib/enums/practice";
import { areColumns, type FileContent, rowOf } from "@/lib/file-rows";
import { planRow } from "@/server/content-files";

const inAll = (en: string, fr = "") => ({ en, fr, vi: "", cn: "", ar: "" });
const lists = (en: string[], fr: string[] = []) => ({ en, fr, vi: [], cn: [], ar: [] });
const CATEGORY = "018f0000-0000-7000-8000-000000000001";
const content = (text = inAll("Why?"), guidance = lists(["A reason"])) => ({
  category: CATEGORY,
  readingTime: 1,
  answerTime: 2,
  text,
  guidance,
});

/** Written down here once more, on purpose: every step that is allowed. All others are not. */
const STEPS = [
  "draft → published",
  "published → draft",
  "draft → retired",
  "published → retired",
  "retired → published",
  "retired → draft",
];

describe("a question's state", () => {
  it.each(QUESTION_STATES.flatMap((from) => QUESTION_STATES.map((to) => [from, to] as const)))("%s → %s", (from, to) => {
    expect(question.can(from, to, "admin")).toBe(STEPS.includes(`${from} → ${to}`));
  });

  it("is read from its row", () => {
    expect(stateOf({ published: true, retiredAt: null })).toBe("published");
    expect(stateOf({ published: false, retiredAt: null })).toBe("draft");
    expect(stateOf({ published: false, retiredAt: new Date() })).toBe("retired");
  });
});

const IMPORT_STEPS: Record<string, string> = {
  "uploading → waiting": "sender",
  "waiting → checking": "job",
  "checking → checked": "job",
  "checking → refused": "job",
  "checked → ordered": "sender",
  "checked → waiting": "sender",
  "refused → waiting": "sender",
  "ordered → applying": "job",
  "applying → applied": "job",
  "applying → refused": "job",
};

describe("a file's state", () => {
  it.each(IMPORT_STATES.flatMap((from) => IMPORT_STATES.map((to) => [from, to] as const)))("%s → %s", (from, to) => {
    for (const by of ["sender", "job"] as const) expect(fileImport.can(from, to, by)).toBe(IMPORT_STEPS[`${from} → ${to}`] === by);
  });

  it("goes on by itself only where the job takes the next step", () => {
    for (const state of IMPORT_STATES)
      expect(isBusy(state)).toBe(fileImport.steps.some((step) => step.from === state && step.by === "job"));
  });
});

describe("texts of a question", () => {
  it("stand in English where nobody has written them, and are empty again for whoever writes them", () => {
    const kept = filledContent(content(inAll("Why?", "Pourquoi ?")));
    expect(kept.text).toEqual({ en: "Why?", fr: "Pourquoi ?", vi: "Why?", cn: "Why?", ar: "Why?" });
    expect(kept.guidance.ar).toEqual(["A reason"]);
    expect(writtenContent(kept)).toEqual(content(inAll("Why?", "Pourquoi ?")));
  });

  it("are the same in whatever order the languages come", () => {
    const row = { ...content(), categoryId: CATEGORY, text: { ar: "", fr: "", en: "Why?", cn: "", vi: "" } };
    expect(sameContent(contentOf(row), filledContent(content()))).toBe(true);
    expect(sameContent(contentOf(row), filledContent(content(inAll("How?"))))).toBe(false);
  });

  it("differ field by field", () => {
    const after = { ...content(inAll("Why?", "Pourquoi ?"), lists(["Another"])), answerTime: 3 };
    expect(changedFields(content(), after)).toEqual([
      { field: "answerTime" },
      { field: "text", language: "fr" },
      { field: "guidance", language: "en" },
    ]);
  });

  it("are read a point a line", () => {
    expect(linesOf(" One\n\n  Two \r\n")).toEqual(["One", "Two"]);
  });

  it("need English, and are kept without what no database keeps", () => {
    const read = questionInput.safeParse({ ...content(inAll("Wh\u0000y?")), guidance: lists(["A\u0000 reason", " "]) });
    expect(read.data?.text.en).toBe("Why?");
    expect(read.data?.guidance.en).toEqual(["A reason"]);
    expect(questionInput.safeParse(content(inAll(" ", "Pourquoi ?"))).success).toBe(false);
    expect(questionInput.safeParse(content(inAll("Why?"), lists([]))).success).toBe(false);
  });
});

const OPEN = { id: CATEGORY, retired: false };
const NAMED = { category: "motivation", slug: "why" };
const known = (state: "draft" | "published" | "retired" = "published") => ({
  id: "q",
  stood: "as it is",
  content: { ...NAMED, state, reading_time: 1, answer_time: 2, text: inAll("Why?"), guidance: lists(["A reason"]) },
});
const rowAs = (more: object) => questionFiles.row.parse({ ...NAMED, ...more });
const around = (open: { id: string; retired: boolean } | undefined) => ({
  open: new Map(open ? [["motivation", open]] : []),
  places: new Map<string, number>(),
});
const planned = (row: FileContent, open: { id: string; retired: boolean } | undefined, before: ReturnType<typeof known> | undefined) =>
  planRow(questionFiles, row, around(open), before);

describe("a row of a file", () => {
  it("says nothing new where it says what the bank says", () => {
    const plan = planned(rowAs({ text: { en: "Why?" } }), OPEN, known());
    expect(plan).toMatchObject({ kind: "same", changes: [], problems: [] });
    // What only repeats the English text stands in for it already.
    expect(planned(rowAs({ text: { fr: "Why?" } }), OPEN, known()).kind).toBe("same");
  });

  it("changes what it has, and leaves alone what it has not", () => {
    const plan = planned(rowAs({ text: { fr: "Pourquoi ?" }, answer_time: 3 }), OPEN, known());
    expect(plan.kind).toBe("changed");
    expect(plan.changes).toEqual([
      { field: "answer_time", before: "2", after: "3" },
      { field: "text_fr", before: "", after: "Pourquoi ?" },
    ]);
    expect(plan.content).toMatchObject({ reading_time: 1, guidance: known().content.guidance });
  });

  it("makes a draft where the bank has no such question", () => {
    const plan = planned(rowAs({ text: { en: "Why?" }, guidance: { en: ["A reason"] } }), OPEN, undefined);
    expect(plan).toMatchObject({ kind: "new", content: { state: "draft" } });
    expect(plan.changes).toContainEqual({ field: "text_en", before: "", after: "Why?" });
  });

  it.each([
    ["a category that is none", {}, undefined, known(), ["category categoryUnknown"]],
    ["a new one without English", {}, OPEN, undefined, ["text_en required", "guidance_en required"]],
    ["one without its English text", { text: { en: "" } }, OPEN, known(), ["text_en required"]],
    [
      "publishing in a retired category",
      { state: "published" },
      { ...OPEN, retired: true },
      known("retired"),
      ["category categoryRetired"],
    ],
  ] as const)("is wrong: %s", (_name, more, category, before, problems) => {
    const plan = planned(rowAs(more), category, before);
    expect(plan).toMatchObject({ kind: "wrong", content: null });
    expect(plan.problems.map(({ path, key }) => `${path.join(".")} ${key}`)).toEqual(problems);
  });

  it("of a table has its cells by the names of the first line", () => {
    const row = rowOf(
      questionFiles.shape,
      ["slug", "category", "reading_time", "text_en", "guidance_fr"],
      ["why", "motivation", "1,5", "Why?", "Un\nDeux"],
    );
    expect(questionFiles.row.parse(row)).toMatchObject({
      category: "motivation",
      slug: "why",
      reading_time: 1.5,
      text: { en: "Why?" },
      guidance: { fr: ["Un", "Deux"] },
    });
    expect(
      questionFiles.row.safeParse(rowOf(questionFiles.shape, ["slug", "category", "answer_time"], ["why", "motivation", "soon"])).success,
    ).toBe(false);
  });

  it.each([
    [["category", "slug"], true],
    [["slug", "text_en", "category"], true],
    [["category", "text_en"], false],
    [["category", "slug", "slug"], false],
    [["category", "slug", "text_de"], false],
  ])("has the columns %s: %s", (names, right) => {
    expect(areColumns(questionFiles.shape, names)).toBe(right);
  });
});
