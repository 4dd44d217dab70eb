import { listOf, pageInput } from "@/lib/pagination";
import { rest, router, superProcedure } from "@/server/api/trpc";
import { keptMailDto } from "./dto";
import { homeRouter } from "./home/router";
import { operationsRouter } from "./operations/router";
import { peopleRouter } from "./people/router";
import { listKeptMails } from "./queries";

export const adminRouter = router({
  people: peopleRouter,

  mails: superProcedure
    .meta(
      rest("GET", "/api/super/admin/mails/get", {
        tag: "Administration",
        summary: "Mails that were kept because no mail server is configured",
      }),
    )
    .input(pageInput)
    .output(listOf(keptMailDto))
    .query(({ ctx, input }) => listKeptMails(ctx, input.page)),

  home: homeRouter,
  operations: operationsRouter,
});
