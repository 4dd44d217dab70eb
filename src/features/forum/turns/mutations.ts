import { and, eq, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { encodeEvent, type LiveEvent, roomTopic, topicTopic } from "@/features/forum/events";
import { GONE_POST_STATES, isGone, isVisible, post as postLife, topic as topicLife, VISIBLE_POST_STATES } from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import { AVATAR_GROUP_MAX } from "@/lib/constants";
import { type PostState, TOPIC_STATES, type TopicState } from "@/lib/enums/forum";
import type { Executor, Transaction } from "@/server/db/client";
import { listed } from "@/server/db/listed";
import { forumMembers, forumPosts, forumTopics, professions } from "@/server/db/schema";
import { textVectorOf } from "@/server/db/search";
import { publish } from "@/server/realtime";
import { lockMembers } from "../members/mutations";

// Every change of what can be seen goes through here, so that counts stay what they say. All who change something lock in one order:
// members by their ids, then the topic, then what belongs to it, its room last.

export type Topic = typeof forumTopics.$inferSelect;
export type Post = typeof forumPosts.$inferSelect;
type Taker = "author" | "moderator" | "reports";

/** Messages that can be seen, of a table that is called `p`. */
const SEEN = sql`p.state in ${listed(VISIBLE_POST_STATES)}`;
const NOTHING = sql`''::tsvector`;

/** Tells those who look at a topic, and of what a list shows of it those who look at its room. */
export async function publishToTopic(
  db: Executor,
  { id, professionId }: Pick<Topic, "id" | "professionId">,
  event: LiveEvent,
): Promise<void> {
  const message = encodeEvent(id, event);
  await publish(db, topicTopic(id), message);
  if (event.what === "post" || event.what === "turned") await publish(db, roomTopic(professionId), message);
}

/** A topic for whoever changes something in it; others wait until the transaction ends, so that numbers have no gaps. */
export async function lockTopic(tx: Transaction, topicId: string): Promise<Topic> {
  const [row] = await tx.select().from(forumTopics).where(eq(forumTopics.id, topicId)).for("no key update");
  return found(row);
}

export interface LockedPost {
  post: Post;
  topic: Topic;
}

/** Tries, while somebody else moves what is about to be locked. */
const TRIES = 5;

/**
 * A message that is about to change, with its topic.
 * @param others members whose counts change with it, beside its author's
 * @throws AppError notFound
 */
export async function lockPost(tx: Transaction, uid: string, others?: (on: Executor) => Promise<string[]>): Promise<LockedPost> {
  const read = async () => found((await tx.select().from(forumPosts).where(eq(forumPosts.id, uid)))[0]);
  let post = await read();
  for (let tries = 0; tries < TRIES; tries++) {
    const { topicId, authorId } = post;
    const author = authorId ? [authorId] : [];
    const topic = others
      ? await lockTopicWith(tx, topicId, async (on) => [...author, ...(await others(on))])
      : await lockMembers(tx, author).then(() => lockTopic(tx, topicId));
    post = await read();
    if (post.topicId === topicId) return { post, topic };
  }
  throw new AppError("conflict");
}

/** A topic with members whose counts change with it. */
async function lockTopicWith(tx: Transaction, topicId: string, members: (on: Executor) => Promise<string[]>): Promise<Topic> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await members(tx);
    const held = await tx
      .transaction(async (point) => {
        await lockMembers(point, before);
        const topic = await lockTopic(point, topicId);
        // Somebody came to it meanwhile: their lock comes before the topic's, so that is given back.
        if ((await members(point)).some((id) => !before.includes(id))) throw new Moved();
        return topic;
      })
      .catch((error: unknown) => {
        if (error instanceof Moved) return undefined;
        throw error;
      });
    if (held) return held;
  }
  throw new AppError("conflict");
}

class Moved extends Error {}

/** What a message is found by; nothing while it cannot be seen. A topic's first message is found by the title, too. */
export const vectorOf = ({ seq, text, state }: Pick<Post, "seq" | "text" | "state">, { title }: Pick<Topic, "title">): SQL =>
  isVisible(state) ? textVectorOf(...(seq === 1 ? [title] : []), text) : NOTHING;

/**
 * Takes one step of a held message, with all that follows from it: what it is found by, its topic's and its author's counts, the
 * topic's answer. `post` and `topic` say afterwards how things stand.
 * @param set what changes with it: an edit's words
 * @throws AppError wrongState for a step that its lifecycle does not know
 */
export async function turnPost(
  tx: Transaction,
  { post, topic }: LockedPost,
  to: PostState,
  by: Taker,
  set: Partial<Pick<Post, "text" | "fingerprint" | "editedAt">> = {},
): Promise<void> {
  if (!postLife.can(post.state, to, by)) throw new AppError("wrongState");
  const delta = Number(isVisible(to)) - Number(isVisible(post.state));
  // In a deleted topic all is gone, whatever becomes of a message by itself.
  const goneAt = isGone(to) ? sql`now()` : topic.state === "deleted" ? sql`coalesce(${forumPosts.goneAt}, now())` : null;
  Object.assign(post, set, { state: to });
  await tx
    .update(forumPosts)
    .set({ ...set, state: to, goneAt, search: vectorOf(post, topic) })
    .where(eq(forumPosts.id, post.id));
  if (delta !== 0) {
    await applyCounts(tx, topic, delta);
    if (post.authorId && topic.state !== "deleted") await countMember(tx, post.authorId, delta);
    await publish(tx, roomTopic(topic.professionId), encodeEvent(topic.id, { what: "turned" }));
  }
  await publishToTopic(tx, topic, { what: "changed", post: post.id });
}

