import { and, eq, isNull } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { forumImages } from "@/server/db/schema";

/** A picture that waits for its message, for whoever uploaded it. @throws AppError notFound */
export async function waitingImage({ db, actor, files }: UserContext, uid: string) {
  const [row] = await db
    .select()
    .from(forumImages)
    .where(and(eq(forumImages.id, uid), eq(forumImages.uploaderId, actor.id), isNull(forumImages.postId)));
  const { fileKey, width, height } = found(row);
  return { uid, url: await files.link(fileKey), width, height };
}
