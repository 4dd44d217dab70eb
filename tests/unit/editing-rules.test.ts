import { describe, expect, it } from "vitest";
import { captionsAtAGlance, clockOf, secondsOf } from "@/features/learning/rules";
import { COUNTRIES } from "@/lib/countries";
import { languagesIn, untranslated } from "@/lib/localized-text";

const text = (en: string, rest = "") => ({ en, fr: rest, vi: rest, cn: rest, ar: rest });

describe("times", () => {
  it.each([
    ["1:05", 65],
    ["90", 90],
    [" 0:00 ", 0],
    ["1:00:05", 3605],
    ["١:٠٥", 65],
    ["12:3", 723],
  ])("reads %j as %d seconds", (written, seconds) => {
    expect(secondsOf(written)).toBe(seconds);
  });

  it.each(["", "1:60", "1:7x", "-1", "1.5", "1:2:3:4", ":30"])("finds no time in %j", (written) => {
    expect(secondsOf(written)).toBeNaN();
  });

  it("writes what it reads", () => {
    for (const seconds of [0, 9, 65, 600, 3599, 3600, 86_400]) expect(secondsOf(clockOf(seconds))).toBe(seconds);
    expect(clockOf(64.6)).toBe("1:05");
  });
});

describe("languages of a form", () => {
  it("are missing where English has a text that they lack", () => {
    expect(untranslated([text("Hello", "x"), text("")])).toEqual([]);
    expect(untranslated([text("Hello", "x"), { ...text("World", "y"), ar: " " }])).toEqual(["ar"]);
    expect(untranslated([text("Hello")])).toEqual(["fr", "vi", "cn", "ar"]);
  });

  it("are wrong wherever below an error stands, and nowhere else", () => {
    const error = { message: "x", ref: { en: "not this one" } };
    expect(languagesIn({ title: { fr: error }, chapters: [undefined, { at: error, title: { en: error } }], date: error })).toEqual([
      "en",
      "fr",
    ]);
    expect(languagesIn({ date: error, title: { fr: undefined } })).toEqual([]);
  });
});

describe("captions at a glance", () => {
  it("are counted, and the first one's words are plain", () => {
    const vtt = "WEBVTT\r\n\r\n1\r\n00:00.000 --> 00:01.000\r\n<v Ann>Hello <i>there</i>\r\n\r\n00:01.000 --> 00:02.000\r\nBye\r\n";
    expect(captionsAtAGlance(vtt)).toEqual({ count: 2, first: "Hello there" });
    expect(captionsAtAGlance("WEBVTT\n")).toEqual({ count: 0, first: "" });
  });
});

it("countries are codes that every browser names, each once", () => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  expect(new Set(COUNTRIES).size).toBe(249);
  expect(COUNTRIES.filter((code) => names.of(code) === undefined)).toEqual([]);
});
