import { and, count, desc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import type { Audience } from "@/lib/enums/service";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/paging";
import type { Context, UserContext } from "@/server/api/context";
import { announcements } from "@/server/db/schema";

type Row = typeof announcements.$inferSelect;

const toAnnouncement = ({ id, createdAt: _made, startsAt, endsAt, ...row }: Row) => ({
  uid: id,
  ...row,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
});

/** All announcements, past ones too, the latest first. */
export async function listAnnouncements({ db }: UserContext, page: number) {
  const [rows, [all]] = await Promise.all([
    db.select().from(announcements).orderBy(desc(announcements.startsAt), desc(announcements.id)).offset(pageOffset(page)).limit(PAGE_SIZE),
    db.select({ n: count() }).from(announcements),
  ]);
  return { data: rows.map(toAnnouncement), meta: { total: all?.n ?? 0 } };
}

/** @throws AppError notFound */
export async function getAnnouncement({ db }: UserContext, uid: string) {
  const [row] = await db.select().from(announcements).where(eq(announcements.id, uid));
  return toAnnouncement(found(row));
}

/** What stands above somebody's pages now, in their language, and in English where nobody has written it in that. */
export async function announcementsFor({ db, locale }: Pick<Context, "db" | "locale">, audiences: Audience[]) {
  const rows = await db
    .select()
    .from(announcements)
    .where(
      and(
        inArray(announcements.audience, audiences),
        lte(announcements.startsAt, sql`now()`),
        or(isNull(announcements.endsAt), gt(announcements.endsAt, sql`now()`)),
      ),
    )
    .orderBy(desc(announcements.startsAt), desc(announcements.id))
    .limit(SENT);
  return rows.map(({ id, version, kind, text, link }) => ({
    // Changed words are worth reading again: they are another one to whoever has closed it.
    uid: `${id}.${version}`,
    kind,
    ...inLanguage(text, locale),
    link: link && { href: link.href, label: inLanguage(link.label, locale).text },
  }));
}

/** More than are shown at once: behind those that were closed on a device, which only that device knows, others come into sight. */
const SENT = 20;

function inLanguage(text: Row["text"], locale: Locale): { text: string; language: Locale } {
  return text[locale] ? { text: text[locale], language: locale } : { text: text.en, language: "en" };
}
