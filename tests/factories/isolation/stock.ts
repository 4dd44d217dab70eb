import { v7 as uuidv7 } from "uuid";
import { A_CUSTOMER } from "#tests/factories/trades";
import { A_MATERIAL, A_SLAB, AN_ITEM } from "../stock";
import type { Shop, Slice } from "./shop";

type Kept = { uid: string; version: number };

const material = ({ ask }: Shop): Promise<Kept> => ask("materials.save", A_MATERIAL);

async function slab(shop: Shop) {
  const materialUid = (await material(shop)).uid;
  const { uid, version }: Kept = await shop.ask("slabs.save", { ...A_SLAB, materialUid });
  return { uid, version, materialUid };
}
const slabKey = async (shop: Shop) => {
  const { uid, version } = await slab(shop);
  return { uid, version };
};
const onlySlab = async (shop: Shop) => ({ uid: (await slab(shop)).uid });

async function job({ ask }: Shop): Promise<string> {
  const customer = await ask("customers.save", A_CUSTOMER);
  return (await ask("jobs.save", { title: "Kitchen", customerUid: customer.uid })).uid;
}

/** An item of which there are ten, under a code of its own. */
async function item({ ask }: Shop) {
  const { uid, version }: Kept = await ask("stock.save", { ...AN_ITEM, code: uuidv7() });
  await ask("stock.receive", { uid, quantity: 10_000, value: 1000 });
  return { uid, version };
}
const onlyItem = async (shop: Shop) => ({ uid: (await item(shop)).uid });

async function reservation(shop: Shop): Promise<Kept> {
  const itemUid = (await item(shop)).uid;
  const { uid, version } = await shop.ask("reservations.save", { itemUid, jobUid: await job(shop), quantity: 1000 });
  return { uid, version };
}

async function issued(shop: Shop) {
  const [{ uid }, jobUid] = [await item(shop), await job(shop)];
  await shop.ask("stock.issue", { uid, jobUid, quantity: 2000 });
  return { uid, jobUid };
}

export const stock: Slice = {
  calls: {
    "trades.materials.list": () => ({}),
    "trades.materials.save": async (shop) => {
      const { uid, version } = await material(shop);
      return { ...A_MATERIAL, uid, version, name: "Taken" };
    },
    "trades.slabs.list": () => ({}),
    "trades.slabs.offers": () => ({}),
    "trades.slabs.view": onlySlab,
    "trades.slabs.kin": onlySlab,
    "trades.slabs.history": onlySlab,
    "trades.slabs.labels": async (shop) => ({ uids: [(await slab(shop)).uid] }),
    "trades.slabs.save": async (shop) => ({ ...A_SLAB, ...(await slab(shop)), notes: "Taken" }),
    "trades.slabs.move": async (shop) => ({ ...(await slabKey(shop)), to: "quarantined" }),
    "trades.slabs.place": async (shop) => ({ ...(await slabKey(shop)), bin: "Taken" }),
    "trades.slabs.mark": async (shop) => ({ ...(await slabKey(shop)), defect: { x: 0, y: 0, length: 1, width: 1 } }),
    "trades.slabs.break": async (shop) => ({ ...(await slabKey(shop)), remnants: [{ length: 100, width: 100 }] }),
    "trades.stock.list": () => ({}),
    "trades.stock.view": onlyItem,
    "trades.stock.moves": onlyItem,
    "trades.stock.save": async (shop) => ({ ...AN_ITEM, ...(await item(shop)), name: "Taken" }),
    "trades.stock.receive": async (shop) => ({ ...(await onlyItem(shop)), quantity: 1, value: 1 }),
    "trades.stock.issue": async (shop) => ({ ...(await onlyItem(shop)), jobUid: await job(shop), quantity: 1 }),
    "trades.stock.giveBack": async (shop) => ({ ...(await issued(shop)), quantity: 1 }),
    "trades.stock.lose": async (shop) => ({ ...(await onlyItem(shop)), quantity: 1 }),
    "trades.reservations.list": async (shop) => ({ itemUid: (await item(shop)).uid }),
    "trades.reservations.ofJob": async (shop) => ({ jobUid: await job(shop) }),
    "trades.reservations.save": async (shop) => ({ itemUid: (await item(shop)).uid, jobUid: await job(shop), quantity: 1 }),
    "trades.reservations.release": reservation,
    "trades.reservations.issue": reservation,
    "trades.counts.sheet": () => ({}),
    "trades.counts.save": async (shop) => ({ items: [{ uid: (await item(shop)).uid, counted: 1, seen: 10_000 }] }),
  },
  fill: async (shop) => {
    await shop.ask("slabs.break", { ...(await slabKey(shop)), remnants: [{ length: 100, width: 100 }] });
    await reservation(shop);
    await issued(shop);
  },
};
