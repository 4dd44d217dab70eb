import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aPrice, PRICE_ITEM } from "#tests/factories/pricing";
import { A_CUSTOMER, putIn } from "#tests/factories/trades";
import { usualPricing } from "@/features/trades/pricing/rules";
import { priceItems } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

/** What is refused: its code, and what else it says. */
async function refused(procedure: string, input: object, token = shop.owner.token) {
  const heard = await callProcedure(harness(), token, `trades.${procedure}`, { workspaceId: shop.workspaceId, ...input });
  // Which fields are wrong is said behind the code.
  return { code: heard.code?.split(":")[0], body: heard.text };
}

describe("how a shop works out what it asks for", () => {
  it("begins with what is usual, in the workspace's name", async () => {
    expect(await shop.ask("pricing.settings", {})).toEqual({ ...usualPricing("Stone shop"), version: 0 });
  });

  it("is kept for whoever saw it last, and told to who did not", async () => {
    const given = {
      ...usualPricing("Stone"),
      marginFloor: 1500,
      seller: { ...usualPricing("Stone").seller, iban: "de89 3704 0044 0532 0130 00" },
    };
    const kept = await shop.ask("pricing.saveSettings", { version: 0, ...given });
    expect(kept).toMatchObject({ version: 1, marginFloor: 1500, seller: { name: "Stone", iban: "DE89370400440532013000" } });
    const again = await refused("pricing.saveSettings", { version: 0, ...given });
    expect(again.code).toBe("conflict");
    expect(again.body).toContain('"version":1');
  });

  it.each([
    ["iban", { iban: "DE89370400440532013001" }],
    ["bic", { bic: "ABC" }],
  ])("refuses what is no %s", async (_, wrong) => {
    const given = usualPricing("Stone");
    expect((await refused("pricing.saveSettings", { version: 1, ...given, seller: { ...given.seller, ...wrong } })).code).toBe(
      "invalidInput",
    );
  });

  it("lets a manager set all but what managers may give away", async () => {
    const manager = await registerUser(harness());
    await putIn(harness().app.services.db, shop.workspaceId, manager.user.uid, "manager");
    const { version, ...now } = await shop.ask("pricing.settings", {});
    expect((await refused("pricing.saveSettings", { version, ...now, discountLimit: 10_000 }, manager.token)).code).toBe("forbidden");
    expect((await refused("pricing.saveSettings", { version, ...now, validityDays: 45 }, manager.token)).code).toBeUndefined();
  });
});

describe("taxes", () => {
  it("have one that is usual: the first, until another one is", async () => {
    const own = await newShop(harness());
    const first = await own.ask("pricing.saveTax", { name: "GST", rate: 1000, category: "S" });
    expect(first.taxes).toMatchObject([{ name: "GST", usual: true }]);
    const second = await own.ask("pricing.saveTax", { name: "Export", rate: 0, category: "Z", usual: true });
    expect(second.taxes).toMatchObject([
      { name: "Export", usual: true },
      { name: "GST", usual: false, version: 2 },
    ]);
  });

  it.each([
    ["a rate beside a treatment that has none", { name: "X", rate: 100, category: "E" }],
    ["a rate of more than all", { name: "X", rate: 10_001, category: "S" }],
    ["none that is usual", { name: "X", rate: 0, category: "Z", usual: true, retired: true }],
  ])("refuse %s", async (_, wrong) => expect((await refused("pricing.saveTax", wrong)).code).toBe("invalidInput"));
});

