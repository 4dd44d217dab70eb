import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { joined, pagesOf } from "#tests/factories/pdf";
import { callProcedure } from "#tests/factories/permissions/calls";
import { A_MATERIAL } from "#tests/factories/stock";
import { putIn } from "#tests/factories/trades";
import { usualPricing } from "@/features/trades/pricing/rules";
import { LOCALES, localeTag } from "@/lib/locales";
import { formatMoney } from "@/lib/money";
import { serverText } from "@/server/text";

const harness = useHarness();
let shop: Shop;
let currency = "";
beforeAll(async () => {
  shop = await newShop(harness());
  ({ currency } = await shop.ask("workspace.view", {}));
  const { seller, ...usual } = usualPricing("Stone");
  const particulars = { ...seller, name: "Đá Sài Gòn", street: "12 Lê Lợi", taxNumber: "VN0312345678", iban: "DE89370400440532013000" };
  await shop.ask("pricing.saveSettings", { version: 0, ...usual, marginFloor: 3333, seller: { ...particulars, note: "Stone is nature." } });
  await shop.ask("pricing.saveTax", { name: "GST", rate: 750, category: "S" });
});

const pdf = (uid: string, language: string, of = shop, token = of.owner.token) =>
  callProcedure(harness(), token, "trades.prices.pdf", { workspaceId: of.workspaceId, uid, language });
/** What each page says, and what the file is called. */
async function drawn(uid: string, language: string) {
  const { given } = await pdf(uid, language);
  return { name: given.name as string, pages: await pagesOf(Buffer.from(given.content, "base64")) };
}

/** A draft with a price of each kind, and one by the slab. */
async function aDraft(name: string) {
  const { uid: materialUid } = await shop.ask("materials.save", { ...A_MATERIAL, name: `Nero ${name}` });
  const { taxes } = await shop.ask("pricing.saveTax", { name: `Export ${name}`, rate: 0, category: "Z" });
  const { uid: taxUid } = taxes.find((tax: { name: string }) => tax.name === `Export ${name}`);
  const { lists } = await shop.ask("prices.saveList", { name });
  let draft = await shop.ask("prices.draft", { uid: lists.find((one: { name: string }) => one.name === name).uid });
  const items = [
    { code: "N-M2", name: "By the area", kind: "material", unit: "m2", materialUid, price: 1_234_500, cost: 987_600 },
    { code: "N-SLAB", name: "By the slab", kind: "material", unit: "slab", materialUid, price: 4_567_800, cost: 987_600 },
    {
      code: "EDGE-20",
      name: "Pencil round",
      kind: "edge",
      unit: "m",
      price: 25_000,
      cost: 987_600,
      tiers: [{ from: 10_500, price: 22_100 }],
    },
    { code: "HOLE", name: "Tap hole", kind: "cutout", unit: "piece", price: 51_300, cost: 987_600 },
    { code: "FIT", name: "Fitting", kind: "labour", unit: "hour", price: 401_200, cost: 987_600 },
    { code: "SILL", name: "عتبة نافذة", kind: "item", unit: "piece", price: 300_700, cost: 987_600, taxUid },
  ];
  for (const item of items) draft = await shop.ask("prices.saveItem", { uid: draft.uid, version: draft.version, item });
  return draft as { uid: string; version: number; items: { price: number; tiers: { price: number }[] }[] };
}

