import { z } from "zod";
import { isTimeZone } from "@/lib/days";
import { MAIL_RHYTHMS, NOTIFICATION_CHANNELS, NOTIFICATION_EVENTS } from "@/lib/enums/notifications";
import { pageInput } from "@/lib/list-schemas";

export const notificationsInput = pageInput.extend({ unread: z.boolean().default(false) });
export const notificationInput = z.strictObject({ uid: z.uuid() });
/** Whoever sends nothing at all means all of them. */
export const readAllInput = z
  .strictObject({
    until: z.iso
      .datetime({ offset: true })
      .meta({
        description:
          "The latest moment at which any that whoever marks them has seen last moved: what came or rose since stays unread. Without it all are meant.",
      })
      .optional(),
  })
  .default({});

export const settingsInput = z.strictObject({
  mailRhythm: z.enum(MAIL_RHYTHMS),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, "timeZone")
    .meta({ description: "Of whoever chooses: by it mornings come where their profile names no zone yet, which then names this one." })
    .optional(),
});

export const preferenceInput = z.strictObject({
  event: z.enum(NOTIFICATION_EVENTS),
  channel: z.enum(NOTIFICATION_CHANNELS),
  enabled: z.boolean(),
});
