import { count, desc, eq } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
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
