import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { type Times, workOutPlans } from "@/features/trades/cut-plans/jobs";
import type { Grain } from "@/lib/cutting/types";
import { type DocumentLine, NO_DISCOUNT, type Seller } from "@/lib/pricing/documents";
import type { Database } from "@/server/db/client";
import { jobPieces, jobs, quotes } from "@/server/db/schema";
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
