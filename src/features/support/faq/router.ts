import { dataOf, listOf } from "@/lib/pagination";
import { limited, rest, router, userProcedure } from "@/server/api/trpc";
import { faqEntryDto, votedDto } from "./dto";
import { voteFaq } from "./mutations";
import { listFaq } from "./queries";
import { faqInput, voteInput } from "./schema";

const tag = "Support";

export const faqRouter = router({
  list: userProcedure
    .meta(rest("GET", "/api/user/personalization/faq/get", { tag, summary: "Frequent questions and their answers, all or those that fit a search" }))
    .input(faqInput)
    .output(listOf(faqEntryDto))
    .query(({ ctx, input }) => listFaq(ctx, input)),

  open: limited("existence")
    .meta(rest("GET", "/api/user/web/faq/get", { tag, summary: "The same without an account", open: true }))
    .input(faqInput)
    .output(listOf(faqEntryDto))
    .query(({ ctx, input }) => listFaq(ctx, input)),

  vote: limited("existence")
    .meta(rest("POST", "/api/user/web/faq/vote", { tag, summary: "Say whether an answer helped", open: true }))
    .input(voteInput)
    .output(dataOf(votedDto))
    .mutation(async ({ ctx, input }) => ({ data: await voteFaq(ctx, input) })),
});
