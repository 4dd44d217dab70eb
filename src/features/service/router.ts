import { dataOf } from "@/lib/list-schemas";
import { publicProcedure, rest, router } from "@/server/api/trpc";
import { serviceDto } from "./dto";
import { serviceNow } from "./queries";

/** What every page asks; the only thing here that is for everybody. */
export const serviceRouter = router({
  now: publicProcedure
    .meta(
      rest("GET", "/api/service/get", {
        tag: "Service",
        summary: "Announcements, maintenance, and the areas that are closed",
        token: "helps",
        open: true,
      }),
    )
    .output(dataOf(serviceDto))
    .query(async ({ ctx }) => ({ data: await serviceNow(ctx) })),
});
