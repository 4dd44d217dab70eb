import { FIRST_FOUND, planNow, waitingPieces } from "#tests/factories/cutting-shop";
import { A_MATERIAL, A_SLAB } from "#tests/factories/stock";
import { row, type Table } from "./table";
import { MANAGERS, MEMBERS } from "./trades";
import { job } from "./trades-jobs";
import type { World } from "./world";

const database = ({ harness }: World) => harness.app.services.db;

/** A material that bears the owner's mark, a slab of it, and a piece that a job waits for. */
async function piecesOfJob(world: World) {
  const { workspaceId, uid: jobId } = await job(world);
  const ask = (procedure: string, input: object) => world.by(world.owner, `trades.${procedure}`, { workspaceId, ...input });
  const materialUid = world.owns((await ask("materials.save", { ...A_MATERIAL, name: world.owner.mark })).uid);
  await ask("slabs.save", { ...A_SLAB, materialUid });
  const about = { jobId, authorId: world.owner.id, materialUid, pieces: [{ length: 1000, width: 600 }] };
  return { workspaceId, jobUid: jobId, materialUid, pieceUids: await waitingPieces({ db: database(world), workspaceId }, about) };
}
async function pieces(world: World) {
  const { jobUid: _, ...input } = await piecesOfJob(world);
  return input;
}

/** A piece, as a form has it. */
async function piece(world: World) {
  const { workspaceId, pieceUids } = await pieces(world);
  return { workspaceId, uid: world.owns(pieceUids[0] ?? ""), version: 1 };
}

async function plan(world: World) {
  const input = await pieces(world);
  const { uid } = await world.by(world.owner, "trades.cutPlans.start", { ...input, effort: "quick" });
  return { workspaceId: input.workspaceId, uid: world.owns(uid) };
}

async function draft(world: World) {
  const { workspaceId, uid } = await plan(world);
  await planNow(database(world), FIRST_FOUND);
  const { version } = await world.by(world.owner, "trades.cutPlans.view", { workspaceId, uid });
  return { workspaceId, uid, version };
}

async function approved(world: World) {
  const { workspaceId, uid, version } = await draft(world);
  const next = await world.by(world.owner, "trades.cutPlans.approve", { workspaceId, uid, version });
  return { workspaceId, uid, version: next.version };
}

async function cost(world: World) {
  const { workspaceId, uid: jobUid } = await job(world);
  const fields = { workspaceId, jobUid, kind: "labour", day: "2026-01-31", text: world.owner.mark, amount: 100 };
  const { uid, version } = await world.by(world.owner, "trades.costs.save", fields);
  return { ...fields, uid: world.owns(uid), version };
}
const ofJob = async (world: World) => {
  const { workspaceId, jobUid } = await cost(world);
  return { workspaceId, jobUid };
};
const within = async (made: Promise<{ workspaceId: string }>) => ({ workspaceId: (await made).workspaceId });

export const tradesCuttingTable: Table = {
  "trades.pieces.list": row(MEMBERS, async (world) => {
    const { workspaceId, jobUid } = await piecesOfJob(world);
    return { workspaceId, jobUid };
  }),
  "trades.pieces.save": row(MANAGERS, async (world) => ({ ...(await piece(world)), label: "Top", length: 1100, width: 600, grain: "any" })),
  "trades.pieces.move": row(MANAGERS, async (world) => ({ ...(await piece(world)), to: "dropped", reason: world.owner.mark })),
  "trades.cutPlans.list": row(MEMBERS, (world) => within(plan(world))),
  "trades.cutPlans.view": row(MEMBERS, plan),
  "trades.cutPlans.materials": row(MANAGERS, (world) => within(pieces(world))),
  "trades.cutPlans.waiting": row(MANAGERS, async (world) => {
    const { workspaceId, materialUid } = await pieces(world);
    return { workspaceId, materialUid };
  }),
  "trades.cutPlans.start": row(MANAGERS, pieces),
  "trades.cutPlans.stop": row(MANAGERS, plan),
  "trades.cutPlans.discard": row(MANAGERS, draft),
  "trades.cutPlans.approve": row(MANAGERS, draft),
  "trades.cutPlans.cut": row(MEMBERS, approved),
  "trades.costs.list": row(MANAGERS, ofJob),
  "trades.costs.budget": row({ ...MANAGERS, owner: "ok" }, ofJob),
  "trades.costs.margins": row(MANAGERS, (world) => within(cost(world))),
  "trades.costs.save": row(MANAGERS, cost),
  "trades.costs.delete": row({ ...MANAGERS, owner: "ok" }, async (world) => {
    const { workspaceId, uid, version } = await cost(world);
    return { workspaceId, uid, version };
  }),
};
