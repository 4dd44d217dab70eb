import { describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "@/lib/locales";
import { taxSumWords, taxWords } from "@/lib/pricing/tax-words";
import { drawable } from "@/server/pdf/letters";
import { drawnMoney } from "@/server/pdf/sheet";
import { serverText } from "@/server/text";

const sayIn = (locale: Locale) => (key: string, values?: Record<string, string>) =>
  serverText(locale, `trades.document.${key}`, values ?? {});
const percent = (rate: number) => `${rate / 100} %`;
const words = (tax: Parameters<typeof taxWords>[0]) => taxWords(tax, sayIn("en"), percent);

describe("a tax on a document", () => {
  it("is called what the shop calls it, at its rate", () => {
    expect(words({ name: "VAT", rate: 2000, category: "S" })).toBe("VAT 20 %");
    expect(words({ name: "", rate: 550, category: "S" })).toBe("Tax 5.5 %");
  });

  it("that nobody charges says why, whatever the shop calls it", () => {
    expect(words({ name: "EU services", rate: 0, category: "AE" })).toBe("EU services · Reverse charge");
    expect(words({ name: "Reverse charge", rate: 0, category: "AE" })).toBe("Reverse charge");
    expect(words({ name: "", rate: 0, category: "E" })).toBe("Exempt from tax");
  });

  it.each(LOCALES)("says of how much it is where there are several, in %s", (locale) => {
    const tax = { name: "Q", rate: 2000, category: "S" as const };
    const alone = taxSumWords(tax, false, sayIn(locale), percent, "480.00");
    const several = taxSumWords(tax, true, sayIn(locale), percent, "480.00");
    expect(alone).not.toContain("480.00");
    expect(several).toContain(alone);
    expect(several).toContain("480.00");
  });
});

describe("on a page that is read from the right", () => {
  it("the groups of a number stay in their order", () =>
    expect(drawable("الرقم الضريبي: 100 234 567")).toBe("الرقم الضريبي: 100\u00a0234\u00a0567"));

  it("a currency's sign stays with its letters", () => {
    expect(drawnMoney("ar", 1200, "USD")).toMatch(/USD/);
    expect(drawnMoney("ar", 1200, "USD")).not.toContain("$");
    expect(drawnMoney("ar", 1200, "SDG")).not.toContain("SDG");
    expect(drawnMoney("en", 1200, "USD")).toContain("$12.00");
  });
});
