import { and, asc, eq, inArray, sql } from "drizzle-orm";
import {
  EDITS,
  excessOf,
  MAX_TEXT,
  type Obstacle,
  obstacle,
  post as postLife,
  SAME_HOURS,
  SAME_LETTERS,
  VISIBLE_POST_STATES,
} from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import { AVATAR_GROUP_MAX } from "@/lib/constants";
import { DAY_MS } from "@/lib/durations";
import { fingerprintOf } from "@/lib/fingerprint";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { listed } from "@/server/db/listed";
import { forumPosts, forumPostVersions, forumTopicMarks, forumTopics } from "@/server/db/schema";
import { attachImages } from "../images/mutations";
import { lockMember, nameMembers } from "../members/mutations";
import { type Member, requireWriting } from "../members/queries";
import { forgetPost, forgetTopic, notifyMentioned, notifyOfPost } from "../notices/mutations";
import { propose, withdrawWith } from "../proposals/mutations";
import { revokeWith, shareWith } from "../sharing/mutations";
import { seeTopic } from "../topics/queries";
import {
  countMember,
  type LockedPost,
  lockPost,
  lockTopic,
  publishToTopic,
  type Topic,
  turnPost,
  turnTopic,
  vectorOf,
} from "../turns/mutations";
import { postOf, saidBefore, writtenLately } from "./queries";
import { amountsOf, factsOf, isTangled } from "./rules";
import type { EditInput, Extras, WriteInput } from "./schema";

const refuse = ({ code, values, retryAfter }: Obstacle): never => {
  throw new AppError(code, { values: values ?? {}, ...(retryAfter === undefined ? {} : { retryAfter }) });
};

/** @throws AppError topicLocked | topicArchived | notFound where nobody writes any more */
export function requireOpen({ state }: Pick<Topic, "state">): void {
  if (state === "locked") throw new AppError("topicLocked");
  if (state === "archived") throw new AppError("topicArchived");
  if (state === "deleted") throw new AppError("notFound");
}

function requireFitting({ kind }: Pick<Topic, "kind">, text: string): void {
  const maximum = MAX_TEXT[kind];
  if (text.length > maximum) throw new AppError("invalidInput", { issues: [{ path: ["message"], key: "tooLong", values: { maximum } }] });
  if (isTangled(text)) throw new AppError("textTangled");
}

/** The message that was written under this id before, if its author asks again; under somebody else's id nothing is written. */
export async function writtenBefore(tx: Transaction, uid: string, topicId: string, authorId: string): Promise<boolean> {
  const [before] = await tx
    .select({ topicId: forumPosts.topicId, authorId: forumPosts.authorId })
    .from(forumPosts)
    .where(eq(forumPosts.id, uid));
  if (!before) return false;
  if (before.topicId !== topicId || before.authorId !== authorId) throw new AppError("conflict");
  return true;
}

/** Two transactions wrote under one id at once: the other one was first. */
export const asConflict = (error: unknown): never => {
  if (["forum_posts_pkey", "forum_topics_pkey"].some((key) => isUniqueViolation(error, key)))
    throw new AppError("conflict", { cause: error });
  throw error;
};

interface Written {
  uid: string;
  text: string;
  replyFromId?: string | undefined;
}

/**
 * Writes at the end of a locked topic, with all that follows from it. Its author is locked as a member, and was before the topic.
 * @throws AppError by what stands in the way: see `obstacle`; duplicateMessage | attachmentGone | notFound for what it answers
 */
