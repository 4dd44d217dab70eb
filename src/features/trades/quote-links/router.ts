import { dataOf } from "@/lib/list-schemas";
import { limited, rest, router } from "@/server/api/trpc";
import { documentFileDto } from "../quotes/dto";
import { offerDto } from "./dto";
import { acceptOffer, declineOffer } from "./mutations";
import { offerPdf, readOffer } from "./queries";
import { acceptInput, declineInput, quoteLinkInput } from "./schema";

const tag = "Trades";
const P = "/api/user/web/quote";

/** For whoever holds the link of a quote, with or without an account. No question stands in an address: the token is in no log. */
export const quoteLinksRouter = router({
  open: limited("reading")
    .meta(rest("POST", `${P}/open`, { tag, summary: "A quote as its customer reads it, by the link that was mailed", open: true }))
    .input(quoteLinkInput)
    .output(dataOf(offerDto))
    .mutation(async ({ ctx, input }) => ({ data: await readOffer(ctx, input.token) })),

  accept: limited("message")
    .meta(rest("POST", `${P}/accept`, { tag, summary: "Take what is offered, with name and signature", open: true }))
    .input(acceptInput)
    .output(dataOf(offerDto))
    .mutation(async ({ ctx, input }) => ({ data: await acceptOffer(ctx, input) })),

  decline: limited("message")
    .meta(rest("POST", `${P}/decline`, { tag, summary: "Decline what is offered, and say why", open: true }))
    .input(declineInput)
    .output(dataOf(offerDto))
    .mutation(async ({ ctx, input }) => ({ data: await declineOffer(ctx, input) })),

  pdf: limited("drawing")
    .meta(
      rest("POST", `${P}/pdf/download`, {
        tag,
        summary: "A quote as a PDF, by the link that was mailed",
        file: "application/pdf",
        open: true,
      }),
    )
    .input(quoteLinkInput)
    .output(documentFileDto)
    .mutation(({ ctx, input }) => offerPdf(ctx, input.token)),
});
