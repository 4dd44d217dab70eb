import { z } from "zod";
import { COUNTRIES } from "@/lib/countries";
import { INVOICE_KINDS, INVOICE_ORDERS, INVOICE_STANDINGS, PAYMENT_METHODS } from "@/lib/enums/trades-invoices";
import { PRICE_KINDS, PRICE_UNITS, TAX_CATEGORIES } from "@/lib/enums/trades-pricing";
import { calendarDay, id, mailAddress, maybeMailAddress, nameField, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { LOCALES } from "@/lib/locales";
import { MOST_AMOUNT, MOST_QUANTITY, WHOLE_RATE } from "@/lib/pricing/amounts";
import { workspaceInput } from "@/lib/workspace-input";
import { isNaught, TAX } from "../pricing/rules";
import { BUYER, INVOICE, MOST_DAYS, MOST_INVOICE_LINES, PAYMENT } from "./rules";

const amount = z.int().min(0).max(MOST_AMOUNT);
const rate = z.int().min(0).max(WHOLE_RATE);

export const invoicesInput = workspaceInput.extend({
  /** Words of the title and the customer, or a number. */
  search: z.string().trim().max(100).optional(),
  standing: z.enum(INVOICE_STANDINGS).optional(),
  customerUid: id.optional(),
  jobUid: id.optional(),
  order: z.enum(INVOICE_ORDERS).default("number"),
  descending: z.boolean().default(true),
  ...pageInput.shape,
});
export type InvoicesInput = z.infer<typeof invoicesInput>;

export const invoiceOfInput = workspaceInput.extend({ uid: id });
export const invoiceSeenInput = invoiceOfInput.extend({ version: rowVersion });
export type InvoiceSeenInput = z.infer<typeof invoiceSeenInput>;

/** A draft from what a job's quotes hold. @param rate of a part before the work or during it, basis points of the whole */
export const invoiceDraftInput = workspaceInput.extend({
  jobUid: id,
  kind: z.enum(INVOICE_KINDS).exclude(["credit"]),
  rate: rate.min(1).optional(),
});
export type InvoiceDraftInput = z.infer<typeof invoiceDraftInput>;

const tax = z
  .strictObject({ name: nameField(TAX.name).default(""), rate, category: z.enum(TAX_CATEGORIES) })
  .refine(({ rate: of, category }) => !isNaught(category) || of === 0, { path: ["rate"], message: "taxNaught" });

const line = z.strictObject({
  kind: z.enum(PRICE_KINDS).default("item"),
  code: nameField(INVOICE.code).default(""),
  text: nameField(INVOICE.text).pipe(z.string().min(1)),
  unit: z.enum(PRICE_UNITS),
  /** Less than 0 takes something back. */
  quantity: z.int().min(-MOST_QUANTITY).max(MOST_QUANTITY),
  price: amount,
  discount: rate.default(0),
  tax,
});
export type InvoiceLineFields = z.infer<typeof line>;

const buyerFields = z.strictObject({
  name: nameField(BUYER.name).pipe(z.string().min(1)),
  street: nameField(BUYER.street).default(""),
  postcode: nameField(BUYER.postcode).default(""),
  city: nameField(BUYER.city).default(""),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .max(2)
    .pipe(z.union([z.literal(""), z.enum(COUNTRIES)]))
    .default(""),
  taxNumber: nameField(BUYER.taxNumber).default(""),
  reference: nameField(BUYER.reference).default(""),
  email: maybeMailAddress.default(""),
});

/** What a draft says; of which kind it is, and of which job, stays. */
export const invoiceSaveInput = invoiceSeenInput.extend({
  title: nameField(INVOICE.title).pipe(z.string().min(1)),
  language: z.enum(LOCALES),
  notes: textField(INVOICE.notes).default(""),
  days: z.int().min(0).max(MOST_DAYS),
  buyer: buyerFields,
  lines: z.array(line).max(MOST_INVOICE_LINES),
  discount: z
    .discriminatedUnion("is", [z.strictObject({ is: z.literal("rate"), rate }), z.strictObject({ is: z.literal("amount"), amount })])
    .default({ is: "rate", rate: 0 }),
});
export type InvoiceSaveInput = z.infer<typeof invoiceSaveInput>;

/**
 * The draft is right as it is, though more came since. @param anyway the number in `invoiceOutdated`: what was issued up to it is known
 * @param accepted how many quotes there are in `acceptedSince`: so many are known
 */
export const invoiceIssueInput = invoiceSeenInput.extend({
  anyway: z.int().min(1).optional(),
  accepted: z.int().min(1).optional(),
});
export type InvoiceIssueInput = z.infer<typeof invoiceIssueInput>;

export const invoiceSendInput = invoiceSeenInput.extend({ email: mailAddress });
export type InvoiceSendInput = z.infer<typeof invoiceSendInput>;

/** What came in, or was paid back. Sent twice under one key it is written once. */
export const paymentInput = invoiceOfInput.extend({
  key: id,
  amount: amount.min(1),
  paidOn: calendarDay,
  method: z.enum(PAYMENT_METHODS),
  reference: nameField(PAYMENT.reference).default(""),
});
export type PaymentInput = z.infer<typeof paymentInput>;

export const paymentReverseInput = invoiceOfInput.extend({ paymentUid: id });
export type PaymentReverseInput = z.infer<typeof paymentReverseInput>;

/** A customer's account over some days, both of them within. */
export const statementInput = workspaceInput
  .extend({ customerUid: id, from: calendarDay, to: calendarDay })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "timeOrder" });
export type StatementInput = z.infer<typeof statementInput>;
