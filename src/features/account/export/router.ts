import { z } from "zod";
import { exportDto } from "@/features/account/dto";
import { uidInput } from "@/lib/inputs";
import { dataOf } from "@/lib/list-schemas";
import { recentProcedure, rest, router, userProcedure } from "@/server/api/trpc";
import { requestExport } from "./mutations";
import { exportLink, latestExport } from "./queries";

const tag = "Account data";
const P = "/api/user/personalization/account/export";
const exportAnswer = dataOf(exportDto.nullable());

export const exportRouter = router({
  latest: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "The archive that was asked for last" }))
    .output(exportAnswer)
    .query(async ({ ctx }) => ({ data: await latestExport(ctx) })),

  request: userProcedure
    .meta(rest("POST", `${P}/request`, { tag, summary: "Ask for an archive of everything the account holds", once: true }))
    .output(exportAnswer)
    .mutation(async ({ ctx }) => {
      await requestExport(ctx);
      return { data: await latestExport(ctx) };
    }),

  // All that somebody has ever said: not for whoever finds a screen that was left open.
  link: recentProcedure
    .meta(rest("POST", `${P}/link`, { tag, summary: "The address of an archive that is ready, for an hour" }))
    .input(uidInput)
    .output(dataOf(z.object({ link: z.string() })))
    .mutation(async ({ ctx, input }) => ({ data: { link: await exportLink(ctx, input.uid) } })),
});
