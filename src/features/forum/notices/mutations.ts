import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { forgetGroup, forgetUnseen, notifyAll, readGroup, rewordGroup } from "@/features/account/notifications/mutations";
import { unreadGroups } from "@/features/account/notifications/queries";
import { levelOf } from "@/features/forum/rules";
import type { WatchLevel } from "@/lib/enums/forum";
import type { NotificationKind } from "@/lib/enums/notifications";
import type { Transaction } from "@/server/db/client";
import { forumPosts, forumRoomMarks, forumTopicMarks, forumTopics } from "@/server/db/schema";
import { postHref, topicHref } from "../hrefs";
import type { Topic } from "../turns/mutations";

const KINDS = ["forum_reply", "forum_mention", "forum_answer", "forum_post", "forum_topic"] as const satisfies readonly NotificationKind[];
type Kind = (typeof KINDS)[number];

/** Notices of one topic and one kind: while one is unread the next renews it. */
const groupOf = (topicId: string, kind: Kind): string => `${GROUPS}${topicId}:${kind}`;
const GROUPS = "forum:";
const topicOf = (group: string): string => group.split(":")[1] ?? "";

/** All groups in which people were told of a topic: also of those that were merged into it, whose messages stand there now. */
async function groupsOf(tx: Transaction, topicId: string): Promise<string[]> {
  const merged = await tx.select({ id: forumTopics.id }).from(forumTopics).where(eq(forumTopics.mergedIntoId, topicId));
  return [topicId, ...merged.map(({ id }) => id)].flatMap((id) => KINDS.map((kind) => groupOf(id, kind)));
}

/** Where a topic, or a chat, is read; with a message, where that stands. */
export const hrefOf = ({ id }: Topic, post?: string) => (post ? postHref(post) : topicHref(id));

interface Said {
  uid: string;
  seq: number;
  authorId: string;
  /** What its author is called. */
  author: string;
  replyFromId: string | null;
  /** Members who are named in it. */
  mentioned: string[];
}

interface Hearer {
  userId: string;
  topicLevel: WatchLevel | null;
  chosen: boolean | null;
  roomLevel: WatchLevel | null;
}

const levelFor = ({ topicLevel, chosen, roomLevel }: Hearer): WatchLevel =>
  levelOf(topicLevel && { level: topicLevel, chosen: chosen ?? false }, roomLevel);

/** How closely these people follow a topic, and, where they are asked for, all who watch it or its room. */
async function hearersOf(tx: Transaction, topic: Topic, direct: string[], { watchers }: { watchers: boolean }): Promise<Hearer[]> {
  const sources: SQL[] = [sql`select unnest(${sql.param(direct)}::uuid[]) as id`];
  if (watchers) sources.push(sql`select user_id from ${forumTopicMarks} where topic_id = ${topic.id} and level = 'watch'`);
  // A chat is not what somebody watches a room for.
  if (watchers && topic.kind === "thread")
    sources.push(sql`select user_id from ${forumRoomMarks} where profession_id = ${topic.professionId} and level = 'watch'`);
  const rows = await tx.execute<{ id: string; level: WatchLevel | null; chosen: boolean | null; room: WatchLevel | null }>(sql`
    select h.id, t.level, t.chosen, r.level as room from (${sql.join(sources, sql` union `)}) h
    left join ${forumTopicMarks} t on t.topic_id = ${topic.id} and t.user_id = h.id
    left join ${forumRoomMarks} r on r.profession_id = ${topic.professionId} and r.user_id = h.id`);
  return rows.map(({ id, level, chosen, room }) => ({ userId: id, topicLevel: level, chosen, roomLevel: room }));
}

type Saying = Partial<Pick<Said, "authorId" | "author" | "uid">>;

const notifyMembers = (tx: Transaction, userIds: string[], kind: Kind, topic: Topic, { authorId, author, uid }: Saying) =>
  notifyAll(tx, userIds, {
    event: kind === "forum_post" || kind === "forum_topic" ? "community_watched" : "community",
    kind,
    values: { title: topic.title, place: topic.kind, ...(author ? { author } : {}) },
    ...(authorId ? { named: authorId } : {}),
    href: hrefOf(topic, uid),
    groupKey: groupOf(topic.id, kind),
  });

async function repliedTo(tx: Transaction, replyFromId: string | null): Promise<string | null> {
  if (!replyFromId) return null;
  const [row] = await tx.execute<{ id: string | null }>(sql`select author_id as id from ${forumPosts} where id = ${replyFromId}`);
  return row?.id ?? null;
}

/**
 * Tells of a new message, each person at most once: whom it answers, who is named in it, then all who watch its topic or its room.
 * Nobody hears of their own, or of what they muted.
 */
