import { z } from "zod";
import { dataOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { answerShareDto, openedShareDto, revokedDto } from "./dto";
import { openShare, revokeForumShare } from "./mutations";
import { sharesOfAnswer } from "./queries";
import { answerIdInput, shareIdInput } from "./schema";

const tag = "Community";
const P = "/api/user/personalization/community/share";

/** Takes that people share with their messages; sharing itself comes with writing. */
export const sharingRouter = router({
  open: userProcedure
    .meta(rest("POST", `${P}/open`, { tag, summary: "A take that somebody shared, with a short-lived address that plays it" }))
    .input(shareIdInput)
    .output(dataOf(openedShareDto))
    .mutation(async ({ ctx, input }) => ({ data: await openShare(ctx, input.shareId) })),

  revoke: userProcedure
    .meta(rest("POST", `${P}/revoke`, { tag, summary: "Take back what was shared with an own message", once: true }))
    .input(shareIdInput)
    .output(dataOf(revokedDto))
    .mutation(async ({ ctx, input }) => ({ data: await revokeForumShare(ctx, input.shareId) })),

  ofAnswer: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Where an own take is shared in the community, and until when" }))
    .input(answerIdInput)
    .output(dataOf(z.array(answerShareDto)))
    .query(async ({ ctx, input }) => ({ data: await sharesOfAnswer(ctx, input.answerId) })),
});
