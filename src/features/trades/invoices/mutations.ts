import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import type { Locale } from "@/lib/locales";
import { localeTag } from "@/lib/locales";
import { WHOLE_RATE } from "@/lib/pricing/amounts";
import { type Buyer, calculate, isBeyond, NO_DISCOUNT } from "@/lib/pricing/documents";
import { type Agreed, lastOf, shareLines, withTaxLeft } from "@/lib/pricing/parts";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customerContacts, customers, type InvoiceContent, jobInvoices, jobs, quotes } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { serverText } from "@/server/text";
import { publishToWorkspace } from "../events";
import { lockCustomerOf } from "../locks/queries";
import { acting, recordEvent } from "../log/mutations";
import { pricingOf } from "../pricing/queries";
import { workspaceOf } from "../workspace/queries";
import { invoiceOf } from "./queries";
import { creditable, MOST_INVOICES } from "./rules";
import type { InvoiceDraftInput, InvoiceSaveInput, InvoiceSeenInput } from "./schema";

type Row = typeof jobInvoices.$inferSelect;

/** An invoice that is about to change, held until then. @throws AppError notFound */
export async function lockInvoice(tx: Transaction, workspaceId: string, uid: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(jobInvoices)
    .where(rowIn(jobInvoices, workspaceId, uid))
    .for("update");
  return found(row);
}

/** As whoever changes it saw it. @throws AppError notFound | conflict with the invoice as it is now */
async function lockSeen(tx: Transaction, { member }: WorkspaceContext, { uid, version }: Pick<InvoiceSeenInput, "uid" | "version">) {
  const current = await lockInvoice(tx, member.workspaceId, uid);
  await expectVersion(current, version, () => invoiceOf(tx, member.workspaceId, uid));
  return current;
}

/** What it comes to, as columns keep it. @throws AppError invalidInput where that is beyond what is worked out */
const sumsOf = ({ lines, terms }: InvoiceContent) => {
  if (isBeyond(lines)) throw refusedAt(["lines"], "sumTooLarge");
  const { net, tax, total } = calculate(lines, terms).totals;
  return { net, tax, total };
};

/**
 * What a job's quotes come to that were taken, in their order, and what was agreed upon with the first of them: in which money and language,
 * and how it is paid.
 * @throws AppError wrongState for quotes in several currencies, which no invoice can take together
 */
async function agreedOf(tx: Transaction, workspaceId: string, jobId: string) {
  const rows = await tx
    .select({ content: quotes.content, language: quotes.language, currency: quotes.currency })
    .from(quotes)
    .where(and(eq(quotes.workspaceId, workspaceId), eq(quotes.jobId, jobId), eq(quotes.state, "converted")))
    .orderBy(asc(quotes.number), asc(quotes.revision));
  const [first] = rows;
  if (rows.some(({ currency }) => currency !== first?.currency)) throw new AppError("wrongState");
  return {
    agreed: rows.map(({ content }): Agreed => ({ lines: content.lines, terms: content.terms })),
    language: first?.language,
    currency: first?.currency,
    payment: first?.content.payment,
  };
}

/** Whom an invoice names: as the last one to the same customer did, or by what is known of them. */
async function buyerOf(tx: Transaction, workspaceId: string, customerId: string, country: string): Promise<Buyer> {
  const [last] = await tx
    .select({ buyer: jobInvoices.buyer })
    .from(jobInvoices)
    .where(and(eq(jobInvoices.workspaceId, workspaceId), eq(jobInvoices.customerId, customerId)))
    .orderBy(sql`${jobInvoices.createdAt} desc`)
    .limit(1);
  if (last) return { ...last.buyer, reference: "" };
  const [customer] = await tx
    .select({ name: customers.name, email: customerContacts.email })
    .from(customers)
    .leftJoin(customerContacts, and(eq(customerContacts.workspaceId, customers.workspaceId), eq(customerContacts.customerId, customers.id)))
    .where(rowIn(customers, workspaceId, customerId))
    .orderBy(asc(customerContacts.position))
    .limit(1);
  const { name, email } = found(customer);
  return { name, email: email ?? "", street: "", postcode: "", city: "", country, taxNumber: "", reference: "" };
}