export async function notifyOfPost(tx: Transaction, topic: Topic, said: Said): Promise<void> {
  const { uid, seq, authorId, author, replyFromId, mentioned } = said;
  const answered = await repliedTo(tx, replyFromId);
  const direct = [...(answered ? [answered] : []), ...mentioned];
  const hearers = (await hearersOf(tx, topic, direct, { watchers: true })).filter(({ userId }) => userId !== authorId);
  const levels = new Map(hearers.map((hearer) => [hearer.userId, levelFor(hearer)]));
  const hears = (id: string) => levels.has(id) && levels.get(id) !== "mute";
  const reply = answered && hears(answered) ? [answered] : [];
  const mention = mentioned.filter((id) => hears(id) && !reply.includes(id));
  const known = new Set([...reply, ...mention]);
  const watch = [...levels].flatMap(([id, level]) => (level === "watch" && !known.has(id) ? [id] : []));
  await notifyMembers(tx, reply, "forum_reply", topic, { authorId, author, uid });
  await notifyMembers(tx, mention, "forum_mention", topic, { authorId, author, uid });
  // Many messages may come before somebody looks: it leads to the first that they have not read.
  await notifyMembers(tx, watch, seq === 1 && topic.kind === "thread" ? "forum_topic" : "forum_post", topic, { authorId, author });
}

/** Tells those who are named in a message only now that it was changed. */
export async function notifyMentioned(tx: Transaction, topic: Topic, { uid, authorId, author, mentioned }: Said): Promise<void> {
  const named = mentioned.filter((id) => id !== authorId);
  if (named.length === 0) return;
  const hearers = await hearersOf(tx, topic, named, { watchers: false });
  const ids = hearers.filter((hearer) => levelFor(hearer) !== "mute").map(({ userId }) => userId);
  await notifyMembers(tx, ids, "forum_mention", topic, { authorId, author, uid });
}

/** Tells somebody that their message is the answer. */
export async function notifyOfAnswer(tx: Transaction, topic: Topic, post: { id: string; authorId: string | null }): Promise<void> {
  if (!post.authorId) return;
  const hearers = await hearersOf(tx, topic, [post.authorId], { watchers: false });
  const ids = hearers.filter((hearer) => levelFor(hearer) !== "mute").map(({ userId }) => userId);
  await notifyMembers(tx, ids, "forum_answer", topic, { uid: post.id });
}

/** Whether somebody was told something of a topic that they have not seen. */
export async function hasUnread(tx: Transaction, userId: string, topicId: string): Promise<boolean> {
  const unread = await unreadGroups(tx, userId, GROUPS);
  if (unread.length === 0) return false;
  const groups = new Set(await groupsOf(tx, topicId));
  return unread.some((key) => groups.has(key));
}

/** Somebody has read a topic to its end: what they were told of it is seen. */
export const topicSeen = async (tx: Transaction, userId: string, topicId: string): Promise<void> =>
  readGroup(tx, [userId], ...(await groupsOf(tx, topicId)));

/** Somebody counts what is in a room, or in all of them, as read: what they were told of topics that stand there is seen. */
export async function roomSeen(tx: Transaction, userId: string, professionId: string | undefined): Promise<void> {
  const unread = await unreadGroups(tx, userId, GROUPS);
  const into = alias(forumTopics, "into");
  const topics = await tx
    .select({ id: forumTopics.id, room: sql<string>`coalesce(${into.professionId}, ${forumTopics.professionId})` })
    .from(forumTopics)
    .leftJoin(into, eq(into.id, forumTopics.mergedIntoId))
    .where(inArray(forumTopics.id, unread.map(topicOf)));
  const there = new Set(topics.flatMap(({ id, room }) => (professionId === undefined || room === professionId ? id : [])));
  await readGroup(tx, [userId], ...unread.filter((key) => there.has(topicOf(key))));
}

/** A topic is called otherwise, or holds what stood in another: nobody is told of it, or mailed, by a title that is no more. */
export const topicRetitled = async (tx: Transaction, { id, title }: Topic): Promise<void> =>
  rewordGroup(tx, { title }, ...(await groupsOf(tx, id)));

/** A message is gone: nobody need look for it. */
export const forgetPost = async (tx: Transaction, topic: Topic, uid: string): Promise<void> =>
  forgetUnseen(tx, hrefOf(topic, uid), ...(await groupsOf(tx, topic.id)));

/** A topic is gone: nobody need look for it, nor be mailed its title. */
export const forgetTopic = async (tx: Transaction, topicId: string): Promise<void> => forgetGroup(tx, ...(await groupsOf(tx, topicId)));
