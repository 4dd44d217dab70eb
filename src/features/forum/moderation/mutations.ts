import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { canPin } from "@/features/forum/rules";
import { AppError } from "@/lib/app-error";
import type { PostState } from "@/lib/enums/forum";
import type { NotificationKind } from "@/lib/enums/notifications";
import type { UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { forumTopics, professions } from "@/server/db/schema";
import { reopenFlags, reportsDecided, settleFlags, settleTopic } from "../flags/mutations";
import { deletionFlaggers, flaggersOf, openFlags, topicFlaggers } from "../flags/queries";
import { recordDecision } from "../log/mutations";
import { lastActOf, turnedWhileDeleted } from "../log/queries";
import { forgetPost, forgetTopic } from "../notices/mutations";
import { isTakenBack, notifyAuthor, notifyTeam, notifyTopicAuthor } from "../outcomes/mutations";
import { retitle } from "../topics/mutations";
import { lockPost, lockTopic, publishToTopic, type Topic, turnPost, turnTopic } from "../turns/mutations";
import { isAboutReports, isAsSeen, isForOthers, MAX_PINNED, stateAfter, TOPIC_STEPS, type TopicStep, verdictOf } from "./rules";
import type { ModerateMessageInput, ModerateTopicInput, RetitleInput } from "./schema";

/** What its author is told of how a message stands. */
const NOTICES = {
  hidden: "forum_hidden",
  restored: "forum_restored",
  removed: "forum_removed",
} as const satisfies Partial<Record<PostState, NotificationKind>>;

/**
 * Hides, restores or removes a message, or says whether its reports are right; all that are open are decided with it.
 * @throws AppError notFound | forbidden for what only others may decide about an own message | wrongState for a step that its
 * lifecycle does not know, and for reports where none are open | conflict where it was edited or reported since it was seen
 */
export async function moderateMessage(ctx: UserContext, { uid, act, remove, reason, seen }: ModerateMessageInput) {
  const { db, actor } = ctx;
  return db.transaction(async (tx) => {
    const held = await lockPost(tx, uid, (on) => flaggersOf(on, uid));
    const { post, topic } = held;
    if (post.authorId === actor.id && isForOthers(act)) throw new AppError("forbidden");
    const open = (await openFlags(tx, [uid])).map(({ flag }) => flag.id);
    if (open.length === 0 && isAboutReports(act)) throw new AppError("wrongState");
    if (seen && !isAsSeen(seen, post, open)) throw new AppError("conflict");
    const to = stateAfter(act, post.state, { remove });
    // Of what was emptied meanwhile there is nothing to show again.
    if (to === "restored" && post.text === "") throw new AppError("wrongState");
    if (to) await turnPost(tx, held, to, "moderator");
    if (to === "removed") await forgetPost(tx, topic, uid);
    const decided = await settleFlags(tx, held, verdictOf(act), actor.id);
    const details = { state: post.state, reports: String(decided) };
    await recordDecision(tx, ctx, { act, topicId: topic.id, postId: uid, subjectId: post.authorId, reason, details });
    // Of what its author took back they hear only where its reports were right.
    const taken = decided > 0 && isTakenBack(held);
    const right = verdictOf(act) === "upheld" ? "forum_removed" : undefined;
    // Reports that were right are told of also where they had hidden the message already.
    const stands = to || act === "uphold" ? NOTICES[post.state as keyof typeof NOTICES] : undefined;
    // In a deleted topic nobody sees it, before or after: that it is hidden or restored is told once the topic is back.
    const waits = topic.state === "deleted" && to !== "removed";
    const kind = taken ? right : waits ? undefined : stands;
    if (kind) await notifyAuthor(tx, held, { kind, by: "team", reason, actorId: actor.id, taken });
    if (decided > 0) await reportsDecided(tx);
    return { uid, state: post.state, decided };
  });
}

export const toModerated = ({ id, title, state, pinnedAt, professionId, mergedIntoId }: Topic) => ({
  uid: id,
  title,
  state,
  pinned: pinnedAt !== null,
  professionId,
  mergedIntoId,
});

/**
 * Locks, archives, deletes or pins a topic, or takes that back. What was reported in one that is deleted is decided with it, and waits
 * again once it is restored.
 * @throws AppError notFound | forbidden for what only others may decide about an own topic | wrongState for a step that its lifecycle
 * does not know, and for what its author took back | tooManyPinned
 */
export async function moderateTopic(ctx: UserContext, { topicId, act, reason }: ModerateTopicInput) {
  const { db, actor } = ctx;
  return db.transaction(async (tx) => {
    const topic = act === "pin" || act === "unpin" ? await pin(tx, topicId, act === "pin") : await step(tx, topicId, act);
    if (topic.authorId === actor.id && isForOthers(act)) throw new AppError("forbidden");
    const settled = act === "delete_topic" ? await settleTopic(tx, topic, actor.id) : [];
    const reopened = act === "restore_topic" ? await reopenFlags(tx, topic) : 0;
    const upheld = settled.map(({ postId, authorId, state, reports }) => {
      const details = { state, reports: String(reports) };
      return { act: "uphold", topicId, postId, subjectId: authorId, reason, details } as const;
    });
    await recordDecision(tx, ctx, ...upheld, { act, topicId, subjectId: topic.authorId, reason });
    if (act !== "pin" && act !== "unpin") await notifyTopicAuthor(tx, topic, { act, reason, actorId: actor.id });
    if (act === "restore_topic") await notifyOfMeanwhile(tx, topic);
    if (settled.length > 0) await reportsDecided(tx);
    // Whoever restores it hears of it, too: nothing has told them what was reported in it.
    if (reopened > 0) await notifyTeam(tx, "forum_flagged", { title: topic.title, place: topic.kind }, []);
    return toModerated(topic);
  });
}

/** Tells of messages that were hidden or restored while their topic was deleted. */
async function notifyOfMeanwhile(tx: Transaction, topic: Topic): Promise<void> {
  for (const { post, reason, moderatorId } of await turnedWhileDeleted(tx, topic.id)) {
    const kind = post.state === "hidden" ? NOTICES.hidden : NOTICES.restored;
    await notifyAuthor(tx, { post, topic }, { kind, by: "team", reason, actorId: moderatorId });
  }
}

async function step(tx: Transaction, topicId: string, act: TopicStep): Promise<Topic> {
  const { from, to } = TOPIC_STEPS[act];
  const flaggers = act === "restore_topic" ? deletionFlaggers : topicFlaggers;
  const topic = await turnTopic(tx, topicId, to, "moderator", { from, others: (on) => flaggers(on, topicId) });
  // What was merged has no messages any more; what its author took back stays with them.
  if (topic.mergedIntoId) throw new AppError("wrongState");
  // Nor is there anything to show again of one that was emptied.
  if (act === "restore_topic" && topic.title === "") throw new AppError("wrongState");
  if (act === "restore_topic" && (await lastActOf(tx, topicId, ["delete_topic", "restore_topic"])) !== "delete_topic")
    throw new AppError("wrongState");
  if (topic.pinnedAt && !canPin(to)) await setPinned(tx, topic, null);
  if (act === "delete_topic") await forgetTopic(tx, topicId);
  return topic;
}

/** A topic that stands first in its room, or no longer does; as many as there are at most, whoever pins at once. */
async function pin(tx: Transaction, topicId: string, on: boolean): Promise<Topic> {
  const topic = await lockTopic(tx, topicId);
  if (topic.kind === "chat" || (topic.pinnedAt !== null) === on || (on && !canPin(topic.state))) throw new AppError("wrongState");
  if (on) {
    await tx.select({ id: professions.id }).from(professions).where(eq(professions.id, topic.professionId)).for("no key update");
    const pinned = and(
      eq(forumTopics.professionId, topic.professionId),
      isNotNull(forumTopics.pinnedAt),
      inArray(forumTopics.state, ["open", "locked"]),
    );
    const [row] = await tx.select({ n: count() }).from(forumTopics).where(pinned);
    if ((row?.n ?? 0) >= MAX_PINNED) throw new AppError("tooManyPinned", { values: { max: MAX_PINNED } });
  }
  await setPinned(tx, topic, on ? new Date() : null);
  await publishToTopic(tx, topic, { what: "turned" });
  return topic;
}

export async function setPinned(tx: Transaction, topic: Topic, pinnedAt: Date | null): Promise<void> {
  topic.pinnedAt = pinnedAt;
  await tx
    .update(forumTopics)
    .set({ pinnedAt: pinnedAt && sql`${pinnedAt.toISOString()}::timestamptz` })
    .where(eq(forumTopics.id, topic.id));
}

/** Gives a topic another title. @throws AppError notFound | wrongState for a chat, and what was deleted */
export async function retitleTopic(ctx: UserContext, { topicId, title, reason }: RetitleInput) {
  const { db, actor } = ctx;
  return db.transaction(async (tx) => {
    const topic = await lockTopic(tx, topicId);
    if (topic.state === "deleted") throw new AppError("wrongState");
    const before = topic.title;
    if (topic.title === title) return toModerated(topic);
    await retitle(tx, topic, title);
    await recordDecision(tx, ctx, { act: "rename", topicId, subjectId: topic.authorId, reason, details: { before, after: title } });
    await notifyTopicAuthor(tx, topic, { act: "rename", reason, actorId: actor.id });
    return toModerated(topic);
  });
}
