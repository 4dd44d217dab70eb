import { dataOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { assignmentsRouter } from "./assignments/router";
import { careRouter } from "./care/router";
import { overviewDto } from "./dto";
import { insightsRouter } from "./insights/router";
import { getOverview } from "./queries";
import { requestsRouter } from "./requests/router";
import { reviewsRouter } from "./reviews/router";

export const peerReviewRouter = router({
  overview: userProcedure
    .meta(
      rest("GET", "/api/user/personalization/peer-review/overview/get", {
        tag: "Peer review",
        summary: "What one gave and asked for, what one has for review now, and how long a first review takes these days",
      }),
    )
    .output(dataOf(overviewDto))
    .query(async ({ ctx }) => ({ data: await getOverview(ctx) })),

  requests: requestsRouter,
  assignments: assignmentsRouter,
  reviews: reviewsRouter,
  insights: insightsRouter,
  care: careRouter,
});
