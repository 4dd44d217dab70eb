import { and, eq, sql } from "drizzle-orm";
import { isVisible } from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import type { Transaction } from "@/server/db/client";
import { forumPosts, forumTopicMarks, forumTopics } from "@/server/db/schema";
import { recordDecision } from "../log/mutations";
import { lockMember } from "../members/mutations";
import { requireWriting } from "../members/queries";
import { hasUnread, notifyOfAnswer, topicRetitled, topicSeen } from "../notices/mutations";
import { notifyTopicAuthor } from "../outcomes/mutations";
import { addExtras, asConflict, requireOpen, write, writtenBefore } from "../posts/mutations";
import { roomOf } from "../rooms/queries";
import { countRoom, lockTopic, publishToTopic, type Topic, vectorOf } from "../turns/mutations";
import { getTopic, seeTopic } from "./queries";
import type { AnswerInput, CreateInput, LevelInput, ReadInput } from "./schema";

/**
 * Begins a topic with its first message. Asked again with the same ids it answers what is there.
 * @throws AppError notFound for a room that is not there | roomArchived | conflict for an id that is taken, and what `write` throws
 */
export async function createTopic(ctx: UserContext, input: CreateInput) {
  const { db, actor } = ctx;
  const { professionId, title, message, locale = ctx.locale } = input;
  const { uid = idFrom("topic", actor.id, ctx.idempotencyKey), messageUid = idFrom("message", actor.id, ctx.idempotencyKey) } = input;
  await db
    .transaction(async (tx) => {
      const member = await lockMember(tx, actor);
      const { archivedAt } = await roomOf(tx, professionId);
      const now = new Date();
      const made = await tx
        .insert(forumTopics)
        .values({ id: uid, professionId, authorId: actor.id, title, locale, createdAt: now, lastPostAt: now })
        .onConflictDoNothing()
        .returning();
      const [topic] = made;
      if (!topic) return requireSame(tx, uid, messageUid, actor.id);
      if (archivedAt) throw new AppError("roomArchived");
      if (await writtenBefore(tx, messageUid, uid, actor.id)) throw new AppError("conflict");
      await write(tx, member, topic, { uid: messageUid, text: message });
      await countRoom(tx, professionId, 1);
      // Last, since telling the team is.
      await addExtras(tx, ctx, topic, messageUid, input);
    })
    .catch(asConflict);
  return getTopic(ctx, uid);
}

/** What was asked for before is there already, under both ids. */
async function requireSame(tx: Transaction, uid: string, messageUid: string, authorId: string): Promise<void> {
  const [there] = await tx.select().from(forumTopics).where(eq(forumTopics.id, uid));
  if (there?.authorId !== authorId || !(await writtenBefore(tx, messageUid, uid, authorId))) throw new AppError("conflict");
}

/** A topic that its author gives another title; its first message is found by that from now on. */
export async function renameTopic(ctx: UserContext, { topicId, title }: { topicId: string; title: string }) {
  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, ctx.actor);
    const { id } = await seeTopic(tx, ctx.actor, topicId);
    const topic = await lockTopic(tx, id);
    if (topic.authorId !== ctx.actor.id) throw new AppError("notFound");
    requireOpen(topic);
    requireWriting(member);
    await retitle(tx, topic, title);
  });
  return getTopic(ctx, topicId);
}

/** Gives a locked topic another title. */
export async function retitle(tx: Transaction, topic: Topic, title: string): Promise<void> {
  if (topic.kind === "chat") throw new AppError("wrongState");
  topic.title = title;
  await tx.update(forumTopics).set({ title }).where(eq(forumTopics.id, topic.id));
  const first = and(eq(forumPosts.topicId, topic.id), eq(forumPosts.seq, 1));
  const [post] = await tx.select().from(forumPosts).where(first);
  if (post)
    await tx
      .update(forumPosts)
      .set({ search: vectorOf(post, topic) })
      .where(first);
  await topicRetitled(tx, topic);
  await publishToTopic(tx, topic, { what: "turned" });
}

