import { and, desc, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { Context } from "@/server/api/context";
import { forumTopics } from "@/server/db/schema";
import { type Authors, authorsOf, toByline } from "../members/queries";
import type { PostDto } from "../posts/dto";
import { firstPosts } from "../posts/queries";
import { countLatest, isThread, peopleOf, seeTopic, type Topic, toBase } from "../topics/queries";
import type { PreviewTopicsInput } from "./schema";

/** Messages of a thread that a visitor reads. */
const FIRST = 5;

const toPreview = (row: Topic, authors: Authors) => {
  const { author, posters } = peopleOf(row, authors);
  return { ...toBase(row), author: author && toByline(author), posters: posters.map(toByline) };
};

/** A room's threads, or those of all rooms, as a visitor sees them: the pinned ones of a room first. */
export async function previewTopics({ db }: Context, { professionId, page }: PreviewTopicsInput) {
  const which = and(isThread, professionId ? eq(forumTopics.professionId, professionId) : undefined);
  const select = (more: SQL | undefined) => db.select().from(forumTopics).where(and(which, more));
  const from = pageOffset(page);
  const [pinned, total] = await Promise.all([
    professionId ? select(isNotNull(forumTopics.pinnedAt)).orderBy(desc(forumTopics.pinnedAt), desc(forumTopics.id)) : [],
    countLatest(db, professionId),
  ]);
  const above = pinned.slice(from, from + PAGE_SIZE);
  const below = await select(professionId ? isNull(forumTopics.pinnedAt) : undefined)
    .orderBy(desc(forumTopics.lastPostAt), desc(forumTopics.id))
    .limit(PAGE_SIZE - above.length)
    .offset(Math.max(0, from - pinned.length));
  const rows = [...above, ...below];
  const authors = await authorsOf(
    db,
    rows.flatMap((row) => [row.authorId, ...row.posterIds]),
  );
  return { data: rows.map((row) => toPreview(row, authors)), meta: { total } };
}

const toPost = ({ uid, seq, state, message, quote, author, reactions, images, createdAt, editedAt }: PostDto) => ({
  uid,
  seq,
  state,
  message,
  quote: quote && { seq: quote.seq, author: quote.author && toByline(quote.author), excerpt: quote.excerpt },
  author: author && toByline(author),
  reactions: reactions.map(({ reaction, count }) => ({ reaction, count })),
  images,
  createdAt,
  editedAt,
});

/** A thread's first messages; chats are for those who have come in. @throws AppError notFound */
export async function previewThread(ctx: Context, topicId: string) {
  const topic = await seeTopic(ctx.db, null, topicId);
  if (topic.kind === "chat") throw new AppError("notFound");
  const [authors, posts] = await Promise.all([authorsOf(ctx.db, [topic.authorId, ...topic.posterIds]), firstPosts(ctx, topic.id, FIRST)]);
  return { ...toPreview(topic, authors), messages: posts.map(toPost) };
}
