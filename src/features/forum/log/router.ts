import { dataOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { logDto, memberDto, moderatorsDto } from "./dto";
import { listActs, listModerators, memberRecord } from "./queries";
import { logInput, memberInput } from "./schema";

const tag = "Community, administration";
const P = "/api/admin/community/log";

export const logRouter = router({
  list: adminProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What moderators did, the newest first; of one of them, about one member, of one kind" }))
    .input(logInput)
    .output(logDto)
    .query(({ ctx, input }) => listActs(ctx, input)),

  moderators: adminProcedure
    .meta(rest("GET", `${P}/moderator/get`, { tag, summary: "Those who may moderate, and who once did" }))
    .output(dataOf(moderatorsDto))
    .query(async ({ ctx }) => ({ data: await listModerators(ctx) })),

  member: adminProcedure
    .meta(rest("POST", `${P}/member/view`, { tag, summary: "How a member has behaved so far" }))
    .input(memberInput)
    .output(dataOf(memberDto))
    .query(async ({ ctx, input }) => ({ data: await memberRecord(ctx, input.memberId) })),
});
