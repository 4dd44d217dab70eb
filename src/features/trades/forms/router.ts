import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { formDeletedDto, formDto, formsDto, openFormsDto } from "./dto";
import { archiveForm, deleteForm, publishForm, saveForm } from "./mutations";
import { listForms, listOpenForms, viewForm } from "./queries";
import { formArchiveInput, formOfInput, formSaveInput, formSeenInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/form";

export const formsRouter = router({
  list: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's forms as they are being built, by name" }))
    .input(workspaceInput)
    .output(dataOf(formsDto))
    .query(async ({ ctx }) => ({ data: await listForms(ctx) })),

  open: memberProcedure
    .meta(rest("GET", `${P}/open/get`, { tag, summary: "The forms that can be filled in, by name" }))
    .input(workspaceInput)
    .output(dataOf(openFormsDto))
    .query(async ({ ctx }) => ({ data: await listOpenForms(ctx) })),

  view: managerProcedure
    .meta(rest("GET", `${P}/view/get`, { tag, summary: "One form as it is being built" }))
    .input(formOfInput)
    .output(dataOf(formDto))
    .query(async ({ ctx, input }) => ({ data: await viewForm(ctx, input.uid) })),

  save: managerProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Keep a form as it is being built, or with uid and version change one",
        description: "Each field has an `id` of its own.",
        creates: true,
      }),
    )
    .input(formSaveInput)
    .output(dataOf(formDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveForm(ctx, input) })),

  publish: managerProcedure
    .meta(rest("POST", `${P}/publish`, { tag, summary: "Make what is being built the version that is filled in", once: true }))
    .input(formSeenInput)
    .output(dataOf(formDto))
    .mutation(async ({ ctx, input }) => ({ data: await publishForm(ctx, input) })),

  archive: managerProcedure
    .meta(rest("POST", `${P}/archive`, { tag, summary: "Lay a form aside, or take it up again", once: true }))
    .input(formArchiveInput)
    .output(dataOf(formDto))
    .mutation(async ({ ctx, input }) => ({ data: await archiveForm(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete a form that was never published", once: true }))
    .input(formSeenInput)
    .output(dataOf(formDeletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteForm(ctx, input);
      return { data: { deleted: true as const } };
    }),
});
