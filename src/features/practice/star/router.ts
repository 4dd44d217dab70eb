import { dataOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { starDto } from "./dto";
import { saveStar } from "./mutations";
import { getStar } from "./queries";
import { starInput, starOfInput } from "./schema";

const tag = "Practice";
const P = "/api/user/personalization/practice/answer/star";

export const starRouter = router({
  get: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Where in an own answer the situation, task, action and result are told" }))
    .input(starOfInput)
    .output(dataOf(starDto))
    .query(async ({ ctx, input }) => ({ data: await getStar(ctx, input.uid) })),

  save: userProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Keep the marks of an own answer, in the place of those before",
        description: "Marks follow one another, each with some length.",
      }),
    )
    .input(starInput)
    .output(dataOf(starDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveStar(ctx, input) })),
});
