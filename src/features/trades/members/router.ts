import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure, ownerProcedure } from "@/server/api/workspace";
import { leftDto, membersDto } from "./dto";
import { changeRole, leaveWorkspace, removeMember, transferWorkspace } from "./mutations";
import { listMembers } from "./queries";
import { memberInput, memberRoleInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/member";

export const membersRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Who is in a workspace; addresses for those who manage it" }))
    .input(workspaceInput)
    .output(dataOf(membersDto))
    .query(async ({ ctx }) => ({ data: await listMembers(ctx) })),

  setRole: ownerProcedure
    .meta(rest("POST", `${P}/role/save`, { tag, summary: "Make a member a manager, or the other way round", once: true }))
    .input(memberRoleInput)
    .output(dataOf(membersDto))
    .mutation(async ({ ctx, input }) => ({ data: await changeRole(ctx, input) })),

  remove: managerProcedure
    .meta(rest("POST", `${P}/remove`, { tag, summary: "Take somebody out of a workspace", once: true }))
    .input(memberInput)
    .output(dataOf(membersDto))
    .mutation(async ({ ctx, input }) => ({ data: await removeMember(ctx, input) })),

  leave: memberProcedure
    .meta(rest("POST", `${P}/leave`, { tag, summary: "Leave a workspace; its owner hands it over first", once: true }))
    .input(workspaceInput)
    .output(dataOf(leftDto))
    .mutation(async ({ ctx }) => {
      await leaveWorkspace(ctx);
      return { data: { left: true as const } };
    }),

  transfer: ownerProcedure
    .meta(rest("POST", `${P}/transfer`, { tag, summary: "Make somebody else the owner of a workspace", once: true }))
    .input(memberInput)
    .output(dataOf(membersDto))
    .mutation(async ({ ctx, input }) => ({ data: await transferWorkspace(ctx, input) })),
});
