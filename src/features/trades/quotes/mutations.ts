import { and, count, eq, inArray, max, sql } from "drizzle-orm";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { addDays } from "@/lib/days";
import { calculate, type DocumentLine, isBeyond } from "@/lib/pricing/documents";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { jobs, jobTemplates, type QuoteContent, quotes } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { nextNumber } from "../counters/mutations";
import { publishToWorkspace } from "../events";
import { lockPlace } from "../jobs/mutations";
import { lockRevisions } from "../locks/queries";
import { acting, recordEvent } from "../log/mutations";
import { todayOf } from "../prices/queries";
import { pricingOf } from "../pricing/queries";
import { workspaceOf } from "../workspace/queries";
import { codeIn, offeredBy, quoteOf } from "./queries";
import { linesOfPieces, MOST_REVISIONS, mayRevise, missingCodes } from "./rules";
import type { QuoteFields, QuoteSaveInput, QuoteSeenInput } from "./schema";

/** A quote as the database has it. */
export type QuoteRow = typeof quotes.$inferSelect;

/** What an event of the log is about. */
/** The row of one quote of a workspace. */

type Seen = Pick<QuoteSeenInput, "uid" | "version">;

/**
 * A quote that is about to change, as whoever changes it saw it.
 * @param isDone of a quote as it is now: whether it says what is asked for. Null is given back where that is so and nothing else has been
 * done to it since it was seen: who did not hear the first answer asks again, whether or not their page has heard of the change
 * @throws AppError notFound | conflict with the quote as it is now
 */
export async function lockSeenQuote(tx: Transaction, ctx: WorkspaceContext, seen: Seen): Promise<QuoteRow>;
export async function lockSeenQuote(
  tx: Transaction,
  ctx: WorkspaceContext,
  seen: Seen,
  isDone: (quote: QuoteRow) => boolean,
): Promise<QuoteRow | null>;
export async function lockSeenQuote(
  tx: Transaction,
  ctx: WorkspaceContext,
  { uid, version }: Seen,
  isDone?: (quote: QuoteRow) => boolean,
): Promise<QuoteRow | null> {
  const [row] = await tx
    .select()
    .from(quotes)
    .where(rowIn(quotes, ctx.member.workspaceId, uid))
    .for("update");
  const current = found(row);
  if ((current.version === version || current.version === version + 1) && isDone?.(current)) return null;
  await expectVersion(current, version, () => quoteOf(tx, ctx, uid));
  return current;
}

/** What is offered, worked out from what somebody wrote: prices and taxes are copied. @throws AppError invalidInput for what is not there */
async function contentOf(tx: Transaction, workspaceId: string, fields: QuoteFields): Promise<QuoteContent> {
  const { taxMode } = await workspaceOf(tx, workspaceId);
  const { taxIncluded, waste, deposit, paymentDays } = await pricingOf(tx, workspaceId);
  const { items, slabs, taxOf, taxes, prices } = await offeredBy(tx, workspaceId, fields.priceVersionUid);
  if (prices?.state === "draft") throw refusedAt(["priceVersionUid"], "choice");
  // Codes are told apart whatever their case; what stands in the list is what is kept.
  const named = (code: string) => codeIn(items, code);
  const pieces = fields.pieces.map((piece) => ({
    ...piece,
    code: named(piece.code),
    materialUid: items.get(named(piece.code))?.materialUid ?? null,
    edges: {
      front: named(piece.edges.front),
      back: named(piece.edges.back),
      left: named(piece.edges.left),
      right: named(piece.edges.right),
    },
    cutouts: piece.cutouts.map(({ code, count: n }) => ({ code: named(code), count: n })),
  }));
  const [missing] = missingCodes(pieces, items);
  if (missing !== undefined) {
    const at = pieces.findIndex((piece) => missingCodes([piece], items).includes(missing));
    throw refusedAt(["pieces", at, "code"], "gone");
  }
  const byHand = fields.lines.map(({ taxUid, ...line }, at): DocumentLine => {
    if (taxUid && !taxes.some(({ uid }) => uid === taxUid)) throw refusedAt(["lines", at, "taxUid"], "gone");
    return { ...line, source: "hand", tax: taxOf(taxUid), taxUid, chosen: false };
  });
  const adjustments = fields.adjustments.map((one) => ({ ...one, code: named(one.code) }));
  return {
    pieces,
    adjustments,
    lines: [...linesOfPieces(pieces, items, adjustments, { slabs, waste }), ...byHand],
    terms: { taxMode, taxIncluded, discount: fields.discount },
    payment: { deposit, days: paymentDays },
  };
}

