import { addDays, dayIn, instantAt } from "@/lib/days";
import { MINUTE_MS } from "@/lib/durations";
import type { Role } from "@/lib/enums/account";
import {
  type MailRhythm,
  NOTIFICATION_EVENTS,
  type NotificationChannel,
  type NotificationEvent,
  type NotificationKind,
} from "@/lib/enums/notifications";
import { roughly } from "@/lib/roughly";

/** Whether an event is told by a way unless somebody chose otherwise; "always" is not for choosing. */
type Told = boolean | "always";

/**
 * Which events are told by which ways. Under the bell stands everything: what is not wanted there is read by opening it once.
 * Mails about safety and money always come, because whoever got in must not be able to keep them from the owner.
 */
export const NOTIFICATION_DEFAULTS: Record<NotificationEvent, Record<NotificationChannel, Told>> = {
  support: { email: true, push: true },
  recording_played: { email: false, push: false },
  export_ready: { email: true, push: true },
  billing: { email: "always", push: true },
  new_device: { email: true, push: true },
  security: { email: "always", push: true },
  support_inbox: { email: true, push: true },
  community: { email: true, push: true },
  community_watched: { email: true, push: false },
  community_reports: { email: true, push: true },
  peer_review: { email: true, push: true },
  peer_review_care: { email: true, push: true },
  viewings: { email: true, push: true },
  trades: { email: true, push: true },
};

/** Events that only these roles ever hear of, and choose about. */
const FOR_ROLES: Partial<Record<NotificationEvent, readonly Role[]>> = {
  support_inbox: ["admin", "super_admin"],
  community_reports: ["admin", "super_admin"],
  peer_review_care: ["admin", "super_admin"],
  viewings: ["admin", "super_admin"],
};

export const isEventFor = (event: NotificationEvent, role: Role): boolean => FOR_ROLES[event]?.includes(role) ?? true;

/** What somebody of a role does not hear of. */
export const eventsNotFor = (role: Role): NotificationEvent[] => NOTIFICATION_EVENTS.filter((event) => !isEventFor(event, role));

export const isChoosable = (event: NotificationEvent, channel: NotificationChannel): boolean =>
  NOTIFICATION_DEFAULTS[event][channel] !== "always";

/** Kinds that tell what somebody did just then of whom their reader must not know who it is. */
export const OF_STRANGERS: readonly NotificationKind[] = [
  ...(["review_first", "review_all", "review_thanked", "review_retake"] as const),
  // Both sides of a review hear of a decision in the same moment.
  ...(["review_decided", "review_own_decided"] as const),
];

/** An instant of a notice, as far as it is told. */
export const toldAt = (kind: NotificationKind, at: Date): string => (OF_STRANGERS.includes(kind) ? roughly(at) : at.toISOString());

interface Choice {
  event: NotificationEvent;
  channel: NotificationChannel;
  enabled: boolean;
}

export function isNotified(event: NotificationEvent, channel: NotificationChannel, chosen: Choice[]): boolean {
  const told = NOTIFICATION_DEFAULTS[event][channel];
  if (told === "always") return true;
  return chosen.find((entry) => entry.event === event && entry.channel === channel)?.enabled ?? told;
}

/** What is read within this time is not mailed. */
export const MAIL_AFTER_MINUTES = 2;
/** While more comes in, a mail waits for it, so that it is one; at most so long. */
export const MAIL_LATEST_MINUTES = 10;
/** What was mailed, is still unread and goes on is not mailed again before this. */
export const MAIL_AGAIN_MINUTES = 60;
/** When, on the person's own clock, the one mail a day is sent. */
const MORNING = "08:00";

/** When what happens now is due to be mailed, if it is not read before. */
export function mailDue(now: Date, rhythm: MailRhythm, timeZone: string | null): Date {
  const soon = new Date(now.getTime() + MAIL_AFTER_MINUTES * MINUTE_MS);
  return rhythm === "promptly" ? soon : nextMorning(soon, timeZone ?? "UTC");
}

/** The next time, from an instant on, at which clocks in a zone show eight in the morning. */
export function nextMorning(from: Date, timeZone: string): Date {
  const today = dayIn(from, timeZone);
  const morning = instantAt(today, MORNING, timeZone);
  return morning >= from ? morning : instantAt(addDays(today, 1), MORNING, timeZone);
}
