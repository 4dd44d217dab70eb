import { count, eq, sql } from "drizzle-orm";
import { bookmarks, dismissals, videos, watchProgress } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";

/** What learning leaves: how far somebody is with which video, the moments that they kept, and what they did not want suggested. */
export const learningData: PersonalData = {
  name: "learning",

  count: async (db, userId) => {
    const [kept] = await db.select({ n: count() }).from(bookmarks).where(eq(bookmarks.userId, userId));
    return { bookmarks: kept?.n ?? 0 };
  },

  records: async ({ db }, userId) => {
    const title = sql<string>`${videos.title} ->> 'en'`;
    const watched = await db
      .select({
        video: title,
        state: watchProgress.state,
        position: watchProgress.position,
        coverage: watchProgress.coverage,
        ranges: watchProgress.ranges,
        watchedAt: watchProgress.watchedAt,
        completedAt: watchProgress.completedAt,
      })
      .from(watchProgress)
      .innerJoin(videos, eq(videos.id, watchProgress.videoId))
      .where(eq(watchProgress.userId, userId));
    const kept = await db
      .select({ video: title, at: bookmarks.at, note: bookmarks.note, createdAt: bookmarks.createdAt })
      .from(bookmarks)
      .innerJoin(videos, eq(videos.id, bookmarks.videoId))
      .where(eq(bookmarks.userId, userId));
    const dismissed = await db
      .select({ video: title, createdAt: dismissals.createdAt })
      .from(dismissals)
      .innerJoin(videos, eq(videos.id, dismissals.videoId))
      .where(eq(dismissals.userId, userId));
    return { data: { watched, bookmarks: kept, dismissed }, files: [] };
  },

  stored: async () => [],

  erase: async (db, userId) => {
    for (const table of [watchProgress, bookmarks, dismissals]) await db.delete(table).where(eq(table.userId, userId));
  },
};
