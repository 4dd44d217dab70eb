import { describe, expect, it } from "vitest";
import { readingOrder } from "@/ui/pdf/text-order";
import { findAll, needleOf, pageText, type TextItem } from "@/ui/pdf/text-search";

const lines = (...texts: string[]): TextItem[] => texts.map((text) => ({ text, endsLine: true }));

/** What is marked when this is looked for: the letters as the file holds them. */
function found(items: TextItem[], query: string): string[] {
  const whole = items.map(({ text }) => text).join("");
  return findAll(pageText(items), needleOf(query)).map(({ parts }) => parts.map(({ start, end }) => whole.slice(start, end)).join("|"));
}

/** A line as many PDFs hold Arabic: its pieces from left to right, each ten wide. */
const painted = (...texts: string[]): TextItem[] =>
  texts.map((text, at) => ({ text, left: at * 10, width: 10, endsLine: at === texts.length - 1 }));

describe("searching a page", () => {
  it("finds every place, whatever its case and accents", () => {
    expect(found(lines("Élan, elan and ELAN"), "élan")).toEqual(["Élan", "elan", "ELAN"]);
    expect(found(lines("Sự rõ ràng"), "su ro rang")).toEqual(["Sự rõ ràng"]);
  });

  it("takes typed quotes and dashes for printed ones", () => {
    expect(found(lines("L’entretien : 2020–2024"), "l'entretien")).toEqual(["L’entretien"]);
    expect(found(lines("L’entretien : 2020–2024"), "2020-2024")).toEqual(["2020–2024"]);
  });

  it("finds ligatures by their letters", () => {
    expect(found(lines("the ﬁrst oﬃce"), "first")).toEqual(["ﬁrst"]);
    expect(found(lines("the ﬁrst oﬃce"), "office")).toEqual(["oﬃce"]);
  });

  it("goes on over blanks and the ends of lines", () => {
    expect(found(lines("what they really", "  want   to know"), "really want to know")).toEqual(["really  want   to know"]);
    expect(found(lines("what they", "really want"), "theyreally")).toEqual([]);
  });

  it("finds a Chinese word that a line divides, and adds no blank to it", () => {
    expect(found(lines("请说说你的优", "势和不足"), "优势")).toEqual(["优势"]);
    expect(found(lines("请说说你的优", "势和不足"), "优 势")).toEqual([]);
  });

  it("skips what is not seen", () => {
    expect(found(lines("inter\u00adview"), "interview")).toEqual(["inter\u00adview"]);
    expect(found(lines("أو\u0000ل", "\u200fإجابة"), "أول إجابة")).toHaveLength(1);
  });

  it("finds nothing for nothing", () => {
    expect(found(lines("text"), "  ")).toEqual([]);
    expect(found([], "text")).toEqual([]);
  });
});

describe("Arabic", () => {
  it("is found with or without vowels, hamzas and tails", () => {
    expect(found(lines("أوّل إجابة"), "اول اجابه")).toEqual(["أوّل إجابة"]);
  });

  it("is read from right to left where the file holds it as it is painted", () => {
    const items = painted("الأولى", " ", "الإجابة");
    expect(found(items, "الإجابة الأولى")).toEqual(["الإجابة| |الأولى"]);
    expect(found(items, "الأولى الإجابة")).toEqual([]);
  });

  it("is joined of single letters in the forms that they have within a word", () => {
    expect(found(painted("ﻰ", "ﻟ", "ﻭ", "الأ"), "الأولى")).toHaveLength(1);
  });

  it("has no blank where a mark stands apart from its letter", () => {
    expect(found(painted("ل", " ّ", "ك"), "كل")).toHaveLength(1);
  });
});

describe("readingOrder()", () => {
  const order = (...texts: string[]) => {
    const pieces = texts.map((text, at) => ({ text, left: at * 10, width: 10 }));
    return readingOrder(pieces).map((at) => pieces[at]?.text);
  };

  it("leaves other scripts as they are, wherever they stand", () => {
    expect(
      readingOrder([
        { text: "b", left: 20, width: 5 },
        { text: "a", left: 0, width: 5 },
      ]),
    ).toEqual([0, 1]);
  });

  it("keeps Latin words and numbers within Arabic in their own order", () => {
    expect(order(".", "Parley", " ", "2026", " ", "في", " ", "سجل الإجابة")).toEqual([
      "سجل الإجابة",
      " ",
      "في",
      " ",
      "Parley",
      " ",
      "2026",
      ".",
    ]);
  });

  it("keeps Arabic words within Latin in theirs", () => {
    expect(order("The word ", "الأولى", " ", "الإجابة", " means the first answer")).toEqual([
      "The word ",
      "الإجابة",
      " ",
      "الأولى",
      " means the first answer",
    ]);
  });
});