export async function write(tx: Transaction, member: Member & { team: boolean }, topic: Topic, message: Written): Promise<void> {
  const { uid, text, replyFromId } = message;
  const authorId = member.userId;
  requireFitting(topic, text);
  // Clocks of several machines differ a little: what was written later is not older.
  const now = new Date(Math.max(Date.now(), topic.lastSeq > 0 ? topic.lastPostAt.getTime() : 0));
  // Whoever may not write at all does not make the parser work.
  const ownTopic = await requireAllowed(tx, member, topic, now);
  const facts = factsOf(text);
  const excess = excessOf(member, { ownTopic, amounts: amountsOf(facts) }, now);
  if (excess) refuse(excess);
  const fingerprint = fingerprintOf(text);
  if (text.length > SAME_LETTERS && (await saidBefore(tx, authorId, fingerprint, new Date(now.getTime() - (SAME_HOURS / 24) * DAY_MS))))
    throw new AppError("duplicateMessage");
  if (replyFromId) {
    const here = and(eq(forumPosts.id, replyFromId), eq(forumPosts.topicId, topic.id));
    found((await tx.select({ id: forumPosts.id }).from(forumPosts).where(here))[0]);
  }
  const isNew = topic.kind === "thread" && !(await hasWritten(tx, topic.id, authorId));
  const seq = topic.lastSeq + 1;
  const row = { id: uid, topicId: topic.id, seq, professionId: topic.professionId, authorId, replyFromId: replyFromId ?? null };
  await tx
    .insert(forumPosts)
    .values({ ...row, text, fingerprint, search: vectorOf({ seq, text, state: "published" }, topic), createdAt: now });
  await attachImages(tx, uid, authorId, facts.images);
  const mentioned = await nameMembers(tx, uid, facts.mentions);
  Object.assign(topic, {
    lastSeq: seq,
    postCount: topic.postCount + 1,
    lastPostAt: now,
    answered: topic.kind === "thread" && (topic.answered || authorId !== topic.authorId),
    ...(topic.kind === "thread" ? { posterIds: withPoster(topic, authorId), posterCount: topic.posterCount + Number(isNew) } : {}),
  });
  const { lastSeq, postCount, lastPostAt, answered, posterIds, posterCount } = topic;
  await tx
    .update(forumTopics)
    .set({ lastSeq, postCount, lastPostAt, answered, posterIds, posterCount })
    .where(eq(forumTopics.id, topic.id));
  await countMember(tx, authorId, 1);
  await markWritten(tx, topic, authorId, seq);
  await publishToTopic(tx, topic, { what: "post", seq });
  await notifyOfPost(tx, topic, { uid, seq, authorId, author: member.name, replyFromId: replyFromId ?? null, mentioned });
}

const NOTHING = { links: 0, images: 0, mentions: 0 };

/** Refuses whoever may not write now, whatever they write. @returns whether they answer in a topic of theirs */
async function requireAllowed(tx: Transaction, member: Member & { team: boolean }, topic: Topic, now: Date): Promise<boolean> {
  const begins = topic.lastSeq === 0 && topic.kind === "thread";
  const ownTopic = !begins && topic.authorId === member.userId;
  const attempt = { kind: topic.kind, begins, ownTopic, amounts: NOTHING };
  const lately = member.team ? [] : await writtenLately(tx, member.userId, now);
  const minute = new Date(now.getTime() - 60_000);
  const before = {
    minute: lately.filter(({ kind, at }) => kind === topic.kind && at > minute).map(({ at }) => at),
    hour: lately.filter(({ own }) => !own).map(({ at }) => at),
    topics: begins && !member.team ? await topicsSince(tx, member.userId, new Date(now.getTime() - DAY_MS), topic.id) : [],
  };
  const inTheWay = obstacle(member, attempt, before, now);
  if (inTheWay) refuse(inTheWay);
  return ownTopic;
}

/** When somebody began their last topics, the newest first, without the one that they are about to. */
async function topicsSince(tx: Transaction, authorId: string, since: Date, but: string): Promise<Date[]> {
  const rows = await tx
    .select({ at: forumTopics.createdAt })
    .from(forumTopics)
    .where(
      and(eq(forumTopics.authorId, authorId), sql`${forumTopics.createdAt} > ${since.toISOString()}`, sql`${forumTopics.id} <> ${but}`),
    )
    .orderBy(sql`${forumTopics.createdAt} desc`)
    .limit(20);
  return rows.map(({ at }) => at);
}

async function hasWritten(tx: Transaction, topicId: string, authorId: string): Promise<boolean> {
  const [one] = await tx
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .where(
      and(eq(forumPosts.topicId, topicId), eq(forumPosts.authorId, authorId), sql`${forumPosts.state} in ${listed(VISIBLE_POST_STATES)}`),
    )
    .limit(1);
  return one !== undefined;
}

