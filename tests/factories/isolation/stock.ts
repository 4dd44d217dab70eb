import { A_MATERIAL, A_SLAB } from "../stock";
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
  },
  fill: async (shop) => shop.ask("slabs.break", { ...(await slabKey(shop)), remnants: [{ length: 100, width: 100 }] }),
};
