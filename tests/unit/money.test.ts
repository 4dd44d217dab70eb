import { afterEach, describe, expect, it, vi } from "vitest";
import { chargedDigits, formatMoney, inUnits, minorDigits } from "@/lib/money";

describe("minorDigits()", () => {
  it.each([
    ["usd", 2],
    ["VND", 0],
    ["jpy", 0],
    ["kwd", 3],
  ])("of %s", (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits);
  });
});

/** What an engine whose table has hundredths for every currency writes. */
class OtherFormat extends Intl.NumberFormat {
  constructor(tag?: string, options?: Intl.NumberFormatOptions) {
    super(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2, ...options });
  }
}
afterEach(() => vi.unstubAllGlobals());

describe("a currency's digits", () => {
  it("are what this Node has for it: where a newer one says otherwise, what was kept is still what it was", () => {
    const digitsOf = (currency: string) =>
      new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
    const all = Intl.supportedValuesOf("currency");
    expect(all.map((currency) => [currency, minorDigits(currency)])).toEqual(all.map((currency) => [currency, digitsOf(currency)]));
  });

  it("are the same whatever an engine knows of it", () => {
    vi.stubGlobal("Intl", Object.assign(Object.create(Intl), { NumberFormat: OtherFormat }));
    expect(["HUF", "IDR", "USD", "KWD"].map(minorDigits)).toEqual([0, 0, 2, 3]);
    expect(formatMoney("en-GB", 1_250, "HUF").replaceAll(/\s/gu, " ")).toBe("HUF 1,250");
    expect(formatMoney("en-GB", 1_250, "KWD").replaceAll(/\s/gu, " ")).toBe("KWD 1.250");
  });
});

describe("inUnits()", () => {
  it.each([
    [123_456, "eur", "1234.56"],
    [-5000, "EUR", "-50"],
    [100_000_000_000_007, "USD", "1000000000000.07"],
    [250_000, "VND", "250000"],
    [1_250, "kwd", "1.25"],
  ])("of %i in %s is %s", (minor, currency, written) => expect(String(inUnits(minor, currency))).toBe(written));
});

describe("chargedDigits()", () => {
  it.each([
    ["usd", 2],
    ["VND", 0],
    ["jpy", 0],
    ["kwd", 3],
    ["huf", 2],
    ["IDR", 2],
    ["isk", 2],
    ["ugx", 2],
  ])("of %s", (currency, digits) => {
    expect(chargedDigits(currency)).toBe(digits);
  });
});

describe("formatMoney()", () => {
  it.each([
    [399_000, "huf", "HUF 3,990"],
    [399_050, "huf", "HUF 3,990.50"],
    [7_900_000, "idr", "IDR 79,000"],
    [1_250, "usd", "US$12.50"],
    [250_000, "vnd", "₫250,000"],
    [1_500, "kwd", "KWD 1.500"],
  ])("as Stripe counts it: %i of %s", (minor, currency, text) => {
    expect(formatMoney("en-GB", minor, currency, chargedDigits(currency)).replaceAll(/\s/gu, " ")).toBe(text);
  });

  it.each([
    ["en-GB", 123_450, "usd", "US$1,234.50"],
    ["en-GB", -1_200, "gbp", "-£12.00"],
    ["fr-FR", 123_450, "eur", "1 234,50 €"],
    ["vi-VN", 250_000, "vnd", "250.000 ₫"],
    ["zh-CN", 1_200, "usd", "US$12.00"],
  ])("in %s: %i of %s", (tag, minor, currency, text) => {
    expect(formatMoney(tag, minor, currency).replaceAll(/\s/gu, " ")).toBe(text);
  });

  it("keeps a currency's letters and sign together among Arabic letters", () => {
    expect(formatMoney("ar-SD", 1_200, "usd")).toContain("\u2066US$\u2069");
    expect(formatMoney("ar-SD", 1_200, "usd")).toContain("١٢");
  });
});
