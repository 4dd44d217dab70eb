import { dataOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { progressDto } from "./dto";
import { getProgress } from "./queries";
import { progressInput } from "./schema";

const tag = "Practice";
const P = "/api/user/personalization/practice/progress";

export const progressRouter = router({
  get: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What was practised and how it was rated, by time and by category" }))
    .input(progressInput)
    .output(dataOf(progressDto))
    .query(async ({ ctx, input }) => ({ data: await getProgress(ctx, input) })),
});
