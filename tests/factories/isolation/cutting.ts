import { setTimeout } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { FIRST_FOUND, planNow, waitingPieces } from "../cutting-shop";
import { A_MATERIAL, A_SLAB } from "../stock";
import { A_CUSTOMER } from "../trades";
import type { Shop, Slice } from "./shop";

type Kept = { uid: string; version: number };

const database = ({ harness }: Shop) => harness.app.services.db;

async function job({ ask }: Shop): Promise<string> {
  const customer = await ask("customers.save", A_CUSTOMER);
  return (await ask("jobs.save", { title: "Kitchen", customerUid: customer.uid })).uid;
}

/** Pieces that wait, and a slab for them. */
async function pieces(shop: Shop) {
  const { uid: materialUid }: Kept = await shop.ask("materials.save", A_MATERIAL);
  await shop.ask("slabs.save", { ...A_SLAB, materialUid, serial: uuidv7() });
  const about = { jobId: await job(shop), authorId: shop.owner.user.uid, materialUid };
  const shopOf = { db: database(shop), workspaceId: shop.workspaceId };
  return { materialUid, pieceUids: await waitingPieces(shopOf, { ...about, pieces: [{ length: 1000, width: 600 }] }) };
}

/** One of them, as it was first. */
const piece = async (shop: Shop) => ({ uid: (await pieces(shop)).pieceUids[0] ?? "", version: 1 });

const plan = async (shop: Shop): Promise<string> => (await shop.ask("cutPlans.start", { ...(await pieces(shop)), effort: "quick" })).uid;

async function draft(shop: Shop): Promise<Kept> {
  const uid = await plan(shop);
  // Whoever plans for another shop at the same moment may have taken it up, and is not done yet.
  for (let tries = 0; tries < 100; tries++) {
    await planNow(database(shop), FIRST_FOUND);
    const { version, state } = await shop.ask("cutPlans.view", { uid });
    if (state !== "planning") return { uid, version };
    await setTimeout(100);
  }
  throw new Error("the plan was never worked out");
}

async function approved(shop: Shop): Promise<Kept> {
  const { uid, version } = await shop.ask("cutPlans.approve", await draft(shop));
  return { uid, version };
}

const COST = { kind: "labour", day: "2026-01-31", text: "Polishing", amount: 100 };

async function cost(shop: Shop) {
  const jobUid = await job(shop);
  const { uid, version }: Kept = await shop.ask("costs.save", { ...COST, jobUid });
  return { uid, version, jobUid };
}

export const cutting: Slice = {
  calls: {
    "trades.pieces.list": async (shop) => ({ jobUid: await job(shop) }),
    "trades.pieces.save": async (shop) => ({ ...(await piece(shop)), label: "Taken", length: 900, width: 500, grain: "any" }),
    "trades.pieces.move": async (shop) => ({ ...(await piece(shop)), to: "dropped", reason: "Taken" }),
    "trades.cutPlans.list": () => ({}),
    "trades.cutPlans.materials": () => ({}),
    "trades.cutPlans.waiting": async (shop) => ({ materialUid: (await pieces(shop)).materialUid }),
    "trades.cutPlans.view": async (shop) => ({ uid: await plan(shop) }),
    "trades.cutPlans.start": pieces,
    "trades.cutPlans.stop": async (shop) => ({ uid: await plan(shop) }),
    "trades.cutPlans.discard": draft,
    "trades.cutPlans.approve": draft,
    "trades.cutPlans.cut": approved,
    "trades.costs.list": async (shop) => ({ jobUid: await job(shop) }),
    "trades.costs.budget": async (shop) => ({ jobUid: await job(shop) }),
    "trades.costs.margins": () => ({}),
    "trades.costs.save": async (shop) => ({ ...COST, ...(await cost(shop)), text: "Taken" }),
    "trades.costs.delete": async (shop) => {
      const { uid, version } = await cost(shop);
      return { uid, version };
    },
  },
  fill: async (shop) => {
    await cost(shop);
    await approved(shop);
    await shop.ask("pieces.move", { ...(await piece(shop)), to: "dropped", reason: "Not wanted" });
  },
};
