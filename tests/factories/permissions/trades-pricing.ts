import { PRICE_ITEM } from "#tests/factories/pricing";
import { usualPricing } from "@/features/trades/pricing/rules";
import { row, type Table } from "./table";
import { MANAGERS, shop } from "./trades";
import type { World } from "./world";

/** A draft of the owner's prices, whose list, tax and price have the owner's mark. */
async function draft(world: World) {
  const { workspaceId } = await shop(world);
  const by = (procedure: string, input: object) => world.by(world.owner, `trades.${procedure}`, { workspaceId, ...input });
  await by("pricing.saveTax", { name: world.owner.mark, rate: 1000, category: "S" });
  const { lists } = await by("prices.saveList", { name: world.owner.mark });
  const list = world.owns(lists[0].uid);
  const { uid, version } = await by("prices.draft", { uid: list });
  const item = { ...PRICE_ITEM, name: world.owner.mark };
  const prices = await by("prices.saveItem", { uid, version, item });
  return { workspaceId, list, item, uid: world.owns(uid), version: prices.version, itemUid: prices.items[0].uid };
}
const seen = async (world: World) => {
  const { workspaceId, uid, version } = await draft(world);
  return { workspaceId, uid, version };
};
const only = async (world: World) => {
  const { workspaceId, uid } = await draft(world);
  return { workspaceId, uid };
};
const inShop = async (world: World) => ({ workspaceId: (await draft(world)).workspaceId });
const DONE = { ...MANAGERS, owner: "ok" } as const;

export const tradesPricingTable: Table = {
  "trades.pricing.settings": row(MANAGERS, shop),
  "trades.pricing.saveSettings": row(MANAGERS, async (world) => ({
    ...(await shop(world)),
    version: 0,
    ...usualPricing(world.owner.mark),
  })),
  "trades.pricing.taxes": row(MANAGERS, inShop),
  "trades.pricing.saveTax": row(MANAGERS, async (world) => ({ ...(await shop(world)), name: world.owner.mark, rate: 0, category: "Z" })),
  "trades.prices.lists": row(MANAGERS, inShop),
  "trades.prices.saveList": row(MANAGERS, async (world) => ({ ...(await shop(world)), name: world.owner.mark })),
  "trades.prices.view": row(MANAGERS, only),
  "trades.prices.holding": row(MANAGERS, async (world) => {
    const { workspaceId, uid, version } = await draft(world);
    await world.by(world.owner, "trades.prices.publish", { workspaceId, uid, version, validFrom: "2020-01-01" });
    return { workspaceId };
  }),
  "trades.prices.pdf": row(DONE, async (world) => ({ ...(await only(world)), language: "en" })),
  "trades.prices.draft": row(MANAGERS, async (world) => {
    const { workspaceId, list } = await draft(world);
    return { workspaceId, uid: list };
  }),
  "trades.prices.saveItem": row(MANAGERS, async (world) => {
    const { item, ...about } = await draft(world);
    return { workspaceId: about.workspaceId, uid: about.uid, version: about.version, item: { ...item, code: "ANOTHER" } };
  }),
  "trades.prices.deleteItem": row(MANAGERS, async (world) => {
    const { workspaceId, uid, version, itemUid } = await draft(world);
    return { workspaceId, uid, version, itemUid };
  }),
  "trades.prices.discard": row(MANAGERS, seen),
  "trades.prices.publish": row(MANAGERS, async (world) => ({ ...(await seen(world)), validFrom: "2027-01-01" })),
  "trades.priceFiles.export": row(MANAGERS, only),
  "trades.priceFiles.check": row(DONE, async (world) => ({ ...(await only(world)), text: "code,price\nA,1" })),
  "trades.priceFiles.take": row(MANAGERS, async (world) => {
    const { workspaceId, uid, version } = await draft(world);
    const text = "code,price\nA,1";
    const { seen: name } = await world.by(world.owner, "trades.priceFiles.check", { workspaceId, uid, text });
    return { workspaceId, uid, version, text, seen: name };
  }),
};
