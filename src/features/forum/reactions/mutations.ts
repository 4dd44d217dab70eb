import { and, eq } from "drizzle-orm";
import { post as postLife } from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { forumPosts, forumReactions } from "@/server/db/schema";
import { requireUnsuspended } from "../members/queries";
import { postOf } from "../posts/queries";
import type { ReactInput } from "../posts/schema";
import { seeTopic } from "../topics/queries";
import { publishToTopic } from "../turns/mutations";

/** Says something of another's message without words, or takes that back. @throws AppError notFound | wrongState | writingSuspended */
export async function reactTo(ctx: UserContext, { uid, reaction, on }: ReactInput) {
  const { db, actor } = ctx;
  await db.transaction(async (tx) => {
    const [post] = await tx.select().from(forumPosts).where(eq(forumPosts.id, uid)).for("key share");
    const { topicId, state, authorId } = found(post);
    const topic = await seeTopic(tx, actor, topicId);
    const reachable = topic.state === "open" || topic.state === "locked";
    if (!reachable || authorId === actor.id || !postLife.can(state, "edited")) throw new AppError("wrongState");
    await requireUnsuspended(tx, actor.id);
    const row = { postId: uid, userId: actor.id, reaction };
    const mine = and(eq(forumReactions.postId, uid), eq(forumReactions.userId, actor.id), eq(forumReactions.reaction, reaction));
    if (on) await tx.insert(forumReactions).values(row).onConflictDoNothing();
    else await tx.delete(forumReactions).where(mine);
    await publishToTopic(tx, topic, { what: "changed", post: uid });
  });
  return postOf(ctx, uid);
}