describe("a price list as a document", () => {
  it.each(LOCALES)("says in %s what is asked for, from when to when, and nothing that is the shop's own", async (language) => {
    const list = `Builders ${language}`;
    const { uid, version, items } = await aDraft(list);
    await shop.ask("prices.publish", { uid, version, validFrom: "2026-03-04", validTo: "2026-11-25" });
    const { name, pages } = await drawn(uid, language);
    expect(name).toBe(`price-list-1-${language}.pdf`);
    const text = pages.join("");
    const tag = localeTag(language);
    const money = (amount: number) => formatMoney(tag, amount, currency);
    const told = ["Đá Sài Gòn", "12 Lê Lợi", "VN0312345678", list, `Nero ${list}`, `Export ${list}`, "Stone is nature.", currency];
    for (const one of [...told, "N-M2", "EDGE-20", "By the slab", "Pencil round", "Tap hole", "Fitting"])
      expect(text).toContain(joined(one));
    const number = new Intl.NumberFormat(tag);
    // Arabic letters come out of a PDF in the shapes and the order in which they were drawn, so that its words are not compared.
    const digits = (of: string) => joined(of).replaceAll(/[^\p{Nd}]/gu, "");
    for (const amount of items.flatMap(({ price, tiers }) => [price, ...tiers.map((tier) => tier.price)]))
      expect(digits(text)).toContain(digits(money(amount)));
    for (const part of [number.format(10.5), number.format(2026), number.format(7.5)]) expect(digits(text)).toContain(digits(part));
    if (language !== "ar") {
      const say = (key: string, values?: Record<string, string | number>) => joined(serverText(language, key, values));
      const day = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
      const on = (of: string) => day.format(new Date(of));
      expect(text).toContain(say("trades.prices.document.title"));
      expect(text).toContain(say("trades.prices.document.validFromTo", { from: on("2026-03-04"), to: on("2026-11-25") }));
      expect(text).toContain(say("trades.prices.version", { number: 1 }));
      expect(text).toContain(say("trades.document.excluded"));
      expect(text).toContain(say("trades.prices.document.from.m", { count: 10.5 }));
      for (const kind of ["material", "edge", "cutout", "labour", "item"])
        expect(text).toContain(say(`trades.prices.document.kinds.${kind}`));
      for (const amount of items.map(({ price }) => money(price))) expect(text).toContain(joined(amount));
    }
    // Costs, margins and their floor are the shop's own, and nobody pays by a price list.
    for (const own of [money(987_600), "9876", "3333", number.format(33.33), "DE89"]) expect(text).not.toContain(joined(own));
  });

  it("says of a draft that it is none yet, and of what has no end the first day alone", async () => {
    const { uid, version } = await aDraft("Open");
    const draft = await drawn(uid, "en");
    expect(draft.name).toBe("price-list-draft-en.pdf");
    expect(draft.pages[0]).toContain(joined("Draft: not published yet"));
    expect(draft.pages[0]).not.toContain("Validfrom");
    await shop.ask("prices.publish", { uid, version, validFrom: "2026-03-04" });
    const published = await drawn(uid, "en");
    expect(published.pages[0]).toContain(joined("Valid from 4 March 2026 Currency"));
    expect(published.pages[0]).not.toContain(joined("Draft: not"));
  });

  it("goes on over pages that each say whose it is, what stands in it and which page it is", { timeout: 120_000 }, async () => {
    const { lists } = await shop.ask("prices.saveList", { name: "Long" });
    const { uid, version } = await shop.ask("prices.draft", { uid: lists.find((one: { name: string }) => one.name === "Long").uid });
    const rows = Array.from({ length: 340 }, (_, at) => `ROW-${at + 1}X,Edge of stone ${at + 1},edge,m,${1000 + at}`);
    const text = `code,name,kind,unit,price\n${rows.join("\n")}`;
    const { seen } = await shop.ask("priceFiles.check", { uid, text });
    await shop.ask("priceFiles.take", { uid, version, text, seen });
    for (const language of ["en", "ar"] as const) {
      const { pages } = await drawn(uid, language);
      expect(pages.length).toBeGreaterThan(10);
      const whose = ["Đá Sài Gòn", "Long"].join(serverText(language, "common.separator"));
      for (const page of pages) expect(page).toContain(joined(whose));
      for (let at = 1; at <= 340; at++) expect(pages.filter((page) => page.includes(`ROW-${at}X`))).toHaveLength(1);
      if (language !== "en") continue;
      for (const [at, page] of pages.entries()) {
        expect(page).toContain(joined("Edges Quantity Price"));
        expect(page).toContain(joined(`Page ${at + 1} of ${pages.length}`));
      }
    }
  });
});

