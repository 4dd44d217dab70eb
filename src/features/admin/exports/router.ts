import { adminProcedure, rest, router, spending } from "@/server/api/trpc";
import { exportDto } from "./dto";
import { exportCsv, exportJson } from "./queries";
import { exportInput } from "./schema";

const tag = "Administration";
const A = "/api/admin/export";

export const exportsRouter = router({
  csv: adminProcedure
    .use(spending("drawing"))
    .meta(
      rest("POST", `${A}/csv`, {
        tag,
        summary: "A kind of content as a table, parted by semicolons in French and Vietnamese; of the question bank also one category",
        file: "text/csv; charset=utf-8",
      }),
    )
    .input(exportInput)
    .output(exportDto)
    .query(({ ctx, input }) => exportCsv(ctx, input)),

  json: adminProcedure
    .use(spending("drawing"))
    .meta(rest("POST", `${A}/json`, { tag, summary: "The same for programs", file: "application/json" }))
    .input(exportInput)
    .output(exportDto)
    .query(({ ctx, input }) => exportJson(ctx, input)),
});
