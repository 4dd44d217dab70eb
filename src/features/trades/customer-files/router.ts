import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { customersFileDto, fileAppliedDto, filePlanDto } from "./dto";
import { applyFile } from "./mutations";
import { checkFile, exportFile } from "./queries";
import { fileApplyInput, fileCheckInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/customerfile";

export const customerFilesRouter = router({
  export: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's customers as a CSV file, parted by semicolons in French and Vietnamese" }))
    .input(workspaceInput)
    .output(dataOf(customersFileDto))
    .query(async ({ ctx }) => ({ data: await exportFile(ctx) })),

  check: managerProcedure
    .meta(rest("POST", `${P}/check`, { tag, summary: "What a CSV file of customers would do, without doing it" }))
    .input(fileCheckInput)
    .output(dataOf(filePlanDto))
    .mutation(async ({ ctx, input }) => ({ data: await checkFile(ctx, input) })),

  take: managerProcedure
    .meta(rest("POST", `${P}/take`, { tag, summary: "Do what a CSV file of customers says, all of it or nothing", once: true }))
    .input(fileApplyInput)
    .output(dataOf(fileAppliedDto))
    .mutation(async ({ ctx, input }) => ({ data: await applyFile(ctx, input) })),
});
