import { adminProcedure, rest, router, spending } from "@/server/api/trpc";
import { exportDto } from "./dto";
import { exportCsv, exportJson } from "./queries";
import { exportInput } from "./schema";

const tag = "Question bank, editing";
const A = "/api/admin/practice/export";

export const exportsRouter = router({
  csv: adminProcedure
    .use(spending("drawing"))
    .meta(rest("POST", `${A}/csv`, { tag, summary: "The question bank, or a category of it, as a table", file: "text/csv; charset=utf-8" }))
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