describe("whoever asks for it", () => {
  it("must see prices", async () => {
    const { uid } = await aDraft("Seen");
    const [member, manager] = await Promise.all([registerUser(harness()), registerUser(harness())]);
    await putIn(harness().app.services.db, shop.workspaceId, member.user.uid, "member");
    await putIn(harness().app.services.db, shop.workspaceId, manager.user.uid, "manager");
    expect((await pdf(uid, "en", shop, member.token)).code).toBe("forbidden");
    expect((await pdf(uid, "en", shop, manager.token)).code).toBeUndefined();
  });

  it("finds no other workspace's, and names a language that there is", async () => {
    const { uid } = await aDraft("Mine");
    expect((await pdf(uid, "en", await newShop(harness()))).code).toBe("notFound");
    expect((await pdf(uid, "xx")).code?.split(":")[0]).toBe("invalidInput");
  });

  it("gets a file by REST", async () => {
    const { uid } = await aDraft("File");
    const sent = await fetch(`${harness().url}/api/user/personalization/trades/price/pdf/download`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.owner.token}`, "content-type": "application/json" },
      body: JSON.stringify({ workspaceId: shop.workspaceId, uid, language: "fr" }),
    });
    expect(sent.headers.get("content-type")).toBe("application/pdf");
    expect(sent.headers.get("content-disposition")).toContain("price-list-draft-fr.pdf");
    expect((await pagesOf(new Uint8Array(await sent.arrayBuffer())))[0]).toContain(joined("Liste de prix"));
  });
});

describe("a price file", () => {
  it("leaves a price its tax and its material where others have the same name, and takes no such name for a new one", async () => {
    const { uid: thin } = await shop.ask("materials.save", { ...A_MATERIAL, name: "Calacatta" });
    const { uid: thick } = await shop.ask("materials.save", { ...A_MATERIAL, name: "Calacatta", thickness: 30 });
    const taxesOf = async (rate: number) =>
      (await shop.ask("pricing.saveTax", { name: "TVA", rate, category: "S" })).taxes.filter(
        (tax: { name: string; rate: number }) => tax.name === "TVA" && tax.rate === rate,
      )[0].uid;
    const [twenty, ten] = [await taxesOf(2000), await taxesOf(1000)];
    const { lists } = await shop.ask("prices.saveList", { name: "Twice" });
    let draft = await shop.ask("prices.draft", { uid: lists.find((one: { name: string }) => one.name === "Twice").uid });
    const price = { kind: "material", unit: "m2", price: 100_000, cost: 0 };
    const items = [
      { ...price, code: "A", name: "Thin", materialUid: thin, taxUid: twenty },
      { ...price, code: "B", name: "Thick", materialUid: thick, taxUid: ten },
    ];
    for (const item of items) draft = await shop.ask("prices.saveItem", { uid: draft.uid, version: draft.version, item });
    const about = { uid: draft.uid };
    const { text: whole } = await shop.ask("priceFiles.export", about);
    const dearer = async (text: string) => {
      const { seen, counts } = await shop.ask("priceFiles.check", { ...about, text });
      expect(counts).toMatchObject({ changed: 2, wrong: 0 });
      const { prices } = await shop.ask("priceFiles.take", { ...about, version: draft.version, text, seen });
      draft = prices;
      return prices.items.map(({ materialUid, taxUid }: Record<string, string>) => [materialUid, taxUid]);
    };
    const own = [
      [thin, twenty],
      [thick, ten],
    ];
    expect(await dearer("code,price\nA,110000\nB,120000\n")).toEqual(own);
    expect(await dearer(whole)).toEqual(own);
    // As a spreadsheet writes it, with signs that nobody sees.
    const unseen = "code,material,price\nA\u200b,Calacatta,130000\n\u2060B,\u200bCalacatta\u200f,140000\n";
    expect(await dearer(unseen)).toEqual(own);
    const named = await shop.ask("priceFiles.check", { ...about, text: "code,name,kind,unit,tax,price\nC,New,item,piece,TVA,1\n" });
    expect(named.counts).toMatchObject({ wrong: 1 });
    expect(named.rows[0].problems).toMatchObject([{ line: 2, column: "tax", key: "severalNamed" }]);
  });
});
