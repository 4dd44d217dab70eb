import { and, eq, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { bookmarks, dismissals, videos, watchProgress } from "@/server/db/schema";
import { coverage, isReset, MAX_RANGES, mergeRanges, watchState } from "./rules";
import type { WatchInput } from "./schema";

/**
 * Adds what was watched. Reports may come late, twice or from several devices: ranges are united, and the position is the one
 * of the report that came last. One that waited on a device says what it had seen: it brings nothing back that was reset since, and its
 * position is older than one that came from elsewhere.
 * @throws AppError notFound, wrongState for a completion that nobody watched
 */
export async function recordWatching({ db, actor }: UserContext, { uid, status, ranges = [], position, seen }: WatchInput) {
  return db.transaction(async (tx) => {
    const [video] = await tx
      .select({ duration: videos.duration })
      .from(videos)
      .where(and(eq(videos.id, uid), eq(videos.published, true)));
    const { duration } = found(video);
    const key = { userId: actor.id, videoId: uid };
    // The row first, so that two reports at once wait for one another.
    await tx
      .insert(watchProgress)
      .values({ ...key, state: "not_started", ranges: [], position: 0, coverage: 0 })
      .onConflictDoNothing();
    const own = and(eq(watchProgress.userId, actor.id), eq(watchProgress.videoId, uid));
    const [before] = await tx.select().from(watchProgress).where(own).for("update");
    const row = found(before);
    if (seen && isReset(seen.status, row.state)) return { uid, status: row.state, position: row.position, coverage: row.coverage };
    const newer = seen !== undefined && seen.position !== row.position;
    const forgets = status === "not_started";
    const merged = forgets ? [] : mergeRanges([...row.ranges, ...ranges], duration).slice(0, MAX_RANGES);
    const covered = coverage(merged, duration);
    const completedBefore = !forgets && row.completedAt !== null;
    const state = watchState(covered, completedBefore);
    if (status === "completed" && state !== "completed") throw new AppError("wrongState");
    const change = {
      state,
      ranges: merged,
      coverage: covered,
      position: forgets ? 0 : Math.min(newer ? row.position : (position ?? row.position), duration),
      watchedAt: new Date(),
      completedAt: state === "completed" ? (row.completedAt ?? new Date()) : null,
    };
    // A position is rounded where it is kept: what is told is what will be read.
    const [kept] = await tx
      .update(watchProgress)
      .set(change)
      .where(own)
      .returning({ position: watchProgress.position, coverage: watchProgress.coverage });
    return { uid, status: state, ...found(kept) };
  });
}

/** "Not useful": the suggestion is not made again. @throws AppError notFound */
export async function dismissSuggestion({ db, actor }: UserContext, uid: string): Promise<void> {
  const [video] = await db.select({ id: videos.id }).from(videos).where(eq(videos.id, uid));
  found(video);
  await db.insert(dismissals).values({ userId: actor.id, videoId: uid }).onConflictDoNothing();
}

/** Bookmarks that one video may have of one person. */
const MAX_BOOKMARKS = 500;

/** Keeps a moment, or changes an own one. @throws AppError notFound | quotaExceeded */
export async function saveBookmark(
  { db, actor, idempotencyKey }: UserContext,
  input: { uid?: string | undefined; video: string; at: number; note: string },
) {
  const { uid, video, note } = input;
  const [known] = await db
    .select({ duration: videos.duration })
    .from(videos)
    .where(and(eq(videos.id, video), eq(videos.published, true)));
  const { duration } = found(known);
  // Where the video ends there is nothing more to find again.
  const at = Math.min(input.at, duration);
  const mine = and(eq(bookmarks.userId, actor.id), eq(bookmarks.videoId, video));
  if (!uid && (await db.$count(bookmarks, mine)) >= MAX_BOOKMARKS) throw new AppError("quotaExceeded");
  const [row] = uid
    ? await db
        .update(bookmarks)
        .set({ at, note })
        .where(and(mine, eq(bookmarks.id, uid)))
        .returning()
    : await db
        .insert(bookmarks)
        .values({ id: idFrom("bookmark", actor.id, idempotencyKey), userId: actor.id, videoId: video, at, note })
        // A call that is repeated under its key after a crash finds what the first one made, and leaves it as it is by now.
        .onConflictDoUpdate({ target: bookmarks.id, set: { videoId: sql`${bookmarks.videoId}` } })
        .returning();
  const saved = found(row);
  return { uid: saved.id, at: saved.at, note: saved.note, createdAt: saved.createdAt.toISOString() };
}

/** @throws AppError notFound */
export async function deleteBookmark({ db, actor }: UserContext, uid: string): Promise<void> {
  const [row] = await db
    .delete(bookmarks)
    .where(and(eq(bookmarks.id, uid), eq(bookmarks.userId, actor.id)))
    .returning({ id: bookmarks.id });
  found(row);
}
