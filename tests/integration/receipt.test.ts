import { describe, expect, it } from "vitest";
import { sentence } from "#tests/factories/catalogues";
import { joined, pagesOf } from "#tests/factories/pdf";
import { LOCALES, localeTag } from "@/lib/locales";
import { renderReceipt } from "@/server/pdf/receipt";

const FROM = new Date("2026-11-22T10:00:00Z");
const TO = new Date("2026-12-22T10:00:00Z");
const RECEIPT = {
  number: "DEMO-0001-0002",
  paid: true,
  issuedAt: FROM,
  customer: { name: "Nguyễn Thị Ánh", email: "anh@example.com" },
  currency: "usd",
  lines: [
    { text: "Parley Pro", from: FROM, to: TO, amount: 2900 },
    { text: "Parley Plus", from: FROM, to: TO, amount: -1200 },
  ],
  total: 1700,
  fromBalance: -200,
  charged: 1500,
  refunded: 500,
};

/** What a PDF of one page says. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const [text = "", ...more] = await pagesOf(bytes);
  expect(more).toEqual([]);
  return text;
}

describe.each(LOCALES)("a receipt in %s", (locale) => {
  const number = new Intl.NumberFormat(localeTag(locale), { minimumFractionDigits: 2 });

  it("says who paid what for what", async () => {
    const text = await textOf(await renderReceipt(RECEIPT, locale));
    for (const told of ["anh@example.com", "Nguyễn Thị Ánh", "DEMO-0001-0002", "Parley Pro", "Parley Plus"])
      expect(text).toContain(joined(told));
    for (const amount of [29, 12, 17, 2, 15, 5]) expect(text).toContain(joined(number.format(amount)));
    // Arabic letters come out of a PDF in the shapes in which they were drawn, so that words are not compared.
    if (locale === "ar") return;
    for (const key of ["title", "total", "charged", "fromBalance", "refunded"])
      expect(text).toContain(joined(sentence(locale, `receipt.${key}`)));
  });

  it("is an invoice until it is paid", async () => {
    const text = await textOf(await renderReceipt({ ...RECEIPT, paid: false, refunded: 0, fromBalance: 0 }, locale));
    expect(text).toContain(joined(number.format(15)));
    if (locale === "ar") return;
    expect(text).toContain(joined(sentence(locale, "receipt.titleOpen")));
    expect(text).toContain(joined(sentence(locale, "receipt.due")));
    expect(text).not.toContain(joined(sentence(locale, "receipt.charged")));
  });
});

it("no mark of direction is drawn", async () => {
  const text = await textOf(await renderReceipt({ ...RECEIPT, lines: [{ text: "\u2066Pro\u2069", from: FROM, to: TO, amount: 1 }] }, "ar"));
  expect(text).toContain("Pro");
  expect(text).not.toMatch(/fPro|Proi/);
});
