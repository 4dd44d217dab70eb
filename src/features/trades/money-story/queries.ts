import { and, desc, eq, sql } from "drizzle-orm";
import { exactly, olderThan } from "@/server/db/keyset";
import { jobCosts, jobInvoices, quotes, workspaceEvents } from "@/server/db/schema";
import { LATEST, LOGGED, loggedOf, type Source } from "../story/queries";

const costs: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const { id, createdAt, actorId, kind, text, amount } = jobCosts;
  const rows = await tx
    .select({ uid: id, at: exactly(createdAt), by: actorId, cost: kind, text, amount })
    .from(jobCosts)
    .where(and(eq(jobCosts.workspaceId, workspaceId), eq(jobCosts.jobId, jobId), olderThan(createdAt, id, until)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(({ at, by, ...row }) => ({ at, by, entry: { kind: "cost", ...row } }));
};

const QUOTE_ACTS = {
  "quote.add": "added",
  "quote.revise": "revised",
  "quote.send": "sent",
  "quote.handover": "handedOver",
  "quote.accept": "accepted",
  "quote.decline": "declined",
  "quote.takeback": "takenBack",
} as const;

const offered: Source = async (tx, about, limit, until) => {
  const logged = await loggedOf(tx, "quote", quotes, about, Object.keys(QUOTE_ACTS) as (keyof typeof QUOTE_ACTS)[], until);
  const rows = await tx
    .select({
      ...LOGGED,
      customer: sql<boolean>`coalesce(${workspaceEvents.after}->>'by' = 'customer', false)`,
      quoteUid: quotes.id,
      number: quotes.number,
      revision: quotes.revision,
      answer: quotes.answer,
      // What it came to then: which options are taken changes with each answer.
      total: sql`coalesce((${workspaceEvents.after}->>'total')::bigint, ${quotes.total})`.mapWith(Number),
    })
    .from(workspaceEvents)
    .innerJoin(quotes, logged.of)
    .where(logged.where)
    .orderBy(...LATEST)
    .limit(limit);
  return rows.map(({ at, by, action: did, customer, answer, ...quote }) => ({
    at,
    by,
    ...(customer && answer?.name ? { name: answer.name } : {}),
    entry: { kind: "quote", act: QUOTE_ACTS[did as keyof typeof QUOTE_ACTS], ...quote },
  }));
};

const INVOICE_ACTS = {
  "invoice.add": "added",
  "invoice.issue": "issued",
  "invoice.send": "sent",
  "payment.add": "paid",
  "payment.refund": "refunded",
  "payment.reverse": "reversed",
  "refund.reverse": "refundReversed",
} as const;

const asked: Source = async (tx, about, limit, until) => {
  const logged = await loggedOf(tx, "invoice", jobInvoices, about, Object.keys(INVOICE_ACTS) as (keyof typeof INVOICE_ACTS)[], until);
  const rows = await tx
    .select({
      ...LOGGED,
      invoiceUid: jobInvoices.id,
      invoice: jobInvoices.kind,
      number: jobInvoices.number,
      // Of a payment what it was, of the invoice itself what it comes to.
      amount: sql`abs(coalesce((${workspaceEvents.after}->>'amount')::bigint, ${jobInvoices.total}))`.mapWith(Number),
    })
    .from(workspaceEvents)
    .innerJoin(jobInvoices, logged.of)
    .where(logged.where)
    .orderBy(...LATEST)
    .limit(limit);
  return rows.map(({ at, by, action: did, ...invoice }) => ({
    at,
    by,
    entry: { kind: "invoice", act: INVOICE_ACTS[did as keyof typeof INVOICE_ACTS], ...invoice },
  }));
};

/** What those alone may know of a job who manage the workspace. */
export const MONEY_STORY: Source[] = [costs, offered, asked];
