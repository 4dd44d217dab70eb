import { and, asc, eq, inArray, isNotNull, type SQL } from "drizzle-orm";
import type { Transaction } from "@/server/db/client";
import { customers, jobInvoices, jobs, jobTemplates, quotes } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";

/*
 * In which order rows are locked, here as everywhere in trades: whoever locks them in another one waits for somebody who waits for them.
 *   1. the workspace, by every call that writes (server/db/workspace); members
 *   2. bookings, and the resources that they take
 *   3. customers
 *   4. templates
 *   5. quotes by their numbers and revisions; or invoices, those before what is given back of them; or a plan, or what is put aside of stock
 *   6. jobs
 *   7. what is of a job: tasks, pieces, costs; slabs before pieces; items of stock
 *   8. numbers that are given (counters), last of all
 * Of one kind they are locked in the order of their ids. A row that is written locks what it names, too: whose quote or invoice it is is
 * locked before it wherever another one, or a job, is made of it.
 */

type Owned = typeof quotes | typeof jobInvoices | typeof jobs;

/** Locks the customer of a row before the row itself. Where they became part of another one meanwhile, it is that one. */
export async function lockCustomerOf(tx: Transaction, workspaceId: string, table: Owned, isIt: SQL): Promise<void> {
  const [row] = await tx
    .select({ customerId: table.customerId })
    .from(table)
    .where(and(eq(table.workspaceId, workspaceId), isIt));
  // Whoever goes on finds that there is no such row.
  if (!row) return;
  const [locked] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(rowIn(customers, workspaceId, row.customerId))
    .for("key share");
  if (!locked) await lockCustomerOf(tx, workspaceId, table, isIt);
}

/** Locks quotes in their order. */
export const lockQuotes = (tx: Transaction, workspaceId: string, which: SQL) =>
  tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.workspaceId, workspaceId), which))
    .orderBy(asc(quotes.number), asc(quotes.revision))
    .for("update");

/**
 * Locks all revisions of a quote's number, and before them what a next one names, and what is made of it: whoever sends or answers one of them
 * changes others, too.
 */
export async function lockRevisions(tx: Transaction, workspaceId: string, isIt: SQL): Promise<void> {
  await lockCustomerOf(tx, workspaceId, quotes, isIt);
  const it = and(eq(quotes.workspaceId, workspaceId), isIt);
  const itsTemplate = tx.select({ id: quotes.templateId }).from(quotes).where(it);
  await tx
    .select({ id: jobTemplates.id })
    .from(jobTemplates)
    .where(and(eq(jobTemplates.workspaceId, workspaceId), inArray(jobTemplates.id, itsTemplate)))
    .for("key share");
  const itsNumber = tx.select({ number: quotes.number }).from(quotes).where(it);
  await lockQuotes(tx, workspaceId, inArray(quotes.number, itsNumber));
}

/** Locks all that is a customer's and follows them: their quotes, their invoices, and their jobs. */
export async function lockRecordsOf(tx: Transaction, workspaceId: string, customerId: string): Promise<void> {
  await lockQuotes(tx, workspaceId, eq(quotes.customerId, customerId));
  await tx
    .select({ id: jobInvoices.id })
    .from(jobInvoices)
    .where(and(eq(jobInvoices.workspaceId, workspaceId), eq(jobInvoices.customerId, customerId)))
    .orderBy(isNotNull(jobInvoices.creditOf), asc(jobInvoices.id))
    .for("update");
  await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.customerId, customerId)))
    .orderBy(asc(jobs.id))
    .for("no key update");
}
