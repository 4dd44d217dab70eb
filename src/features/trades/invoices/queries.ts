import { and, asc, count, desc, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import type { InvoiceOrder } from "@/lib/enums/trades-invoices";
import { pageOffset } from "@/lib/page-math";
import { calculate } from "@/lib/pricing/documents";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customers, jobInvoices, jobPayments, jobs, workspacePeople } from "@/server/db/schema";
import { containsWordsOrNumber } from "@/server/db/search";
import { rowIn } from "@/server/db/workspace";
import { personName } from "../members/queries";
import { todayOf } from "../prices/queries";
import { pricingOf } from "../pricing/queries";
import { wasUnsent } from "../unsent/queries";
import { balanceOf, missingIn, shownKind, standingOn } from "./rules";
import type { InvoicesInput } from "./schema";

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
      containsWordsOrNumber([jobInvoices.title, customers.name], jobInvoices.number, search),
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
    .where(rowIn(jobInvoices, workspaceId, uid));
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
    missing: missingIn({ currency: invoice.currency, seller, buyer: invoice.buyer, lines, terms }),
    sentTo: invoice.sentTo,
    sentAt: invoice.sentAt?.toISOString() ?? null,
    unsent: await wasUnsent(tx, { workspaceId, target: { kind: "invoice", id: uid }, sentAt: invoice.sentAt }),
    credits: credits.map((one) => ({ uid: one.id, number: one.number, standing: standingOn(one, today), total: one.total })),
    payments: payments.map(({ payment: { id, kind, amount, paidOn, method, reference }, by }) => ({
      uid: id,
      kind: shownKind({ kind, amount }),
      amount,
      paidOn,
      method,
      reference,
      reversed: taken.has(id),
      by,
    })),
  };
}

export const viewInvoice = ({ inWorkspace, member }: WorkspaceContext, uid: string) =>
  inWorkspace((tx) => invoiceOf(tx, member.workspaceId, uid));
