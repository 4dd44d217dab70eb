import { uidInput } from "@/lib/inputs";
import { dataOf, listOf, pageInput } from "@/lib/list-schemas";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { requestDetailDto, requestDto, seenDto } from "./dto";
import { markSeen, saveRequest, withdrawRequest } from "./mutations";
import { getRequest, listRequests, requestOfAnswer } from "./queries";
import { ofAnswerInput, requestInput } from "./schema";

const tag = "Peer review";
const P = "/api/user/personalization/peer-review/request";

export const requestsRouter = router({
  save: userProcedure
    .use(spending("message"))
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Ask for reviews of an own take",
        description: "Asked again for the same take, it answers the request that is there.",
        creates: true,
      }),
    )
    .input(requestInput)
    .output(dataOf(requestDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveRequest(ctx, input) })),

  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Own requests, newest first" }))
    .input(pageInput)
    .output(listOf(requestDto))
    .query(({ ctx, input }) => listRequests(ctx, input.page)),

  get: userProcedure
    .meta(rest("POST", `${P}/detail/get`, { tag, summary: "One own request, with its reviews once the take is rated" }))
    .input(uidInput)
    .output(dataOf(requestDetailDto))
    .query(async ({ ctx, input }) => ({ data: await getRequest(ctx, input.uid) })),

  ofAnswer: userProcedure
    .meta(rest("POST", `${P}/of-answer/get`, { tag, summary: "The last request for reviews of an own take, unless one took it back" }))
    .input(ofAnswerInput)
    .output(dataOf(requestDto.nullable()))
    .query(async ({ ctx, input }) => ({ data: await requestOfAnswer(ctx, input.answer_id) })),

  seen: userProcedure
    .meta(rest("POST", `${P}/seen`, { tag, summary: "Note that the reviews of an own request were looked at" }))
    .input(uidInput)
    .output(dataOf(seenDto))
    .mutation(async ({ ctx, input }) => {
      await markSeen(ctx, input.uid);
      return { data: { seen: true as const } };
    }),

  withdraw: userProcedure
    .meta(rest("POST", `${P}/withdraw`, { tag, summary: "Take an own open request back; reviews that came already stay", once: true }))
    .input(uidInput)
    .output(dataOf(requestDto))
    .mutation(async ({ ctx, input }) => ({ data: await withdrawRequest(ctx, input.uid) })),
});
