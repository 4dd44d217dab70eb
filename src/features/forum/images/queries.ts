import { and, eq, isNull } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { forumImages } from "@/server/db/schema";
import { requireRoom, roomTaken } from "@/server/room-for-files";

/**
 * Whoever is not of the team has a bound for all pictures together, waiting or in messages, where they stay.
 * @throws AppError imagesFull where one more picture of this size is too much
 */
export async function expectRoom(db: Executor, userId: string, size: number): Promise<void> {
  const own = { bytes: forumImages.sizeBytes, createdAt: forumImages.createdAt };
  const [taken] = await db.select(roomTaken(userId, own)).from(forumImages).where(eq(forumImages.uploaderId, userId));
  requireRoom(taken, size, "imagesFull");
}

/** A picture that waits for its message, for whoever uploaded it. @throws AppError notFound */
export async function waitingImage({ db, actor, files }: UserContext, uid: string) {
  const [row] = await db
    .select()
    .from(forumImages)
    .where(and(eq(forumImages.id, uid), eq(forumImages.uploaderId, actor.id), isNull(forumImages.postId)));
  const { fileKey, width, height } = found(row);
  return { uid, url: await files.link(fileKey), width, height };
}
