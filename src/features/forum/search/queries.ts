import { and, desc, eq, sql } from "drizzle-orm";
import type { UserContext } from "@/server/api/context";
import { forumMembers, forumPosts, forumTopics } from "@/server/db/schema";
import { matchesSearch } from "@/server/db/search";
import { authorIn, authorsOf } from "../members/queries";
import { toHandle } from "../members/rules";
import { plainOf } from "../posts/rules";
import { beforeCursor, cursorOf } from "../topics/rules";
import { excerptAround } from "./rules";
import { HITS, type SearchInput } from "./schema";

/** Messages that say what was typed, or stand first under a title that does; the newest first. */
export async function searchPosts({ db }: UserContext, { text, professionId, author, from, to, before }: SearchInput) {
  const cursor = before ? beforeCursor(before) : undefined;
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
        matchesSearch(forumPosts.search, text),
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
    .orderBy(desc(forumPosts.createdAt), desc(forumPosts.id))
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