/** The sums of what is offered, as columns keep them. @throws AppError invalidInput where they are beyond what is worked out */
export const sumsOf = ({ lines, terms }: QuoteContent) => {
  if (isBeyond(lines)) throw refusedAt(["lines"], "sumTooLarge");
  const { net, tax, total, cost } = calculate(lines, terms).totals;
  return { net, tax, total, cost };
};

/**
 * What is offered, with the taxes of its lines as they are today: its prices stay, which are of a version that does not change. What a
 * variation takes back is taxed as it was sold.
 */
export async function withTaxesNow(tx: Transaction, { workspaceId, kind, content }: QuoteRow): Promise<QuoteContent> {
  const { taxOf } = await offeredBy(tx, workspaceId, null);
  const isAsSold = ({ quantity }: DocumentLine) => kind === "variation" && quantity < 0;
  const lines = content.lines.map((line) => (isAsSold(line) ? line : { ...line, tax: taxOf(line.taxUid ?? null) }));
  return { ...content, lines };
}

/** Locks a job of a customer's. @throws AppError invalidInput where it is not there, or is another customer's */
export async function lockJobOf(
  tx: Transaction,
  { workspaceId, jobUid, customerUid }: { workspaceId: string; jobUid: string; customerUid: string },
  strength: "key share" | "no key update",
): Promise<void> {
  const [job] = await tx
    .select({ customerId: jobs.customerId })
    .from(jobs)
    .where(rowIn(jobs, workspaceId, jobUid))
    .for(strength);
  if (job?.customerId !== customerUid) throw refusedAt(["jobUid"], job ? "jobOfOther" : "gone");
}

/** Locks what a quote names that is locked before it. @throws AppError invalidInput for what is not there, or is another customer's */
async function lockNamed(tx: Transaction, workspaceId: string, { customerUid, siteUid, templateUid }: QuoteFields): Promise<void> {
  await lockPlace(tx, workspaceId, { customerUid, siteUid });
  if (!templateUid) return;
  const [template] = await tx
    .select({ id: jobTemplates.id })
    .from(jobTemplates)
    .where(rowIn(jobTemplates, workspaceId, templateUid))
    .for("key share");
  if (!template) throw refusedAt(["templateUid"], "gone");
}

const columnsOf = (fields: QuoteFields) => ({
  title: fields.title,
  customerId: fields.customerUid,
  siteId: fields.siteUid,
  jobId: fields.jobUid,
  templateId: fields.templateUid,
  language: fields.language,
  priceVersionId: fields.priceVersionUid,
  validUntil: fields.validUntil,
  terms: fields.terms,
  notes: fields.notes,
});

/**
 * Keeps a draft: a new one, which gets the next number, or in the place of one that was seen.
 * @throws AppError notFound | conflict with the quote as it is now | wrongState for what was sent | invalidInput for what is not there
 */
export const saveQuote = (ctx: WorkspaceContext, { workspaceId, uid: known, version, kind, ...fields }: QuoteSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const uid = known ?? idFrom("quote", ctx.member.id, ctx.idempotencyKey);
    // Whose quote it is comes before what it names.
    if (known)
      found(
        (
          await tx
            .select({ id: quotes.id })
            .from(quotes)
            .where(rowIn(quotes, workspaceId, uid))
        )[0],
      );
    await lockNamed(tx, workspaceId, fields);
    const before = known ? await lockSeenQuote(tx, ctx, { uid, version: version ?? 0 }) : undefined;
    if (before && before.state !== "draft") throw new AppError("wrongState");
    const { jobUid, customerUid } = fields;
    // Of which kind it is stays, whatever is said of a draft that is there.
    if ((before?.kind ?? kind) === "variation" && !jobUid) throw refusedAt(["jobUid"], "required");
    if (jobUid) await lockJobOf(tx, { workspaceId, jobUid, customerUid }, "key share");
    const content = await contentOf(tx, workspaceId, fields);
    const set = { ...columnsOf(fields), content, ...sumsOf(content) };
    if (before)
      await tx
        .update(quotes)
        .set({ ...set, version: sql`${quotes.version} + 1` })
        .where(rowIn(quotes, workspaceId, uid));
    else {
      const [there] = await tx
        .select({ id: quotes.id })
        .from(quotes)
        .where(rowIn(quotes, workspaceId, uid));
      if (there) return quoteOf(tx, ctx, uid);
      const number = await nextNumber(tx, workspaceId, "quote");
      const { currency } = await workspaceOf(tx, workspaceId);
      await tx.insert(quotes).values({ id: uid, workspaceId, number, revision: 1, kind, currency, authorId: ctx.actor.id, ...set });
    }
    await recordEvent(tx, acting(ctx), {
      action: before ? "quote.edit" : "quote.add",
      target: { kind: "quote", id: uid },
      after: { total: set.total },
    });
    await publishToWorkspace(tx, workspaceId);
    return quoteOf(tx, ctx, uid);
  });

