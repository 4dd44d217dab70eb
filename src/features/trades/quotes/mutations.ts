import { and, count, eq, inArray, max, ne, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { AppError, found } from "@/lib/app-error";
import { addDays } from "@/lib/days";
import { calculate, type DocumentLine, isBeyond, type Seller } from "@/lib/pricing/documents";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import { jobs, jobTemplates, type QuoteContent, quotes } from "@/server/db/schema";
import type { Outside, Transaction } from "@/server/db/workspace";
import { enqueueMail } from "@/server/mail/outbox";
import { nextNumber } from "../counters/mutations";
import { tellWorkspace } from "../events";
import { holdRevisions } from "../holding/queries";
import { type Acting, bringOn, holdPlace } from "../jobs/mutations";
import { recordEvent } from "../log/mutations";
import { mayMailDocument } from "../log/queries";
import { spendMail } from "../notices/mutations";
import { todayOf } from "../prices/queries";
import { pricingOf } from "../pricing/queries";
import { answersTo, mailable } from "../texts/rules";
import { sendingOf } from "../unsent/queries";
import { oneAtATime, workspaceOf } from "../workspace/queries";
import { addresseeNow, codeIn, offeredBy, quoteOf, soldWithout } from "./queries";
import { givenAway, isTaken, linesOfPieces, MOST_REVISIONS, mayRevise, missingCodes, quoteNumber, quoteSteps } from "./rules";
import type { QuoteFields, QuoteSaveInput, QuoteSeenInput, QuoteSendInput } from "./schema";

/** A quote as the database has it. */
export type QuoteRow = typeof quotes.$inferSelect;

/** What an event of the log is about. */
export const target = (id: string) => ({ kind: "quote", id });
/** The row of one quote of a workspace. */
export const here = (workspaceId: string, uid: string) => and(eq(quotes.workspaceId, workspaceId), eq(quotes.id, uid));
/** Who does it, as the log has it. */
export const acting = ({ member, actor }: Acting) => ({ workspaceId: member.workspaceId, actorId: actor.id });
const issue = (path: (string | number)[], key: string) => new AppError("invalidInput", { issues: [{ path, key }] });

type Seen = Pick<QuoteSeenInput, "uid" | "version">;

/**
 * A quote that is about to change, as whoever changes it saw it.
 * @param isDone of a quote as it is now: whether it says what is asked for. Null is given back where that is so and nothing else has been
 * done to it since it was seen: who did not hear the first answer asks again, whether or not their page has heard of the change
 * @throws AppError notFound | conflict with the quote as it is now
 */
export async function hold(tx: Transaction, ctx: WorkspaceContext, seen: Seen): Promise<QuoteRow>;
export async function hold(
  tx: Transaction,
  ctx: WorkspaceContext,
  seen: Seen,
  isDone: (quote: QuoteRow) => boolean,
): Promise<QuoteRow | null>;
export async function hold(
  tx: Transaction,
  ctx: WorkspaceContext,
  { uid, version }: Seen,
  isDone?: (quote: QuoteRow) => boolean,
): Promise<QuoteRow | null> {
  const [row] = await tx.select().from(quotes).where(here(ctx.member.workspaceId, uid)).for("update");
  const current = found(row);
  if ((current.version === version || current.version === version + 1) && isDone?.(current)) return null;
  if (current.version !== version) throw new AppError("conflict", { current: await quoteOf(tx, ctx, uid) });
  return current;
}

/** What is offered, worked out from what somebody wrote: prices and taxes are copied. @throws AppError invalidInput for what is not there */
async function contentOf(tx: Transaction, workspaceId: string, fields: QuoteFields): Promise<QuoteContent> {
  const { taxMode } = await workspaceOf(tx, workspaceId);
  const { taxIncluded, waste, deposit, paymentDays } = await pricingOf(tx, workspaceId);
  const { items, slabs, taxOf, taxes, prices } = await offeredBy(tx, workspaceId, fields.priceVersionUid);
  if (prices?.state === "draft") throw issue(["priceVersionUid"], "choice");
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
    throw issue(["pieces", at, "code"], "gone");
  }
  const byHand = fields.lines.map(({ taxUid, ...line }, at): DocumentLine => {
    if (taxUid && !taxes.some(({ uid }) => uid === taxUid)) throw issue(["lines", at, "taxUid"], "gone");
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
  if (isBeyond(lines)) throw issue(["lines"], "sumTooLarge");
  const { net, tax, total, cost } = calculate(lines, terms).totals;
  return { net, tax, total, cost };
};

/** Holds a job of a customer's. @throws AppError invalidInput where it is not there, or is another customer's */
async function holdJobOf(
  tx: Transaction,
  { workspaceId, jobUid, customerUid }: { workspaceId: string; jobUid: string; customerUid: string },
  strength: "key share" | "no key update",
): Promise<void> {
  const [job] = await tx
    .select({ customerId: jobs.customerId })
    .from(jobs)
    .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, jobUid)))
    .for(strength);
  if (job?.customerId !== customerUid) throw issue(["jobUid"], job ? "jobOfOther" : "gone");
}

