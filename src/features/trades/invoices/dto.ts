import { z } from "zod";
import { INVOICE_KINDS, INVOICE_STANDINGS, PARTICULARS, PAYMENT_METHODS, PAYMENTS_SHOWN } from "@/lib/enums/trades-invoices";
import { TAX_CATEGORIES } from "@/lib/enums/trades-pricing";
import { LOCALES } from "@/lib/locales";
import { documentLineDto, termsDto, totalsDto } from "../quotes/dto";

const kind = z.enum(INVOICE_KINDS);
/** On today's day of the workspace's calendar. */
const standing = z.enum(INVOICE_STANDINGS);

export const invoiceRowDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  /** Null before it is issued. */
  number: z.int().nullable(),
  kind,
  standing,
  title: z.string(),
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  job: z.object({ uid: z.uuid(), number: z.int(), title: z.string() }),
  /** Minor units, with tax; a credit's are given back. */
  total: z.int(),
  /** What is still to be paid; less than 0 where the customer has something to get back. */
  balance: z.int(),
  currency: z.string(),
  issuedOn: z.iso.date().nullable(),
  dueOn: z.iso.date().nullable(),
});
export type InvoiceRowDto = z.infer<typeof invoiceRowDto>;

const buyerDto = z.object({
  name: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  taxNumber: z.string(),
  reference: z.string(),
  email: z.string(),
});

export const paymentDto = z.object({
  uid: z.uuid(),
  kind: z.enum(PAYMENTS_SHOWN),
  /** Less than 0 where it went back. */
  amount: z.int(),
  paidOn: z.iso.date(),
  method: z.enum(PAYMENT_METHODS),
  reference: z.string(),
  /** It was taken back by another row. */
  reversed: z.boolean(),
  by: z.string().nullable(),
});

const other = z.object({ uid: z.uuid(), number: z.int().nullable() });

export const invoiceDto = invoiceRowDto.extend({
  language: z.enum(LOCALES),
  notes: z.string(),
  days: z.int(),
  buyer: buyerDto,
  lines: z.array(documentLineDto),
  how: termsDto.extend({
    /** Basis points, and minor units: the tax of a rate whose net is exactly this, so that all invoices of a job come to what was signed. */
    taxLeft: z.array(z.object({ rate: z.int(), category: z.enum(TAX_CATEGORIES), net: z.int(), tax: z.int() })).optional(),
  }),
  totals: totalsDto,
  paid: z.int(),
  credited: z.int(),
  payments: z.array(paymentDto),
  /** What a credit takes back, and what takes back of this. */
  creditOf: other.nullable(),
  credits: z.array(other.extend({ standing, total: z.int() })),
  /** What an electronic invoice lacks; once it is issued that stays so. */
  missing: z.array(z.enum(PARTICULARS)),
  /** Where it was mailed to last. */
  sentTo: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
  /** The mail that brought it last reached nobody. */
  unsent: z.boolean(),
});

export const invoiceDeletedDto = z.object({ deleted: z.literal(true) });
export const invoiceXmlDto = z.object({ name: z.string(), type: z.literal("application/xml"), content: z.string() });

export const statementDto = z.object({
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  currency: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** What was owed when the first day began, and is when the last one ends. */
  opening: z.int(),
  closing: z.int(),
  entries: z.array(
    z.object({
      day: z.iso.date(),
      is: z.enum(["invoice", "credit", ...PAYMENTS_SHOWN]),
      invoice: z.object({ uid: z.uuid(), number: z.int() }),
      title: z.string(),
      /** More is owed, or less. */
      amount: z.int(),
      /** What is owed after it. */
      balance: z.int(),
    }),
  ),
});
export type StatementDto = z.infer<typeof statementDto>;
