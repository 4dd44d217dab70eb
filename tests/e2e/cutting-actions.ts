import { randomUUID } from "node:crypto";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import type { Account } from "./fixtures";

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

/**
 * Pieces of a job that wait for a material with grain, and slabs of it: a whole one with a crack, and a second one. The quote that they come
 * from said what the job costs.
 */
export async function waitingFor(app: RunningApp, { token }: Account, workspaceId: string, jobUid: string) {
  const post = async (path: string, body: object) => (await callApi(app.url, token, `${T}/${path}`, { workspaceId, ...body })).data;
  const { uid: materialUid } = await post("material/save", MATERIAL);
  await post("slab/save", { ...SLAB, materialUid });
  await post("slab/save", { ...SLAB, materialUid, serial: "S-0002", defects: [] });
  const sql = await databaseOf(app);
  const [quoteId, cost] = [randomUUID(), 9_000_000];
  const line = { source: "hand", kind: "material", unit: "slab", code: "GR", text: "Granite", quantity: 1000, price: 2 * cost, cost };
  const tax = { name: "", rate: 0, category: "O" };
  const lines = [{ ...line, discount: 0, tax, optional: false, chosen: false }];
  const terms = { taxMode: "group", taxIncluded: false, discount: { is: "rate", rate: 0 } };
  await sql`
    insert into quotes (id, workspace_id, number, revision, kind, state, title, customer_id, job_id, language, currency, content,
      valid_until, net, tax, total, cost, seller, sent_at, author_id)
    select ${quoteId}, ${workspaceId}, 1, 1, 'quote', 'converted', j.title, j.customer_id, j.id, 'en', 'VND',
      ${sql.json({ pieces: [], adjustments: [], lines, terms })}, '2030-01-01', ${2 * cost}, 0, ${2 * cost}, ${cost}, ${sql.json({})}, now(),
      (select user_id from workspace_members m where m.workspace_id = j.workspace_id and m.role = 'owner')
    from jobs j where j.workspace_id = ${workspaceId} and j.id = ${jobUid}`;
  for (const [position, { label, length, width, grain }] of PIECES.entries())
    await sql`
      insert into job_pieces (id, workspace_id, job_id, quote_id, position, label, material_id, length, width, grain)
      values (${randomUUID()}, ${workspaceId}, ${jobUid}, ${quoteId}, ${position}, ${label}, ${materialUid}, ${length}, ${width}, ${grain})`;
  await sql.end();
  return { materialUid: materialUid as string, pieces: PIECES };
}