/** Holds what a quote names that is held before it. @throws AppError invalidInput for what is not there, or is another customer's */
async function holdNamed(tx: Transaction, workspaceId: string, { customerUid, siteUid, templateUid }: QuoteFields): Promise<void> {
  await holdPlace(tx, workspaceId, { customerUid, siteUid });
  if (!templateUid) return;
  const [template] = await tx
    .select({ id: jobTemplates.id })
    .from(jobTemplates)
    .where(and(eq(jobTemplates.workspaceId, workspaceId), eq(jobTemplates.id, templateUid)))
    .for("key share");
  if (!template) throw issue(["templateUid"], "gone");
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
    if (known) found((await tx.select({ id: quotes.id }).from(quotes).where(here(workspaceId, uid)))[0]);
    await holdNamed(tx, workspaceId, fields);
    const before = known ? await hold(tx, ctx, { uid, version: version ?? 0 }) : undefined;
    if (before && before.state !== "draft") throw new AppError("wrongState");
    const { jobUid, customerUid } = fields;
    // Of which kind it is stays, whatever is said of a draft that is there.
    if ((before?.kind ?? kind) === "variation" && !jobUid) throw issue(["jobUid"], "required");
    if (jobUid) await holdJobOf(tx, { workspaceId, jobUid, customerUid }, "key share");
    const content = await contentOf(tx, workspaceId, fields);
    const set = { ...columnsOf(fields), content, ...sumsOf(content) };
    if (before)
      await tx
        .update(quotes)
        .set({ ...set, version: sql`${quotes.version} + 1` })
        .where(here(workspaceId, uid));
    else {
      const [there] = await tx.select({ id: quotes.id }).from(quotes).where(here(workspaceId, uid));
      if (there) return quoteOf(tx, ctx, uid);
      const number = await nextNumber(tx, workspaceId, "quote");
      const { currency } = await workspaceOf(tx, workspaceId);
      await tx.insert(quotes).values({ id: uid, workspaceId, number, revision: 1, kind, currency, authorId: ctx.actor.id, ...set });
    }
    await recordEvent(tx, acting(ctx), { action: before ? "quote.edit" : "quote.add", target: target(uid), after: { total: set.total } });
    await tellWorkspace(tx, workspaceId);
    return quoteOf(tx, ctx, uid);
  });

/** Throws a draft away. @throws AppError notFound | conflict | wrongState for what was sent */
export const deleteQuote = (ctx: WorkspaceContext, { workspaceId, uid, version }: QuoteSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    const { state, number, revision } = await hold(tx, ctx, { uid, version });
    if (state !== "draft") throw new AppError("wrongState");
    await tx.delete(quotes).where(here(workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "quote.delete", target: target(uid), before: { number, revision } });
    await tellWorkspace(tx, workspaceId);
  });

/**
 * Sends a draft to the customer by mail, or notes that it is handed over: it stays as it is from then on, and takes the place of what was sent before of its number. Asked for
 * again as it was seen before, it goes once.
 * @throws AppError notFound | conflict | wrongState for what is no draft, or has ended | revisionTaken | discountTooLarge | emailUnconfirmed | tooManyRequests | invalidInput
 */
