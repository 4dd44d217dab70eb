import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { forumPosts, forumTopicMarks, forumTopics, questionProposals } from "@/server/db/schema";
import { recordDecision } from "../log/mutations";
import { setPinned, toModerated } from "../moderation/mutations";
import { topicRetitled } from "../notices/mutations";
import { notifyTopicAuthor } from "../outcomes/mutations";
import { roomOf } from "../rooms/queries";
import { applyCounts, countRoom, lockTopic, publishToTopic, type Topic, turnTopic, vectorOf } from "../turns/mutations";
import type { MergeInput, MoveInput } from "./schema";

/** A topic's messages behind a number, and what was proposed with them, stand in its room. */
async function settleIn(tx: Transaction, topicId: string, professionId: string, behind = 0): Promise<void> {
  const here = and(eq(forumPosts.topicId, topicId), gt(forumPosts.seq, behind));
  await tx.update(forumPosts).set({ professionId }).where(here);
  const ids = tx.select({ id: forumPosts.id }).from(forumPosts).where(here);
  await tx.update(questionProposals).set({ professionId }).where(inArray(questionProposals.postId, ids));
}

/** Takes a topic to another room; there it is not pinned. @throws AppError notFound | wrongState */
export async function moveTopic(ctx: UserContext, { topicId, professionId, reason }: MoveInput) {
  const { db, actor } = ctx;
  return db.transaction(async (tx) => {
    const topic = await lockTopic(tx, topicId);
    const target = await roomOf(tx, professionId);
    const from = topic.professionId;
    if (topic.kind === "chat" || topic.state === "deleted" || from === professionId || target.archivedAt) throw new AppError("wrongState");
    if (topic.pinnedAt) await setPinned(tx, topic, null);
    await tx.update(forumTopics).set({ professionId }).where(eq(forumTopics.id, topicId));
    await settleIn(tx, topicId, professionId);
    // In one order, so that two who move topics between the same rooms do not wait for one another.
    const deltas: [string, number][] = [
      [from, -1],
      [professionId, 1],
    ];
    for (const [room, delta] of deltas.sort(([a], [b]) => (a < b ? -1 : 1))) await countRoom(tx, room, delta);
    const details = { from, to: professionId, before: (await roomOf(tx, from)).name.en, after: target.name.en };
    await recordDecision(tx, ctx, { act: "move", topicId, subjectId: topic.authorId, reason, details });
    await publishToTopic(tx, topic, { what: "turned" });
    topic.professionId = professionId;
    await publishToTopic(tx, topic, { what: "turned" });
    await notifyTopicAuthor(tx, topic, { act: "move", reason, actorId: actor.id });
    return toModerated(topic);
  });
}

/** Two topics, locked in the order in which everybody locks several. */
async function lockBoth(tx: Transaction, one: string, other: string): Promise<[Topic, Topic]> {
  const locked = new Map<string, Topic>();
  for (const id of [one, other].sort()) locked.set(id, await lockTopic(tx, id));
  return [locked.get(one) as Topic, locked.get(other) as Topic];
}

/**
 * Puts a topic's messages at the end of another, in their order. What is left of it leads there, as does what was merged into it
 * before; nothing that anybody wrote is lost, so nobody's counts change.
 * @throws AppError notFound | wrongState for itself, a chat, and what was deleted
 */
export async function mergeTopic(ctx: UserContext, { topicId, intoId, reason }: MergeInput) {
  const { db, actor } = ctx;
  return db.transaction(async (tx) => {
    if (topicId === intoId) throw new AppError("wrongState");
    const [source, target] = await lockBoth(tx, topicId, intoId);
    if ([source, target].some(({ kind, state }) => kind === "chat" || state === "deleted")) throw new AppError("wrongState");
    const behind = target.lastSeq;
    await appendPosts(tx, source, target);
    await mergeMarks(tx, source, target, behind);
    const earlier = inArray(forumTopics.mergedIntoId, [topicId]);
    await tx.update(forumTopics).set({ mergedIntoId: intoId }).where(earlier);
    await tx
      .update(forumTopics)
      .set({ mergedIntoId: intoId, lastSeq: 0, answerId: null, pinnedAt: null })
      .where(eq(forumTopics.id, topicId));
    await topicRetitled(tx, target);
    await applyCounts(tx, source, 0);
    await turnTopic(tx, topicId, "deleted", "moderator");
    const details = { into: intoId, before: source.title, after: target.title, from: String(behind + 1), to: String(target.lastSeq) };
    await recordDecision(tx, ctx, { act: "merge", topicId, subjectId: source.authorId, reason, details });
    await notifyTopicAuthor(tx, source, { act: "merge", reason, actorId: actor.id, into: target });
    return toModerated(target);
  });
}

/** Moves the messages; the one that stood first under its own title is found by what it says alone. */
async function appendPosts(tx: Transaction, source: Topic, target: Topic): Promise<void> {
  const behind = target.lastSeq;
  await tx
    .update(forumPosts)
    .set({ topicId: target.id, seq: sql`${forumPosts.seq} + ${behind}` })
    .where(eq(forumPosts.topicId, source.id));
  const [first] = await tx
    .select()
    .from(forumPosts)
    .where(and(eq(forumPosts.topicId, target.id), eq(forumPosts.seq, behind + 1)));
  if (first)
    await tx
      .update(forumPosts)
      .set({ search: vectorOf(first, target) })
      .where(eq(forumPosts.id, first.id));
  target.lastSeq = behind + source.lastSeq;
  await tx.update(forumTopics).set({ lastSeq: target.lastSeq }).where(eq(forumTopics.id, target.id));
  if (source.professionId !== target.professionId) await settleIn(tx, target.id, target.professionId, behind);
  await applyCounts(tx, target, 0);
  await publishToTopic(tx, target, { what: "post", seq: target.lastSeq });
  await publishToTopic(tx, target, { what: "turned" });
}

/**
 * How people stood to both becomes how they stand to one: what they chose for the other counts first, then the closer level. Whoever
 * had read the other to its end has read of this one what they had.
 */
async function mergeMarks(tx: Transaction, source: Topic, target: Topic, behind: number): Promise<void> {
  const marks = sql`${forumTopicMarks}`;
  await tx.execute(sql`
    insert into ${marks} (user_id, topic_id, level, chosen, read_seq, wrote)
    select m.user_id, ${target.id}::uuid, m.level, m.chosen, 0, m.wrote from ${marks} m where m.topic_id = ${source.id} order by m.user_id
    on conflict (user_id, topic_id) do update set
      level = case when ${marks}.chosen then ${marks}.level when excluded.chosen then excluded.level
        else least(${marks}.level, excluded.level) end,
      chosen = ${marks}.chosen or excluded.chosen,
      wrote = ${marks}.wrote or excluded.wrote,
      read_seq = case when ${marks}.read_seq >= ${behind}::int then ${behind}::int + coalesce((select s.read_seq from ${marks} s
        where s.topic_id = ${source.id} and s.user_id = excluded.user_id), 0) else ${marks}.read_seq end`);
  await tx.delete(forumTopicMarks).where(eq(forumTopicMarks.topicId, source.id));
}