/** How closely somebody follows a topic from now on, whatever they do in it. @throws AppError notFound */
export async function markTopic({ db, actor }: UserContext, { topicId, level }: LevelInput) {
  const topic = await seeTopic(db, actor, topicId);
  await db
    .insert(forumTopicMarks)
    .values({ userId: actor.id, topicId: topic.id, level, chosen: true })
    .onConflictDoUpdate({ target: [forumTopicMarks.userId, forumTopicMarks.topicId], set: { level, chosen: true } });
  return { uid: topic.id, level };
}

/** Somebody has seen a topic's messages up to a number; that never goes back, nor beyond what there is. @throws AppError notFound */
export async function readTopic({ db, actor }: UserContext, { topicId, seq }: ReadInput) {
  return db.transaction(async (tx) => {
    const seen = await seeTopic(tx, actor, topicId);
    const { id } = seen;
    // Most have nothing to be told of it: many who read along must not hold up whoever writes, nor wait for them.
    const isNotified = await hasUnread(tx, actor.id, id);
    const { lastSeq } = isNotified ? await shareTopic(tx, id) : seen;
    const reach = Math.min(seq, lastSeq);
    const [mark] = await tx
      .insert(forumTopicMarks)
      .values({ userId: actor.id, topicId: id, readSeq: reach })
      .onConflictDoUpdate({
        target: [forumTopicMarks.userId, forumTopicMarks.topicId],
        set: { readSeq: sql`greatest(${forumTopicMarks.readSeq}, ${reach}::int)` },
      })
      .returning({ readSeq: forumTopicMarks.readSeq });
    const { readSeq } = found(mark);
    // What came meanwhile has not been seen: its notice stands.
    if (isNotified && readSeq >= lastSeq) await topicSeen(tx, actor.id, id);
    return { uid: id, readSeq };
  });
}

/** How far a topic goes. Whoever writes in it is waited for: they have told of their message, and nobody has read it. */
async function shareTopic(tx: Transaction, id: string): Promise<Pick<Topic, "lastSeq">> {
  const [topic] = await tx.select({ lastSeq: forumTopics.lastSeq }).from(forumTopics).where(eq(forumTopics.id, id)).for("share");
  return found(topic);
}

/**
 * Marks a message as the answer, or takes the mark back. Where somebody of the team does so in a topic of somebody else, that stands
 * in the log, and whoever began the topic is told.
 * @throws AppError notFound | forbidden for somebody else's topic | wrongState in a chat | topicLocked | topicArchived
 */
export async function answerTopic(ctx: UserContext, { topicId, messageId }: AnswerInput) {
  const { db, actor } = ctx;
  await db.transaction(async (tx) => {
    const member = await lockMember(tx, actor);
    const { id } = await seeTopic(tx, actor, topicId);
    const topic = await lockTopic(tx, id);
    const { team } = member;
    if (topic.authorId !== actor.id && !team) throw new AppError("forbidden");
    if (topic.kind === "chat") throw new AppError("wrongState");
    if (!team) requireOpen(topic);
    requireWriting(member);
    if (topic.answerId === messageId) return;
    const [post] = messageId
      ? await tx
          .select()
          .from(forumPosts)
          .where(and(eq(forumPosts.id, messageId), eq(forumPosts.topicId, topic.id)))
      : [];
    if (messageId && !post) throw new AppError("notFound");
    // A question is not its own answer.
    if (post && (!isVisible(post.state) || post.seq === 1)) throw new AppError("wrongState");
    await tx.update(forumTopics).set({ answerId: messageId }).where(eq(forumTopics.id, topic.id));
    await publishToTopic(tx, topic, { what: "turned" });
    if (topic.authorId !== actor.id) await noteAnswer(tx, ctx, topic, messageId);
    // Whoever began the topic has been told already.
    if (!post || post.authorId === actor.id || (post.authorId === topic.authorId && topic.authorId !== actor.id)) return;
    await notifyOfAnswer(tx, topic, post);
  });
  return getTopic(ctx, topicId);
}

async function noteAnswer(tx: Transaction, ctx: UserContext, topic: Topic, messageId: string | null): Promise<void> {
  const act = messageId ? "mark_answer" : "unmark_answer";
  await recordDecision(tx, ctx, { act, topicId: topic.id, postId: messageId ?? topic.answerId, subjectId: topic.authorId });
  await notifyTopicAuthor(tx, topic, { act, reason: "", actorId: ctx.actor.id });
}
