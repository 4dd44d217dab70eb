import { z } from "zod";
import { sessionDto } from "@/features/account/dto";
import { uidInput } from "@/lib/inputs";
import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { endAllSessions, endOtherSessions, endOwnSession } from "./mutations";
import { listSessions } from "./queries";

const tag = "Account";
const P = "/api/user/personalization/account/session";

export const sessionsRouter = router({
  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Devices that are signed in" }))
    .output(listOf(sessionDto))
    .query(({ ctx }) => listSessions(ctx)),

  end: userProcedure
    .meta(rest("POST", `${P}/end`, { tag, summary: "Sign out one device", once: true }))
    .input(uidInput)
    .output(dataOf(z.object({ ended: z.literal(true) })))
    .mutation(async ({ ctx, input }) => {
      await endOwnSession(ctx, input.uid);
      return { data: { ended: true as const } };
    }),

  endOthers: userProcedure
    .meta(rest("POST", `${P}/end/others`, { tag, summary: "Sign out every other device" }))
    .output(dataOf(z.object({ ended: z.int() })))
    .mutation(async ({ ctx }) => ({ data: { ended: await endOtherSessions(ctx) } })),

  endAll: userProcedure
    .meta(rest("POST", `${P}/end/all`, { tag, summary: "Sign out everywhere, here too" }))
    .output(dataOf(z.object({ ended: z.int() })))
    .mutation(async ({ ctx }) => ({ data: { ended: await endAllSessions(ctx) } })),
});
