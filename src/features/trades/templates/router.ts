import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { templateAppliedDto, templatesDto } from "./dto";
import { applyTemplate, deleteTemplate, saveTemplate } from "./mutations";
import { listTemplates } from "./queries";
import { templateApplyInput, templateDeleteInput, templateSaveInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/template";

export const templatesRouter = router({
  list: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What kinds of jobs take, by name" }))
    .input(workspaceInput)
    .output(dataOf(templatesDto))
    .query(async ({ ctx }) => ({ data: await listTemplates(ctx) })),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Keep a job template, or with uid and version change one", creates: true }))
    .input(templateSaveInput)
    .output(dataOf(templatesDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveTemplate(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete a job template; tasks that were made by it stay", once: true }))
    .input(templateDeleteInput)
    .output(dataOf(templatesDto))
    .mutation(async ({ ctx, input }) => ({ data: await deleteTemplate(ctx, input) })),

  use: managerProcedure
    .meta(rest("POST", `${P}/use`, { tag, summary: "Make a job's tasks by a template", creates: true }))
    .input(templateApplyInput)
    .output(dataOf(templateAppliedDto))
    .mutation(async ({ ctx, input }) => ({ data: await applyTemplate(ctx, input) })),
});
