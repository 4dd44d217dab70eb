import { randomUUID } from "node:crypto";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { type Account, expect } from "./fixtures";
import { aDraft } from "./pricing-actions";

const T = "/api/user/personalization/trades";

const MATERIAL = {
  ...{ name: "Black granite", category: "granite", thickness: 20, finish: "polished", grain: true, slabLength: 3000, slabWidth: 1600 },
  ...{ kerf: 4, trim: 10, remnantLength: 600, remnantWidth: 300 },
};
const SLAB = {
  ...{ serial: "S-0001", length: 3000, width: 1600, thickness: 20, cost: 9_000_001, bin: "A-1", supplier: "Quarry", batch: "B-17" },
  defects: [{ x: 100, y: 50, length: 200, width: 30, note: "Crack" }],
};

const PIECES = [
  { label: "Island", length: 2400, width: 900, grain: "along" },
  { label: "Worktop by the window", length: 1800, width: 620, grain: "any" },
  { label: "جزيرة صغيرة", length: 700, width: 500, grain: "any" },
  { label: "Splashback", length: 1800, width: 120, grain: "any" },
];

const NO_EDGES = { front: "", back: "", left: "", right: "" };

/**
 * Pieces of a job that wait for a material with grain, and slabs of it: a whole one with a crack, and a second one. The quote that they come
 * from said what the job costs.
 */
export async function waitingFor(
  app: RunningApp,
  account: Account,
  { workspaceId, ...of }: { workspaceId: string; customerUid: string; jobUid: string },
) {
  const post = async (path: string, body: object) => (await callApi(app.url, account.token, `${T}/${path}`, { workspaceId, ...body })).data;
  const { uid: materialUid } = await post("material/save", MATERIAL);
  await post("slab/save", { ...SLAB, materialUid });
  await post("slab/save", { ...SLAB, materialUid, serial: "S-0002", defects: [] });
  const granite = { code: "GR-20", name: MATERIAL.name, kind: "material", unit: "m2", price: 5_000_000, cost: 2_400_000, materialUid };
  const { uid, version } = await aDraft(app, account, workspaceId, "Stone by area", [granite]);
  const prices = await post("price/publish", { uid, version, validFrom: "2025-01-01" });
  const pieces = PIECES.map((piece) => ({ ...piece, id: randomUUID(), count: 1, code: granite.code, cutouts: [], edges: NO_EDGES }));
  const about = { ...of, title: "Stone for the kitchen", language: "en", validUntil: "2099-12-31", priceVersionUid: prices.uid };
  const quote = await post("quote/save", { ...about, pieces });
  const sent = await post("quote/send", { uid: quote.uid, version: quote.version, email: "lan@nguyen-kitchens.example.com" });
  await post("quote/answer", { uid: sent.uid, version: sent.version, accepted: true, name: "Lan Nguyễn" });
  return { materialUid: materialUid as string, pieces: PIECES };
}

/** A cut plan for pieces of these names, worked out and brought on as far as is asked for; where it stands then. */
export async function aPlanFor(
  app: RunningApp,
  { token }: Account,
  { workspaceId, materialUid, labels, acts = [] }: { workspaceId: string; materialUid: string; labels: string[]; acts?: string[] },
): Promise<{ uid: string; version: number }> {
  const post = async (path: string, body: object) => (await callApi(app.url, token, `${T}/plan/${path}`, { workspaceId, ...body })).data;
  const get = async (path: string) => (await callApi(app.url, token, `${T}/plan/${path}&workspaceId=${workspaceId}`)).data;
  const { pieces } = await get(`waiting/get?materialUid=${materialUid}`);
  const named = pieces.filter(({ label }: { label: string }) => labels.includes(label));
  const { uid } = await post("start", { materialUid, pieceUids: named.map((piece: { uid: string }) => piece.uid), effort: "quick" });
  await expect.poll(async () => (await get(`detail/get?uid=${uid}`)).state, { timeout: 60_000 }).toBe("draft");
  let plan = await get(`detail/get?uid=${uid}`);
  for (const act of acts) plan = await post(act, { uid, version: plan.version });
  return { uid, version: plan.version };
}
