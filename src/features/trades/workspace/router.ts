import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { managerProcedure, memberProcedure, ownerProcedure } from "@/server/api/workspace";
import { workspaceDeletedDto, workspaceDto, workspacesDto } from "./dto";
import { createWorkspace, deleteWorkspace, saveWorkspace } from "./mutations";
import { listWorkspaces, viewWorkspace } from "./queries";
import { workspaceDeleteInput, workspaceFields, workspaceSaveInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/workspace";

export const workspaceRouter = router({
  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "The workspaces that one belongs to" }))
    .output(dataOf(workspacesDto))
    .query(async ({ ctx }) => ({ data: await listWorkspaces(ctx) })),

  create: userProcedure
    .meta(rest("POST", `${P}/create`, { tag, summary: "Make a workspace of one's own", creates: true }))
    .input(workspaceFields)
    .output(dataOf(workspaceDto))
    .mutation(async ({ ctx, input }) => ({ data: await createWorkspace(ctx, input) })),

  view: memberProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One workspace with its settings" }))
    .input(workspaceInput)
    .output(dataOf(workspaceDto))
    .query(async ({ ctx }) => ({ data: await viewWorkspace(ctx) })),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Change a workspace's settings", once: true }))
    .input(workspaceSaveInput)
    .output(dataOf(workspaceDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveWorkspace(ctx, input) })),

  delete: ownerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete one's workspace with all that is in it, for good", once: true }))
    .input(workspaceDeleteInput)
    .output(dataOf(workspaceDeletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteWorkspace(ctx, input.name);
      return { data: { deleted: true as const } };
    }),
});
