import { SAMPLE_ID } from "@/lib/fields";
import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router, spending } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { recordAnswer } from "../quote-answers/mutations";
import { quotePdf } from "../quote-documents/queries";
import { sendQuote } from "../quote-sending/mutations";
import { takeBackAnswer } from "../take-backs/mutations";
import { documentFileDto, quoteDeletedDto, quoteDto, quoteRowDto } from "./dto";
import { deleteQuote, reviseQuote, saveQuote } from "./mutations";
import { listQuotes, viewQuote } from "./queries";
import { quoteAnswerInput, quoteOfInput, quoteSaveInput, quoteSeenInput, quoteSendInput, quotesInput, quoteTakeBackInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/quote";

export const quotesRouter = router({
  list: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's quotes, those that fit what is asked for" }))
    .input(quotesInput)
    .output(listOf(quoteRowDto))
    .query(({ ctx, input }) => listQuotes(ctx, input)),

  view: managerProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One quote with its lines, totals and margin" }))
    .input(quoteOfInput)
    .output(dataOf(quoteDto))
    .query(async ({ ctx, input }) => ({ data: await viewQuote(ctx, input.uid) })),

  save: managerProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Make a quote, or with uid and version change a draft",
        description: "A `variation` names the job that it changes.",
        creates: true,
      }),
    )
    .input(quoteSaveInput)
    .output(dataOf(quoteDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveQuote(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Throw a draft away", once: true }))
    .input(quoteSeenInput)
    .output(dataOf(quoteDeletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteQuote(ctx, input);
      return { data: { deleted: true as const } };
    }),

  send: managerProcedure
    .meta(
      rest("POST", `${P}/send`, {
        tag,
        summary:
          "Send a draft to the customer by mail, or with null for an address note that it is handed over; it stays as it is from then on",
        description: "Whose taxes have changed since it was saved is kept with today's and refused once, with `previewOutdated`.",
      }),
    )
    .use(spending("mail"))
    .input(quoteSendInput)
    .output(dataOf(quoteDto))
    .mutation(async ({ ctx, input }) => ({ data: await sendQuote(ctx, input) })),

  revise: managerProcedure
    .meta(rest("POST", `${P}/revise`, { tag, summary: "A draft of the next revision of a quote that was sent", creates: true }))
    .input(quoteSeenInput)
    .output(dataOf(quoteDto))
    .mutation(async ({ ctx, input }) => ({ data: await reviseQuote(ctx, input) })),

  answer: managerProcedure
    .meta(
      rest("POST", `${P}/answer`, {
        tag,
        summary: "Write down what the customer said of a quote by other ways",
        description: "Where it is `accepted`, `name` says by whom.",
        example: { workspaceId: SAMPLE_ID, uid: SAMPLE_ID, version: 1, accepted: true, name: "Lan Nguyễn" },
      }),
    )
    .input(quoteAnswerInput)
    .output(dataOf(quoteDto))
    .mutation(async ({ ctx, input }) => ({ data: await recordAnswer(ctx, input) })),

  takeBack: managerProcedure
    .meta(
      rest("POST", `${P}/takeback`, {
        tag,
        summary: "Take back that a quote was accepted, which the shop wrote down by mistake",
        once: true,
      }),
    )
    .input(quoteTakeBackInput)
    .output(dataOf(quoteDto))
    .mutation(async ({ ctx, input }) => ({ data: await takeBackAnswer(ctx, input) })),

  pdf: managerProcedure
    .meta(rest("POST", `${P}/pdf/download`, { tag, summary: "A quote as a PDF, in its own language", file: "application/pdf" }))
    .use(spending("drawing"))
    .input(quoteOfInput)
    .output(documentFileDto)
    .query(({ ctx, input }) => quotePdf(ctx, input.uid)),
});
