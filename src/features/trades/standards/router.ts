import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { standardsDto } from "../tasks/dto";
import { listStandards } from "../tasks/queries";
import { standardSaveInput, standardUseInput, taskDeleteInput, taskOrderInput } from "../tasks/schema";
import { standardsUsedDto } from "./dto";
import { addFromStandards, deleteStandard, orderStandard, saveStandard } from "./mutations";

const tag = "Trades";
const P = "/api/user/personalization/trades/standardtask";

export const standardsRouter = router({
  list: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What the workspace does again and again" }))
    .input(workspaceInput)
    .output(dataOf(standardsDto))
    .query(async ({ ctx }) => ({ data: await listStandards(ctx) })),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Keep a standard task, or with uid and version change one", creates: true }))
    .input(standardSaveInput)
    .output(dataOf(standardsDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveStandard(ctx, input) })),

  order: managerProcedure
    .meta(rest("POST", `${P}/order`, { tag, summary: "Give a standard task another place", once: true }))
    .input(taskOrderInput)
    .output(dataOf(standardsDto))
    .mutation(async ({ ctx, input }) => ({ data: await orderStandard(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete a standard task; tasks that were made of it stay", once: true }))
    .input(taskDeleteInput)
    .output(dataOf(standardsDto))
    .mutation(async ({ ctx, input }) => ({ data: await deleteStandard(ctx, input) })),

  use: managerProcedure
    .meta(rest("POST", `${P}/use`, { tag, summary: "Make tasks for a job of standard tasks", creates: true }))
    .input(standardUseInput)
    .output(dataOf(standardsUsedDto))
    .mutation(async ({ ctx, input }) => ({ data: await addFromStandards(ctx, input) })),
});