/** A topic's author first, then those who wrote last: as `applyCounts` puts them. */
export function withPoster({ authorId, posterIds }: Pick<Topic, "authorId" | "posterIds">, writer: string): string[] {
  const first = authorId !== null && (writer === authorId || posterIds.includes(authorId)) ? [authorId] : [];
  return [...new Set([...first, writer, ...posterIds])].slice(0, AVATAR_GROUP_MAX);
}

/** Whoever begins a topic watches it, and whoever answers tracks it, unless they chose otherwise. What is one's own is no news. */
async function markWritten(tx: Transaction, topic: Topic, userId: string, seq: number): Promise<void> {
  const level = topic.kind === "chat" ? "normal" : topic.authorId === userId ? "watch" : "track";
  const closer = sql`case when ${forumTopicMarks.chosen} or ${forumTopicMarks.level} = 'watch' or excluded.level = 'normal'
    then ${forumTopicMarks.level} else excluded.level end`;
  await tx
    .insert(forumTopicMarks)
    .values({ userId, topicId: topic.id, level, wrote: true, readSeq: seq === 1 ? 1 : 0 })
    .onConflictDoUpdate({
      target: [forumTopicMarks.userId, forumTopicMarks.topicId],
      set: {
        wrote: true,
        level: closer,
        readSeq: sql`case when ${forumTopicMarks.readSeq} >= ${seq - 1} then greatest(${forumTopicMarks.readSeq}, ${seq}) else ${forumTopicMarks.readSeq} end`,
      },
    });
}

/**
 * Writes a message. Asked again with the same id it answers what is there.
 * @throws AppError notFound | topicLocked | topicArchived | conflict, and what `write` throws
 */
export async function writeMessage(ctx: UserContext, { topicId, message, replyFromId, share, asked, uid: known }: WriteInput) {
  const { db, actor } = ctx;
  const uid = known ?? idFrom("message", actor.id, ctx.idempotencyKey);
  await db
    .transaction(async (tx) => {
      const member = await lockMember(tx, actor);
      const { id } = await seeTopic(tx, actor, topicId);
      const topic = await lockTopic(tx, id);
      if (await writtenBefore(tx, uid, topic.id, actor.id)) return;
      requireOpen(topic);
      await write(tx, member, topic, { uid, text: message, replyFromId });
      await addExtras(tx, ctx, topic, uid, { share, asked });
    })
    .catch(asConflict);
  return postOf(ctx, uid);
}

/** What comes along with a message that was just written: what it shares, and the question that it tells of. */
export async function addExtras(tx: Transaction, ctx: UserContext, topic: Topic, postId: string, { share, asked }: Extras): Promise<void> {
  if (share) await shareWith(tx, ctx.actor, postId, share);
  if (asked) await propose(tx, ctx, topic, postId, asked);
}

/** An own message that is about to change. To others it does not exist. */
async function lockOwn(tx: Transaction, actor: UserContext["actor"], uid: string) {
  const held = await lockPost(tx, uid);
  if (held.post.authorId !== actor.id || held.topic.state === "deleted") throw new AppError("notFound");
  return held;
}

/**
 * Says it in other words; what it said before is kept, for its author and the team.
 * @throws AppError notFound | wrongState | topicLocked | topicArchived | attachmentGone, and what is too much in it
 */
export async function editPost(ctx: UserContext, { uid, message }: EditInput) {
  const { db, actor } = ctx;
  await db.transaction(async (tx) => {
    const held = await lockOwn(tx, actor, uid);
    const { post, topic } = held;
    if (!postLife.can(post.state, "edited", "author")) throw new AppError("wrongState");
    if (post.text === message) return;
    requireOpen(topic);
    requireFitting(topic, message);
    const now = new Date();
    const member = await lockMember(tx, actor);
    requireWriting(member, now);
    await keepVersion(tx, post, now);
    const facts = factsOf(message);
    const ownTopic = post.seq > 1 && topic.authorId === actor.id;
    const excess = excessOf(member, { ownTopic, amounts: amountsOf(facts) }, now);
    if (excess) refuse(excess);
    await turnPost(tx, held, "edited", "author", { text: message, fingerprint: fingerprintOf(message), editedAt: now });
    await attachImages(tx, uid, actor.id, facts.images);
    const named = await nameMembers(tx, uid, facts.mentions);
    await notifyMentioned(tx, topic, { uid, seq: post.seq, authorId: actor.id, author: member.name, replyFromId: null, mentioned: named });
  });
  return postOf(ctx, uid);
}

