import { and, asc, eq, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { Locale } from "@/lib/locales";
import type { Context, UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { forumRoomMarks, forumTopicMarks, forumTopics, professions } from "@/server/db/schema";
import { waitsToBeRead } from "../topics/queries";

const inLocale = (column: typeof professions.name | typeof professions.description, locale: Locale) =>
  sql<string>`${column} ->> ${locale}::text`;

const shown = (locale: Locale) => ({
  uid: professions.id,
  slug: professions.slug,
  name: inLocale(professions.name, locale),
  description: inLocale(professions.description, locale),
  topicCount: professions.topicCount,
});

/** All rooms, in their order, with what waits in them. */
export async function listRooms({ db, actor, locale }: UserContext) {
  const [rows, waiting] = await Promise.all([
    db
      .select({
        ...shown(locale),
        archived: sql<boolean>`${professions.archivedAt} is not null`,
        level: forumRoomMarks.level,
        chatId: forumTopics.id,
        chatLastSeq: forumTopics.lastSeq,
        chatReadSeq: forumTopicMarks.readSeq,
      })
      .from(professions)
      .leftJoin(forumRoomMarks, and(eq(forumRoomMarks.professionId, professions.id), eq(forumRoomMarks.userId, actor.id)))
      .leftJoin(forumTopics, and(eq(forumTopics.professionId, professions.id), sql`${forumTopics.kind} = 'chat'`))
      .leftJoin(forumTopicMarks, and(eq(forumTopicMarks.topicId, forumTopics.id), eq(forumTopicMarks.userId, actor.id)))
      .orderBy(asc(professions.position), asc(professions.id)),
    waitsToBeRead(db, actor),
  ]);
  const data = rows.map(({ level, chatLastSeq, chatReadSeq, ...row }) => ({
    ...row,
    level: level ?? ("normal" as const),
    unread: waiting.get(row.uid) ?? 0,
    chatLastSeq: chatLastSeq ?? 0,
    chatReadSeq: chatReadSeq ?? 0,
  }));
  return { data, meta: { total: data.length } };
}

/** The rooms as a visitor sees them. */
export async function previewRooms({ db, locale }: Context) {
  const data = await db.select(shown(locale)).from(professions).orderBy(asc(professions.position), asc(professions.id));
  return { data, meta: { total: data.length } };
}

/** @throws AppError notFound */
export async function roomOf(db: Executor, professionId: string) {
  const [row] = await db.select().from(professions).where(eq(professions.id, professionId));
  return found(row);
}

export const roomIds = async (db: Executor): Promise<string[]> =>
  (await db.select({ id: professions.id }).from(professions)).map(({ id }) => id);
