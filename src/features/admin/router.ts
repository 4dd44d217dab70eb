import { serviceRouter } from "@/features/service/router";
import { listOf, pageInput } from "@/lib/list-schemas";
import { rest, router, superProcedure } from "@/server/api/trpc";
import { announcementsRouter } from "./announcements/router";
import { areasRouter } from "./areas/router";
import { auditRouter } from "./audit/router";
import { keptMailDto } from "./dto";
import { exportsRouter } from "./exports/router";
import { homeRouter } from "./home/router";
import { importsRouter } from "./imports/router";
import { operationsRouter } from "./operations/router";
import { peopleRouter } from "./people/router";
import { plansRouter } from "./plans/router";
import { listKeptMails } from "./queries";
import { settingsRouter } from "./settings/router";
import { viewingsRouter } from "./viewings/router";

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
  imports: importsRouter,
  exports: exportsRouter,
  operations: operationsRouter,
  announcements: announcementsRouter,
  areas: areasRouter,
  audit: auditRouter,
  plans: plansRouter,
  service: serviceRouter,
  settings: settingsRouter,
  viewings: viewingsRouter,
});
