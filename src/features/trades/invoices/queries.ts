import { and, asc, count, desc, eq, gte, inArray, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { AppError, found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import type { InvoiceOrder, Particular } from "@/lib/enums/trades-invoices";
import { pageOffset } from "@/lib/paging";
import { calculate } from "@/lib/pricing/documents";
import type { WorkspaceContext } from "@/server/api/workspace";
import { customers, jobInvoices, jobPayments, jobs, workspacePeople } from "@/server/db/schema";
import { holdsWordsOrNumber } from "@/server/db/search";
import type { Transaction } from "@/server/db/workspace";
import { drawDocument } from "@/server/pdf/draw-in-worker";
import { personName } from "../files/queries";
import { todayOf } from "../prices/queries";
import { pricingOf } from "../pricing/queries";
import { wasUnsent } from "../unsent/queries";
import { workspaceOf } from "../workspace/queries";
import { balanceOf, MOST_STATEMENT, missingIn, running, shownKind, standingOn } from "./rules";
import type { InvoicesInput, StatementInput } from "./schema";

type Row = typeof jobInvoices.$inferSelect;

const ORDERS: Record<InvoiceOrder, SQL> = {
  // What has no number yet is the newest.
  number: sql`coalesce(${jobInvoices.number}, 2147483647)`,
  dueOn: sql`${jobInvoices.dueOn}`,
  total: sql`${jobInvoices.total}`,
};

/** What a row of the list is told by: its content is much to read, and says nothing there. */
const LISTED = {
  id: jobInvoices.id,
  version: jobInvoices.version,
  number: jobInvoices.number,
  kind: jobInvoices.kind,
  state: jobInvoices.state,
  title: jobInvoices.title,
  total: jobInvoices.total,
  paid: jobInvoices.paid,
  credited: jobInvoices.credited,
  currency: jobInvoices.currency,
  issuedOn: jobInvoices.issuedOn,
  dueOn: jobInvoices.dueOn,
};

const open = inArray(jobInvoices.state, ["issued", "part_paid"]);

/** A shop's invoices, those that fit what is asked for. */
export const listInvoices = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, input: InvoicesInput) =>
  inWorkspace(async (tx) => {
    const { search, standing, customerUid, jobUid, order, descending, page } = input;
    const today = await todayOf(tx, workspaceId);
    const late = and(open, ne(jobInvoices.kind, "credit"), lt(jobInvoices.dueOn, today));
    const scope = and(
      eq(jobInvoices.workspaceId, workspaceId),
      standing === "overdue" ? late : standing ? and(eq(jobInvoices.state, standing), sql`not coalesce(${late}, false)`) : undefined,
      customerUid ? eq(jobInvoices.customerId, customerUid) : undefined,
      jobUid ? eq(jobInvoices.jobId, jobUid) : undefined,
      holdsWordsOrNumber([jobInvoices.title, customers.name], jobInvoices.number, search),
    );
    const ofCustomer = and(eq(customers.workspaceId, jobInvoices.workspaceId), eq(customers.id, jobInvoices.customerId));
    const turned = descending ? desc : asc;
    const rows = await tx
      .select({
        invoice: LISTED,
        customer: { uid: customers.id, name: customers.name },
        job: { uid: jobs.id, number: jobs.number, title: jobs.title },
      })
      .from(jobInvoices)
      .innerJoin(customers, ofCustomer)
      .innerJoin(jobs, and(eq(jobs.workspaceId, jobInvoices.workspaceId), eq(jobs.id, jobInvoices.jobId)))
      .where(scope)
      .orderBy(turned(ORDERS[order]), desc(jobInvoices.createdAt), desc(jobInvoices.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const all = tx.select({ total: count() }).from(jobInvoices);
    // Each has a customer: who they are matters to a search alone.
    const [totals] = await (search ? all.innerJoin(customers, ofCustomer) : all).where(scope);
    return {
      data: rows.map(({ invoice, ...about }) => ({ ...factsOf(invoice, today), ...about })),
      meta: { total: totals?.total ?? 0 },
    };
  });

/** What a row of the list and the page itself say of an invoice. */
const factsOf = (invoice: Pick<Row, keyof typeof LISTED>, today: string) => ({
  uid: invoice.id,
  version: invoice.version,
  number: invoice.number,
  kind: invoice.kind,
  standing: standingOn(invoice, today),
  title: invoice.title,
  total: invoice.total,
  // What is given back is no debt of the customer's.
  balance: invoice.kind === "credit" || invoice.state === "draft" ? 0 : balanceOf(invoice),
  currency: invoice.currency,
  issuedOn: invoice.issuedOn,
  dueOn: invoice.dueOn,
});

/** An invoice as it stands, with all that is known of it. @throws AppError notFound */
export async function invoiceOf(tx: Transaction, workspaceId: string, uid: string) {
  const original = alias(jobInvoices, "original");
  const [row] = await tx
    .select({
      invoice: jobInvoices,
      customer: { uid: customers.id, name: customers.name },
      job: { uid: jobs.id, number: jobs.number, title: jobs.title },
      creditOf: { uid: original.id, number: original.number },
    })
    .from(jobInvoices)
    .innerJoin(customers, and(eq(customers.workspaceId, jobInvoices.workspaceId), eq(customers.id, jobInvoices.customerId)))
    .innerJoin(jobs, and(eq(jobs.workspaceId, jobInvoices.workspaceId), eq(jobs.id, jobInvoices.jobId)))
    .leftJoin(original, and(eq(original.workspaceId, jobInvoices.workspaceId), eq(original.id, jobInvoices.creditOf)))
    .where(and(eq(jobInvoices.workspaceId, workspaceId), eq(jobInvoices.id, uid)));
  const { invoice, customer, job, creditOf } = found(row);
  const today = await todayOf(tx, workspaceId);
  const credits = await tx
    .select()
    .from(jobInvoices)
    .where(and(eq(jobInvoices.workspaceId, workspaceId), eq(jobInvoices.creditOf, uid)))
    .orderBy(asc(jobInvoices.createdAt), asc(jobInvoices.id));
  const payments = await tx
    .select({ payment: jobPayments, by: personName })
    .from(jobPayments)
    .leftJoin(workspacePeople, and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, jobPayments.actorId)))
    .where(and(eq(jobPayments.workspaceId, workspaceId), eq(jobPayments.invoiceId, uid)))
    .orderBy(asc(jobPayments.paidOn), asc(jobPayments.id));
  const taken = new Set(payments.flatMap(({ payment }) => payment.reversalOf ?? []));
  const { lines, terms, days } = invoice.content;
  const { lines: amounts, totals } = calculate(lines, terms);
  const seller = invoice.seller ?? (await pricingOf(tx, workspaceId)).seller;
  return {
    ...factsOf(invoice, today),
    customer,
    job,
    language: invoice.language,
    notes: invoice.notes,
    days,
    buyer: invoice.buyer,
    how: terms,
    lines: lines.map((line, at) => ({
      ...line,
      amounts: amounts[at] ?? { gross: 0, discount: 0, share: 0, net: 0, tax: 0, total: 0 },
    })),
    totals,
    paid: invoice.paid,
    credited: invoice.credited,
    creditOf,
    missing: missingIn({ currency: invoice.currency, seller, buyer: invoice.buyer, lines }),
    sentTo: invoice.sentTo,
    sentAt: invoice.sentAt?.toISOString() ?? null,
    unsent: await wasUnsent(tx, { workspaceId, target: { kind: "invoice", id: uid }, sentAt: invoice.sentAt }),
    credits: credits.map((one) => ({ uid: one.id, number: one.number, standing: standingOn(one, today), total: one.total })),
    payments: payments.map(({ payment: { id, kind, amount, paidOn, method, reference }, by }) => ({
      ...{ uid: id, kind: shownKind({ kind, amount }), amount, paidOn, method, reference },
      reversed: taken.has(id),
      by,
    })),
  };
}

export const viewInvoice = ({ inWorkspace, member }: WorkspaceContext, uid: string) =>
  inWorkspace((tx) => invoiceOf(tx, member.workspaceId, uid));

/** An invoice with what its documents say beside its content. @throws AppError notFound */
async function documentOf(tx: Transaction, workspaceId: string, uid: string) {
  const original = alias(jobInvoices, "original");
  const [row] = await tx
    .select({ invoice: jobInvoices, job: jobs.number, creditOf: { number: original.number, issuedOn: original.issuedOn } })
    .from(jobInvoices)
    .innerJoin(jobs, and(eq(jobs.workspaceId, jobInvoices.workspaceId), eq(jobs.id, jobInvoices.jobId)))
    .leftJoin(original, and(eq(original.workspaceId, jobInvoices.workspaceId), eq(original.id, jobInvoices.creditOf)))
    .where(and(eq(jobInvoices.workspaceId, workspaceId), eq(jobInvoices.id, uid)));
  const { invoice, job, creditOf } = found(row);
  return { invoice, job, creditOf, seller: invoice.seller ?? (await pricingOf(tx, workspaceId)).seller };
}

/** As a PDF in its own language. @throws AppError notFound */
export async function invoicePdf({ inWorkspace, member }: WorkspaceContext, uid: string) {
  const { invoice, creditOf, seller } = await inWorkspace((tx) => documentOf(tx, member.workspaceId, uid));
  const { lines, terms } = invoice.content;
  const { buyer } = invoice;
  const bytes = await drawDocument(
    invoice.workspaceId,
    "priced",
    {
      kind: invoice.kind,
      number: invoice.number === null ? "" : String(invoice.number),
      title: invoice.title,
      seller,
      customer: buyer.name,
      address: [buyer.street, [buyer.postcode, buyer.city].filter(Boolean).join(" ")].filter(Boolean).join("\n"),
      buyerCountry: buyer.country,
      buyerTaxNumber: buyer.taxNumber,
      reference: buyer.reference,
      site: "",
      currency: invoice.currency,
      issuedOn: invoice.issuedOn,
      validUntil: null,
      dueOn: invoice.kind === "credit" ? null : invoice.dueOn,
      creditOf: creditOf?.number ?? null,
      lines,
      pieces: [],
      terms,
      calculated: calculate(lines, terms),
      payment: null,
      // An issued document is the same whenever it is drawn: what was paid since stands elsewhere.
      text: invoice.notes,
      mark: invoice.state === "draft" ? "draft" : null,
    },
    invoice.language,
  );
  const name = `${invoice.kind === "credit" ? "credit" : "invoice"}-${invoice.number ?? "draft"}.pdf`;
  return { name, type: "application/pdf" as const, content: bytes.toString("base64") };
}

/**
 * As UBL 2.1 by EN 16931.
 * @throws AppError notFound | wrongState for a draft | invalidInput where what the standard asks for was not said, or its currency has too many digits
 */
export async function invoiceXml({ inWorkspace, member }: WorkspaceContext, uid: string) {
  const { invoice, creditOf, seller } = await inWorkspace((tx) => documentOf(tx, member.workspaceId, uid));
  const { number, issuedOn, dueOn, currency, buyer, content } = invoice;
  if (number === null || issuedOn === null || dueOn === null) throw new AppError("wrongState");
  const missing = missingIn({ currency, seller, buyer, lines: content.lines });
  const keyOf = (one: Particular) => (one === "currency" ? "currencyDecimals" : "required");
  if (missing.length > 0) throw new AppError("invalidInput", { issues: missing.map((one) => ({ path: one.split("."), key: keyOf(one) })) });
  const { ublOf } = await import("@/server/xml/ubl");
  const document = {
    ...{ kind: invoice.kind, number, issuedOn, dueOn, currency, seller, buyer, notes: invoice.notes, ...content },
    creditOf: creditOf?.number ? { number: creditOf.number, issuedOn: creditOf.issuedOn ?? issuedOn } : null,
  };
  const name = `${invoice.kind === "credit" ? "credit" : "invoice"}-${number}.xml`;
  return { name, type: "application/xml" as const, content: Buffer.from(ublOf(document)).toString("base64") };
}

/**
 * What a customer owed before, what came to it and off it, and what they owe then.
 * @throws AppError notFound | invalidInput (tooMany) where more happened than one statement holds
 */
export const viewStatement = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { customerUid, from, to }: StatementInput) =>
  inWorkspace(async (tx) => {
    const [customer] = await tx
      .select({ uid: customers.id, name: customers.name })
      .from(customers)
      .where(and(eq(customers.workspaceId, workspaceId), eq(customers.id, customerUid)));
    const about = found(customer);
    const { currency } = await workspaceOf(tx, workspaceId);
    const signed = sql<string>`case when ${jobInvoices.kind} = 'credit' then -${jobInvoices.total} else ${jobInvoices.total} end`;
    const theirs = and(
      eq(jobInvoices.workspaceId, workspaceId),
      eq(jobInvoices.customerId, customerUid),
      eq(jobInvoices.currency, currency),
      ne(jobInvoices.state, "draft"),
    );
    const ofInvoice = and(eq(jobInvoices.workspaceId, jobPayments.workspaceId), eq(jobInvoices.id, jobPayments.invoiceId));
    const [asked] = await tx
      .select({ sum: sql<string>`coalesce(sum(${signed}), 0)` })
      .from(jobInvoices)
      .where(and(theirs, lt(jobInvoices.issuedOn, from)));
    const [came] = await tx
      .select({ sum: sql<string>`coalesce(sum(${jobPayments.amount}), 0)` })
      .from(jobPayments)
      .innerJoin(jobInvoices, ofInvoice)
      .where(and(theirs, lt(jobPayments.paidOn, from)));
    const documents = await tx
      .select({
        uid: jobInvoices.id,
        number: jobInvoices.number,
        kind: jobInvoices.kind,
        title: jobInvoices.title,
        day: jobInvoices.issuedOn,
        signed,
      })
      .from(jobInvoices)
      .where(and(theirs, gte(jobInvoices.issuedOn, from), lte(jobInvoices.issuedOn, to)))
      .orderBy(asc(jobInvoices.issuedOn), asc(jobInvoices.number))
      .limit(MOST_STATEMENT + 1);
    const payments = await tx
      .select({ uid: jobInvoices.id, number: jobInvoices.number, payment: jobPayments })
      .from(jobPayments)
      .innerJoin(jobInvoices, ofInvoice)
      .where(and(theirs, gte(jobPayments.paidOn, from), lte(jobPayments.paidOn, to)))
      .orderBy(asc(jobPayments.paidOn), asc(jobPayments.id))
      .limit(MOST_STATEMENT + 1);
    if (documents.length + payments.length > MOST_STATEMENT)
      throw new AppError("invalidInput", { issues: [{ path: ["to"], key: "tooMany", values: { maximum: MOST_STATEMENT } }] });
    const opening = Number(asked?.sum ?? 0) - Number(came?.sum ?? 0);
    const entries = running(opening, [
      ...documents.map(({ uid, number, kind, title, day, signed: amount }) => ({
        ...{ day: day ?? from, is: kind === "credit" ? ("credit" as const) : ("invoice" as const), title, amount: Number(amount) },
        invoice: { uid, number: number ?? 0 },
      })),
      ...payments.map(({ uid, number, payment }) => ({
        ...{ day: payment.paidOn, is: shownKind(payment), title: payment.reference, amount: -payment.amount },
        invoice: { uid, number: number ?? 0 },
      })),
    ]);
    return { customer: about, currency, from, to, opening, entries, closing: entries.at(-1)?.balance ?? opening };
  });
