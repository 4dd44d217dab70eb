import { and, asc, eq, gte, lt, lte, ne, sql } from "drizzle-orm";
import { found, refusedAt } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import { customers, jobInvoices, jobPayments } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { MOST_STATEMENT, running, shownKind } from "../invoices/rules";
import type { StatementInput } from "../invoices/schema";
import { workspaceOf } from "../workspace/queries";

/**
 * What a customer owed before, what came to it and off it, and what they owe then.
 * @throws AppError notFound | invalidInput (tooMany) where more happened than one statement holds
 */
export const viewStatement = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { customerUid, from, to }: StatementInput) =>
  inWorkspace(async (tx) => {
    const [customer] = await tx
      .select({ uid: customers.id, name: customers.name })
      .from(customers)
      .where(rowIn(customers, workspaceId, customerUid));
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
    if (documents.length + payments.length > MOST_STATEMENT) throw refusedAt(["to"], "tooMany", { maximum: MOST_STATEMENT });
    const opening = Number(asked?.sum ?? 0) - Number(came?.sum ?? 0);
    const entries = running(opening, [
      ...documents.map(({ uid, number, kind, title, day, signed: amount }) => ({
        ...{ day: day ?? from, is: kind === "credit" ? ("credit" as const) : ("invoice" as const), title, amount: Number(amount) },
        invoice: { uid, number: number ?? 0 },
      })),
      ...payments.map(({ uid, number, payment }) => ({
        day: payment.paidOn,
        is: shownKind(payment),
        title: payment.reference,
        amount: -payment.amount,
        invoice: { uid, number: number ?? 0 },
      })),
    ]);
    return { customer: about, currency, from, to, opening, entries, closing: entries.at(-1)?.balance ?? opening };
  });
