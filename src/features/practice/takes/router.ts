import { listOf, pageInput } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { repeatedDto, takeDto } from "./dto";
import { listRepeated, listTakes } from "./queries";
import { takesInput } from "./schema";

const tag = "Practice";
const P = "/api/user/personalization/practice/take";

/** Several answers to one question, to be laid side by side. */
export const takesRouter = router({
  repeated: userProcedure
    .meta(rest("GET", `${P}/question/get`, { tag, summary: "Questions that one has answered more than once" }))
    .input(pageInput)
    .output(listOf(repeatedDto))
    .query(({ ctx, input }) => listRepeated(ctx, input)),

  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Own takes of a question, in the order in which they were made" }))
    .input(takesInput)
    .output(listOf(takeDto))
    .query(({ ctx, input }) => listTakes(ctx, input.question_id)),
});