export const countMember = (tx: Transaction, userId: string, delta: number) =>
  tx
    .update(forumMembers)
    .set({ postCount: sql`${forumMembers.postCount} + ${delta}` })
    .where(eq(forumMembers.userId, userId));

/** A room's threads that can be seen became more or fewer. */
export const countRoom = (tx: Transaction, professionId: string, delta: number) =>
  tx
    .update(professions)
    .set({ topicCount: sql`${professions.topicCount} + ${delta}` })
    .where(eq(professions.id, professionId));

/** What stands in a topic goes with it, and comes back with it; what was gone by itself stays so. */
const countGone = (tx: Transaction, topicId: string, gone: boolean) =>
  tx
    .update(forumPosts)
    .set({ goneAt: gone ? sql`now()` : null })
    .where(and(eq(forumPosts.topicId, topicId), gone ? isNull(forumPosts.goneAt) : notInArray(forumPosts.state, [...GONE_POST_STATES])));

/**
 * Counts a locked topic anew after something in it was shown or hidden. A thread is counted as a whole; a chat is long, and shows
 * neither who writes in it nor an answer.
 */
export async function applyCounts(tx: Transaction, topic: Topic, delta: number): Promise<void> {
  const last = sql`select p.created_at from ${forumPosts} p where p.topic_id = ${topic.id} and ${SEEN}`;
  const values =
    topic.kind === "chat"
      ? {
          postCount: sql`${forumTopics.postCount} + ${delta}`,
          lastPostAt: sql`coalesce((${last} order by p.seq desc limit 1), ${forumTopics.createdAt})`,
        }
      : {
          postCount: sql`(select count(*) from ${forumPosts} p where p.topic_id = ${topic.id} and ${SEEN})`,
          lastPostAt: sql`coalesce((${last} order by p.created_at desc limit 1), ${forumTopics.createdAt})`,
          answered: sql`exists (select from ${forumPosts} p where p.topic_id = ${topic.id} and ${SEEN}
            and p.author_id is distinct from ${forumTopics}.author_id)`,
          posterIds: sql`coalesce((select (array_agg(w.author_id order by (w.author_id = ${forumTopics}.author_id) is true desc, w.last desc))[1:${sql.raw(String(AVATAR_GROUP_MAX))}]
            from (select p.author_id, max(p.seq) as last from ${forumPosts} p
              where p.topic_id = ${topic.id} and ${SEEN} and p.author_id is not null group by p.author_id) w), '{}')`,
          posterCount: sql`(select count(distinct p.author_id) from ${forumPosts} p where p.topic_id = ${topic.id} and ${SEEN})`,
          answerId: sql`(select p.id from ${forumPosts} p where p.id = ${forumTopics}.answer_id and p.topic_id = ${topic.id} and ${SEEN})`,
        };
  const [after] = await tx.update(forumTopics).set(values).where(eq(forumTopics.id, topic.id)).returning();
  Object.assign(topic, found(after));
}

/** A topic with all whose messages can be seen in it: their counts change with its own, and those of `others`. */
const lockTopicWithWriters = (tx: Transaction, topicId: string, others?: (on: Executor) => Promise<string[]>): Promise<Topic> =>
  lockTopicWith(tx, topicId, async (on) => {
    const rows = await on.execute<{ id: string }>(
      sql`select distinct p.author_id as id from ${forumPosts} p where p.topic_id = ${topicId} and p.author_id is not null and ${SEEN}`,
    );
    return [...rows.map(({ id }) => id), ...((await others?.(on)) ?? [])];
  });

/**
 * Takes one step of a topic, with all that follows from it: its room's count and its writers'.
 * @param from where it has to stand, if not anywhere that the step begins at
 * @param others members whose counts change with it, beside its writers', where it goes or comes back
 * @returns the topic, locked, as it stands afterwards
 * @throws AppError notFound | wrongState for a step that its lifecycle does not know
 */
export async function turnTopic(
  tx: Transaction,
  topicId: string,
  to: TopicState,
  by: Taker,
  { from = TOPIC_STATES, others }: { from?: readonly TopicState[]; others?: (on: Executor) => Promise<string[]> } = {},
): Promise<Topic> {
  // Whoever wrote in it counts differently only where it goes, or comes back.
  const counts = to === "deleted" || from.includes("deleted");
  const topic = await (counts ? lockTopicWithWriters(tx, topicId, others) : lockTopic(tx, topicId));
  if (!from.includes(topic.state)) throw new AppError("wrongState");
  // A room keeps its chat.
  if (!topicLife.can(topic.state, to, by) || (topic.kind === "chat" && to === "deleted")) throw new AppError("wrongState");
  const delta = Number(to !== "deleted") - Number(topic.state !== "deleted");
  topic.state = to;
  await tx.update(forumTopics).set({ state: to }).where(eq(forumTopics.id, topicId));
  if (delta !== 0) {
    await countGone(tx, topicId, delta < 0);
    await tx.execute(sql`
      update ${forumMembers} m set post_count = m.post_count + ${delta} * w.n
      from (select p.author_id, count(*)::int as n from ${forumPosts} p where p.topic_id = ${topicId} and ${SEEN} group by p.author_id) w
      where m.user_id = w.author_id`);
    await countRoom(tx, topic.professionId, delta);
  }
  await publishToTopic(tx, topic, { what: "turned" });
  return topic;
}
