import { z } from "zod";
import { MAIL_RHYTHMS, NOTIFICATION_CHANNELS, NOTIFICATION_EVENTS } from "@/lib/enums/notifications";
import { pageInput } from "@/lib/pagination";

export const notificationsInput = pageInput.extend({ unread: z.boolean().default(false) });
export const notificationInput = z.strictObject({ uid: z.uuid() });
export const settingsInput = z.strictObject({ mailRhythm: z.enum(MAIL_RHYTHMS) });

export const preferenceInput = z.strictObject({
  event: z.enum(NOTIFICATION_EVENTS),
  channel: z.enum(NOTIFICATION_CHANNELS),
  enabled: z.boolean(),
});
