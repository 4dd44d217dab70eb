import type { Shop } from "./isolation/shop";

/** A price as its form sends it: an edge, so that it needs no material. */
export const PRICE_ITEM = { code: "EDGE-20", name: "Pencil round", kind: "edge", unit: "m", price: 2500, cost: 900 } as const;

/** The draft of a new list with one price in it. */
export async function aPrice(ask: Shop["ask"], name = "Trade prices") {
  const { lists } = await ask("prices.saveList", { name });
  const list = lists.find((one: { name: string; versions: unknown[] }) => one.name === name && one.versions.length === 0) ?? lists.at(-1);
  const { uid, version } = await ask("prices.draft", { uid: list.uid });
  return ask("prices.saveItem", { uid, version, item: PRICE_ITEM });
}