describe("price lists", () => {
  it("have drafts that take the latest prices along, and versions that stay", async () => {
    const draft = await aPrice(shop.ask, "Retail");
    const published = await shop.ask("prices.publish", { uid: draft.uid, version: draft.version, validFrom: "2026-01-01" });
    expect(published).toMatchObject({ state: "published", number: 1, validFrom: "2026-01-01", validTo: null });
    expect((await refused("prices.saveItem", { uid: draft.uid, version: published.version, item: PRICE_ITEM })).code).toBe("wrongState");
    expect((await refused("prices.discard", { uid: draft.uid, version: published.version })).code).toBe("wrongState");
    const next = await shop.ask("prices.draft", { uid: draft.list.uid });
    expect(next).toMatchObject({ number: 2, state: "draft", items: [{ code: "EDGE-20", price: 2500 }] });
    // Asked for again it is the same one.
    expect((await shop.ask("prices.draft", { uid: draft.list.uid })).uid).toBe(next.uid);
    await shop.ask("prices.publish", { uid: next.uid, version: next.version, validFrom: "2026-07-01" });
    const { lists } = await shop.ask("prices.lists", {});
    expect(lists.find(({ name }: { name: string }) => name === "Retail").versions).toMatchObject([
      { number: 2, validFrom: "2026-07-01", validTo: null, items: 1 },
      { number: 1, validFrom: "2026-01-01", validTo: "2026-06-30", items: 1 },
    ]);
  });

  it("have drafts with the prices of any version that was published", async () => {
    const first = await aPrice(shop.ask, "Seasons");
    await shop.ask("prices.publish", { uid: first.uid, version: first.version, validFrom: "2026-01-01" });
    const sale = await shop.ask("prices.draft", { uid: first.list.uid });
    const [{ uid: itemUid }] = sale.items;
    const item = { ...PRICE_ITEM, price: 1900 };
    const { version } = await shop.ask("prices.saveItem", { uid: sale.uid, version: sale.version, itemUid, item });
    // What nobody has published is no model for another one.
    expect((await refused("prices.draft", { uid: sale.uid })).code).toBe("notFound");
    await shop.ask("prices.publish", { uid: sale.uid, version, validFrom: "2026-11-24", validTo: "2026-11-30" });
    const next = await shop.ask("prices.draft", { uid: first.uid });
    expect(next).toMatchObject({ number: 3, state: "draft", list: first.list, items: [{ code: "EDGE-20", price: PRICE_ITEM.price }] });
    // There is one draft of a list at a time.
    expect((await shop.ask("prices.draft", { uid: sale.uid })).uid).toBe(next.uid);
  });

  it("never hold twice on a day: the refusal names what stands there, and the draft is as it was", async () => {
    const first = await aPrice(shop.ask, "Trade");
    await shop.ask("prices.publish", { uid: first.uid, version: first.version, validFrom: "2027-03-01", validTo: "2027-03-31" });
    const next = await shop.ask("prices.draft", { uid: first.list.uid });
    const wanted = { uid: next.uid, version: next.version, validFrom: "2027-01-01", validTo: "2027-03-01" };
    const clash = await refused("prices.publish", wanted);
    expect(clash.code).toBe("pricesOverlap");
    expect(clash.body).toContain("Version 1 of this list begins on 1 March 2027");
    const french = await harness().call("POST", "/api/user/personalization/trades/price/publish", {
      token: shop.owner.token,
      body: { workspaceId: shop.workspaceId, ...wanted },
      headers: { "accept-language": "fr" },
    });
    expect(french.body).toMatchObject({ code: "pricesOverlap", message: expect.stringContaining("commence le 1 mars 2027") });
    expect(await shop.ask("prices.view", { uid: next.uid })).toMatchObject({ state: "draft", version: next.version });
    await shop.ask("prices.publish", { uid: next.uid, version: next.version, validFrom: "2027-01-01", validTo: "2027-02-28" });
  });

  it("stay as they were published, whoever writes the rows", async () => {
    const { uid, version } = await aPrice(shop.ask, "Fixed");
    await shop.ask("prices.publish", { uid, version, validFrom: "2026-01-01" });
    const raise = withWorkspace(harness().app.services.db, shop.workspaceId, (tx) => tx.update(priceItems).set({ price: 1 }));
    await expect(raise).rejects.toMatchObject({ cause: { constraint_name: "price_items_published" } });
  });

  it("tell whoever publishes at once that somebody was faster", async () => {
    const { uid, version } = await aPrice(shop.ask, "Race");
    const publish = { workspaceId: shop.workspaceId, uid, version, validFrom: "2026-01-01" };
    const both = await Promise.all([1, 2].map(() => callProcedure(harness(), shop.owner.token, "trades.prices.publish", publish)));
    expect(both.map(({ code }) => code ?? "done").toSorted()).toEqual(["conflict", "done"]);
  });

  it("hold by the day: the usual one for whoever has none of their own", async () => {
    const own = await newShop(harness());
    expect(await own.ask("prices.holding", {})).toBeNull();
    const { uid, version } = await aPrice(own.ask);
    await own.ask("prices.publish", { uid, version, validFrom: "2020-01-01" });
    expect(await own.ask("prices.holding", {})).toMatchObject({ uid, items: [{ code: "EDGE-20" }] });
  });

  it("hold for whoever has a list of their own, until it is out of use", async () => {
    const own = await newShop(harness());
    const usual = await aPrice(own.ask);
    await own.ask("prices.publish", { uid: usual.uid, version: usual.version, validFrom: "2020-01-01" });
    const trade = await aPrice(own.ask, "Builders");
    await own.ask("prices.publish", { uid: trade.uid, version: trade.version, validFrom: "2020-01-01" });
    const { uid: customerUid } = await own.ask("customers.save", { ...A_CUSTOMER, priceListUid: trade.list.uid });
    expect(await own.ask("prices.holding", { customerUid })).toMatchObject({ uid: trade.uid });
    const { lists } = await own.ask("prices.lists", {});
    const list = lists.find(({ uid }: { uid: string }) => uid === trade.list.uid);
    await own.ask("prices.saveList", { uid: list.uid, version: list.version, name: list.name, retired: true });
    expect(await own.ask("prices.holding", { customerUid })).toMatchObject({ uid: usual.uid });
  });

  it.each([
    ["a unit that is none of its kind", { unit: "slab" }],
    ["a material for what is none", { materialUid: "0198c5d2-1111-7000-8000-000000000000" }],
    [
      "steps that go down",
      {
        tiers: [
          { from: 2000, price: 1 },
          { from: 1000, price: 2 },
        ],
      },
    ],
    ["less than nothing", { price: -1 }],
  ])("refuse a price with %s", async (_, wrong) => {
    const { uid, version } = await aPrice(shop.ask, `Wrong ${Object.keys(wrong)}`);
    expect((await refused("prices.saveItem", { uid, version, item: { ...PRICE_ITEM, code: "B", ...wrong } })).code).toBe("invalidInput");
  });

  it("have each code once, whatever its case", async () => {
    const { uid, version } = await aPrice(shop.ask, "Codes");
    const twice = await refused("prices.saveItem", { uid, version, item: { ...PRICE_ITEM, code: "edge-20" } });
    expect(twice).toMatchObject({ code: "invalidInput", body: expect.stringContaining("has this code already") });
  });
});

