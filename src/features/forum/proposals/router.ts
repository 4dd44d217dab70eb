import { dataOf, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router, userProcedure } from "@/server/api/trpc";
import { creditDto, proposalDto, proposalStateDto } from "./dto";
import { adoptProposal, declineProposal, withdrawProposal } from "./mutations";
import { creditOf, getProposal, listProposals } from "./queries";
import { adoptInput, creditInput, declineInput, proposalInput, proposalsInput } from "./schema";

const P = "/api/user/personalization/community/proposal";
const A = "/api/admin/community/proposal";
const tag = "Community, administration";

/** Questions that people were asked in interviews, on their way into the bank; proposing itself comes with writing. */
export const proposalsRouter = router({
  list: adminProcedure
    .meta(rest("GET", `${A}/get`, { tag, summary: "Proposals that wait for a decision, or in another state" }))
    .input(proposalsInput)
    .output(listOf(proposalDto))
    .query(({ ctx, input }) => listProposals(ctx, input)),

  view: adminProcedure
    .meta(rest("POST", `${A}/view`, { tag, summary: "One proposal" }))
    .input(proposalInput)
    .output(dataOf(proposalDto))
    .query(async ({ ctx, input }) => ({ data: await getProposal(ctx, input.uid) })),

  adopt: adminProcedure
    .meta(
      rest("POST", `${A}/adopt`, {
        tag,
        summary: "Take a proposed question into the bank",
        description: "Text and guidance are there in English at least.",
        once: true,
      }),
    )
    .input(adoptInput)
    .output(dataOf(proposalStateDto))
    .mutation(async ({ ctx, input }) => ({ data: await adoptProposal(ctx, input) })),

  decline: adminProcedure
    .meta(
      rest("POST", `${A}/decline`, { tag, summary: "Decline a proposed question, with the reason for whoever proposed it", once: true }),
    )
    .input(declineInput)
    .output(dataOf(proposalStateDto))
    .mutation(async ({ ctx, input }) => ({ data: await declineProposal(ctx, input) })),

  withdraw: userProcedure
    .meta(rest("POST", `${P}/withdraw`, { tag: "Community", summary: "Take an own proposal back", once: true }))
    .input(proposalInput)
    .output(dataOf(proposalStateDto))
    .mutation(async ({ ctx, input }) => ({ data: await withdrawProposal(ctx, input.uid) })),

  credit: userProcedure
    .meta(
      rest("GET", `${P}/credit/get`, {
        tag: "Community",
        summary: "In which interview a question of the bank was asked, and who shared it",
      }),
    )
    .input(creditInput)
    .output(dataOf(creditDto.nullable()))
    .query(async ({ ctx, input }) => ({ data: await creditOf(ctx, input.questionId) })),
});
