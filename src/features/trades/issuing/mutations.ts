import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { addDays } from "@/lib/days";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { jobInvoices, jobs, quotes } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { enqueueMail } from "@/server/mail/outbox";
import { nextNumber } from "../counters/mutations";
import { publishToWorkspace } from "../events";
import { invoicePdf } from "../invoice-documents/queries";
import { lockInvoice } from "../invoices/mutations";
import { invoiceOf } from "../invoices/queries";
import { invoiceSteps, stateBy } from "../invoices/rules";
import type { InvoiceIssueInput, InvoiceSendInput } from "../invoices/schema";
import { bringOn } from "../jobs/mutations";
import { acting, recordEvent } from "../log/mutations";
import { mayMailDocument, wasDone } from "../log/queries";
import { spendMail } from "../notices/mutations";
import { todayOf } from "../prices/queries";
import { pricingOf } from "../pricing/queries";
import { answersTo, mailable } from "../texts/rules";
import { sendingOf } from "../unsent/queries";
import { lockWorkspace, workspaceOf } from "../workspace/queries";

type Row = typeof jobInvoices.$inferSelect;

/**
 * Issues a draft: it gets the next number, and stays as it is from then on. Issuing it again gives it as it is. A credit comes off what it
 * gives back of; the last invoice of a job that is completed makes it invoiced.
 * @throws AppError notFound | conflict | invalidInput where something is missing, or more is given back than was asked for |
 *   invoiceOutdated where what was issued since may make it ask for a wrong amount, with what that is | acceptedSince for quotes
 */
export const issueInvoice = (ctx: WorkspaceContext, { workspaceId, uid, version, anyway, accepted }: InvoiceIssueInput) =>
  ctx.inWorkspace(async (tx) => {
    const [about] = await tx
      .select({ creditOf: jobInvoices.creditOf })
      .from(jobInvoices)
      .where(rowIn(jobInvoices, workspaceId, uid));
    // What is given back of is held first.
    const original = found(about).creditOf ? await lockInvoice(tx, workspaceId, found(about).creditOf ?? "") : null;
    const invoice = await lockInvoice(tx, workspaceId, uid);
    if (invoice.state !== "draft" && invoice.version === version + 1) return invoiceOf(tx, workspaceId, uid);
    await expectVersion(invoice, version, () => invoiceOf(tx, workspaceId, uid));
    if (!invoiceSteps.can(invoice.state, "issued", "manager")) throw new AppError("wrongState");
    const { content, kind, total, jobId } = invoice;
    if (content.lines.length === 0) throw refusedAt(["lines"], "required");
    if (total < 0) throw refusedAt(["lines"], "lessThanNothing");
    const { seller } = await pricingOf(tx, workspaceId);
    if (seller.name === "") throw refusedAt(["seller", "name"], "required");
    // Held by whoever issues or drafts anything for it, so that each sees what the others did.
    await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(rowIn(jobs, workspaceId, jobId))
      .for("update");
    await requireUpToDate(tx, invoice, anyway ?? 0);
    await requireAllAgreed(tx, invoice, accepted ?? 0);
    if (original) await creditOn(tx, original, total);
    if (kind === "final") await jobInvoiced(tx, ctx, jobId);
    // Last of all, as everybody who issues waits for it.
    const number = await nextNumber(tx, workspaceId, "invoice");
    const issuedOn = await todayOf(tx, workspaceId);
    const dueOn = kind === "credit" ? issuedOn : addDays(issuedOn, content.days);
    const state = kind === "credit" || total === 0 ? ("paid" as const) : ("issued" as const);
    await tx
      .update(jobInvoices)
      .set({ state, number, issuedOn, dueOn, issuedAt: sql`clock_timestamp()`, seller, version: sql`${jobInvoices.version} + 1` })
      .where(rowIn(jobInvoices, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "invoice.issue", target: { kind: "invoice", id: uid }, after: { number, kind, total } });
    await publishToWorkspace(tx, workspaceId);
    return invoiceOf(tx, workspaceId, uid);
  });

/**
 * Mails what was issued as a PDF in its own language. Asked for again as it was seen before, it goes once.
 * @throws AppError notFound | emailUnconfirmed | tooManyRequests | wrongState for a draft | conflict with the invoice as it is now
 */
