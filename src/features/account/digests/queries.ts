import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { unsubscribing } from "@/features/account/notifications/mutations";
import { isTellable, type NotificationRow, wordsOf } from "@/features/account/notifications/queries";
import { isEventFor, isNotified } from "@/features/account/notifications/rules";
import type { Locale } from "@/lib/locales";
import type { Services } from "@/server/api/context";
import { roleInForce, withoutFactor } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { notificationPreferences, notifications, users } from "@/server/db/schema";
import type { Env } from "@/server/env";
import type { News } from "@/server/mail/outbox";

/** Titles that one mail lists; the page has them all. */
const TITLES = 20;

/** Who is mailed, and what of some news they want to have mailed as things are now; undefined for whoever is no more. */
export async function readerOf(db: Executor, env: Env, userId: string) {
  const [found] = await db
    .select({ owner: users, role: users.role, withoutFactor: withoutFactor("users") })
    .from(users)
    .where(eq(users.id, userId));
  if (!found) return;
  const { owner } = found;
  const chosen = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  // What was chosen since counts; so do an address that is no longer confirmed, a role that was taken back or lacks its factor, and a suspension.
  const reached = owner.emailVerifiedAt && !owner.suspendedAt;
  const role = roleInForce(env, found);
  const wanted = (rows: NotificationRow[]) =>
    reached ? rows.filter(({ event }) => isEventFor(event, role) && isNotified(event, "email", chosen)) : [];
  return { owner, wanted };
}

type Owner = NonNullable<Awaited<ReturnType<typeof readerOf>>>["owner"];

/**
 * One mail about all of it: a single thing says what it is, several are listed. It holds what it takes to be looked at again.
 * @param toldAt when these were noted as mailed, in ISO 8601
 */
export function newsOf(
  { id, firstName, timeZone }: Owner,
  rows: NotificationRow[],
  { locale, toldAt }: { locale: Locale; toldAt: string },
): News {
  const about = { toldTo: id, told: rows.map((row) => row.id).join(","), toldAt };
  const known = { name: firstName, ...about, ...unsubscribing(id, ...rows.map(({ event }) => event)) };
  const words = rows.map((row) => ({ href: row.href, ...wordsOf(row, locale, timeZone) }));
  const [only] = words;
  if (words.length === 1 && only) return { template: "notification", values: { ...known, ...only } };
  const shown = words.slice(-TITLES).map(({ title }) => `• ${title}`);
  const titles = (words.length > TITLES ? ["…", ...shown] : shown).join("\n\n");
  return { template: "notification_digest", values: { ...known, titles, count: words.length } };
}

/** A newer release's news, while that is brought in: the mail comes again, and is that one's to send. */
class UnknownNews extends Error {
  override name = "UnknownNews";
}

/**
 * What is left of a mail of news when it goes out, which may be hours after it was written: what was read meanwhile, or is not wanted
 * any more, is not mailed. What came of the same since, and is in a later mail, is left to that.
 */
export async function latestNews({ db, env }: Pick<Services, "db" | "env">, news: News, locale: Locale): Promise<News | null> {
  const { toldTo, told, toldAt } = news.values;
  // An earlier release's says of whom it is nowhere.
  if (typeof toldTo !== "string" || typeof told !== "string" || typeof toldAt !== "string") return news;
  const rows = await db
    .select()
    .from(notifications)
    .where(
      and(
        inArray(notifications.id, told.split(",")),
        eq(notifications.userId, toldTo),
        eq(notifications.mailedAt, new Date(toldAt)),
        isNull(notifications.readAt),
      ),
    )
    .orderBy(asc(notifications.updatedAt));
  if (!rows.every(isTellable)) throw new UnknownNews();
  const reader = await readerOf(db, env, toldTo);
  const left = reader?.wanted(rows) ?? [];
  return reader && left.length > 0 ? newsOf(reader.owner, left, { locale, toldAt }) : null;
}
