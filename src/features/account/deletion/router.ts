import { z } from "zod";
import { holdingsDto } from "@/features/account/dto";
import { dataOf } from "@/lib/list-schemas";
import { recentProcedure, rest, router, spending, userProcedure } from "@/server/api/trpc";
import { cancelDeletion, requestDeletion } from "./mutations";
import { holdings } from "./queries";

const tag = "Account data";
const P = "/api/user/personalization/account/deletion";

export const deletionRouter = router({
  holdings: userProcedure
    .meta(rest("GET", `${P}/holdings/get`, { tag, summary: "How much would go with the account" }))
    .output(dataOf(holdingsDto))
    .query(async ({ ctx }) => ({ data: await holdings(ctx) })),

  request: recentProcedure
    .use(spending("mail"))
    .meta(rest("POST", `${P}/request`, { tag, summary: "Ask for the account's end; it can be taken back for 14 days", once: true }))
    .output(dataOf(z.object({ erasedOn: z.string().nullable() })))
    .mutation(async ({ ctx }) => ({ data: await requestDeletion(ctx) })),

  cancel: userProcedure
    .meta(rest("POST", `${P}/cancel`, { tag, summary: "Keep the account after all", once: true }))
    .output(dataOf(z.object({ erasedOn: z.string().nullable() })))
    .mutation(async ({ ctx }) => {
      await cancelDeletion(ctx);
      return { data: { erasedOn: null } };
    }),
});
