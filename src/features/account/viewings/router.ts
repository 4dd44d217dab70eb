import { z } from "zod";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { viewingDto } from "./dto";
import { answerViewing, endOwnViewing } from "./mutations";
import { listOwnViewings, openViewings } from "./queries";
import { viewingAnswerInput, viewingInput } from "./schema";

const tag = "Account";
const P = "/api/user/personalization/account/viewing";

export const viewingsRouter = router({
  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Who asked to look at the own account, and what became of it" }))
    .output(listOf(viewingDto))
    .query(({ ctx }) => listOwnViewings(ctx)),

  open: userProcedure
    .meta(rest("GET", `${P}/open/get`, { tag, summary: "Questions for a look that wait for an answer, and looks that are allowed now" }))
    .output(dataOf(z.array(viewingDto)))
    .query(async ({ ctx }) => ({ data: await openViewings(ctx) })),

  answer: userProcedure
    .meta(rest("POST", `${P}/answer`, { tag, summary: "Allow a look at the own account for an hour, or decline it", once: true }))
    .input(viewingAnswerInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await answerViewing(ctx, input);
      return DONE;
    }),

  end: userProcedure
    .meta(rest("POST", `${P}/end`, { tag, summary: "End a look at the own account now", once: true }))
    .input(viewingInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await endOwnViewing(ctx, input.uid);
      return DONE;
    }),
});
