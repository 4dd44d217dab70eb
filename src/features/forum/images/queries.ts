import { and, eq, isNull, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { forumImages, users } from "@/server/db/schema";
import { hasRoom } from "./rules";

/**
 * Whoever is not of the team has a bound for all pictures together, waiting or in messages: the disk is everybody's, and takes need it.
 * @throws AppError imagesFull where one more picture of this size is too much
 */
export async function expectRoom(db: Executor, userId: string, size: number): Promise<void> {
  const lately = sql`filter (where ${forumImages.createdAt} > now() - interval '1 day')`;
  const [taken] = await db
    .select({
      all: sql<number>`coalesce(sum(${forumImages.sizeBytes}), 0)::float8`,
      day: sql<number>`coalesce(sum(${forumImages.sizeBytes}) ${lately}, 0)::float8`,
      role: sql<string>`(select ${users.role} from ${users} where ${users.id} = ${userId})`,
    })
    .from(forumImages)
    .where(eq(forumImages.uploaderId, userId));
  if (taken && taken.role === "candidate" && !hasRoom(taken, size)) throw new AppError("imagesFull");
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