describe("a file of prices", () => {
  it("comes back as the same, and is compared with the draft line by line", async () => {
    const { uid, version } = await aPrice(shop.ask, "Files");
    const { text } = await shop.ask("priceFiles.export", { uid });
    expect(await shop.ask("priceFiles.check", { uid, text })).toMatchObject({
      problem: null,
      counts: { new: 0, changed: 0, same: 1, wrong: 0 },
    });
    const changed =
      "code;name;kind;unit;price;cost;tiers\nEDGE-20;Pencil round;edge;m;2600;900;10: 2400\nHOLE;Tap hole;cutout;piece;50000;;\n";
    const plan = await shop.ask("priceFiles.check", { uid, text: changed });
    expect(plan).toMatchObject({
      counts: { new: 1, changed: 1 },
      rows: [
        {
          name: "EDGE-20",
          kind: "changed",
          changes: [
            { column: "price", before: "2500", after: "2600" },
            { column: "tiers", before: "", after: "10: 2400" },
          ],
        },
        { name: "HOLE", kind: "new" },
      ],
    });
    const taken = await shop.ask("priceFiles.take", { uid, version, text: changed, seen: plan.seen });
    expect(taken).toMatchObject({
      added: 1,
      changed: 1,
      prices: {
        items: [
          { code: "EDGE-20", price: 2600, tiers: [{ from: 10_000, price: 2400 }] },
          { code: "HOLE", price: 50_000 },
        ],
      },
    });
    // Seen before somebody changed a price, it is refused with the comparison as it is now.
    expect((await refused("priceFiles.take", { uid, version: taken.prices.version, text: changed, seen: plan.seen })).code).toBe(
      "conflict",
    );
  });

  it("leaves a name, a kind and a unit as they are where their cells are empty", async () => {
    const { uid } = await aPrice(shop.ask, "Empty cells");
    const plan = await shop.ask("priceFiles.check", { uid, text: "code,name,kind,unit,price\nEDGE-20,,,,2600" });
    expect(plan.rows).toMatchObject([{ kind: "changed", changes: [{ column: "price", before: "2500", after: "2600" }] }]);
  });

  it.each([
    ["code,price\nA,x", "number"],
    ["code,price\nA,1\na,2", "twice"],
    ["code,price,material\nA,1,Nothing", "gone"],
    ["code,price,kind,unit\nA,1,edge,slab", "unitOfKind"],
    ["code,price\nA,1.5", "number"],
    ["code,price,tiers\nA,1,ten", "format"],
  ])("says what is wrong with %j: %s", async (text, key) => {
    const { uid, version } = await aPrice(shop.ask, `Wrong ${key} ${text.length}`);
    const plan = await shop.ask("priceFiles.check", { uid, text });
    expect(plan.rows.flatMap(({ problems }: { problems: { key: string }[] }) => problems.map((one) => one.key))).toContain(key);
    expect((await refused("priceFiles.take", { uid, version, text, seen: plan.seen })).code).toBe("wrongState");
  });

  it.each(["name\nA", "", 'code,price\n"A'])("that is none says so: %j", async (text) => {
    const { uid } = await aPrice(shop.ask, `None ${text.length}`);
    expect((await shop.ask("priceFiles.check", { uid, text })).problem).not.toBeNull();
  });
});
