import { z } from "zod";
import { dataOf } from "@/lib/list-schemas";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { authorDto, memberDto } from "./dto";
import { saveMember } from "./mutations";
import { myMember, suggestMembers } from "./queries";
import { memberInput, suggestInput } from "./schema";

const tag = "Community";
const P = "/api/user/personalization/community/member";

export const membersRouter = router({
  me: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Oneself as the community sees one, or would" }))
    .output(dataOf(memberDto))
    .query(async ({ ctx }) => ({ data: await myMember(ctx) })),

  save: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/save`, { tag, summary: "Choose the name and the handle that the community sees" }))
    .input(memberInput)
    .output(dataOf(memberDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveMember(ctx, input) })),

  suggest: userProcedure
    .use(spending("reading"))
    .meta(rest("GET", `${P}/suggest`, { tag, summary: "Members whose handle or name begins like this" }))
    .input(suggestInput)
    .output(dataOf(z.array(authorDto)))
    .query(async ({ ctx, input }) => ({ data: await suggestMembers(ctx, input) })),
});
