import { describe, expect, it } from "vitest";
import { searchQuery, searchTerms } from "@/lib/search-terms";

describe("searchTerms()", () => {
  it.each([
    ["words without their case", "Tell Me About Yourself", ["tell", "me", "about", "yourself"]],
    ["each word once", "Why why WHY", ["why"]],
    ["numbers, too", "STAR in 3 steps", ["star", "in", "3", "steps"]],
    ["what marks stand between", "self-rating: clarity/logic", ["self", "rating", "clarity", "logic"]],
    ["French without accents", "Université d’été à Orléans", ["universite", "d", "ete", "a", "orleans"]],
    ["French joined letters apart", "Cœur", ["coeur"]],
    ["Vietnamese without tones", "Phỏng vấn xin việc", ["phong", "van", "xin", "viec"]],
    ["the Vietnamese đ as d", "Đại học Đà Nẵng", ["dai", "hoc", "da", "nang"]],
    ["Arabic without vowels", "مُقَابَلَة", ["مقابله"]],
    ["Arabic without the lengthening stroke", "مقـــابلة", ["مقابله"]],
    ["every form of the Arabic alif as the plain one", "أسئلة إجابة آداب", ["اسيله", "اجابه", "اداب"]],
    ["the dotless Arabic ya as ya", "مستشفى", ["مستشفي"]],
    ["digits however they are written", "رقم ١٢٠٥ و۷", ["رقم", "1205", "و7"]],
    ["Chinese in pairs", "面试技巧", ["面试", "试技", "技巧"]],
    ["a single Chinese letter as itself", "难", ["难"]],
    ["letters of full width as plain ones", "ＳＴＡＲ", ["star"]],
    ["mixed text, each part in its own way", "STAR法则 3步", ["star", "法则", "3", "步"]],
  ])("gives %s", (_what, text, terms) => {
    expect(searchTerms(text)).toEqual(terms);
  });

  it.each(["", "   ", "… — !?", "'':*&|", "\u0000"])("gives nothing for %j", (text) => {
    expect(searchTerms(text)).toEqual([]);
  });

  it("is the same for however a letter is composed", () => {
    for (const text of ["é", "ế", "Ü", "أ"]) expect(searchTerms(text.normalize("NFD"))).toEqual(searchTerms(text.normalize("NFC")));
  });

  it("finds with and without marks", () => {
    const said = searchTerms("Đàm phán lương, négocier, المُقابلة");
    for (const typed of ["dam", "đàm", "luong", "negocier", "NÉGOCIER", "مقابلة", "المقابلة"]) {
      const [term = "?"] = searchTerms(typed);
      expect(
        said.some((known) => known.startsWith(term) || known.endsWith(term)),
        typed,
      ).toBe(true);
    }
  });

  it("cuts what is too long to be a word", () => {
    expect(searchTerms("a".repeat(500))).toEqual(["a".repeat(40)]);
  });
});

describe("searchQuery()", () => {
  it("means a letter alone as a word of its own among very many texts, where nearly all have one that begins so", () => {
    expect(searchQuery("d été k 难", "many")).toBe("'d' & 'ete':* & 'k' & '难':*");
    expect(searchQuery("d été")).toBe("'d':* & 'ete':*");
  });

  it.each([
    ["one word, also as a beginning", "Clar", "'clar':*"],
    ["all words", "clear answer", "'clear':* & 'answer':*"],
    ["Chinese pairs", "面试官", "'面试':* & '试官':*"],
    ["Arabic", "الأسئلة", "'الاسيله':*"],
    ["Vietnamese", "Đà Nẵng", "'da':* & 'nang':*"],
  ])("asks for %s", (_what, text, query) => {
    expect(searchQuery(text)).toBe(query);
  });

  it.each(["", "  ", "!!!", "' & |"])("asks for nothing where nothing was typed that counts: %j", (text) => {
    expect(searchQuery(text)).toBeNull();
  });

  it.each([
    "it's",
    "' | 'x",
    "a' & !'b",
    "\\' :* <-> (c)",
    "x':*; drop table videos; --",
    "$$ $1 %s ::tsquery",
    "a\u0000b",
    "«ما» ‘رأيك’؟",
  ])("lets no operator through: %j", (text) => {
    expect(searchQuery(text)).toMatch(/^'[\p{L}\p{N}]+':\*( & '[\p{L}\p{N}]+':\*)*$/u);
  });

  it("asks for twelve words at most", () => {
    const words = Array.from({ length: 30 }, (_, n) => `word${n}`).join(" ");
    expect(searchQuery(words)?.split(" & ")).toHaveLength(12);
  });
});
