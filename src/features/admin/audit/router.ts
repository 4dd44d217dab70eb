import { dataOf } from "@/lib/list-schemas";
import { rest, router, superProcedure } from "@/server/api/trpc";
import { actorsDto, auditDto, auditFileDto } from "./dto";
import { exportAudit } from "./mutations";
import { listActors, listAudit } from "./queries";
import { auditInput, exportInput } from "./schema";

const tag = "Administration";
const P = "/api/super/admin/audit";

export const auditRouter = router({
  list: superProcedure
    .meta(
      rest("GET", `${P}/get`, {
        tag,
        summary: "What those who run the service did, the newest first: who, what, about whom, in which days",
        description: "Days are those of UTC, or by the clocks of `timeZone` where it is named.",
      }),
    )
    .input(auditInput)
    .output(auditDto)
    .query(({ ctx, input }) => listAudit(ctx, input)),

  actors: superProcedure
    .meta(rest("GET", `${P}/actor/get`, { tag, summary: "Those of whom the audit log tells" }))
    .output(dataOf(actorsDto))
    .query(async ({ ctx }) => ({ data: await listActors(ctx) })),

  export: superProcedure
    .meta(
      rest("POST", `${P}/export`, {
        tag,
        summary: "The entries that fit as CSV or JSON; the export is itself noted",
        description: "Days are those of UTC, or by the clocks of `timeZone` where it is named.",
      }),
    )
    .input(exportInput)
    .output(dataOf(auditFileDto))
    .mutation(async ({ ctx, input }) => ({ data: await exportAudit(ctx, input) })),
});
