import { A_MATERIAL, A_SLAB, AN_ITEM } from "#tests/factories/stock";
import { row, type Table } from "./table";
import { MANAGERS, MEMBERS, shop } from "./trades";
import { job } from "./trades-jobs";
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

/** An item of the owner's shop, whose name is the owner's mark, of which there are ten; and a job. */
async function item(world: World) {
  const { workspaceId, uid: jobUid } = await job(world);
  const { uid, version } = await world.by(world.owner, "trades.stock.save", { workspaceId, ...AN_ITEM, name: world.owner.mark });
  await world.by(world.owner, "trades.stock.receive", { workspaceId, uid, quantity: 10_000, value: 1000 });
  return { workspaceId, jobUid, uid: world.owns(uid), version };
}
const onlyItem = async (world: World) => {
  const { workspaceId, uid } = await item(world);
  return { workspaceId, uid };
};

async function reservation(world: World) {
  const { workspaceId, jobUid, uid: itemUid } = await item(world);
  const reserved = await world.by(world.owner, "trades.reservations.save", { workspaceId, itemUid, jobUid, quantity: 1000 });
  return { workspaceId, itemUid, jobUid, uid: world.owns(reserved.uid), version: reserved.version };
}
const open = async (world: World) => {
  const { workspaceId, uid, version } = await reservation(world);
  return { workspaceId, uid, version };
};

const issue = async (world: World) => {
  const { workspaceId, jobUid, uid } = await item(world);
  return { workspaceId, jobUid, uid, quantity: 1000 };
};

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
  "trades.stock.list": row(MEMBERS, (world) => within(item(world))),
  "trades.stock.view": row(MEMBERS, onlyItem),
  "trades.stock.moves": row({ ...MEMBERS, owner: "ok", member: "ok" }, onlyItem),
  "trades.stock.save": row(MANAGERS, async (world) => ({ ...(await shop(world)), ...AN_ITEM, name: world.owner.mark })),
  "trades.stock.receive": row(MANAGERS, async (world) => ({ ...(await onlyItem(world)), quantity: 1000, value: 100 })),
  "trades.stock.issue": row(MEMBERS, issue),
  "trades.stock.giveBack": row(MEMBERS, async (world) => {
    const taken = await issue(world);
    await world.by(world.owner, "trades.stock.issue", taken);
    return taken;
  }),
  "trades.stock.lose": row(MANAGERS, async (world) => ({ ...(await onlyItem(world)), quantity: 1000 })),
  "trades.reservations.list": row(MEMBERS, async (world) => {
    const { workspaceId, itemUid } = await reservation(world);
    return { workspaceId, itemUid };
  }),
  "trades.reservations.ofJob": row(MEMBERS, async (world) => {
    const { workspaceId, jobUid } = await reservation(world);
    return { workspaceId, jobUid };
  }),
  "trades.reservations.save": row(MEMBERS, async (world) => {
    const { workspaceId, jobUid, uid: itemUid } = await item(world);
    return { workspaceId, jobUid, itemUid, quantity: 1000 };
  }),
  "trades.reservations.release": row(MEMBERS, open),
  "trades.reservations.issue": row(MEMBERS, open),
  "trades.counts.sheet": row(MANAGERS, (world) => within(item(world))),
  "trades.counts.save": row(MANAGERS, async (world) => {
    const { workspaceId, uid } = await item(world);
    return { workspaceId, items: [{ uid, counted: 9000, seen: 10_000 }] };
  }),
};
