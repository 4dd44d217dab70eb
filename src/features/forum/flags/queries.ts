import { and, asc, desc, eq, gt, inArray, min, ne, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { PAGE_SIZE } from "@/lib/constants";
import { HOUR_MS } from "@/lib/durations";
import type { PostState } from "@/lib/enums/forum";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { forumFlags, forumMembers, forumPosts, forumTopics, moderationActs, users } from "@/server/db/schema";
import { authorIn, authorsOf } from "../members/queries";
import { reportedPosts } from "../posts/queries";
import { excerptOf } from "../posts/rules";
import { isTrusted, REPORTS_PER_HOUR, REPORTS_SHOWN } from "./rules";

const isOpen = eq(forumFlags.state, "open");

/** Open reports of some messages, the oldest first, with what tells whether they count by themselves. */
export const openFlags = (db: Executor, postIds: string[]) =>
  db
    .select({
      flag: forumFlags,
      flagger: {
        postCount: forumMembers.postCount,
        flagsUpheld: forumMembers.flagsUpheld,
        flagsDismissed: forumMembers.flagsDismissed,
        suspendedUntil: forumMembers.suspendedUntil,
        joinedAt: forumMembers.joinedAt,
        barred: sql<boolean>`${users.suspendedAt} is not null or ${users.erasedAt} is not null`,
      },
    })
    .from(forumFlags)
    .leftJoin(forumMembers, eq(forumMembers.userId, forumFlags.flaggerId))
    .leftJoin(users, eq(users.id, forumMembers.userId))
    .where(and(inArray(forumFlags.postId, postIds), isOpen))
    .orderBy(asc(forumFlags.createdAt), asc(forumFlags.id));

/** Who has an open report of a message. */
export async function flaggersOf(db: Executor, postId: string): Promise<string[]> {
  const rows = await db
    .select({ id: forumFlags.flaggerId })
    .from(forumFlags)
    .where(and(eq(forumFlags.postId, postId), isOpen));
  return rows.flatMap(({ id }) => id ?? []);
}

/** Who has an open report of any message in a topic. */
export async function topicFlaggers(db: Executor, topicId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: forumFlags.flaggerId })
    .from(forumFlags)
    .innerJoin(forumPosts, eq(forumPosts.id, forumFlags.postId))
    .where(and(eq(forumPosts.topicId, topicId), isOpen));
  return rows.flatMap(({ id }) => id ?? []);
}

const again = alias(forumFlags, "again");

/**
 * Which reports beside their messages were decided with the last deletion of a locked topic: what a transaction writes bears one instant.
 * Without those of messages that were emptied since, and of whom the same person has reported anew.
 */
export function decidedByDeletion(db: Executor, topicId: string) {
  const deletedAt = db
    .select({ at: moderationActs.createdAt })
    .from(moderationActs)
    .where(and(eq(moderationActs.topicId, topicId), eq(moderationActs.act, "delete_topic")))
    .orderBy(desc(moderationActs.id))
    .limit(1);
  const anew = db
    .select({ id: again.id })
    .from(again)
    .where(and(eq(again.postId, forumFlags.postId), eq(again.flaggerId, forumFlags.flaggerId), eq(again.state, "open")));
  return and(
    eq(forumPosts.id, forumFlags.postId),
    eq(forumPosts.topicId, topicId),
    ne(forumPosts.text, ""),
    eq(forumFlags.state, "upheld"),
    eq(forumFlags.decidedAt, deletedAt),
    notExists(anew),
  );
}

/** Whose reports were decided with the last deletion of a topic. */
export async function deletionFlaggers(db: Executor, topicId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: forumFlags.flaggerId })
    .from(forumFlags)
    .innerJoin(forumPosts, eq(forumPosts.id, forumFlags.postId))
    .where(decidedByDeletion(db, topicId));
  return rows.flatMap(({ id }) => id ?? []);
}

/** When somebody made their last reports, the newest first. */
export async function flaggedLately(db: Executor, flaggerId: string, now: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: forumFlags.createdAt })
    .from(forumFlags)
    .where(and(eq(forumFlags.flaggerId, flaggerId), gt(forumFlags.createdAt, new Date(now.getTime() - HOUR_MS))))
    .orderBy(desc(forumFlags.createdAt))
    .limit(REPORTS_PER_HOUR);
  return rows.map(({ at }) => at);
}

export async function hasOpenFlags(db: Executor): Promise<boolean> {
  return (await db.select({ id: forumFlags.id }).from(forumFlags).where(isOpen).limit(1)).length > 0;
}

