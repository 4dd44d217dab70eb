import { and, asc, count, desc, eq, gt, inArray, min, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/paging";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { forumFlags, forumMembers, forumPosts, forumTopics, moderationActs } from "@/server/db/schema";
import { authorIn, authorsOf } from "../members/queries";
import { reportedPosts } from "../posts/queries";
import { excerptOf } from "../posts/rules";
import { isTrusted, REPORTS_PER_HOUR } from "./rules";

const isOpen = eq(forumFlags.state, "open");

/** Open reports of some messages, the oldest first, with who made them. */
export const openFlags = (db: Executor, postIds: string[]) =>
  db
    .select({ flag: forumFlags, flagger: forumMembers })
    .from(forumFlags)
    .leftJoin(forumMembers, eq(forumMembers.userId, forumFlags.flaggerId))
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

/** When somebody made their last reports, the newest first. */
export async function flaggedLately(db: Executor, flaggerId: string, now: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: forumFlags.createdAt })
    .from(forumFlags)
    .where(and(eq(forumFlags.flaggerId, flaggerId), gt(forumFlags.createdAt, new Date(now.getTime() - 3_600_000))))
    .orderBy(desc(forumFlags.createdAt))
    .limit(REPORTS_PER_HOUR);
  return rows.map(({ at }) => at);
}

export async function hasOpenFlags(db: Executor): Promise<boolean> {
  return (await db.select({ id: forumFlags.id }).from(forumFlags).where(isOpen).limit(1)).length > 0;
}

const earlier = alias(forumPosts, "earlier");

/** Messages that wait for a decision, whichever was reported first; a page needs the same few questions however full it is. */
export async function listReports(ctx: UserContext, page: number) {
  const { db } = ctx;
  const first = min(forumFlags.createdAt);
  const [waiting, [totals]] = await Promise.all([
    db
      .select({ postId: forumFlags.postId })
      .from(forumFlags)
      .where(isOpen)
      .groupBy(forumFlags.postId)
      .orderBy(asc(first), asc(forumFlags.postId))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db
      .select({ total: sql<number>`count(distinct ${forumFlags.postId})::int` })
      .from(forumFlags)
      .where(isOpen),
  ]);
  const ids = waiting.map(({ postId }) => postId);
  if (ids.length === 0) return { data: [], meta: { total: totals?.total ?? 0 } };
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
    const own = flags
      .filter(({ flag }) => flag.postId === id)
      .map(({ flag, flagger }) => ({
        uid: flag.id,
        reason: flag.reason,
        note: flag.note,
        flagger: authorIn(people, flag.flaggerId),
        trusted: isTrusted(flagger, now),
        createdAt: flag.createdAt.toISOString(),
      }));
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
      flags: own,
      trusted: own.filter(({ trusted }) => trusted).length,
    };
  });
  return { data, meta: { total: totals?.total ?? 0 } };
}

/** How members have behaved so far. */
export async function recordsOf(db: Executor, userIds: string[]) {
  if (userIds.length === 0) return new Map();
  const [members, states, suspensions] = await Promise.all([
    db.select().from(forumMembers).where(inArray(forumMembers.userId, userIds)),
    db
      .select({ userId: forumPosts.authorId, state: forumPosts.state, n: count() })
      .from(forumPosts)
      .where(and(inArray(forumPosts.authorId, userIds), inArray(forumPosts.state, ["hidden", "removed"])))
      .groupBy(forumPosts.authorId, forumPosts.state),
    db
      .select({ userId: moderationActs.subjectId, n: count() })
      .from(moderationActs)
      .where(and(inArray(moderationActs.subjectId, userIds), eq(moderationActs.act, "suspend")))
      .groupBy(moderationActs.subjectId),
  ]);
  const now = new Date();
  return new Map(
    members.map(({ userId, joinedAt, postCount, suspendedUntil }) => {
      const inState = (state: string) => states.find((row) => row.userId === userId && row.state === state)?.n ?? 0;
      const record = {
        joinedAt: joinedAt.toISOString(),
        postCount,
        hidden: inState("hidden"),
        removed: inState("removed"),
        suspensions: suspensions.find((row) => row.userId === userId)?.n ?? 0,
        suspendedUntil: suspendedUntil && suspendedUntil > now ? suspendedUntil.toISOString() : null,
      };
      return [userId, record];
    }),
  );
}
