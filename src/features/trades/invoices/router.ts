import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router, spending } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { invoicePdf, invoiceXml } from "../invoice-documents/queries";
import { issueInvoice, sendInvoice } from "../issuing/mutations";
import { documentFileDto } from "../quotes/dto";
import { viewStatement } from "../statements/queries";
import { invoiceDeletedDto, invoiceDto, invoiceRowDto, invoiceXmlDto, statementDto } from "./dto";
import { creditInvoice, deleteInvoice, draftInvoice, saveInvoice } from "./mutations";
import { listInvoices, viewInvoice } from "./queries";
import {
  invoiceDraftInput,
  invoiceIssueInput,
  invoiceOfInput,
  invoiceSaveInput,
  invoiceSeenInput,
  invoiceSendInput,
  invoicesInput,
  statementInput,
} from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/invoice";

export const invoicesRouter = router({
  list: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's invoices and credits, those that fit what is asked for" }))
    .input(invoicesInput)
    .output(listOf(invoiceRowDto))
    .query(({ ctx, input }) => listInvoices(ctx, input)),

  view: managerProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One invoice with its lines, totals and payments" }))
    .input(invoiceOfInput)
    .output(dataOf(invoiceDto))
    .query(async ({ ctx, input }) => ({ data: await viewInvoice(ctx, input.uid) })),

  draft: managerProcedure
    .meta(rest("POST", `${P}/draft`, { tag, summary: "A draft of a part or of the rest of what was agreed upon for a job", creates: true }))
    .input(invoiceDraftInput)
    .output(dataOf(invoiceDto))
    .mutation(async ({ ctx, input }) => ({ data: await draftInvoice(ctx, input) })),

  credit: managerProcedure
    .meta(rest("POST", `${P}/credit`, { tag, summary: "A draft that gives back what is left of an invoice", once: true }))
    .input(invoiceSeenInput)
    .output(dataOf(invoiceDto))
    .mutation(async ({ ctx, input }) => ({ data: await creditInvoice(ctx, input) })),

  save: managerProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Change a draft",
        description: "A tax of another category than `S` has the rate 0.",
        once: true,
      }),
    )
    .input(invoiceSaveInput)
    .output(dataOf(invoiceDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveInvoice(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Throw a draft away", once: true }))
    .input(invoiceSeenInput)
    .output(dataOf(invoiceDeletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteInvoice(ctx, input);
      return { data: { deleted: true as const } };
    }),

  issue: managerProcedure
    .meta(rest("POST", `${P}/issue`, { tag, summary: "Give a draft the next number; it stays as it is from then on", once: true }))
    .input(invoiceIssueInput)
    .output(dataOf(invoiceDto))
    .mutation(async ({ ctx, input }) => ({ data: await issueInvoice(ctx, input) })),

  send: managerProcedure
    .meta(rest("POST", `${P}/send`, { tag, summary: "Mail an issued invoice as a PDF, in its own language", once: true }))
    .use(spending("mail"))
    .input(invoiceSendInput)
    .output(dataOf(invoiceDto))
    .mutation(async ({ ctx, input }) => ({ data: await sendInvoice(ctx, input) })),

  pdf: managerProcedure
    .meta(rest("POST", `${P}/pdf/download`, { tag, summary: "An invoice as a PDF, in its own language", file: "application/pdf" }))
    .use(spending("drawing"))
    .input(invoiceOfInput)
    .output(documentFileDto)
    .query(({ ctx, input }) => invoicePdf(ctx, input.uid)),

  xml: managerProcedure
    .meta(rest("POST", `${P}/xml/download`, { tag, summary: "An invoice as UBL 2.1 by EN 16931", file: "application/xml; charset=utf-8" }))
    .input(invoiceOfInput)
    .output(invoiceXmlDto)
    .query(({ ctx, input }) => invoiceXml(ctx, input.uid)),

  statement: managerProcedure
    .meta(
      rest("GET", `${P}/statement/get`, {
        tag,
        summary: "What a customer owed, and what came to it and off it",
        description: "`to` is not before `from`.",
      }),
    )
    .input(statementInput)
    .output(dataOf(statementDto))
    .query(async ({ ctx, input }) => ({ data: await viewStatement(ctx, input) })),
});
