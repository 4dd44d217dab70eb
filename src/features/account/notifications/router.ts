import { z } from "zod";
import { pushRouter } from "@/features/account/push/router";
import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { saveSettings } from "../preferences/mutations";
import { notificationDto, notificationSettingsDto, unreadDto } from "./dto";
import { markAllRead, markRead, markUnread } from "./mutations";
import { countUnread, getSettings, listNotifications } from "./queries";
import { notificationInput, notificationsInput, readAllInput, settingsInput } from "./schema";

const tag = "Notifications";
const P = "/api/user/notifications";

export const notificationsRouter = router({
  push: pushRouter,

  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What somebody was told, the newest first; all or only what is unread" }))
    .input(notificationsInput)
    .output(listOf(notificationDto))
    .query(({ ctx, input }) => listNotifications(ctx, input)),

  unread: userProcedure
    .meta(rest("GET", `${P}/unread/get`, { tag, summary: "How many are unread" }))
    .output(dataOf(unreadDto))
    .query(async ({ ctx }) => ({ data: { unread: await countUnread(ctx) } })),

  read: userProcedure
    .meta(rest("POST", `${P}/read`, { tag, summary: "Mark one as read" }))
    .input(notificationInput)
    .output(dataOf(z.object({ read: z.literal(true) })))
    .mutation(async ({ ctx, input }) => {
      await markRead(ctx, input.uid);
      return { data: { read: true as const } };
    }),

  unreadOne: userProcedure
    .meta(rest("POST", `${P}/unread`, { tag, summary: "Mark one as unread" }))
    .input(notificationInput)
    .output(dataOf(z.object({ read: z.literal(false) })))
    .mutation(async ({ ctx, input }) => {
      await markUnread(ctx, input.uid);
      return { data: { read: false as const } };
    }),

  readAll: userProcedure
    .meta(rest("POST", `${P}/read/all`, { tag, summary: "Mark all as read, or what was told until a moment" }))
    .input(readAllInput)
    .output(dataOf(z.object({ read: z.int() })))
    .mutation(async ({ ctx, input }) => ({ data: { read: await markAllRead(ctx, input.until) } })),

  settings: userProcedure
    .meta(rest("GET", `${P}/settings/get`, { tag, summary: "When mails about what was not seen go out" }))
    .output(dataOf(notificationSettingsDto))
    .query(async ({ ctx }) => ({ data: await getSettings(ctx) })),

  saveSettings: userProcedure
    .meta(rest("POST", `${P}/settings/save`, { tag, summary: "Choose when mails about what was not seen go out" }))
    .input(settingsInput)
    .output(dataOf(notificationSettingsDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveSettings(ctx, input) })),
});
