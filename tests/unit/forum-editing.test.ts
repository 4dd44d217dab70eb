import { describe, expect, it } from "vitest";
import { linkTarget } from "@/features/forum/posts/hooks/link-target";
import { type Edit, marked } from "@/features/forum/posts/hooks/text-edits";
import { reacted } from "@/features/forum/posts/hooks/use-post-changes";
import { nameBefore, namesIn, toHandle } from "@/lib/mentions";

const done = (text: string, { from, to, text: put }: Edit) => text.slice(0, from) + put + text.slice(to);
const press = (mark: Parameters<typeof marked>[0], text: string, from = 0, to = text.length) =>
  done(text, marked(mark, text, from, to, "word"));

describe("the toolbar of the editor", () => {
  it("sets apart what is chosen, and takes it back", () => {
    expect(press("bold", "a b", 2, 3)).toBe("a **b**");
    expect(press("bold", "a **b**", 4, 5)).toBe("a b");
    expect(press("italic", "", 0, 0)).toBe("_word_");
  });

  it("begins each line that is chosen", () => {
    expect(press("list", "one\ntwo")).toBe("- one\n- two");
    expect(press("list", "- one\n- two")).toBe("one\ntwo");
    expect(press("quote", "before\nmine", 8, 8)).toBe("before\n> mine");
  });

  it("gives code of several lines a block of its own", () => {
    expect(press("code", "x", 0, 1)).toBe("`x`");
    expect(press("code", "a\nb")).toBe("```\na\nb\n```");
    expect(press("code", "say", 3, 3)).toBe("say\n```\nword\n```");
  });

  it("makes a link of words, or of an address", () => {
    expect(press("link", "here")).toBe("[here](https://)");
    expect(press("link", "https://example.com/a")).toBe("[word](https://example.com/a)");
  });

  it("chooses what is to be written over", () => {
    const { select } = marked("bold", "", 0, 0, "word");
    expect("**word**".slice(...select)).toBe("word");
  });
});

describe("a name that is being typed", () => {
  it.each([
    ["Hi @an", "an"],
    ["@", ""],
    ["(@بن", "بن"],
    ["mail@host", null],
    ["@an is", null],
    ["no name", null],
    // Written without blanks.
    ["请问@小明", "小明"],
    ["はい@たろ", "たろ"],
    ["𠮷@小", "小"],
    ["example.com/@an", null],
    ["a@b@an", null],
  ])("in %j is %j", (text, typed) => expect(nameBefore(text, text.length)?.typed ?? null).toBe(typed));
});

describe("a name in a text", () => {
  const known = new Set(["小明", "anna", "an"]);
  it.each([
    ["小明你好", "小明"],
    ["anna你好", "anna"],
    ["Anna", "Anna"],
    ["annas", undefined],
    ["小明s", undefined],
    ["anna-", "anna"],
  ])("in %j is %j", (run, name) => expect(namesIn(`@${run}`)[0]?.names.find((one) => known.has(toHandle(one)))).toBe(name));

  it.each([
    ["请问@小明", 2],
    ["@小明", 0],
    ["𠮷@小明", 2],
    ["(@小明", 1],
    ["ok 한@小明", 4],
    ["a@小明", undefined],
    ["/@小明", undefined],
    ["é@小明", undefined],
  ])("begins in %j at %j", (text, at) => expect(namesIn(text)[0]?.at).toBe(at));
});

describe("where a link may lead", () => {
  it.each(["https://example.com/a?b#c", "http://example.com", "mailto:a@example.com", "/dashboard/practice"])("to %s", (href) =>
    expect(linkTarget(href)).toBe(href),
  );
  it.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "java\tscript:alert(1)",
    "\u0001https://example.com",
    "data:text/html,x",
    "vbscript:x",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "https://bank.example@elsewhere.example",
    "https://exam\u202eple.com",
    "file:///etc/passwd",
    "relative",
    "#part",
    "",
  ])("not to %j", (href) => expect(linkTarget(href)).toBeNull());
});

describe("a reaction", () => {
  it("is counted once, and taken back", () => {
    const once = reacted([], "like", true);
    expect(once).toEqual([{ reaction: "like", count: 1, mine: true }]);
    expect(reacted(once, "like", true)).toBe(once);
    expect(reacted(once, "like", false)).toEqual([]);
    expect(reacted([{ reaction: "like", count: 2, mine: false }], "like", true)).toEqual([{ reaction: "like", count: 3, mine: true }]);
  });
});