/** How many messages wait for a decision. */
export async function countReported(db: Executor): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(distinct ${forumFlags.postId})::int` })
    .from(forumFlags)
    .where(isOpen);
  return row?.total ?? 0;
}

const earlier = alias(forumPosts, "earlier");

/**
 * Messages that wait for a decision, whichever was reported first; a page needs the same few questions however full it is. Who
 * reported the caller's own, and in what words, is kept from them.
 */
export async function listReports(ctx: UserContext, page: number) {
  const { db, actor } = ctx;
  const first = min(forumFlags.createdAt);
  const [waiting, total] = await Promise.all([
    db
      .select({ postId: forumFlags.postId })
      .from(forumFlags)
      .where(isOpen)
      .groupBy(forumFlags.postId)
      .orderBy(asc(first), asc(forumFlags.postId))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    countReported(db),
  ]);
  const ids = waiting.map(({ postId }) => postId);
  if (ids.length === 0) return { data: [], meta: { total } };
  const [posts, places, flags] = await Promise.all([
    reportedPosts(ctx, ids),
    db
      .select({
        postId: forumPosts.id,
        topic: {
          uid: forumTopics.id,
          title: forumTopics.title,
          kind: forumTopics.kind,
          professionId: forumTopics.professionId,
          state: forumTopics.state,
        },
        before: { uid: earlier.id, seq: earlier.seq, authorId: earlier.authorId, state: earlier.state, text: earlier.text },
        authorId: forumPosts.authorId,
      })
      .from(forumPosts)
      .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
      .leftJoin(earlier, and(eq(earlier.topicId, forumPosts.topicId), eq(earlier.seq, sql`${forumPosts.seq} - 1`)))
      .where(inArray(forumPosts.id, ids)),
    openFlags(db, ids),
  ]);
  const [people, records] = await Promise.all([
    authorsOf(db, [...flags.map(({ flag }) => flag.flaggerId), ...places.map(({ before }) => before?.authorId ?? null)]),
    recordsOf(
      db,
      places.flatMap(({ authorId }) => authorId ?? []),
    ),
  ]);
  const now = new Date();
  const data = ids.flatMap((id) => {
    const post = posts.find(({ uid }) => uid === id);
    const place = places.find(({ postId }) => postId === id);
    if (!post || !place) return [];
    const { topic, before, authorId } = place;
    const about = flags.filter(({ flag }) => flag.postId === id);
    const own = authorId === actor.id;
    const taken = before?.state === "self_deleted";
    return {
      post,
      topic,
      before: before && {
        uid: before.uid,
        seq: before.seq,
        author: taken ? null : authorIn(people, before.authorId),
        excerpt: taken ? "" : excerptOf(before.text),
      },
      record: (authorId && records.get(authorId)) || null,
      flags: about.slice(0, REPORTS_SHOWN).map(({ flag, flagger }) => ({
        uid: flag.id,
        reason: flag.reason,
        note: own ? "" : flag.note,
        flagger: own ? null : authorIn(people, flag.flaggerId),
        trusted: isTrusted(flagger, now),
        createdAt: flag.createdAt.toISOString(),
      })),
      reports: about.length,
      trusted: about.filter(({ flagger }) => isTrusted(flagger, now)).length,
    };
  });
  return { data, meta: { total } };
}

const acts = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`;
const { act, details } = moderationActs;
/** How a decision about reports left the message. */
const left = (state: PostState): SQL => sql`(${act} = 'uphold' and ${details} ->> 'state' = ${state})`;

const deletion = alias(moderationActs, "deletion");
const restoring = alias(moderationActs, "restoring");

/** Whether an act was not taken back with the topic's deletion that it came with. */
const stands = (db: Executor) =>
  notExists(
    db
      .select({ id: deletion.id })
      .from(deletion)
      .innerJoin(restoring, and(eq(restoring.topicId, deletion.topicId), eq(restoring.act, "restore_topic"), gt(restoring.id, deletion.id)))
      .where(
        and(
          eq(deletion.topicId, moderationActs.topicId),
          eq(deletion.act, "delete_topic"),
          eq(deletion.createdAt, moderationActs.createdAt),
          eq(moderationActs.act, "uphold"),
        ),
      ),
  );

/**
 * How members have behaved so far, as the log has it: whoever takes back what was reported does not undo what was decided; a moderator
 * does who restores a topic with whose deletion that was.
 */
export async function recordsOf(db: Executor, userIds: string[]) {
  if (userIds.length === 0) return new Map();
  const [members, decided] = await Promise.all([
    db.select().from(forumMembers).where(inArray(forumMembers.userId, userIds)),
    db
      .select({
        userId: moderationActs.subjectId,
        upheld: acts(sql`${act} = 'uphold'`),
        // What reports hid by themselves nobody has decided about.
        hidden: acts(sql`(${act} = 'hide' and ${details} ->> 'by' is distinct from 'reports') or ${left("hidden")}`),
        removed: acts(sql`${act} = 'remove' or ${left("removed")}`),
        suspensions: acts(sql`${act} = 'suspend'`),
      })
      .from(moderationActs)
      .where(and(inArray(moderationActs.subjectId, userIds), stands(db)))
      .groupBy(moderationActs.subjectId),
  ]);
  const now = new Date();
  return new Map(
    members.map(({ userId, joinedAt, postCount, suspendedUntil }) => {
      const about = decided.find((row) => row.userId === userId);
      const record = {
        joinedAt: joinedAt.toISOString(),
        postCount,
        upheld: about?.upheld ?? 0,
        hidden: about?.hidden ?? 0,
        removed: about?.removed ?? 0,
        suspensions: about?.suspensions ?? 0,
        suspendedUntil: suspendedUntil && suspendedUntil > now ? suspendedUntil.toISOString() : null,
      };
      return [userId, record];
    }),
  );
}
