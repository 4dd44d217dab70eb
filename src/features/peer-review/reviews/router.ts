import { uidInput } from "@/lib/inputs";
import { dataOf, listOf, pageInput } from "@/lib/list-schemas";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { disputeInput, reportInput } from "../schema";
import { givenDto, receivedDto, receivedRecordDto, retakenDto } from "./dto";
import { disputeReview, markHelpful, noteRetake, reportReview, saveReview, thankReview } from "./mutations";
import { getGiven, listGiven, listReceived } from "./queries";
import { helpfulInput, receivedInput, retakeInput, reviewInput } from "./schema";

const tag = "Peer review";
const P = "/api/user/personalization/peer-review/review";

export const reviewsRouter = router({
  save: userProcedure
    .use(spending("message"))
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Give the review of a recording that one has",
        description: "A recording is reviewed once: sent again, the answer is the review that stands.",
        creates: true,
      }),
    )
    .input(reviewInput)
    .output(dataOf(givenDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveReview(ctx, input) })),

  received: userProcedure
    .meta(
      rest("GET", "/answer/peer-review/{userId}", {
        tag,
        summary: "Reviews of one's own takes, as far as one has rated those; newest first",
      }),
    )
    .input(receivedInput)
    .output(listOf(receivedRecordDto))
    .query(({ ctx, input }) => listReceived(ctx, input)),

  given: userProcedure
    .meta(rest("GET", `${P}/given/get`, { tag, summary: "Reviews that one gave, newest first" }))
    .input(pageInput)
    .output(listOf(givenDto))
    .query(({ ctx, input }) => listGiven(ctx, input.page)),

  givenOne: userProcedure
    .meta(rest("POST", `${P}/given/detail/get`, { tag, summary: "One review that one gave" }))
    .input(uidInput)
    .output(dataOf(givenDto))
    .query(async ({ ctx, input }) => ({ data: await getGiven(ctx, input.uid) })),

  thank: userProcedure
    .meta(rest("POST", `${P}/thank`, { tag, summary: "Thank whoever reviewed an own take" }))
    .input(uidInput)
    .output(dataOf(receivedDto))
    .mutation(async ({ ctx, input }) => ({ data: await thankReview(ctx, input.uid) })),

  helpful: userProcedure
    .meta(rest("POST", `${P}/helpful`, { tag, summary: "Say whether a review of an own take helped" }))
    .input(helpfulInput)
    .output(dataOf(receivedDto))
    .mutation(async ({ ctx, input }) => ({ data: await markHelpful(ctx, input) })),

  dispute: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/dispute`, { tag, summary: "Ask moderators for a second look at a review that is not just", once: true }))
    .input(disputeInput)
    .output(dataOf(receivedDto))
    .mutation(async ({ ctx, input }) => ({ data: await disputeReview(ctx, input) })),

  report: userProcedure
    .use(spending("message"))
    .meta(
      rest("POST", `${P}/report`, {
        tag,
        summary: "Tell moderators of a review that is not decent",
        description: "The reason `other` needs a `note`.",
        once: true,
      }),
    )
    .input(reportInput)
    .output(dataOf(receivedDto))
    .mutation(async ({ ctx, input }) => ({ data: await reportReview(ctx, input) })),

  retake: userProcedure
    .meta(rest("POST", `${P}/retake`, { tag, summary: "Note that an own new take tries what a review suggested" }))
    .input(retakeInput)
    .output(dataOf(retakenDto))
    .mutation(async ({ ctx, input }) => {
      await noteRetake(ctx, input);
      return { data: { retaken: true as const } };
    }),
});