/** Throws a draft away. @throws AppError notFound | conflict | wrongState for what was sent */
export const deleteQuote = (ctx: WorkspaceContext, { workspaceId, uid, version }: QuoteSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    const { state, number, revision } = await lockSeenQuote(tx, ctx, { uid, version });
    if (state !== "draft") throw new AppError("wrongState");
    await tx.delete(quotes).where(rowIn(quotes, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "quote.delete", target: { kind: "quote", id: uid }, before: { number, revision } });
    await publishToWorkspace(tx, workspaceId);
  });

/** What has been taken once is not offered again under its number. @throws AppError revisionTaken */
export async function requireFree(tx: Transaction, workspaceId: string, { number }: Pick<QuoteRow, "number">): Promise<void> {
  const [taken] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.workspaceId, workspaceId), eq(quotes.number, number), inArray(quotes.state, ["accepted", "converted"])));
  if (taken) throw new AppError("revisionTaken");
}

/** A draft of the next revision, as the one that it comes from but for the taxes, which are today's. @throws AppError notFound | wrongState for what is a draft, or was taken */
export const reviseQuote = (ctx: WorkspaceContext, { workspaceId, uid, version }: QuoteSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    const id = idFrom("revision", ctx.member.id, ctx.idempotencyKey);
    const [there] = await tx
      .select({ id: quotes.id })
      .from(quotes)
      .where(rowIn(quotes, workspaceId, id));
    if (there) return quoteOf(tx, ctx, id);
    await lockRevisions(tx, workspaceId, eq(quotes.id, uid));
    const quote = await lockSeenQuote(tx, ctx, { uid, version });
    if (!mayRevise(quote.state)) throw new AppError("wrongState");
    await requireFree(tx, workspaceId, quote);
    const ofNumber = and(eq(quotes.workspaceId, workspaceId), eq(quotes.number, quote.number));
    const [draft] = await tx
      .select({ id: quotes.id })
      .from(quotes)
      .where(and(ofNumber, eq(quotes.state, "draft")));
    if (draft) return quoteOf(tx, ctx, draft.id);
    const [latest] = await tx
      .select({ revision: max(quotes.revision), total: count() })
      .from(quotes)
      .where(ofNumber);
    if ((latest?.total ?? 0) >= MOST_REVISIONS) throw new AppError("wrongState");
    const { validityDays } = await pricingOf(tx, workspaceId);
    const revision = (latest?.revision ?? 0) + 1;
    const validUntil = addDays(await todayOf(tx, workspaceId), validityDays);
    // All that sending and answering it said is the other revision's.
    const anew = { linkId: null, seller: null, addressee: null, sentTo: null, sentOn: null, sentAt: null, answer: null, answeredAt: null };
    const { createdAt: _, ...kept } = quote;
    const content = await withTaxesNow(tx, quote);
    const set = { ...anew, content, ...sumsOf(content), validUntil };
    await tx.insert(quotes).values({ ...kept, ...set, id, revision, state: "draft", version: 1, authorId: ctx.actor.id });
    await recordEvent(tx, acting(ctx), {
      action: "quote.revise",
      target: { kind: "quote", id },
      after: { number: quote.number, revision },
    });
    await publishToWorkspace(tx, workspaceId);
    return quoteOf(tx, ctx, id);
  });
