import { listOf, pageInput } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { reportDto } from "./dto";
import { listReports } from "./queries";

/** What was reported, for those who decide. */
export const reportsRouter = router({
  list: adminProcedure
    .meta(
      rest("GET", "/api/admin/community/report/get", {
        tag: "Community, administration",
        summary: "Messages whose reports wait for a decision, whichever was reported first",
      }),
    )
    .input(pageInput)
    .output(listOf(reportDto))
    .query(({ ctx, input }) => listReports(ctx, input.page)),
});