export async function sendQuote(ctx: WorkspaceContext, { workspaceId, uid, version, email }: QuoteSendInput) {
  // Whoever mails strangers in their own name is known to read mail themselves.
  if (email !== null && !ctx.actor.emailConfirmed) throw new AppError("emailUnconfirmed");
  if (email !== null) await spendMail(ctx, email);
  return ctx.inWorkspace(async (tx, outside) => {
    if (email !== null) await oneAtATime(tx, workspaceId);
    await holdRevisions(tx, workspaceId, eq(quotes.id, uid));
    const quote = await hold(tx, ctx, { uid, version }, ({ state, sentTo }) => state === "sent" && sentTo === email);
    if (!quote) return quoteOf(tx, ctx, uid);
    if (isTaken(quote.state) || !quoteSteps.can(quote.state, "sent", "manager")) throw new AppError("wrongState");
    const today = await todayOf(tx, workspaceId);
    if (quote.validUntil < today) throw issue(["validUntil"], "past");
    if (quote.content.lines.length === 0) throw issue(["lines"], "required");
    // Whom a job is for is asked to pay what was taken for it: it is offered to nobody else, and held but for whoever names it.
    const { jobId, customerId } = quote;
    if (jobId) await holdJobOf(tx, { workspaceId, jobUid: jobId, customerUid: customerId }, "no key update");
    const { discountLimit, version: _, ...pricing } = await pricingOf(tx, workspaceId);
    const away = givenAway(quote.content.lines, quote.content.terms, await soldWithout(tx, quote));
    if (ctx.member.role !== "owner" && away > discountLimit)
      throw new AppError("discountTooLarge", { values: { most: discountLimit / 100 } });
    await requireFree(tx, workspaceId, quote);
    if (email !== null) await mayMailDocument(tx, workspaceId);
    await tx
      .update(quotes)
      .set({
        state: "superseded",
        version: sql`${quotes.version} + 1`,
        // Whoever is corrected as its reader reads it no longer, where it was mailed to the wrong one.
        linkId: sql`case when ${quotes.sentTo} is distinct from ${email}::text then null else ${quotes.linkId} end`,
      })
      .where(
        and(
          eq(quotes.workspaceId, workspaceId),
          eq(quotes.number, quote.number),
          ne(quotes.id, uid),
          inArray(quotes.state, ["sent", "declined", "expired"]),
        ),
      );
    const linkId = uuidv4();
    const addressee = await addresseeNow(tx, quote);
    const set = { state: "sent" as const, seller: pricing.seller, addressee, linkId, sentTo: email, sentOn: today, sentAt: new Date() };
    await tx
      .update(quotes)
      .set({ ...set, version: sql`${quotes.version} + 1` })
      .where(here(workspaceId, uid));
    if (quote.jobId && quote.kind === "quote") await bringOn(tx, ctx, quote.jobId, "quoted");
    await mailQuote(tx, outside, { ...quote, ...set });
    const action = email === null ? "quote.handover" : "quote.send";
    await recordEvent(tx, acting(ctx), { action, target: target(uid), after: { number: quote.number, total: quote.total } });
    await tellWorkspace(tx, workspaceId);
    return quoteOf(tx, ctx, uid);
  });
}

/** What has been taken once is not offered again under its number. @throws AppError revisionTaken */
async function requireFree(tx: Transaction, workspaceId: string, { number }: Pick<QuoteRow, "number">): Promise<void> {
  const [taken] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.workspaceId, workspaceId), eq(quotes.number, number), inArray(quotes.state, ["accepted", "converted"])));
  if (taken) throw new AppError("revisionTaken");
}

/** Mails the way to a quote that is sent; the document is there. */
async function mailQuote(tx: Transaction, outside: Outside, quote: QuoteRow & { seller: Seller; sentAt: Date }): Promise<void> {
  const { id: documentId, sentTo: to, sentAt, linkId, language: locale, validUntil, seller } = quote;
  if (!to || !linkId) return;
  const about = { documentId, sending: sendingOf(sentAt).sentAt, revised: quote.revision > 1 ? "yes" : "no", untilDay: validUntil };
  const values = { ...(await mailedAs(tx, quote, linkId)), ...about, ...answersTo(seller) };
  await outside((inner) => enqueueMail(inner, { to, locale, template: "quote_sent", values }));
}

/** What every mail says of a quote that was sent, and where it leads. */
export async function mailedAs(tx: Transaction, quote: QuoteRow, linkId: string) {
  const { workspaceId, kind, seller } = quote;
  const shop = mailable(seller?.name || (await workspaceOf(tx, workspaceId)).name);
  return { workspaceId, linkId, shop, number: quoteNumber(quote), kind };
}

/** A draft of the next revision, as the one that it comes from. @throws AppError notFound | wrongState for what is a draft, or was taken */
export const reviseQuote = (ctx: WorkspaceContext, { workspaceId, uid, version }: QuoteSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    const id = idFrom("revision", ctx.member.id, ctx.idempotencyKey);
    const [there] = await tx.select({ id: quotes.id }).from(quotes).where(here(workspaceId, id));
    if (there) return quoteOf(tx, ctx, id);
    await holdRevisions(tx, workspaceId, eq(quotes.id, uid));
    const quote = await hold(tx, ctx, { uid, version });
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
    await tx.insert(quotes).values({ ...kept, ...anew, id, revision, state: "draft", version: 1, authorId: ctx.actor.id, validUntil });
    await recordEvent(tx, acting(ctx), { action: "quote.revise", target: target(id), after: { number: quote.number, revision } });
    await tellWorkspace(tx, workspaceId);
    return quoteOf(tx, ctx, id);
  });
