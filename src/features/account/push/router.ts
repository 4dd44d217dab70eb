import { z } from "zod";
import { dataOf } from "@/lib/list-schemas";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { removePushSubscription, savePushSubscription, testPush } from "./mutations";
import { endpointInput, subscriptionInput } from "./schema";

const tag = "Notifications";
const P = "/api/user/notifications/push";

export const pushRouter = router({
  key: userProcedure
    .meta(rest("GET", `${P}/key/get`, { tag, summary: "The key with which browsers subscribe to pushes (VAPID)" }))
    .output(dataOf(z.object({ publicKey: z.string() })))
    .query(({ ctx }) => ({ data: { publicKey: ctx.push.publicKey } })),

  subscribe: userProcedure
    .meta(rest("POST", `${P}/subscribe`, { tag, summary: "Send pushes to this browser while its session is not ended" }))
    .input(subscriptionInput)
    .output(dataOf(z.object({ subscribed: z.literal(true) })))
    .mutation(async ({ ctx, input }) => {
      await savePushSubscription(ctx, input);
      return { data: { subscribed: true as const } };
    }),

  unsubscribe: userProcedure
    .meta(rest("POST", `${P}/unsubscribe`, { tag, summary: "Send no more pushes to this browser" }))
    .input(endpointInput)
    .output(dataOf(z.object({ subscribed: z.literal(false) })))
    .mutation(async ({ ctx, input }) => {
      await removePushSubscription(ctx, input.endpoint);
      return { data: { subscribed: false as const } };
    }),

  test: userProcedure
    .use(spending("mail"))
    .meta(rest("POST", `${P}/test`, { tag, summary: "Send one push to this browser now" }))
    .input(endpointInput)
    .output(dataOf(z.object({ taken: z.boolean() })))
    .mutation(async ({ ctx, input }) => ({ data: { taken: await testPush(ctx, input.endpoint) } })),
});
