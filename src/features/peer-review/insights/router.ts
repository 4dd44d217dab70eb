import { dataOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { calibrationDto, reviewingDto } from "./dto";
import { getCalibration, getReviewing } from "./queries";

const tag = "Peer review";
const P = "/api/user/personalization/peer-review/calibration";

export const insightsRouter = router({
  calibration: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "How one rates own takes beside how others do, over time" }))
    .output(dataOf(calibrationDto))
    .query(async ({ ctx }) => ({ data: await getCalibration(ctx) })),

  reviewing: userProcedure
    .meta(
      rest("GET", `${P}/reviewing/get`, { tag, summary: "How one rates others' takes beside how other reviewers of the same takes do" }),
    )
    .output(dataOf(reviewingDto))
    .query(async ({ ctx }) => ({ data: await getReviewing(ctx) })),
});