/** Keeps what a message says until now; not more than a page of history can show. @throws AppError writingTooFast */
async function keepVersion(tx: Transaction, { id, text, editedAt, createdAt }: LockedPost["post"], now: Date): Promise<void> {
  const before = await tx
    .select({ version: forumPostVersions.version, writtenAt: forumPostVersions.writtenAt })
    .from(forumPostVersions)
    .where(eq(forumPostVersions.postId, id))
    .orderBy(asc(forumPostVersions.version));
  const writtenAt = editedAt ?? createdAt;
  const changes = [...before.map((version) => version.writtenAt), writtenAt].filter((at) => at > createdAt);
  if (changes.filter((at) => now.getTime() - at.getTime() < 60_000).length >= EDITS.perMinute)
    throw new AppError("writingTooFast", { retryAfter: 60 });
  await tx.insert(forumPostVersions).values({ postId: id, version: (before.at(-1)?.version ?? 0) + 1, text, writtenAt });
  // With what stands now they are that many. The first wording stays; of the others the oldest make room.
  const surplus = before.slice(1, Math.max(1, before.length + 3 - EDITS.kept)).map(({ version }) => version);
  if (surplus.length > 0)
    await tx.delete(forumPostVersions).where(and(eq(forumPostVersions.postId, id), inArray(forumPostVersions.version, surplus)));
}

/** Whether a held topic has words of others, hidden ones included: a moderator may find them right, and bring them back. */
async function hasWordsOfOthers(tx: Transaction, actor: UserContext["actor"], topicId: string): Promise<boolean> {
  const { id, authorId, state } = forumPosts;
  const others = and(
    eq(forumPosts.topicId, topicId),
    sql`${authorId} is distinct from ${actor.id}`,
    inArray(state, [...VISIBLE_POST_STATES, "hidden"]),
  );
  return (await tx.select({ id }).from(forumPosts).where(others).limit(1)).length > 0;
}

/**
 * Takes an own message back, with what it shared and proposed; its place is left. The first one of a topic that nobody has answered
 * takes the topic along.
 * @throws AppError notFound | wrongState
 */
export async function deletePost({ db, actor }: UserContext, uid: string) {
  return db.transaction(async (tx) => {
    const held = await lockOwn(tx, actor, uid);
    const { post, topic } = held;
    const whole =
      post.seq === 1 &&
      topic.kind === "thread" &&
      topic.state === "open" &&
      !topic.answered &&
      !(await hasWordsOfOthers(tx, actor, topic.id));
    if (whole && !postLife.can(post.state, "self_deleted", "author")) throw new AppError("wrongState");
    if (whole) await takeBackTopic(tx, actor, topic.id);
    else await turnPost(tx, held, "self_deleted", "author");
    const gone = tx
      .select({ id: forumPosts.id })
      .from(forumPosts)
      .where(and(eq(forumPosts.authorId, actor.id), whole ? eq(forumPosts.topicId, topic.id) : eq(forumPosts.id, uid)));
    await revokeWith(tx, gone);
    if (whole) await forgetTopic(tx, topic.id);
    else await forgetPost(tx, topic, uid);
    await withdrawWith(tx, gone);
    return { uid, topic: whole };
  });
}

/** A topic goes with what its author wrote in it; they may say the same again, as of any message that was taken back. */
async function takeBackTopic(tx: Transaction, actor: UserContext["actor"], topicId: string): Promise<void> {
  await turnTopic(tx, topicId, "deleted", "author");
  const own = and(eq(forumPosts.topicId, topicId), eq(forumPosts.authorId, actor.id));
  await tx.update(forumPosts).set({ fingerprint: 0n }).where(own);
}

/** Lets those who look at a topic see that somebody is typing; nothing of it is kept. @throws AppError notFound */
export async function sayTyping({ db, actor }: UserContext, topicId: string) {
  const topic = await seeTopic(db, actor, topicId);
  await publishToTopic(db, topic, { what: "typing", user: actor.id });
  return { uid: topic.id };
}
