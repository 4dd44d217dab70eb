import { and, count, desc, eq, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import { PAGE_SIZE } from "@/lib/constants";
import type { Role } from "@/lib/enums/account";
import { NOTIFICATION_EVENTS, NOTIFICATION_KINDS, type NotificationChannel, type NotificationEvent } from "@/lib/enums/notifications";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import { type Executor, prepared } from "@/server/db/client";
import { notificationPreferences, notificationSettings, notifications, users, workspaceMembers } from "@/server/db/schema";
import { readableValues, serverText } from "@/server/text";
import { eventsNotFor, isChoosable, isEventFor, isNotified, NOTIFICATION_DEFAULTS, toldAt } from "./rules";

export type NotificationRow = typeof notifications.$inferSelect;

/** What this release has words for. While a newer one is brought in, the rest is that one's to mail and to push: it stays due until then. */
export const tellable = and(inArray(notifications.kind, NOTIFICATION_KINDS), inArray(notifications.event, NOTIFICATION_EVENTS));

/** The same of a row. */
export const isTellable = ({ kind, event }: Pick<NotificationRow, "kind" | "event">): boolean =>
  NOTIFICATION_KINDS.includes(kind) && NOTIFICATION_EVENTS.includes(event);

/** What a notification says, in a reader's language and on their clock. */
export function wordsOf(row: Pick<NotificationRow, "kind" | "values" | "count">, locale: Locale, timeZone: string | null) {
  const values = readableValues(locale, { ...row.values, count: row.count, timeZone: timeZone ?? "" });
  const say = (part: "title" | "body") => serverText(locale, `notifications.kinds.${row.kind}.${part}`, values);
  return { title: say("title"), body: say("body") };
}

/** What somebody hears of: whoever lacks the second factor that their role asks for hears what everybody hears. */
export const heardBy = (role: Role) => notInArray(notifications.event, eventsNotFor(role));

/** One's own, what moved last first. */
export async function listNotifications({ db, actor, locale }: UserContext, { page, unread }: { page: number; unread: boolean }) {
  const own = and(eq(notifications.userId, actor.id), heardBy(actor.role), unread ? isNull(notifications.readAt) : undefined);
  const [rows, [all], [reader]] = await Promise.all([
    db
      .select()
      .from(notifications)
      .where(own)
      .orderBy(desc(notifications.updatedAt), desc(notifications.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ n: count() }).from(notifications).where(own),
    db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, actor.id)),
  ]);
  const data = rows.map((row) => ({
    uid: row.id,
    event: row.event,
    kind: row.kind,
    ...wordsOf(row, locale, reader?.timeZone ?? null),
    href: row.href,
    count: row.count,
    createdAt: toldAt(row.kind, row.createdAt),
    updatedAt: toldAt(row.kind, row.updatedAt),
    read: row.readAt !== null,
  }));
  return { data, meta: { total: all?.n ?? 0 } };
}

const unreadOf = prepared((db) =>
  db
    .select({ unread: count() })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, sql.placeholder("userId")),
        isNull(notifications.readAt),
        or(sql`${sql.placeholder("team")}::boolean`, heardBy("candidate")),
      ),
    )
    .prepare("unread_notifications"),
);

/** To whoever looks at somebody's account nothing: a number that moves as a review comes in would say whose it is. */
export async function countUnread({ db, actor }: UserContext): Promise<number> {
  if (actor.viewing) return 0;
  const [row] = await unreadOf(db).execute({ userId: actor.id, team: actor.role !== "candidate" });
  return row?.unread ?? 0;
}

/** The keys that begin so of what somebody was told and has not read. */
export async function unreadGroups(db: Executor, userId: string, start: string): Promise<string[]> {
  const theirs = and(eq(notifications.userId, userId), isNull(notifications.readAt), sql`starts_with(${notifications.groupKey}, ${start})`);
  const rows = await db.select({ key: notifications.groupKey }).from(notifications).where(theirs);
  return rows.flatMap(({ key }) => key ?? []);
}

/** Every event and way that somebody may choose about, with their choice or the default. */
export async function listPreferences({ db, actor }: UserContext) {
  const chosen = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, actor.id));
  const [place] = await db.select({ id: workspaceMembers.id }).from(workspaceMembers).where(eq(workspaceMembers.userId, actor.id)).limit(1);
  return Object.entries(NOTIFICATION_DEFAULTS).flatMap(([event, channels]) =>
    Object.keys(channels).flatMap((channel) => {
      const entry = { event, channel } as { event: NotificationEvent; channel: NotificationChannel };
      if (!isChoosable(entry.event, entry.channel) || !isEventFor(entry.event, actor.role)) return [];
      // Who is in no workspace has nothing to hear from one.
      if (entry.event === "trades" && !place) return [];
      return [{ ...entry, enabled: isNotified(entry.event, entry.channel, chosen) }];
    }),
  );
}

export async function getSettings({ db, actor }: UserContext) {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.userId, actor.id));
  return { mailRhythm: row?.mailRhythm ?? ("promptly" as const) };
}