/** Invoices of a job that were issued, with what was credited of each, in their order. */
async function issuedBefore(tx: Transaction, workspaceId: string, jobId: string) {
  const rows = await tx
    .select()
    .from(jobInvoices)
    .where(and(eq(jobInvoices.workspaceId, workspaceId), eq(jobInvoices.jobId, jobId), isNotNull(jobInvoices.number)))
    .orderBy(asc(jobInvoices.number));
  return rows
    .filter(({ kind }) => kind !== "credit")
    .map(({ id, kind, number, state, currency, content: { lines, terms } }) => ({
      kind,
      number: number ?? 0,
      state,
      currency,
      before: { lines, terms, credits: rows.filter(({ creditOf }) => creditOf === id).map(({ content }) => content) },
    }));
}

const percent = (language: Locale, rate: number) =>
  new Intl.NumberFormat(localeTag(language), { style: "percent", maximumFractionDigits: 2 }).format(rate / WHOLE_RATE);

/**
 * A draft of a part that is due before the work or during it, or of what remains once all of it is done: the lines of the quotes that
 * were taken, less what was asked for before. A deposit takes off the deposits before it; no part asks for more than is left.
 * @throws AppError notFound | invalidInput for a job that is not there, and for a deposit that was asked for | wrongState where a job has as many as it can have, or was agreed
 *   upon or invoiced in several currencies
 */
export const draftInvoice = (ctx: WorkspaceContext, { workspaceId, jobUid, kind, rate }: InvoiceDraftInput) =>
  ctx.inWorkspace(async (tx) => {
    const uid = idFrom("invoice", ctx.member.id, ctx.idempotencyKey);
    await lockCustomerOf(tx, workspaceId, jobs, eq(jobs.id, jobUid));
    // Held, so that two drafts at once do not both come out as the last one allowed.
    const [job] = await tx
      .select()
      .from(jobs)
      .where(rowIn(jobs, workspaceId, jobUid))
      .for("update");
    const { customerId, number, title } = found(job);
    const [there] = await tx
      .select({ id: jobInvoices.id })
      .from(jobInvoices)
      .where(rowIn(jobInvoices, workspaceId, uid));
    if (there) return invoiceOf(tx, workspaceId, uid);
    await requireRoom(tx, workspaceId, jobUid);
    const { seller, deposit, paymentDays, taxIncluded } = await pricingOf(tx, workspaceId);
    const shop = await workspaceOf(tx, workspaceId);
    const { agreed, language = ctx.locale, currency = shop.currency, payment } = await agreedOf(tx, workspaceId, jobUid);
    const say = (key: string, values: Record<string, string | number>) => serverText(language, `trades.document.texts.${key}`, values);
    // As the quotes were, where they are alike.
    const included = agreed[0]?.terms.taxIncluded ?? taxIncluded;
    const terms = { taxMode: agreed[0]?.terms.taxMode ?? shop.taxMode, taxIncluded: included, discount: NO_DISCOUNT };
    const content: InvoiceContent = { lines: [], terms, days: payment?.days ?? paymentDays };
    const issued = await issuedBefore(tx, workspaceId, jobUid);
    const asked = issued.filter((one) => one.currency === currency).map((one) => ({ ...one, text: say("less", { number: one.number }) }));
    const before = asked.map((one) => one.before);
    if (kind === "final") {
      if (issued.some((one) => one.state !== "credited" && one.currency !== currency)) throw new AppError("wrongState");
      const texts = { discount: say("discount", {}), whole: say("whole", { number, title }) };
      Object.assign(content, lastOf(agreed, asked, texts, terms));
    } else {
      const wanted = rate ?? payment?.deposit ?? deposit;
      // A deposit is of all that was agreed upon by now: the one after a variation asks for what that adds.
      const less = kind === "deposit" ? asked.filter((one) => one.kind === "deposit") : [];
      const text = (part: number) => say(kind, { rate: percent(language, part), number, title });
      content.lines = shareLines(agreed, before, { rate: wanted, text, less }, terms);
      if (wanted > 0 && agreed.length > 0 && less.length > 0 && content.lines.length === 0) throw refusedAt(["rate"], "depositAsked");
    }
    content.terms = withTaxLeft(agreed, before, content);
    await tx.insert(jobInvoices).values({
      id: uid,
      workspaceId,
      kind,
      customerId,
      jobId: jobUid,
      language,
      currency,
      title,
      content,
      // By the database's clock while the job is held, as what is issued: which came first is known for certain.
      createdAt: sql`clock_timestamp()`,
      buyer: await buyerOf(tx, workspaceId, customerId, seller.country),
      authorId: ctx.actor.id,
      ...sumsOf(content),
    });
    await recordEvent(tx, acting(ctx), { action: "invoice.add", target: { kind: "invoice", id: uid }, after: { kind, job: jobUid } });
    await publishToWorkspace(tx, workspaceId);
    return invoiceOf(tx, workspaceId, uid);
  });

