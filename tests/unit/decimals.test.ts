import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDecimal, writeDecimal } from "@/lib/decimals";
import { LOCALES, localeTag } from "@/lib/locales";

describe("a number that somebody types", () => {
  it.each([
    ["12.50", 2, "en", 1250],
    ["12,5", 2, "en", 1250],
    ["1,234", 2, "en", 123_400],
    ["1,234.5", 2, "en", 123_450],
    ["1.234,5", 2, "vi", 123_450],
    ["1.234", 2, "vi", 123_400],
    ["12.5", 2, "vi", 1250],
    ["1,234", 3, "fr", 1234],
    ["1 234,56", 2, "fr", 123_456],
    ["1.234.567", 0, "vi", 1_234_567],
    ["١٢٫٥", 2, "ar", 1250],
    ["-3", 2, "en", -300],
    [".5", 2, "en", 50],
    ["", 2, "en", undefined],
    [".", 2, "en", undefined],
    ["12.345", 2, "fr", 1_234_500],
    // No thousands begin with a nought.
    ["0.500", 3, "fr", 500],
    ["0.500", 3, "vi", 500],
    ["0,500", 3, "ar", 500],
    ["٠.٥٠٠", 3, "ar", 500],
    ["0,125", 3, "en", 125],
    ["-0,125", 3, "en", -125],
    ["00,125", 3, "en", 125],
    [",125", 3, "en", 125],
    ["0.500", 2, "fr", undefined],
    // Arabic has a sign of its own that hardly a keyboard has: a point stands for it.
    ["12.500", 3, "ar-SD", 12_500],
    ["٢.٥٠٠", 3, "ar-SD", 2500],
    ["2.345", 3, "ar-SD", 2345],
    ["12.50", 2, "ar-SD", 1250],
    ["12.500", 2, "ar-SD", undefined],
    ["12٫500", 3, "ar-SD", 12_500],
    ["12٬500", 2, "ar-SD", 1_250_000],
    ["12٬500", 3, "ar-SD", 12_500_000],
    ["1.234.567", 0, "ar-SD", 1_234_567],
    ["0,500", 3, "ar-SD", 500],
    // A sign that parts neither in a language may mean either.
    ["10.500", 3, "fr", undefined],
    ["12,500", 3, "ar-SD", undefined],
    ["10.500", 3, "vi", 10_500_000],
    ["10,500", 3, "en", 10_500_000],
    ["1.234.567", 3, "fr", 1_234_567_000],
    ["1.2345", 2, "en", undefined],
    ["twelve", 2, "en", undefined],
    ["1e3", 2, "en", undefined],
    ["1-2", 2, "en", undefined],
  ])("%j with %d digits in %s is %s", (text, digits, tag, value) => expect(readDecimal(text, digits, tag)).toBe(value));

  it("comes back as it was written, in every language", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom(...LOCALES),
        (value, digits, locale) => {
          const tag = localeTag(locale);
          expect(readDecimal(writeDecimal(value, digits, tag), digits, tag)).toBe(value);
          expect(readDecimal(writeDecimal(value, digits, tag, digits), digits, tag)).toBe(value);
        },
      ),
    ));

  it("is written with the noughts that money has", () => {
    expect(writeDecimal(1250, 2, "en", 2)).toBe("12.50");
    expect(writeDecimal(1200, 2, "en", 2)).toBe("12.00");
    expect(writeDecimal(1200, 2, "en")).toBe("12");
    expect(writeDecimal(5, 3, "en")).toBe("0.005");
    expect(writeDecimal(-5, 0, "en")).toBe("-5");
  });
});
