import { describe, expect, it } from "vitest";
import { choose, mayGoOn, slugOf, weigh } from "@/features/support/faq/rules";
import { typedWords } from "@/lib/search-terms";
import { nearest, slipsAllowed, slipsBetween, spellings } from "@/lib/spelling";

describe("slips", () => {
  it.each([
    ["same", "same", 0],
    ["pasword", "password", 1],
    ["emial", "email", 1],
    ["recieved", "received", 1],
    ["microfone", "microphone", 2],
    ["密马", "密码", 1],
    ["الاشترك", "الاشتراك", 1],
    ["", "abc", 3],
    ["abc", "cba", 2],
  ])("between %j and %j are %d", (one, other, slips) => {
    expect(slipsBetween(one, other)).toBe(slips);
    expect(slipsBetween(other, one)).toBe(slips);
  });

  it("are allowed the more, the longer a word is", () => {
    for (const [word, allowed] of [
      ["the", 0],
      ["email", 1],
      ["password", 2],
      ["密码", 1],
      ["密", 0],
      ["a".repeat(40), 0],
    ] as const)
      expect(slipsAllowed(word), word).toBe(allowed);
  });

  it("leave a spelling in common with every word that is so near", () => {
    const word = "recordings";
    const letters = [..."xr"];
    const once = (text: string) =>
      [...text].flatMap((_, at) => [
        ...letters.map((letter) => text.slice(0, at) + letter + text.slice(at + 1)),
        ...letters.map((letter) => text.slice(0, at) + letter + text.slice(at)),
        text.slice(0, at) + text.slice(at + 1),
        text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2),
      ]);
    const known = new Set(spellings(word));
    const wrong = [...new Set(once(word).flatMap(once))].filter((text) => slipsBetween(text, word) <= slipsAllowed(text));
    expect(wrong.length).toBeGreaterThan(1000);
    expect(wrong.filter((text) => !spellings(text).some((spelling) => known.has(spelling)))).toEqual([]);
  });

  it("stand for the nearest words only", () => {
    expect(nearest("pasword", ["passport", "password", "passwords", "sword"])).toEqual(["password"]);
    expect(nearest("the", ["he", "then"])).toEqual([]);
    expect(nearest("giraffe", [])).toEqual([]);
  });
});

describe("what was typed", () => {
  it("is taken as terms, with the words that they were written as", () => {
    expect(typedWords("Réinitialiser l’E-mail")).toEqual([
      { term: "reinitialiser", word: "réinitialiser" },
      { term: "l", word: "l" },
      { term: "e", word: "e" },
      { term: "mail", word: "mail" },
    ]);
    expect(typedWords("忘记密码")).toEqual([
      { term: "忘记", word: "忘记" },
      { term: "记密", word: "记密" },
      { term: "密码", word: "密码" },
    ]);
    expect(typedWords("' & | ! ( ) : * %")).toEqual([]);
  });

  it("may go on where it is the last word or a long one", () => {
    expect([mayGoOn("am", false), mayGoOn("am", true), mayGoOn("amou", false)]).toEqual([false, true, true]);
  });

  const word = (term: string, texts: number, rest: { stop?: boolean; near?: string[] } = {}) => ({
    term,
    texts,
    stop: false,
    near: [],
    ...rest,
  });

  it("counts the more, the rarer it is; little words only where there are no others", () => {
    const [rare, common] = weigh([word("passkey", 2), word("answer", 40)], 55);
    expect(rare?.weight).toBeGreaterThan(2 * (common?.weight ?? 0));
    expect(weigh([word("the", 55, { stop: true }), word("plan", 5)], 55).map(({ term }) => term)).toEqual(["plan"]);
    expect(weigh([word("the", 55, { stop: true })], 55).map(({ term }) => term)).toEqual(["the"]);
    expect(weigh([word("pasword", 0, { near: ["password"] }), word("giraffe", 0)], 55).map(({ counts }) => counts)).toEqual([0.8, 0]);
  });

  it("is shown where all of it stands, else where much of it does", () => {
    const rows = [
      { uid: 1, words: 2, share: 1 },
      { uid: 2, words: 1, share: 0.6 },
      { uid: 3, words: 1, share: 0.2 },
    ];
    expect(choose(rows, 2)).toEqual({ rows: rows.slice(0, 1), exact: true });
    expect(choose(rows, 3)).toEqual({ rows: rows.slice(0, 2), exact: false });
    expect(choose(rows, undefined).rows).toEqual(rows.slice(0, 2));
    expect(choose(Array(50).fill({ words: 1, share: 0.5 }), 2).rows).toHaveLength(10);
  });
});

describe("a question's name for addresses", () => {
  it.each([
    ["How do I change my e-mail address?", "how-do-i-change-my-e-mail-address"],
    ["Où est mon reçu ?", "ou-est-mon-recu"],
    ["怎么取消？", ""],
    [`Why so ${"long".repeat(9)} and ${"longer".repeat(4)}?`, `why-so-${"long".repeat(9)}-and`],
  ])("%s → %s", (question, slug) => {
    expect(slugOf(question)).toBe(slug);
  });
});
