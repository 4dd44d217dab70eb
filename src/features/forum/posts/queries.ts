import { and, asc, desc, eq, gt, gte, inArray, lte, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isHeldBack, isVisible } from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { HOUR_MS } from "@/lib/durations";
import type { PostState } from "@/lib/enums/forum";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/page-math";
import type { Context, Services, UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import { type Executor, prepared } from "@/server/db/client";
import { forumFlags, forumImages, forumMembers, forumMentions, forumPosts, forumPostVersions, forumReactions } from "@/server/db/schema";
import { type Authors, authorIn, authorsOf, isTeam } from "../members/queries";
import { proposalColumn, toProposed } from "../proposals/queries";
import { shareColumn, toShare } from "../sharing/queries";
import { seeTopic } from "../topics/queries";
import type { PostDto } from "./dto";
import { excerptOf } from "./rules";
import { POSTS, type PostsInput } from "./schema";

/** Who looks: nobody in the preview. */
type Viewer = Pick<Actor, "id" | "role"> | null;

export const mayRead = (state: PostState, viewer: Viewer): boolean =>
  isVisible(state) || (viewer !== null && isTeam(viewer.role) && isHeldBack(state));

interface Order {
  by: SQL;
  limit: number;
  /** They were reported, and whoever reads them decides about that: taking something back does not undo what it did. */
  reported?: boolean;
}

const quoted = alias(forumPosts, "quoted");
/** Letters of a quoted message that are looked at; far fewer are shown. */
const QUOTED = 1500;

const columns = (viewer: string | null | Placeholder, locale: Locale | Placeholder) => ({
  id: forumPosts.id,
  topicId: forumPosts.topicId,
  seq: forumPosts.seq,
  state: forumPosts.state,
  text: forumPosts.text,
  authorId: forumPosts.authorId,
  replyFromId: forumPosts.replyFromId,
  createdAt: forumPosts.createdAt,
  editedAt: forumPosts.editedAt,
  quoted: {
    id: quoted.id,
    seq: quoted.seq,
    state: quoted.state,
    authorId: quoted.authorId,
    text: sql<string>`left(${quoted.text}, ${QUOTED}::int)`,
  },
  reactions: sql<PostDto["reactions"]>`coalesce((
    select jsonb_agg(jsonb_build_object('reaction', r.reaction, 'count', r.n, 'mine', r.mine) order by r.reaction)
    from (select reaction, count(*)::int as n, coalesce(bool_or(user_id = ${viewer}::uuid), false) as mine
      from ${forumReactions} where post_id = ${forumPosts}.id group by reaction) r), '[]'::jsonb)`,
  mentions: sql<PostDto["mentions"]>`coalesce((
    select jsonb_agg(jsonb_build_object('handle', m.handle, 'name', m.name) order by m.handle)
    from ${forumMentions} n join ${forumMembers} m on m.user_id = n.user_id where n.post_id = ${forumPosts}.id), '[]'::jsonb)`,
  images: sql<{ uid: string; key: string; width: number; height: number }[]>`coalesce((
    select jsonb_agg(jsonb_build_object('uid', i.id, 'key', i.file_key, 'width', i.width, 'height', i.height) order by i.created_at, i.id)
    from ${forumImages} i where i.post_id = ${forumPosts}.id
      and strpos(lower(${forumPosts}.text), 'image:' || i.id) > 0), '[]'::jsonb)`,
  share: shareColumn(locale),
  proposal: proposalColumn,
});

/** With what, and for whom, messages are read. */
type Reader = Pick<Context, "files" | "locale"> & { db: Executor };

const select = (db: Executor, ...[viewer, locale]: Parameters<typeof columns>) =>
  db
    .select(columns(viewer, locale))
    .from(forumPosts)
    .leftJoin(quoted, and(eq(quoted.id, forumPosts.replyFromId), eq(quoted.topicId, forumPosts.topicId)));

type Row = Awaited<ReturnType<typeof select>>[number];

const { placeholder } = sql;

/** A topic's messages from one number to another. */
const range = prepared((db) =>
  select(db, placeholder("viewer"), placeholder("locale"))
    .where(
      and(eq(forumPosts.topicId, placeholder("topicId")), gte(forumPosts.seq, placeholder("from")), lte(forumPosts.seq, placeholder("to"))),
    )
    .orderBy(asc(forumPosts.seq))
    .limit(POSTS)
    .prepare("forum_posts"),
);

/** Messages as a viewer sees them. Whether they may see the topic is the caller's matter. */
async function readPosts(reader: Reader, viewer: Viewer, which: SQL | undefined, { by, limit, reported = false }: Order) {
  const rows = await select(reader.db, viewer?.id ?? null, reader.locale)
    .where(which)
    .orderBy(by)
    .limit(limit);
  return toPosts(reader, viewer, rows, reported);
}

async function toPosts({ db, files }: Reader, viewer: Viewer, rows: Row[], reported = false) {
  const authors = await authorsOf(
    db,
    rows.flatMap((row) => [row.authorId, row.quoted?.authorId ?? null]),
  );
  return Promise.all(rows.map((row) => toPost(files, viewer, authors, row, reported)));
}

async function toPost(files: Services["files"], viewer: Viewer, authors: Authors, row: Row, reported: boolean): Promise<PostDto> {
  const { id, topicId, seq, state, text, authorId, replyFromId, createdAt, editedAt } = row;
  const reads = mayRead(state, viewer);
  // What is gone for long has been emptied.
  const shows = (reported || reads) && text !== "";
  const own = viewer !== null && authorId === viewer.id;
  const team = viewer !== null && isTeam(viewer.role);
  const quote = shows ? row.quoted : null;
  return {
    uid: id,
    topicId,
    seq,
    state,
    message: shows ? text : null,
    replyFromId,
    quote: quote && {
      uid: quote.id,
      seq: quote.seq,
      author: mayRead(quote.state, viewer) ? authorIn(authors, quote.authorId) : null,
      excerpt: mayRead(quote.state, viewer) ? excerptOf(quote.text) : "",
    },
    author: shows || state !== "removed" ? authorIn(authors, authorId) : null,
    own,
    reactions: shows ? row.reactions : [],
    mentions: shows ? row.mentions : [],
    images: shows
      ? await Promise.all(row.images.map(async ({ uid, key, width, height }) => ({ uid, url: await files.link(key), width, height })))
      : [],
    share: shows ? toShare(row.share, { own, plays: reads, decides: reported }) : null,
    proposal: shows ? toProposed(row.proposal, { own, team, decides: reported }) : null,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  };
}

/**
 * A topic's messages, in their order. Numbers have no gaps: a page is a range of them, however many messages there are.
 * @throws AppError notFound
 */
export async function listPosts(ctx: UserContext, { topicId, page, fromSeq, aroundSeq, beforeSeq }: PostsInput) {
  const { db, actor } = ctx;
  const topic = await seeTopic(db, actor, topicId);
  const meta = { total: topic.lastSeq };
  const read = async (from: number, to: number) =>
    toPosts(ctx, actor, await range(db).execute({ viewer: actor.id, locale: ctx.locale, topicId: topic.id, from, to }));
  if (fromSeq !== undefined) return { data: await read(fromSeq, fromSeq + POSTS - 1), meta };
  if (beforeSeq !== undefined)
    return { data: await read(Math.max(1, Math.min(beforeSeq, topic.lastSeq + 1) - POSTS), beforeSeq - 1), meta };
  if (aroundSeq !== undefined) {
    const first = Math.max(1, Math.min(aroundSeq - POSTS / 2, topic.lastSeq - POSTS + 1));
    return { data: await read(first, first + POSTS - 1), meta };
  }
  const offset = pageOffset(page);
  return { data: await read(offset + 1, offset + PAGE_SIZE), meta };
}

/** A topic's first messages, as a visitor sees them. */
export const firstPosts = (ctx: Context, topicId: string, howMany: number) =>
  readPosts(ctx, null, and(eq(forumPosts.topicId, topicId), lte(forumPosts.seq, howMany)), {
    by: asc(forumPosts.seq),
    limit: howMany,
  });

/** One message. @throws AppError notFound */
export async function postOf(ctx: UserContext, uid: string): Promise<PostDto> {
  const [post] = await readPosts(ctx, ctx.actor, eq(forumPosts.id, uid), { by: asc(forumPosts.seq), limit: 1 });
  return found(post);
}

/** Messages whose reports wait for a decision, for whoever takes it: wherever they stand, in no order. */
export const reportedPosts = (ctx: UserContext, uids: string[]): Promise<PostDto[]> =>
  readPosts(ctx, ctx.actor, inArray(forumPosts.id, uids), { by: asc(forumPosts.id), limit: uids.length, reported: true });

/** A message of a topic that somebody may see. @throws AppError notFound */
async function seePost(db: Executor, actor: Actor, uid: string) {
  const [row] = await db.select().from(forumPosts).where(eq(forumPosts.id, uid));
  const post = found(row);
  return { post, topic: await seeTopic(db, actor, post.topicId) };
}

export async function getPost(ctx: UserContext, uid: string) {
  await seePost(ctx.db, ctx.actor, uid);
  return postOf(ctx, uid);
}

/** Where a message stands. @throws AppError notFound */
export async function locatePost({ db, actor }: UserContext, uid: string) {
  const { post, topic } = await seePost(db, actor, uid);
  return { uid, topicId: topic.id, professionId: topic.professionId, seq: post.seq };
}

/** Whether reports of a message wait: what it said does not go by changing it, or by taking it back. */
async function isReported(db: Executor, uid: string): Promise<boolean> {
  const waiting = and(eq(forumFlags.postId, uid), eq(forumFlags.state, "open"));
  return (await db.select({ id: forumFlags.id }).from(forumFlags).where(waiting).limit(1)).length > 0;
}

/**
 * What a message said, from its first wording to the one that stands: for its author, who may have taken something out of it for good
 * reason, and for the team. Whoever decides about its reports reads that also of what its author took back.
 * @throws AppError notFound, also where it cannot be seen
 */
export async function postHistory({ db, actor }: UserContext, uid: string) {
  const { post } = await seePost(db, actor, uid);
  const team = isTeam(actor.role);
  const reads = mayRead(post.state, actor) ? team || post.authorId === actor.id : team && (await isReported(db, uid));
  if (!reads) throw new AppError("notFound");
  const before = await db.select().from(forumPostVersions).where(eq(forumPostVersions.postId, uid)).orderBy(asc(forumPostVersions.version));
  // Of those in the middle some have made room: numbers stay as they were.
  const now = { version: (before.at(-1)?.version ?? 0) + 1, text: post.text, writtenAt: post.editedAt ?? post.createdAt };
  return [...before, now].map(({ version, text, writtenAt }) => ({ version, message: text, writtenAt: writtenAt.toISOString() }));
}

/** What somebody wrote in the last hour, the newest first: what limits are about. */
export async function writtenLately(db: Executor, authorId: string, now: Date) {
  return db
    .select({
      at: forumPosts.createdAt,
      kind: sql<"thread" | "chat">`(select t.kind from forum_topics t where t.id = ${forumPosts}.topic_id)`,
      own: sql<boolean>`coalesce((select t.author_id = ${authorId}::uuid from forum_topics t where t.id = ${forumPosts}.topic_id), false)`,
    })
    .from(forumPosts)
    .where(and(eq(forumPosts.authorId, authorId), gt(forumPosts.createdAt, new Date(now.getTime() - HOUR_MS))))
    .orderBy(desc(forumPosts.createdAt))
    .limit(100);
}

/** Whether somebody said the same since then; what they took back does not count. */
export async function saidBefore(db: Executor, authorId: string, fingerprint: bigint, since: Date): Promise<boolean> {
  const [same] = await db
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .where(
      and(
        eq(forumPosts.authorId, authorId),
        gt(forumPosts.createdAt, since),
        eq(forumPosts.fingerprint, fingerprint),
        sql`${forumPosts.state} <> 'self_deleted'`,
      ),
    )
    .limit(1);
  return same !== undefined;
}
