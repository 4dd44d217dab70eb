import { dataOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { invoiceDto } from "../invoices/dto";
import { paymentInput, paymentReverseInput } from "../invoices/schema";
import { payInvoice, refundInvoice, reversePayment } from "./mutations";

const tag = "Trades";
const P = "/api/user/personalization/trades/payment";

export const paymentsRouter = router({
  add: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Write down what was paid of an invoice; one key writes it once" }))
    .input(paymentInput)
    .output(dataOf(invoiceDto))
    .mutation(async ({ ctx, input }) => ({ data: await payInvoice(ctx, input) })),

  refund: managerProcedure
    .meta(rest("POST", `${P}/refund`, { tag, summary: "Write down what was paid back; one key writes it once" }))
    .input(paymentInput)
    .output(dataOf(invoiceDto))
    .mutation(async ({ ctx, input }) => ({ data: await refundInvoice(ctx, input) })),

  reverse: managerProcedure
    .meta(rest("POST", `${P}/reverse`, { tag, summary: "Take back a payment or a refund that was written by mistake", once: true }))
    .input(paymentReverseInput)
    .output(dataOf(invoiceDto))
    .mutation(async ({ ctx, input }) => ({ data: await reversePayment(ctx, input) })),
});
