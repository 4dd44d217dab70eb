import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { MAIL_RHYTHMS, NOTIFICATION_CHANNELS, NOTIFICATION_EVENTS, NOTIFICATION_KINDS } from "@/lib/enums/notifications";

/** A notification as its owner reads it, in the language that they ask in. */
export const notificationDto = z.object({
  uid: z.uuid(),
  event: z.enum(NOTIFICATION_EVENTS),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  body: z.string(),
  href: z.string().meta({ description: "A path of this site." }),
  count: z.int().meta({ description: "How many things it stands for." }),
  createdAt: instant,
  updatedAt: instant,
  read: z.boolean(),
});

export const preferenceDto = z.object({
  event: z.enum(NOTIFICATION_EVENTS),
  channel: z.enum(NOTIFICATION_CHANNELS),
  enabled: z.boolean(),
});

export const notificationSettingsDto = z.object({ mailRhythm: z.enum(MAIL_RHYTHMS) });

export const unreadDto = z.object({ unread: z.int() });
