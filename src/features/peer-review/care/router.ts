import { uidInput } from "@/lib/inputs";
import { dataOf, listOf, pageInput } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { assignmentDto } from "../assignments/dto";
import { caseDto, countsDto, waitingDto } from "./dto";
import { decide, takeWaiting } from "./mutations";
import { countCare, listCases, listWaiting } from "./queries";
import { decideInput } from "./schema";

const tag = "Peer review, administration";
const P = "/api/admin/peer-review";

export const careRouter = router({
  counts: adminProcedure
    .meta(rest("GET", `${P}/count/get`, { tag, summary: "How many cases and requests wait for somebody of the team" }))
    .output(dataOf(countsDto))
    .query(async ({ ctx }) => ({ data: await countCare(ctx) })),

  cases: adminProcedure
    .meta(rest("GET", `${P}/case/get`, { tag, summary: "Disputes and reports that wait for a decision, the oldest first" }))
    .input(pageInput)
    .output(listOf(caseDto))
    .query(({ ctx, input }) => listCases(ctx, input.page)),

  decide: adminProcedure
    .meta(
      rest("POST", `${P}/case/decide`, {
        tag,
        summary: "Decide about a review or a recording: it stays, parts go, or all of it does",
        description: "Where it is `edited`, `takenOut` says what goes.",
        once: true,
      }),
    )
    .input(decideInput)
    .output(dataOf(caseDto))
    .mutation(async ({ ctx, input }) => ({ data: await decide(ctx, input) })),

  waiting: adminProcedure
    .meta(rest("GET", `${P}/waiting/get`, { tag, summary: "Requests without a review for two days, whose authors let staff review them" }))
    .input(pageInput)
    .output(listOf(waitingDto))
    .query(({ ctx, input }) => listWaiting(ctx, input.page)),

  take: adminProcedure
    .meta(rest("POST", `${P}/waiting/take`, { tag, summary: "Take on the review of such a request", once: true }))
    .input(uidInput)
    .output(dataOf(assignmentDto))
    .mutation(async ({ ctx, input }) => ({ data: await takeWaiting(ctx, input.uid) })),
});
