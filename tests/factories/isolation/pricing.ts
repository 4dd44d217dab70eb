import { aPrice, PRICE_ITEM } from "#tests/factories/pricing";
import { usualPricing } from "@/features/trades/pricing/rules";
import type { Shop, Slice } from "./shop";

const seen = async (shop: Shop) => {
  const { uid, version } = await aPrice(shop.ask);
  return { uid, version };
};
const ofList = async (shop: Shop) => ({ uid: (await aPrice(shop.ask)).list.uid });

export const pricing: Slice = {
  calls: {
    "trades.pricing.settings": () => ({}),
    "trades.pricing.saveSettings": () => ({ version: 0, ...usualPricing("Taken") }),
    "trades.pricing.taxes": () => ({}),
    "trades.pricing.saveTax": async ({ ask }) => {
      const { taxes } = await ask("pricing.saveTax", { name: "GST", rate: 1000, category: "S" });
      return { uid: taxes[0].uid, version: taxes[0].version, name: "Taken", rate: 0, category: "Z" };
    },
    "trades.prices.lists": () => ({}),
    "trades.prices.saveList": async (shop) => ({ ...(await ofList(shop)), version: 1, name: "Taken" }),
    "trades.prices.view": async (shop) => ({ uid: (await seen(shop)).uid }),
    "trades.prices.holding": () => ({}),
    "trades.prices.pdf": async (shop) => ({ uid: (await seen(shop)).uid, language: "en" }),
    "trades.prices.draft": ofList,
    "trades.prices.saveItem": async (shop) => ({ ...(await seen(shop)), item: { ...PRICE_ITEM, code: "TAKEN" } }),
    "trades.prices.deleteItem": async ({ ask }) => {
      const { uid, version, items } = await aPrice(ask);
      return { uid, version, itemUid: items[0].uid };
    },
    "trades.prices.discard": seen,
    "trades.prices.publish": async (shop) => ({ ...(await seen(shop)), validFrom: "2027-01-01" }),
    "trades.priceFiles.export": async (shop) => ({ uid: (await seen(shop)).uid }),
    "trades.priceFiles.check": async (shop) => ({ uid: (await seen(shop)).uid, text: "code,price\nTAKEN,1" }),
    "trades.priceFiles.take": async (shop) => ({ ...(await seen(shop)), text: "code,price\nTAKEN,1", seen: "" }),
  },
  fill: async ({ ask }) => {
    await ask("pricing.saveSettings", { version: 0, ...usualPricing("Stone") });
    await ask("pricing.saveTax", { name: "GST", rate: 1000, category: "S" });
    await aPrice(ask);
  },
};
