import { and, count, desc, eq, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { levelOf, VISIBLE_POST_STATES } from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import { type Executor, prepared } from "@/server/db/client";
import { exactly, olderThan } from "@/server/db/keyset";
import { listed } from "@/server/db/listed";
import { forumPosts, forumRoomMarks, forumTopicMarks, forumTopics, professions } from "@/server/db/schema";
import { type Authors, authorIn, authorsOf, isTeam } from "../members/queries";
import { TOPICS, type TopicsInput } from "./schema";

export type Topic = typeof forumTopics.$inferSelect;

/** Written out, not as parameters: so that a plan made for any values knows which index holds these rows. */
export const isThread = sql`${forumTopics.kind} = 'thread' and ${forumTopics.state} <> 'deleted'`;

/** What has not moved for longer is not offered as unread. */
const UNREAD_DAYS = 30;
/** Unread messages are counted so far. */
const UNREAD_MOST = 100;

type Reader = Pick<Actor, "id"> | { id: Placeholder };

const markOf = ({ id }: Reader) => and(eq(forumTopicMarks.topicId, forumTopics.id), eq(forumTopicMarks.userId, id));
const roomMarkOf = ({ id }: Reader) => and(eq(forumRoomMarks.professionId, forumTopics.professionId), eq(forumRoomMarks.userId, id));

/** Messages of others that somebody has not seen, in the topic of the row. */
const unseen = ({ id }: Reader): SQL => sql`select from ${forumPosts} p where p.topic_id = ${forumTopics}.id
  and p.seq > coalesce(${forumTopicMarks}.read_seq, 0) and p.state in ${listed(VISIBLE_POST_STATES)}
  and p.author_id is distinct from ${id}::uuid and p.created_at > coalesce(${forumRoomMarks}.caught_up_at, '-infinity')`;

/** Threads that moved lately, with something that somebody has not seen, and that they have not muted. */
const waiting = (actor: Actor): SQL | undefined =>
  and(
    isThread,
    sql`${forumTopics.lastPostAt} > now() - make_interval(days => ${UNREAD_DAYS}::int)`,
    sql`${forumTopics.lastPostAt} > coalesce(${forumRoomMarks.caughtUpAt}, '-infinity')`,
    sql`${forumTopics.lastSeq} > coalesce(${forumTopicMarks.readSeq}, 0)`,
    sql`coalesce(${forumTopicMarks.level}, 'normal') <> 'mute'`,
    sql`(coalesce(${forumRoomMarks.level}, 'normal') <> 'mute' or coalesce(${forumTopicMarks.chosen}, false))`,
    sql`exists (${unseen(actor)})`,
  );

/** In how many threads of each room something waits to be read. */
export async function waitsToBeRead(db: Executor, actor: Actor): Promise<Map<string, number>> {
  const rows = await db
    .select({ professionId: forumTopics.professionId, unread: count() })
    .from(forumTopics)
    .leftJoin(forumTopicMarks, markOf(actor))
    .leftJoin(forumRoomMarks, roomMarkOf(actor))
    .where(waiting(actor))
    .groupBy(forumTopics.professionId);
  return new Map(rows.map(({ professionId, unread }) => [professionId, unread]));
}

/** What of a topic everybody sees, without who wrote in it. */
export const toBase = (row: Topic) => ({
  uid: row.id,
  title: row.title,
  replies: Math.max(0, row.postCount - 1),
  lastMessageAt: row.lastPostAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  professionId: row.professionId,
  state: row.state,
  pinned: row.pinnedAt !== null,
  answered: row.answered,
  solved: row.answerId !== null,
  locale: row.locale,
  lastSeq: row.lastSeq,
  posterCount: row.posterCount,
});

export const peopleOf = (row: Topic, authors: Authors) => ({
  author: authorIn(authors, row.authorId),
  posters: row.posterIds.flatMap((id) => authors.get(id) ?? []),
});

const rowColumns = (actor: Reader) => ({
  row: forumTopics,
  at: exactly(forumTopics.lastPostAt),
  level: forumTopicMarks.level,
  chosen: forumTopicMarks.chosen,
  roomLevel: forumRoomMarks.level,
  unread: sql<number | null>`case when ${forumTopicMarks.topicId} is not null then
    (select count(*)::int from (${unseen(actor)} limit ${UNREAD_MOST}::int) as unseen) end`,
});

/** The rows of a list, and how many there are; each list goes along an index, or over own marks alone. */
function listOf({ list, professionId }: TopicsInput, actor: Actor): SQL | undefined {
  const room = professionId ? eq(forumTopics.professionId, professionId) : undefined;
  if (list === "unanswered")
    return and(room, sql`${forumTopics.kind} = 'thread' and ${forumTopics.state} = 'open' and not ${forumTopics.answered}`);
  if (list === "unread") return and(room, waiting(actor));
  if (list === "mine") return and(room, isThread, sql`${forumTopicMarks.wrote}`);
  if (list === "watched") return and(room, isThread, sql`${forumTopicMarks.level} <> 'normal' and ${forumTopicMarks.level} <> 'mute'`);
  return and(room, isThread);
}

const rowsOf = (db: Executor, actor: Reader) => db.select(rowColumns(actor)).from(forumTopics);

/** Of a room's whole list, what stands above it and what stands below: what everybody reads first. */
const inRoom = and(eq(forumTopics.professionId, sql.placeholder("room")), isThread);
const marked = (db: Executor) => {
  const reader = { id: sql.placeholder("userId") };
  return rowsOf(db, reader).leftJoin(forumTopicMarks, markOf(reader)).leftJoin(forumRoomMarks, roomMarkOf(reader));
};
const pinnedRows = prepared((db) =>
  marked(db)
    .where(and(inRoom, isNotNull(forumTopics.pinnedAt)))
    .orderBy(desc(forumTopics.pinnedAt), desc(forumTopics.id))
    .prepare("forum_pinned"),
);
const latestRows = prepared((db) =>
  marked(db)
    .where(and(inRoom, isNull(forumTopics.pinnedAt)))
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare("forum_latest"),
);

const newestFirst = [desc(forumTopics.lastPostAt), desc(forumTopics.id)];

/**
 * Threads, those in which something was written last first; in a room's whole list the pinned ones stand before the others. By page, or
 * from where the last answer ended.
 */
export async function listTopics({ db, actor }: UserContext, input: TopicsInput) {
  const { list, professionId, before, page } = input;
  const own = list === "mine" || list === "watched";
  const select = (which: SQL | undefined) => {
    const rows = rowsOf(db, actor);
    const marked = own ? rows.innerJoin(forumTopicMarks, markOf(actor)) : rows.leftJoin(forumTopicMarks, markOf(actor));
    return marked.leftJoin(forumRoomMarks, roomMarkOf(actor)).where(which);
  };
  const which = listOf(input, actor);
  const whole = list === "latest" ? professionId : undefined;
  const keyset = before !== undefined;
  const cursor = before ? beforeCursor(before) : undefined;
  const [pinned, total] = await Promise.all([
    whole && !cursor ? pinnedRows(db).execute({ userId: actor.id, room: whole }) : [],
    countTopics(db, input, actor),
  ]);
  const limit = keyset ? TOPICS : PAGE_SIZE;
  const from = keyset ? 0 : pageOffset(page);
  const above = keyset ? pinned : pinned.slice(from, from + limit);
  const room = keyset ? limit : limit - above.length;
  const read = (limit: number, offset: number) => {
    if (whole && !cursor) return latestRows(db).execute({ userId: actor.id, room: whole, limit, offset });
    const older = olderThan(forumTopics.lastPostAt, forumTopics.id, cursor);
    return select(and(which, whole ? isNull(forumTopics.pinnedAt) : undefined, older))
      .orderBy(...newestFirst)
      .limit(limit)
      .offset(offset);
  };
  const below = room > 0 ? await read(room + 1, Math.max(0, from - pinned.length)) : [];
  const shown = below.slice(0, room);
  const rows = [...above, ...shown];
  const authors = await authorsOf(
    db,
    rows.flatMap(({ row }) => [row.authorId, ...row.posterIds]),
  );
  const last = shown.at(-1);
  return {
    data: rows.map(({ row, level, chosen, roomLevel, unread }) => ({
      ...toBase(row),
      ...peopleOf(row, authors),
      unread,
      level: levelOf(level && { level, chosen: chosen ?? false }, roomLevel),
    })),
    meta: { total, next: keyset && below.length > room && last ? cursorOf(last.at, last.row.id) : null },
  };
}

const countIn = (db: Executor, room?: SQL) =>
  db
    .select({ total: sql<number>`coalesce(sum(${professions.topicCount}), 0)::int` })
    .from(professions)
    .where(room);
const roomCount = prepared((db) => countIn(db, eq(professions.id, sql.placeholder("room"))).prepare("forum_room_count"));

/** How many threads there are, in a room or in all: the rooms know. */
export async function countLatest(db: Executor, professionId: string | undefined): Promise<number> {
  const [row] = await (professionId ? roomCount(db).execute({ room: professionId }) : countIn(db));
  return row?.total ?? 0;
}

async function countTopics(db: Executor, input: TopicsInput, actor: Actor): Promise<number> {
  const { list, professionId } = input;
  if (list === "latest") return countLatest(db, professionId);
  const rows = db.select({ total: count() }).from(forumTopics).$dynamic();
  if (list === "mine" || list === "watched") rows.innerJoin(forumTopicMarks, markOf(actor));
  if (list === "unread") rows.leftJoin(forumTopicMarks, markOf(actor)).leftJoin(forumRoomMarks, roomMarkOf(actor));
  const [row] = await rows.where(listOf(input, actor));
  return row?.total ?? 0;
}

const MOST_MERGES = 10;

const topicRow = prepared((db) =>
  db
    .select()
    .from(forumTopics)
    .where(eq(forumTopics.id, sql.placeholder("id")))
    .prepare("forum_topic"),
);

/**
 * A topic that somebody may see: one that was merged stands for the one in which its messages are now, and of a deleted one only
 * moderators know. @throws AppError notFound
 */
export async function seeTopic(db: Executor, actor: Pick<Actor, "role"> | null, topicId: string): Promise<Topic> {
  const read = async (id: string) => found((await topicRow(db).execute({ id }))[0]);
  let topic = await read(topicId);
  // One that took in others may have been merged itself.
  for (let hops = 0; topic.mergedIntoId && hops < MOST_MERGES; hops++) topic = await read(topic.mergedIntoId);
  return visible(topic, actor);
}

function visible(topic: Topic, actor: Pick<Actor, "role"> | null): Topic {
  if (topic.state === "deleted" && !(actor && isTeam(actor.role))) throw new AppError("notFound");
  return topic;
}

/** How a topic stands, and what the caller may do. @throws AppError notFound */
export async function getTopic({ db, actor }: Pick<UserContext, "actor"> & { db: Executor }, topicId: string) {
  const topic = await seeTopic(db, actor, topicId);
  const answer = topic.answerId
    ? await db.select({ uid: forumPosts.id, seq: forumPosts.seq }).from(forumPosts).where(eq(forumPosts.id, topic.answerId))
    : [];
  const [[mark], authors] = await Promise.all([
    db
      .select()
      .from(forumTopicMarks)
      .where(and(eq(forumTopicMarks.topicId, topic.id), eq(forumTopicMarks.userId, actor.id))),
    authorsOf(db, [topic.authorId, ...topic.posterIds]),
  ]);
  const open = topic.state === "open";
  const mine = topic.authorId === actor.id;
  const team = isTeam(actor.role);
  return {
    ...toBase(topic),
    ...peopleOf(topic, authors),
    kind: topic.kind,
    level: mark?.level ?? ("normal" as const),
    levelChosen: mark?.chosen ?? false,
    readSeq: mark?.readSeq ?? 0,
    answer: answer[0] ?? null,
    may: {
      write: open,
      rename: open && mine,
      answer: topic.kind === "thread" && ((open && mine) || (team && topic.state !== "deleted")),
      moderate: team,
    },
  };
}
