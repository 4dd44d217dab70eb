import { z } from "zod";
import { basisPoints, day, instant, minorUnits } from "@/lib/dto-fields";
import { INVOICE_KINDS, INVOICE_STANDINGS, PARTICULARS, PAYMENT_METHODS, PAYMENTS_SHOWN } from "@/lib/enums/trades-invoices";
import { TAX_CATEGORIES } from "@/lib/enums/trades-pricing";
import { LOCALES } from "@/lib/locales";
import { documentLineDto, termsDto, totalsDto } from "../quotes/dto";

const kind = z.enum(INVOICE_KINDS);
const standing = z.enum(INVOICE_STANDINGS).meta({ description: "On today's day of the workspace's calendar." });

export const invoiceRowDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  number: z.int().nullable().meta({ description: "Null before it is issued." }),
  kind,
  standing,
  title: z.string(),
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  job: z.object({ uid: z.uuid(), number: z.int(), title: z.string() }),
  total: minorUnits.meta({ description: "Minor units, with tax; a credit's are given back." }),
  balance: minorUnits.meta({
    description: "Minor units: what is still to be paid; less than 0 where the customer has something to get back.",
  }),
  currency: z.string(),
  issuedOn: day.nullable(),
  dueOn: day.nullable(),
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
  amount: minorUnits.meta({ description: "Minor units; less than 0 where it went back." }),
  paidOn: day,
  method: z.enum(PAYMENT_METHODS),
  reference: z.string(),
  reversed: z.boolean().meta({ description: "It was taken back by another row." }),
  by: z.string().nullable(),
});

const other = z.object({ uid: z.uuid(), number: z.int().nullable() });

export const invoiceDto = invoiceRowDto.extend({
  language: z.enum(LOCALES),
  notes: z.string(),
  days: z.int().meta({ description: "Within how many days it is to be paid." }),
  buyer: buyerDto,
  lines: z.array(documentLineDto),
  how: termsDto.extend({
    taxLeft: z
      .array(z.object({ rate: basisPoints, category: z.enum(TAX_CATEGORIES), net: minorUnits, tax: minorUnits }))
      .optional()
      .meta({ description: "The tax of a rate whose net is exactly this, so that all invoices of a job come to what was signed." }),
  }),
  totals: totalsDto,
  paid: minorUnits,
  credited: minorUnits,
  payments: z.array(paymentDto),
  creditOf: other.nullable().meta({ description: "What a credit takes back." }),
  credits: z.array(other.extend({ standing, total: minorUnits })).meta({ description: "What takes back of this." }),
  missing: z.array(z.enum(PARTICULARS)).meta({ description: "What an electronic invoice lacks; once it is issued that stays so." }),
  sentTo: z.string().nullable().meta({ description: "Where it was mailed to last." }),
  sentAt: instant.nullable(),
  unsent: z.boolean().meta({ description: "The mail that brought it last reached nobody." }),
});

export const invoiceDeletedDto = z.object({ deleted: z.literal(true) });
export const invoiceXmlDto = z.object({
  name: z.string(),
  type: z.literal("application/xml"),
  content: z.string().meta({ description: "Base64." }),
});

export const statementDto = z.object({
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  currency: z.string(),
  from: day,
  to: day,
  opening: minorUnits.meta({ description: "Minor units: what was owed when the first day began." }),
  closing: minorUnits.meta({ description: "Minor units: what is owed when the last day ends." }),
  entries: z.array(
    z.object({
      day,
      is: z.enum(["invoice", "credit", ...PAYMENTS_SHOWN]),
      invoice: z.object({ uid: z.uuid(), number: z.int() }),
      title: z.string(),
      amount: minorUnits.meta({ description: "Minor units: how much more is owed, or less where it is negative." }),
      balance: minorUnits.meta({ description: "Minor units: what is owed after it." }),
    }),
  ),
});
export type StatementDto = z.infer<typeof statementDto>;
