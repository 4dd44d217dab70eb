import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { VISIBLE_POST_STATES } from "@/features/forum/rules";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import { spanOf } from "@/lib/days";
import { toHandle } from "@/lib/mentions";
import type { UserContext } from "@/server/api/context";
import type { Database } from "@/server/db/client";
import { exactly, olderThan } from "@/server/db/keyset";
import { listed } from "@/server/db/listed";
import { forumMembers, forumPosts, forumTopics } from "@/server/db/schema";
import { matchesSearch } from "@/server/db/search";
import { authorIn, authorsOf } from "../members/queries";
import { plainOf } from "../posts/rules";
import { excerptAround } from "./rules";
import { HITS, type SearchInput } from "./schema";

/** So many of the newest messages are looked through before the index of words is asked. */
const WINDOW = 3000;

const SEEN = sql`${forumPosts.state} in ${listed(VISIBLE_POST_STATES)}`;
const inSight = sql`exists (select from ${forumTopics} where ${forumTopics.id} = ${forumPosts}.topic_id and ${forumTopics.state} <> 'deleted')`;
const newestFirst = [desc(forumPosts.createdAt), desc(forumPosts.id)];

/**
 * The newest messages that fit. Common words are soon met on the way back through time; rare ones are not, and are found by the index
 * of words. The database cannot choose between the two, because it guesses badly how many messages have a word that begins so.
 */
async function newestHits(db: Database, text: string, among: SQL | undefined): Promise<string[]> {
  const recent = db
    .select({ id: forumPosts.id, topicId: forumPosts.topicId, createdAt: forumPosts.createdAt, search: forumPosts.search })
    .from(forumPosts)
    .where(and(SEEN, among))
    .orderBy(...newestFirst)
    .limit(WINDOW)
    .as("recent");
  const met = await db
    .select({ id: recent.id })
    .from(recent)
    .innerJoin(forumTopics, eq(forumTopics.id, recent.topicId))
    .where(and(matchesSearch(recent.search, text, "many"), sql`${forumTopics.state} <> 'deleted'`))
    .orderBy(desc(recent.createdAt), desc(recent.id))
    .limit(HITS + 1);
  if (met.length > HITS) return met.map(({ id }) => id);
  const found = await db
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .where(and(matchesSearch(forumPosts.search, text, "many"), SEEN, inSight, among))
    // In an order that no index has: all hits are fetched by their words first.
    .orderBy(sql`${forumPosts.createdAt} + interval '0' desc`, desc(forumPosts.id))
    .limit(HITS + 1);
  return found.map(({ id }) => id);
}

/** Messages that say what was typed, or stand first under a title that does; the newest first. */
export async function searchPosts({ db }: UserContext, { text, professionId, author, before, ...days }: SearchInput) {
  const cursor = before ? beforeCursor(before) : undefined;
  const { since, until } = spanOf(days);
  const among = and(
    professionId ? eq(forumPosts.professionId, professionId) : undefined,
    author
      ? sql`${forumPosts.authorId} = (select ${forumMembers.userId} from ${forumMembers} where ${forumMembers.handle} = ${toHandle(author.replace(/^@/, ""))})`
      : undefined,
    since ? gte(forumPosts.createdAt, since) : undefined,
    until ? lt(forumPosts.createdAt, until) : undefined,
    olderThan(forumPosts.createdAt, forumPosts.id, cursor),
  );
  const ids = await newestHits(db, text, among);
  if (ids.length === 0) return { data: [], meta: { next: null } };
  const rows = await db
    .select({
      id: forumPosts.id,
      seq: forumPosts.seq,
      text: forumPosts.text,
      authorId: forumPosts.authorId,
      createdAt: forumPosts.createdAt,
      at: exactly(forumPosts.createdAt),
      topicId: forumTopics.id,
      title: forumTopics.title,
      kind: forumTopics.kind,
      professionId: forumTopics.professionId,
    })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .where(inArray(forumPosts.id, ids))
    .orderBy(...newestFirst);
  const shown = rows.slice(0, HITS);
  const authors = await authorsOf(
    db,
    shown.map(({ authorId }) => authorId),
  );
  const last = shown.at(-1);
  return {
    data: shown.map(({ id, authorId, createdAt, at: _, text: markdown, ...row }) => ({
      uid: id,
      ...row,
      author: authorIn(authors, authorId),
      createdAt: createdAt.toISOString(),
      ...excerptAround(plainOf(markdown), text),
    })),
    meta: { next: rows.length > HITS && last ? cursorOf(last.at, last.id) : null },
  };
}
