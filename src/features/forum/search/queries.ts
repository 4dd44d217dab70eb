import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { UserContext } from "@/server/api/context";
import type { Database } from "@/server/db/client";
import { forumMembers, forumPosts, forumTopics } from "@/server/db/schema";
import { matchesSearch } from "@/server/db/search";
import { authorIn, authorsOf } from "../members/queries";
import { toHandle } from "../members/rules";
import { plainOf } from "../posts/rules";
import { beforeCursor, cursorOf } from "../topics/rules";
import { excerptAround } from "./rules";
import { HITS, type SearchInput } from "./schema";

/** Hits that are fetched at once. The database guesses badly how many messages have a word that begins so: it is asked. */
const FEW = 2000;

async function isRare(db: Database, found: SQL | undefined): Promise<boolean> {
  const hits = db
    .select({ one: sql`1`.as("one") })
    .from(forumPosts)
    .where(found)
    .limit(FEW + 1)
    .as("hits");
  const [row] = await db.select({ n: count() }).from(hits);
  return (row?.n ?? 0) <= FEW;
}

/** Messages that say what was typed, or stand first under a title that does; the newest first. */
export async function searchPosts({ db }: UserContext, { text, professionId, author, from, to, before }: SearchInput) {
  const cursor = before ? beforeCursor(before) : undefined;
  const found = matchesSearch(forumPosts.search, text);
  const few = await isRare(db, found);
  const rows = await db
    .select({
      id: forumPosts.id,
      seq: forumPosts.seq,
      text: forumPosts.text,
      authorId: forumPosts.authorId,
      createdAt: forumPosts.createdAt,
      at: sql<string>`${forumPosts.createdAt}::text`,
      topicId: forumTopics.id,
      title: forumTopics.title,
      kind: forumTopics.kind,
      professionId: forumTopics.professionId,
    })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .where(
      and(
        found,
        sql`${forumPosts.state} in ('published', 'edited', 'restored')`,
        sql`${forumTopics.state} <> 'deleted'`,
        professionId ? eq(forumPosts.professionId, professionId) : undefined,
        author
          ? sql`${forumPosts.authorId} = (select ${forumMembers.userId} from ${forumMembers} where ${forumMembers.handle} = ${toHandle(author.replace(/^@/, ""))})`
          : undefined,
        from ? sql`${forumPosts.createdAt} >= ${from}::date` : undefined,
        to ? sql`${forumPosts.createdAt} < ${to}::date + 1` : undefined,
        cursor ? sql`(${forumPosts.createdAt}, ${forumPosts.id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : undefined,
      ),
    )
    // Few hits are fetched by their words and then put in order; many would be, too, so those are met on the way back through time.
    .orderBy(few ? sql`${forumPosts.createdAt} + interval '0' desc` : desc(forumPosts.createdAt), desc(forumPosts.id))
    .limit(HITS + 1);
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
