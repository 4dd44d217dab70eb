import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Harness } from "#tests/config/harness";
import type { storekeepers } from "#tests/factories/stock";
import { type Times, workOutPlans } from "@/features/trades/cut-plans/jobs";
import type { Grain } from "@/lib/cutting/types";
import { type DocumentLine, NO_DISCOUNT, type Seller } from "@/lib/pricing/documents";
import type { Database } from "@/server/db/client";
import { cutPlans, jobPieces, jobs, quotes, slabs } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";
import { createLog } from "@/server/log";

const NOBODY: Seller = {
  name: "Stone shop",
  street: "",
  postcode: "",
  city: "",
  country: "VN",
  taxNumber: "",
  registration: "",
  email: "",
  phone: "",
  iban: "",
  bic: "",
  note: "",
};

export interface ShopOf {
  db: Database;
  workspaceId: string;
}

/** A line of a quote, which costs the shop so much. */
export const aLine = (kind: DocumentLine["kind"], cost: number, fields: Partial<DocumentLine> = {}): DocumentLine => ({
  source: "hand",
  code: kind,
  kind,
  unit: "piece",
  text: kind,
  quantity: 1000,
  price: cost * 2,
  cost,
  discount: 0,
  tax: { name: "VAT", rate: 1000, category: "S" },
  optional: false,
  chosen: false,
  ...fields,
});

/** A quote that has become a job, as accepting one leaves it. @returns its id */
export async function aConvertedQuote(
  { db, workspaceId }: ShopOf,
  { jobId, authorId, lines = [], net = 0 }: { jobId: string; authorId: string; lines?: DocumentLine[]; net?: number },
): Promise<string> {
  const id = uuidv7();
  await withWorkspace(db, workspaceId, async (tx) => {
    const [job] = await tx.select().from(jobs).where(eq(jobs.id, jobId));
    if (!job) throw new Error("There is no such job.");
    const number = (await tx.select({ id: quotes.id }).from(quotes)).length + 1;
    const cost = lines.reduce((sum, line) => sum + (line.optional && !line.chosen ? 0 : (line.cost * line.quantity) / 1000), 0);
    await tx.insert(quotes).values({
      ...{ id, workspaceId, number, jobId, authorId, net, cost },
      ...{ revision: 1, kind: "quote", state: "converted", title: job.title, customerId: job.customerId, language: "en", currency: "VND" },
      content: {
        pieces: [],
        adjustments: [],
        lines,
        terms: { taxMode: "group", taxIncluded: false, discount: NO_DISCOUNT },
        payment: { deposit: 0, days: 14 },
      },
      ...{ validUntil: "2030-01-01", tax: 0, total: net, seller: NOBODY, sentAt: new Date() },
    });
  });
  return id;
}

export interface OrderedPiece {
  length: number;
  width: number;
  grain?: Grain;
  label?: string;
}

/** Pieces that a job waits for. @returns their ids */
export async function waitingPieces(
  shop: ShopOf,
  { jobId, authorId, materialUid, pieces }: { jobId: string; authorId: string; materialUid: string; pieces: OrderedPiece[] },
): Promise<string[]> {
  const quoteId = await aConvertedQuote(shop, { jobId, authorId });
  const { db, workspaceId } = shop;
  const rows = pieces.map(({ grain = "any", label = "Top", ...size }, position) => ({
    id: uuidv7(),
    ...{ workspaceId, jobId, quoteId, position, materialId: materialUid, grain, label },
    ...size,
  }));
  await withWorkspace(db, workspaceId, (tx) => tx.insert(jobPieces).values(rows));
  return rows.map(({ id }) => id);
}

const log = createLog("silent");
/** For what is not about the plan itself: the first that is found serves. */
export const FIRST_FOUND: Partial<Times> = { planMs: () => 100 };

/** What the queue's worker does: works out what waits. */
export const planNow = (db: Database, times?: Partial<Times>): Promise<void> => workOutPlans({ db, log }, times);

type Uid = { uid: string };
type Plan = { uid: string; version: number };

/** What the people of a shop do with plans, and what becomes of its slabs and pieces. */
export function planningIn(harness: () => Harness, keepers: () => Awaited<ReturnType<typeof storekeepers>>) {
  const db = () => harness().app.services.db;
  /** A shop with a material, slabs of it and pieces that wait. */
  async function aShop({ slabs: many = 1, pieces = [{ length: 1200, width: 600 }] as OrderedPiece[], slab = {} as object } = {}) {
    const the = keepers();
    const workspaceId = await the.aShop();
    const { uid: materialUid } = await the.material(workspaceId);
    const sheets: Uid[] = [];
    for (let at = 0; at < many; at++)
      sheets.push(await the.slab(workspaceId, { materialUid, serial: `S-000${at + 1}`, defects: [], ...slab }));
    const jobId = await the.aJob(workspaceId);
    const shop = { db: db(), workspaceId };
    const pieceUids = await waitingPieces(shop, { jobId, authorId: the.owner.user.uid, materialUid, pieces });
    return { workspaceId, materialUid, jobId, slabUids: sheets.map(({ uid }) => uid), pieceUids };
  }
  type Shop = Awaited<ReturnType<typeof aShop>>;
  type Own = Pick<Shop, "workspaceId">;

  const start = ({ workspaceId, materialUid, pieceUids }: Shop, fields: object = {}): Promise<Plan> =>
    keepers().given(keepers().owner, "cutPlans.start", { workspaceId, materialUid, pieceUids, effort: "quick", ...fields });
  const view = ({ workspaceId }: Own, uid: string) => keepers().given(keepers().owner, "cutPlans.view", { workspaceId, uid });
  async function aDraft(shop: Shop, fields: object = {}) {
    const { uid } = await start(shop, fields);
    await planNow(db());
    return view(shop, uid);
  }
  const act = ({ workspaceId }: Own, name: "approve" | "cut" | "discard", { uid, version }: Plan, who = keepers().owner) =>
    keepers().ask(who, `cutPlans.${name}`, { workspaceId, uid, version });
  async function approved(shop: Shop): Promise<Plan> {
    const { given, text } = await act(shop, "approve", await aDraft(shop));
    if (!given) throw new Error(text);
    return given.data;
  }
  const rowOf = async (uid: string) => (await db().select().from(cutPlans).where(eq(cutPlans.id, uid)))[0];
  const stateOf = async (uid: string) => (await rowOf(uid))?.state;
  const slabsOf = ({ workspaceId }: Own) => db().select().from(slabs).where(eq(slabs.workspaceId, workspaceId)).orderBy(slabs.serial);
  const pieceStates = async ({ workspaceId }: Own) => {
    const rows = await db().select({ state: jobPieces.state }).from(jobPieces).where(eq(jobPieces.workspaceId, workspaceId));
    return [...new Set(rows.map(({ state }) => state))];
  };
  return { aShop, start, view, aDraft, act, approved, rowOf, stateOf, slabsOf, pieceStates };
}
