import { z } from "zod";
import { isTimeZone } from "@/lib/days";
import { MAIL_RHYTHMS, NOTIFICATION_CHANNELS, NOTIFICATION_EVENTS } from "@/lib/enums/notifications";
import { pageInput } from "@/lib/pagination";

export const notificationsInput = pageInput.extend({ unread: z.boolean().default(false) });
export const notificationInput = z.strictObject({ uid: z.uuid() });
/**
 * With the latest moment at which any that whoever marks them has seen last moved: what came or rose since stays unread. Without it all are meant, as
 * by who sends nothing at all.
 */
export const readAllInput = z.strictObject({ until: z.iso.datetime({ offset: true }).optional() }).default({});

export const settingsInput = z.strictObject({
  mailRhythm: z.enum(MAIL_RHYTHMS),
  /** Of whoever chooses: by it mornings come where their profile names no zone yet, which then names this one. */
  timeZone: z.string().max(64).refine(isTimeZone, "timeZone").optional(),
});

export const preferenceInput = z.strictObject({
  event: z.enum(NOTIFICATION_EVENTS),
  channel: z.enum(NOTIFICATION_CHANNELS),
  enabled: z.boolean(),
});
