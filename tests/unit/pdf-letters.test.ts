import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { joined, pagesOf } from "#tests/factories/pdf";
import { LOCALES } from "@/lib/locales";
import { renderEntry } from "@/server/pdf/form-entry";

const draw = (text: string, locale: (typeof LOCALES)[number] = "en") =>
  renderEntry(
    {
      ...{ workspace: "Stone shop", timeZone: "UTC", job: null, task: null, by: "Lan", submittedAt: new Date(0) },
      form: { name: "Delivery", number: 1 },
      fields: [{ help: "", required: false, condition: null, id: "a", kind: "text", label: "Note" }] as never,
      answers: { a: { kind: "text", text } } as never,
      pictures: new Map(),
    },
    locale,
  );
/** What a document says of a text. */
const said = async (text: string, locale?: (typeof LOCALES)[number]) => (await pagesOf(await draw(`BEGIN ${text} END`, locale))).join("");

/** The pieces of which its first page is, where they stand, and how wide it is: in points. */
async function firstPageOf(bytes: Uint8Array) {
  const page = await (await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise).getPage(1);
  const { items } = await page.getTextContent();
  return { items: items.flatMap((item) => ("str" in item ? [item] : [])), width: page.view[2] ?? 0 };
}

describe("a document's letters", () => {
  it.each(LOCALES)("say what was written, or leave out what no typeface has, in %s", async (locale) => {
    expect(await said("Merci 😊 👍🏽 👩‍🔧 🇫🇷 3️⃣ ok ✔️", locale)).toContain(joined("BEGIN Merci 3 ok ✔ END"));
    expect(await said("hole ⌀35 ∼ 3 mm", locale)).toContain(joined("BEGIN hole Ø35 ~ 3 mm END"));
  });

  it("of a script that no typeface has are empty boxes, and not other letters", async () => {
    expect(await said("כהן")).toContain("BEGIN□□□END");
  });

  it("stand with their marks, however those were typed", async () => {
    const { items } = await firstPageOf(await draw("đánh bóng Nguyễn".normalize("NFD")));
    expect(items.map(({ str }) => str).join("")).toContain("đánh bóng Nguyễn".normalize("NFC"));
  });

  it("are Arabic without the marks that say how they sound", async () => {
    expect((await said("سلّمه أسبوعاً", "ar")).match(/[\u064b-\u0652]/gu)).toBeNull();
  });

  it("of each paragraph are read from where its own first ones say", async () => {
    const { items } = await firstPageOf(await draw("Half in advance.\n50 % عند التركيب.\nThe rest later."));
    const between = items.slice(items.findIndex(({ str }) => str.startsWith("Half")) + 1);
    const arabic = between
      .slice(
        0,
        between.findIndex(({ str }) => str.startsWith("The")),
      )
      .map(({ str }) => str);
    // From the left: its end comes first.
    expect(arabic.join("").trim()).toMatch(/^\..*50$/s);
  });

  it("of a word that is longer than a line go on in the next one", async () => {
    const word = `https://example.com/${"abcdefghij".repeat(20)}`;
    const bytes = await draw(word);
    expect((await pagesOf(bytes)).join("")).toContain(word);
    const { items, width } = await firstPageOf(bytes);
    expect(Math.max(...items.map(({ transform, width: own }) => transform[4] + own))).toBeLessThan(width - 40);
  });
});