/** @throws AppError wrongState */
async function requireRoom(tx: Transaction, workspaceId: string, jobId: string): Promise<void> {
  const [row] = await tx
    .select({ total: sql<number>`count(*)::int` })
    .from(jobInvoices)
    .where(and(eq(jobInvoices.workspaceId, workspaceId), eq(jobInvoices.jobId, jobId)));
  if ((row?.total ?? 0) >= MOST_INVOICES) throw new AppError("wrongState");
}

/**
 * A draft that gives back what is left of an invoice; there is one at a time.
 * @throws AppError notFound | conflict | wrongState for a draft, a credit, and what was given back already
 */
export const creditInvoice = (ctx: WorkspaceContext, { workspaceId, uid, version }: InvoiceSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    await lockCustomerOf(tx, workspaceId, jobInvoices, eq(jobInvoices.id, uid));
    const invoice = await lockSeen(tx, ctx, { uid, version });
    if (invoice.kind === "credit" || invoice.state === "draft" || invoice.state === "credited") throw new AppError("wrongState");
    const ofThis = and(eq(jobInvoices.workspaceId, workspaceId), eq(jobInvoices.creditOf, uid));
    const [draft] = await tx
      .select({ id: jobInvoices.id })
      .from(jobInvoices)
      .where(and(ofThis, eq(jobInvoices.state, "draft")));
    if (draft) return invoiceOf(tx, workspaceId, draft.id);
    await requireRoom(tx, workspaceId, invoice.jobId);
    const { customerId, jobId, language, currency, title, buyer, content } = invoice;
    const credits = await tx.select({ content: jobInvoices.content }).from(jobInvoices).where(ofThis);
    const text = serverText(language, "trades.document.texts.credit", { number: invoice.number ?? 0 });
    const left = creditable(
      content,
      credits.map((one) => one.content),
      text,
    );
    const id = uuidv7();
    await tx.insert(jobInvoices).values({
      id,
      workspaceId,
      kind: "credit",
      creditOf: uid,
      customerId,
      jobId,
      language,
      currency,
      title,
      buyer,
      content: left,
      authorId: ctx.actor.id,
      ...sumsOf(left),
    });
    await recordEvent(tx, acting(ctx), { action: "invoice.add", target: { kind: "invoice", id }, after: { kind: "credit", of: uid } });
    await publishToWorkspace(tx, workspaceId);
    return invoiceOf(tx, workspaceId, id);
  });

/** Keeps what a draft says. @throws AppError notFound | conflict with the invoice as it is now | wrongState for what was issued */
export const saveInvoice = (ctx: WorkspaceContext, { workspaceId, uid, version, ...fields }: InvoiceSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const { state, content: was } = await lockSeen(tx, ctx, { uid, version });
    if (state !== "draft") throw new AppError("wrongState");
    const { title, language, notes, days, buyer, lines, discount } = fields;
    const by = { source: "hand" as const, cost: 0, taxUid: null, optional: false, chosen: false };
    const content: InvoiceContent = { lines: lines.map((line) => ({ ...line, ...by })), terms: { ...was.terms, discount }, days };
    const set = { title, language, notes, buyer, content, ...sumsOf(content) };
    await tx
      .update(jobInvoices)
      .set({ ...set, version: sql`${jobInvoices.version} + 1` })
      .where(rowIn(jobInvoices, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "invoice.edit", target: { kind: "invoice", id: uid }, after: { total: set.total } });
    await publishToWorkspace(tx, workspaceId);
    return invoiceOf(tx, workspaceId, uid);
  });

/** Throws a draft away. @throws AppError notFound | conflict | wrongState for what was issued */
export const deleteInvoice = (ctx: WorkspaceContext, { workspaceId, uid, version }: InvoiceSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    const { state, kind, jobId } = await lockSeen(tx, ctx, { uid, version });
    if (state !== "draft") throw new AppError("wrongState");
    await tx.delete(jobInvoices).where(rowIn(jobInvoices, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "invoice.delete", target: { kind: "invoice", id: uid }, before: { kind, job: jobId } });
    await publishToWorkspace(tx, workspaceId);
  });
