import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { interviewDeletedDto, interviewDetailDto, interviewDto } from "./dto";
import { deleteInterview, saveInterview } from "./mutations";
import { getInterview, listInterviews } from "./queries";
import { interviewInput, interviewListInput, interviewOfInput } from "./schema";

const tag = "Practice";
const P = "/api/user/personalization/practice/interview";

/** A person's own log of real interviews. */
export const interviewsRouter = router({
  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Own interviews: those to come, or those that were" }))
    .input(interviewListInput)
    .output(listOf(interviewDto))
    .query(({ ctx, input }) => listInterviews(ctx, input)),

  interview: userProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One own interview with the questions asked" }))
    .input(interviewOfInput)
    .output(dataOf(interviewDetailDto))
    .query(async ({ ctx, input }) => ({ data: await getInterview(ctx, input.uid) })),

  save: userProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Keep an interview, or with the uid of an own one change it",
        description: "A `timeZone` needs a `time`.",
        creates: true,
      }),
    )
    .input(interviewInput)
    .output(dataOf(interviewDetailDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveInterview(ctx, input) })),

  delete: userProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete an own interview for good", once: true }))
    .input(interviewOfInput)
    .output(dataOf(interviewDeletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteInterview(ctx, input.uid);
      return { data: { deleted: true as const } };
    }),
});
