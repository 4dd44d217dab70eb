import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, jsonb, pgEnum, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { INVOICE_KINDS, INVOICE_STATES, PAYMENT_KINDS, PAYMENT_METHODS } from "@/lib/enums/trades-invoices";
import type { Buyer, DocumentLine, Seller, Terms } from "@/lib/pricing/documents";
import { localeEnum, users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId } from "./trades";
import { customers } from "./trades-customers";
import { jobs } from "./trades-jobs";
import { amount } from "./trades-pricing";

export const jobInvoiceKindEnum = pgEnum("job_invoice_kind", INVOICE_KINDS);
export const jobInvoiceStateEnum = pgEnum("job_invoice_state", INVOICE_STATES);
export const jobPaymentMethodEnum = pgEnum("job_payment_method", PAYMENT_METHODS);
export const jobPaymentKindEnum = pgEnum("job_payment_kind", PAYMENT_KINDS);

/** What is asked for, with all amounts copied: nothing that changes elsewhere changes it. */
export interface InvoiceContent {
  lines: DocumentLine[];
  terms: Terms;
  /** Within how many days it is to be paid. */
  days: number;
}

/**
 * What a shop asks a customer to pay, or gives back. Its number is taken when it is issued; from then on only what was paid or given back of
 * it changes: a trigger of its migration sees to that. A credit's amounts are more than nothing, as those of what it takes back.
 */
export const jobInvoices = pgTable(
  "job_invoices",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    /** Counted in the workspace from 1 without gaps; null before it is issued. */
    number: integer(),
    kind: jobInvoiceKindEnum().notNull(),
    state: jobInvoiceStateEnum().notNull().default("draft"),
    customerId: uuid("customer_id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** What a credit takes back. */
    creditOf: uuid("credit_of"),
    /** Of the document. */
    language: localeEnum().notNull(),
    /** ISO 4217, in capitals. */
    currency: text().notNull(),
    title: text().notNull(),
    /** What the customer reads. */
    notes: text().notNull().default(""),
    buyer: jsonb().$type<Buyer>().notNull(),
    /** Who sold, as it was when it was issued. */
    seller: jsonb().$type<Seller>(),
    content: jsonb().$type<InvoiceContent>().notNull(),
    /** What its content comes to. */
    net: amount("net").notNull(),
    tax: amount("tax").notNull(),
    total: amount("total").notNull(),
    /** What was paid of it, less what was paid back, and what was credited. */
    paid: amount("paid").notNull().default(0),
    credited: amount("credited").notNull().default(0),
    /** By the workspace's calendar. */
    issuedOn: date("issued_on", { mode: "string" }),
    dueOn: date("due_on", { mode: "string" }),
    issuedAt: instant("issued_at"),
    /** Where it was mailed to last. */
    sentTo: text("sent_to"),
    sentAt: instant("sent_at"),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("job_invoices_key").on(t.workspaceId, t.id),
    unique("job_invoices_number_key").on(t.workspaceId, t.number),
    // As the list begins: what has no number yet is the newest.
    index("job_invoices_list_idx").on(t.workspaceId, sql`coalesce(number, 2147483647)`, t.createdAt, t.id),
    index("job_invoices_customer_idx").on(t.workspaceId, t.customerId, t.issuedOn),
    index("job_invoices_job_idx").on(t.workspaceId, t.jobId),
    index("job_invoices_credit_idx").on(t.workspaceId, t.creditOf),
    index("job_invoices_due_idx").on(t.workspaceId, t.dueOn).where(sql`state in ('issued', 'part_paid')`),
    check(
      "job_invoices_issued_check",
      sql`num_nonnulls(${t.number}, ${t.issuedOn}, ${t.dueOn}, ${t.issuedAt}, ${t.seller}) = case when ${t.state} = 'draft' then 0 else 5 end`,
    ),
    check("job_invoices_total_check", sql`${t.state} = 'draft' or ${t.total} >= 0`),
    check(
      "job_invoices_paid_check",
      sql`${t.paid} between 0 and greatest(${t.total}, 0) and ${t.credited} between 0 and greatest(${t.total}, 0)`,
    ),
    check("job_invoices_credit_check", sql`(${t.creditOf} is not null) = (${t.kind} = 'credit')`),
    foreignKey({
      name: "job_invoices_customer_fk",
      columns: [t.workspaceId, t.customerId],
      foreignColumns: [customers.workspaceId, customers.id],
    }),
    foreignKey({ name: "job_invoices_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }),
    foreignKey({ name: "job_invoices_credit_fk", columns: [t.workspaceId, t.creditOf], foreignColumns: [t.workspaceId, t.id] }),
    onlyIn(t.workspaceId),
  ],
);

/** What came in, and what went back. The role may add rows, and neither change nor remove one. */
export const jobPayments = pgTable(
  "job_payments",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    invoiceId: uuid("invoice_id").notNull(),
    kind: jobPaymentKindEnum().notNull(),
    /** Less than 0 where it went back; what takes a refund back comes in. */
    amount: amount("amount").notNull(),
    /** By the workspace's calendar. */
    paidOn: date("paid_on", { mode: "string" }).notNull(),
    method: jobPaymentMethodEnum().notNull(),
    reference: text().notNull().default(""),
    /** The payment or refund that this takes back. */
    reversalOf: uuid("reversal_of"),
    /** The caller's own: what is sent twice is written once. */
    key: text().notNull(),
    actorId: uuid("actor_id")
      .notNull()
      .references(() => users.id),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    unique("job_payments_key").on(t.workspaceId, t.id),
    unique("job_payments_once_key").on(t.workspaceId, t.key),
    uniqueIndex("job_payments_reversal_key").on(t.workspaceId, t.reversalOf),
    index("job_payments_invoice_idx").on(t.workspaceId, t.invoiceId, t.paidOn, t.id),
    check(
      "job_payments_amount_check",
      sql`case ${t.kind} when 'payment' then ${t.amount} > 0 when 'refund' then ${t.amount} < 0 else ${t.amount} <> 0 end and (${t.reversalOf} is not null) = (${t.kind} = 'reversal')`,
    ),
    foreignKey({
      name: "job_payments_invoice_fk",
      columns: [t.workspaceId, t.invoiceId],
      foreignColumns: [jobInvoices.workspaceId, jobInvoices.id],
    }),
    foreignKey({ name: "job_payments_reversal_fk", columns: [t.workspaceId, t.reversalOf], foreignColumns: [t.workspaceId, t.id] }),
    onlyIn(t.workspaceId),
  ],
);
