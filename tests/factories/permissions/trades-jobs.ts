import { wordsFor } from "#tests/factories/trades";
import { row, type Table } from "./table";
import { customer, MANAGERS, MEMBERS, shop } from "./trades";
import type { World } from "./world";

/** A job of the owner's workspace, whose title is the owner's mark. */
export async function job(world: World) {
  const { workspaceId, uid: customerUid } = await customer(world);
  const fields = { workspaceId, customerUid, title: world.owner.mark };
  const { uid, version } = await world.by(world.owner, "trades.jobs.save", fields);
  return { workspaceId, uid: world.owns(uid), version };
}

const inShop = async (world: World) => ({ workspaceId: (await job(world)).workspaceId });
const one = async (world: World) => {
  const { workspaceId, uid } = await job(world);
  return { workspaceId, uid };
};

export const tradesJobsTable: Table = {
  "trades.jobs.list": row(MEMBERS, inShop),
  "trades.jobs.board": row(MEMBERS, inShop),
  "trades.jobs.view": row(MEMBERS, one),
  "trades.jobs.timeline": row(MEMBERS, one),
  "trades.jobs.save": row(MANAGERS, async (world) => {
    const { workspaceId, uid: customerUid } = await customer(world);
    return { workspaceId, customerUid, title: world.owner.mark };
  }),
  "trades.jobs.move": row(MANAGERS, async (world) => ({ ...(await job(world)), to: "quoted" })),
  "trades.jobs.move: work that is done": row(MEMBERS, async (world) => {
    const { workspaceId, uid, version } = await job(world);
    let seen = { version };
    for (const to of ["quoted", "won", "in_progress"])
      seen = await world.by(world.owner, "trades.jobs.move", { workspaceId, uid, version: seen.version, to });
    return { workspaceId, uid, version: seen.version, to: "completed" };
  }),
  "trades.jobs.words": row({ ...MEMBERS, owner: "ok", member: "ok" }, async (world) => shop(world)),
  "trades.jobs.saveWords": row(MANAGERS, async (world) => ({
    ...(await shop(world)),
    version: 0,
    labels: wordsFor({ won: world.owner.mark.slice(0, 40) }),
  })),
};
