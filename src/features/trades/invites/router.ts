import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { invitationDto, invitesDto, joinedDto } from "./dto";
import { acceptInvite, revokeInvite, sendInvite } from "./mutations";
import { listInvites, previewInvite } from "./queries";
import { invitationInput, inviteInput, inviteOfInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/invite";

export const invitesRouter = router({
  list: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Who is invited to a workspace and has not come yet" }))
    .input(workspaceInput)
    .output(dataOf(invitesDto))
    .query(async ({ ctx }) => ({ data: await listInvites(ctx) })),

  send: managerProcedure
    .meta(rest("POST", `${P}/send`, { tag, summary: "Mail somebody a way into a workspace", creates: true }))
    .use(spending("mail"))
    .input(inviteInput)
    .output(dataOf(invitesDto))
    .mutation(async ({ ctx, input }) => ({ data: await sendInvite(ctx, input) })),

  revoke: managerProcedure
    .meta(rest("POST", `${P}/revoke`, { tag, summary: "Take an invitation back", once: true }))
    .input(inviteOfInput)
    .output(dataOf(invitesDto))
    .mutation(async ({ ctx, input }) => ({ data: await revokeInvite(ctx, input) })),

  preview: userProcedure
    .meta(rest("POST", `${P}/preview`, { tag, summary: "What the link of an invitation leads into" }))
    .input(invitationInput)
    .output(dataOf(invitationDto))
    // No question in an address: the token stands in no log.
    .mutation(async ({ ctx, input }) => ({ data: await previewInvite(ctx, input.token) })),

  accept: userProcedure
    .meta(rest("POST", `${P}/accept`, { tag, summary: "Take up an invitation by its link", once: true }))
    .input(invitationInput)
    .output(dataOf(joinedDto))
    .mutation(async ({ ctx, input }) => ({ data: await acceptInvite(ctx, input.token) })),
});
