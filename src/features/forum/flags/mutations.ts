import { and, eq, inArray, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { isVisible, post as postLife } from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import type { FlagState } from "@/lib/enums/forum";
import type { UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { forumFlags, forumMembers, forumPosts } from "@/server/db/schema";
import { record } from "../log/mutations";
import { authorIn, authorsOf } from "../members/queries";
import { notifyAuthor, notifyFlaggers, notifyTeam, notifyTopicFlaggers, readUnlessWaiting } from "../outcomes/mutations";
import { seeTopic } from "../topics/queries";
import { type LockedPost, lockPost, type Topic, turnPost } from "../turns/mutations";
import { decidedByDeletion, flaggedLately, hasOpenFlags, openFlags } from "./queries";
import { hidesItself, reportsFull } from "./rules";
import type { FlagInput } from "./schema";

const toFlag = ({ id, postId, reason, note, state, createdAt }: typeof forumFlags.$inferSelect) => ({
  uid: id,
  postId,
  reason,
  note,
  state,
  createdAt: createdAt.toISOString(),
});

/**
 * Reports somebody else's message. Asked again while that waits, it answers what is there. Whoever is suspended may still report:
 * they, too, may be harassed.
 * @throws AppError notFound | wrongState for an own message, or what cannot be seen any more | tooManyRequests
 */
export async function flagPost({ db, actor, settings }: UserContext, { postId, reason, note }: FlagInput) {
  const { hideAfter } = await settings.get("reports");
  return db.transaction(async (tx) => {
    // One at a time, so that the limit holds for what comes at once.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reports of ${actor.id}`}, 0))`);
    const held = await lockPost(tx, postId);
    const { post, topic } = held;
    await seeTopic(tx, actor, topic.id);
    if (post.authorId === actor.id) throw new AppError("wrongState");
    const mine = and(eq(forumFlags.postId, postId), eq(forumFlags.flaggerId, actor.id), eq(forumFlags.state, "open"));
    const [before] = await tx.select().from(forumFlags).where(mine);
    if (before) return toFlag(before);
    if (!isVisible(post.state)) throw new AppError("wrongState");
    const now = new Date();
    const retryAfter = reportsFull(await flaggedLately(tx, actor.id, now), now);
    if (retryAfter !== undefined) throw new AppError("tooManyRequests", { retryAfter });
    const row = { id: uuidv7(), postId, flaggerId: actor.id, reason, note };
    const [made] = await tx.insert(forumFlags).values(row).returning();
    await hideIfReported(tx, held, hideAfter, now);
    await notifyTeam(tx, "forum_flagged", { title: topic.title, place: topic.kind }, [actor.id]);
    return toFlag(found(made));
  });
}

/**
 * What enough people report whose reports count is hidden until somebody of the team has looked at it: not what a moderator has
 * restored, nor what one of the team wrote.
 */
async function hideIfReported(tx: Transaction, held: LockedPost, wanted: number, now: Date): Promise<void> {
  const { post, topic } = held;
  if (!postLife.can(post.state, "hidden", "reports")) return;
  if (authorIn(await authorsOf(tx, [post.authorId]), post.authorId)?.role === "team") return;
  const flags = await openFlags(tx, [post.id]);
  const flaggers = flags.map(({ flagger }) => flagger);
  if (!hidesItself(flaggers, wanted, now)) return;
  await turnPost(tx, held, "hidden", "reports");
  await record(tx, null, { act: "hide", topicId: topic.id, postId: post.id, subjectId: post.authorId, details: { by: "reports" } });
  await notifyAuthor(tx, held, { kind: "forum_hidden", by: "reports", reason: "", actorId: null });
}

type Verdict = Exclude<FlagState, "open">;
const decided = (state: Verdict, decidedById: string) => ({ state, decidedById, decidedAt: sql`now()` });

/**
 * Decides all open reports of a held message, which tells those who made them. They are locked as members, as `lockPost` does with
 * `flaggersOf`.
 * @returns how many there were
 */
export async function settleFlags(tx: Transaction, held: LockedPost, verdict: Verdict, deciderId: string): Promise<number> {
  const settled = await tx
    .update(forumFlags)
    .set(decided(verdict, deciderId))
    .where(and(eq(forumFlags.postId, held.post.id), eq(forumFlags.state, "open")))
    .returning({ flaggerId: forumFlags.flaggerId });
  const flaggers = settled.flatMap(({ flaggerId }) => flaggerId ?? []);
  if (flaggers.length > 0) {
    const counted = verdict === "upheld" ? { flagsUpheld: sql`flags_upheld + 1` } : { flagsDismissed: sql`flags_dismissed + 1` };
    await tx.update(forumMembers).set(counted).where(inArray(forumMembers.userId, flaggers));
    const others = flaggers.filter((id) => id !== deciderId);
    await notifyFlaggers(tx, held, others, verdict);
  }
  return settled.length;
}

/**
 * Finds all open reports in a topic right, with which it was deleted as a whole. Those who made them are locked as members, as
 * `turnTopic` does with `topicFlaggers`.
 * @returns the messages, with how many reports each had
 */
export async function settleTopic(tx: Transaction, topic: Topic, deciderId: string) {
  const settled = await tx
    .update(forumFlags)
    .set(decided("upheld", deciderId))
    .from(forumPosts)
    .where(and(eq(forumPosts.id, forumFlags.postId), eq(forumPosts.topicId, topic.id), eq(forumFlags.state, "open")))
    .returning({ postId: forumPosts.id, authorId: forumPosts.authorId, state: forumPosts.state, flaggerId: forumFlags.flaggerId });
  const flaggers = settled.flatMap(({ flaggerId }) => flaggerId ?? []);
  if (flaggers.length > 0) {
    await countUpheld(tx, flaggers, 1);
    await notifyTopicFlaggers(
      tx,
      topic,
      [...new Set(flaggers)].filter((id) => id !== deciderId),
    );
  }
  const posts = new Map(settled.map(({ postId, authorId, state }) => [postId, { postId, authorId, state, reports: 0 }]));
  for (const { postId } of settled) {
    const post = posts.get(postId);
    if (post) post.reports += 1;
  }
  return [...posts.values()];
}

/** Each of these reports was found right, or is so no more. */
const countUpheld = (tx: Transaction, flaggers: string[], delta: 1 | -1) =>
  tx.execute(sql`
    update ${forumMembers} m set flags_upheld = m.flags_upheld + ${delta} * w.n
    from (select id, count(*)::int as n from unnest(${sql.param(flaggers)}::uuid[]) as id group by id) w where m.user_id = w.id`);

/**
 * Opens again what was decided with a topic's deletion: that was taken back, and nobody has looked at these by themselves. Those who made
 * them are locked as members, as `turnTopic` does with `deletionFlaggers`.
 * @returns how many there are
 */
export async function reopenFlags(tx: Transaction, topic: Topic): Promise<number> {
  const reopened = await tx
    .update(forumFlags)
    .set({ state: "open", decidedById: null, decidedAt: null })
    .from(forumPosts)
    .where(decidedByDeletion(tx, topic.id))
    .returning({ flaggerId: forumFlags.flaggerId });
  const flaggers = reopened.flatMap(({ flaggerId }) => flaggerId ?? []);
  if (flaggers.length > 0) await countUpheld(tx, flaggers, -1);
  return reopened.length;
}

/** Some reports were decided: where none is left, the team's notices of them are read. */
export const reportsDecided = (tx: Transaction): Promise<void> =>
  readUnlessWaiting(tx, "forum_flagged", async () => ((await hasOpenFlags(tx)) ? {} : undefined));
