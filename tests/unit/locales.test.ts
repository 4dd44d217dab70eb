import { describe, expect, it } from "vitest";
import { isLocale, LOCALES, localeDirection, localeOfTag, localeTag, negotiateLocale } from "@/lib/locales";

describe("negotiateLocale()", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["*", "en"],
    ["de", "en"],
    ["fr", "fr"],
    ["FR-ca", "fr"],
    ["vi-VN,vi;q=0.9,en;q=0.8", "vi"],
    ["zh", "cn"],
    ["zh-Hant-TW", "cn"],
    ["cn", "cn"],
    ["ar-SD", "ar"],
    ["de, fr;q=0.5", "fr"],
    ["fr;q=0.3, ar;q=0.7, en;q=0.5", "ar"],
    ["fr; q=0.3 , ar ; q=0.7", "ar"],
    ["fr;q=0.5,ar;q=0.5", "fr"],
    ["fr;q=0, vi;q=0.1", "vi"],
    ["fr;q=0", "en"],
    ["fr;q=x, vi;q=0.1", "vi"],
    ["fr;q=, vi;q=0.1", "vi"],
    ["fr;level=1;q=0.2, vi;q=0.3", "vi"],
    ["french", "en"],
    [",,;;q=,", "en"],
    ["__proto__", "en"],
    [`${"x,".repeat(5000)}fr`, "en"],
  ])("%j reads %s", (header, locale) => {
    expect(negotiateLocale(header)).toBe(locale);
  });
});

describe("the languages", () => {
  it("are the specification's five, in its order", () => {
    expect(LOCALES).toEqual(["en", "fr", "vi", "cn", "ar"]);
    expect(LOCALES.map(localeTag)).toEqual(["en-GB", "fr-FR", "vi-VN", "zh-CN", "ar-SD"]);
  });

  it("are known by their tags", () => {
    expect(LOCALES.map((locale) => localeOfTag(localeTag(locale)))).toEqual(LOCALES);
    expect(localeOfTag("de-DE")).toBe("en");
  });

  it("run from right to left in Arabic only", () => {
    expect(LOCALES.filter((locale) => localeDirection(locale) === "rtl")).toEqual(["ar"]);
  });

  it.each([["zh"], ["EN"], [""], [undefined], [null], [5], [["en"]]])("%j is none of them", (value) => {
    expect(isLocale(value)).toBe(false);
  });
});
