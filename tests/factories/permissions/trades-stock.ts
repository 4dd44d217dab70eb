import { A_MATERIAL, A_SLAB } from "#tests/factories/stock";
import { row, type Table } from "./table";
import { MANAGERS, MEMBERS, shop } from "./trades";
import type { World } from "./world";

/** A material of the owner's shop, whose name is the owner's mark. */
async function material(world: World) {
  const { workspaceId } = await shop(world);
  const { uid } = await world.by(world.owner, "trades.materials.save", { workspaceId, ...A_MATERIAL, name: world.owner.mark });
  return { workspaceId, materialUid: world.owns(uid) };
}

async function slab(world: World) {
  const { workspaceId, materialUid } = await material(world);
  const fields = { workspaceId, ...A_SLAB, materialUid, notes: world.owner.mark };
  const { uid, version } = await world.by(world.owner, "trades.slabs.save", fields);
  return { workspaceId, uid: world.owns(uid), version };
}

const within = async (made: Promise<{ workspaceId: string }>) => ({ workspaceId: (await made).workspaceId });
const one = async (world: World) => {
  const { workspaceId, uid } = await slab(world);
  return { workspaceId, uid };
};

export const tradesStockTable: Table = {
  "trades.materials.list": row(MEMBERS, (world) => within(material(world))),
  "trades.materials.save": row(MANAGERS, async (world) => ({ ...(await shop(world)), ...A_MATERIAL, name: world.owner.mark })),
  "trades.slabs.list": row(MEMBERS, (world) => within(slab(world))),
  "trades.slabs.offers": row({ ...MEMBERS, owner: "ok", member: "ok" }, shop),
  "trades.slabs.view": row(MEMBERS, one),
  "trades.slabs.kin": row(MEMBERS, one),
  "trades.slabs.history": row({ ...MEMBERS, owner: "ok", member: "ok" }, one),
  "trades.slabs.labels": row(MEMBERS, async (world) => {
    const { workspaceId, uid } = await slab(world);
    return { workspaceId, uids: [uid] };
  }),
  "trades.slabs.save": row(MANAGERS, async (world) => ({ ...(await material(world)), ...A_SLAB, notes: world.owner.mark })),
  "trades.slabs.move": row(MANAGERS, async (world) => ({ ...(await slab(world)), to: "quarantined" })),
  "trades.slabs.place": row(MEMBERS, async (world) => ({ ...(await slab(world)), bin: "B-2" })),
  "trades.slabs.mark": row(MEMBERS, async (world) => ({ ...(await slab(world)), defect: { x: 0, y: 0, length: 1, width: 1 } })),
  "trades.slabs.break": row(MANAGERS, async (world) => ({ ...(await slab(world)), remnants: [{ length: 100, width: 100 }] })),
};