export async function sendInvoice(ctx: WorkspaceContext, { workspaceId, uid, version, email }: InvoiceSendInput) {
  // Whoever mails strangers in their own name is known to read mail themselves.
  if (!ctx.actor.emailConfirmed) throw new AppError("emailUnconfirmed");
  await spendMail(ctx, email);
  // It stays as it was issued, so that it can be drawn before it is held.
  const file = await invoicePdf(ctx, uid);
  return ctx.inWorkspace(async (tx, outside) => {
    await lockWorkspace(tx, workspaceId);
    const invoice = await lockInvoice(tx, workspaceId, uid);
    const { number, kind, dueOn, state, currency, seller, language: locale } = invoice;
    if (state === "draft" || number === null || dueOn === null) throw new AppError("wrongState");
    if (invoice.version === version + 1 && invoice.sentTo === email && (await wasSentAs(tx, invoice)))
      return invoiceOf(tx, workspaceId, uid);
    await expectVersion(invoice, version, () => invoiceOf(tx, workspaceId, uid));
    await mayMailDocument(tx, workspaceId);
    const sentAt = new Date();
    await tx
      .update(jobInvoices)
      .set({ sentTo: email, sentAt, version: sql`${jobInvoices.version} + 1` })
      .where(rowIn(jobInvoices, workspaceId, uid));
    const shop = mailable(seller?.name || (await workspaceOf(tx, workspaceId)).name);
    const about = { number, dueDay: dueOn, totalAmount: `${invoice.total} ${currency}` };
    // The document stays as it was issued; answers go to where the shop reads them by now.
    const replying = answersTo((await pricingOf(tx, workspaceId)).seller);
    const values = { workspaceId, documentId: uid, sending: sendingOf(sentAt).sentAt, shop, ...about, ...replying };
    const template = kind === "credit" ? "credit_sent" : "invoice_sent";
    await outside((inner) => enqueueMail(inner, { to: email, locale, template, values, attachments: [file] }));
    await recordEvent(tx, acting(ctx), {
      action: "invoice.send",
      target: { kind: "invoice", id: uid },
      after: { number, version: version + 1 },
    });
    await publishToWorkspace(tx, workspaceId);
    return invoiceOf(tx, workspaceId, uid);
  });
}

/** Whether it is as it is by being sent: what is paid or given back changes it, too. */
const wasSentAs = (tx: Transaction, { workspaceId, id, version }: Row): Promise<boolean> =>
  wasDone(tx, workspaceId, "invoice.send", { kind: "invoice", id }, { after: { version } });

/** Takes a credit off what it gives back of. @throws AppError invalidInput */
async function creditOn(tx: Transaction, original: Row, amount: number): Promise<void> {
  const credited = original.credited + amount;
  if (amount === 0) throw refusedAt(["lines"], "required");
  if (credited > original.total) throw refusedAt(["lines"], "creditedTooMuch");
  await tx
    .update(jobInvoices)
    .set({ credited, state: stateBy({ ...original, credited }), version: sql`${jobInvoices.version} + 1` })
    .where(rowIn(jobInvoices, original.workspaceId, original.id));
}

/**
 * The last invoice takes off what was issued before it was drafted: whatever was issued or given back since is not in it. A part knows of no other
 * one that was issued since it was drafted either, which may ask for the same.
 * @param anyway the number of the latest that whoever issues it knows of; 0: of none  @throws AppError invoiceOutdated
 */
async function requireUpToDate(tx: Transaction, { workspaceId, id, kind, jobId }: Row, anyway: number): Promise<void> {
  if (kind === "credit") return;
  const draft = alias(jobInvoices, "draft");
  const [since] = await tx
    .select({ uid: jobInvoices.id, number: jobInvoices.number, kind: jobInvoices.kind })
    .from(jobInvoices)
    // Compared in the database, whose instants are finer than those of this process.
    .innerJoin(draft, and(rowIn(draft, workspaceId, id), gt(jobInvoices.issuedAt, draft.createdAt)))
    .where(
      and(
        eq(jobInvoices.workspaceId, workspaceId),
        eq(jobInvoices.jobId, jobId),
        gt(jobInvoices.number, anyway),
        kind === "final" ? undefined : and(ne(jobInvoices.kind, "credit"), ne(jobInvoices.state, "credited")),
      ),
    )
    .orderBy(desc(jobInvoices.number))
    .limit(1);
  if (since) throw new AppError("invoiceOutdated", { values: { number: since.number ?? 0 }, current: since });
}

/**
 * The last invoice asks for all that was agreed upon: a variation that was accepted since it was drafted is not in it.
 * @param known how many such quotes whoever issues it knows of  @throws AppError acceptedSince with the latest, and how many there are
 */
async function requireAllAgreed(tx: Transaction, { workspaceId, id, kind, jobId }: Row, known: number): Promise<void> {
  if (kind !== "final") return;
  const draft = alias(jobInvoices, "draft");
  const since = await tx
    .select({ uid: quotes.id, number: quotes.number })
    .from(quotes)
    .innerJoin(draft, and(rowIn(draft, workspaceId, id), gt(quotes.answeredAt, draft.createdAt)))
    .where(and(eq(quotes.workspaceId, workspaceId), eq(quotes.jobId, jobId), eq(quotes.state, "converted")))
    .orderBy(desc(quotes.answeredAt));
  const [latest] = since;
  if (latest && since.length > known)
    throw new AppError("acceptedSince", { values: { number: latest.number }, current: { ...latest, accepted: since.length } });
}

/** A job that is held, and whose work is done, is invoiced with its last invoice. */
async function jobInvoiced(tx: Transaction, ctx: WorkspaceContext, jobId: string): Promise<void> {
  const [job] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(rowIn(jobs, ctx.member.workspaceId, jobId), eq(jobs.state, "completed")));
  if (job) await bringOn(tx, ctx, jobId, "invoiced");
}
