import type postgres from "postgres";
import { PAGE_SIZE } from "@/lib/constants";

interface Wanted {
  user: string;
  page: number;
}

/** Somebody who wrote, as JSON. */
const author = (sql: postgres.Sql, id: postgres.PendingQuery<postgres.Row[]>) => sql`(
  select jsonb_build_object('uid', m.user_id, 'handle', m.handle, 'name', m.name, 'sample', m.sample,
    'avatar', '/api/user/avatar/' || u.avatar_id, 'role', case when u.role <> 'candidate' then 'team' end)
  from forum_members m join users u on u.id = m.user_id where m.user_id = ${id})`;

/** A room's topics with their total, in one round trip. */
export async function listTopics(sql: postgres.Sql, { user, page, room }: Wanted & { room: string }) {
  const rows = await sql`
    select t.id, t.title, t.post_count, t.last_post_at, t.created_at, t.profession_id, t.state, t.pinned_at, t.answered, t.answer_id,
      t.locale, t.last_seq, t.poster_count, coalesce(m.level, 'normal') as level,
      ${author(sql, sql`t.author_id`)} as author,
      (select jsonb_agg(${author(sql, sql`p.id`)} order by p.n) from unnest(t.poster_ids) with ordinality as p(id, n)) as posters,
      case when m.topic_id is not null then (select count(*)::int from forum_posts p
        where p.topic_id = t.id and p.seq > m.read_seq and p.author_id is distinct from ${user}) end as unread,
      (select topic_count from professions where id = ${room}) as total
    from forum_topics t left join forum_topic_marks m on m.topic_id = t.id and m.user_id = ${user}
    where t.profession_id = ${room} and t.kind = 'thread' and t.state <> 'deleted' and t.pinned_at is null
    order by t.last_post_at desc, t.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  return { data: rows.map(toTopic), meta: { total: rows[0]?.total ?? 0 } };
}

const toTopic = (row: postgres.Row) => ({
  uid: row.id,
  title: row.title,
  replies: row.post_count - 1,
  lastMessageAt: row.last_post_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  professionId: row.profession_id,
  state: row.state,
  pinned: row.pinned_at !== null,
  answered: row.answered,
  solved: row.answer_id !== null,
  locale: row.locale,
  lastSeq: row.last_seq,
  posterCount: row.poster_count,
  author: row.author,
  posters: row.posters ?? [],
  unread: row.unread,
  level: row.level,
});

/** A topic's messages with their total, in one round trip. */
export async function listMessages(sql: postgres.Sql, { user, page, topic }: Wanted & { topic: string }) {
  const from = (page - 1) * PAGE_SIZE;
  const rows = await sql`
    select p.id, p.topic_id, p.seq, p.state, p.text, p.reply_from_id, p.author_id, p.created_at, p.edited_at,
      ${author(sql, sql`p.author_id`)} as author, t.last_seq as total,
      (select jsonb_agg(jsonb_build_object('reaction', r.reaction, 'count', r.n, 'mine', r.mine)) from (
        select reaction, count(*)::int as n, bool_or(user_id = ${user}) as mine from forum_reactions where post_id = p.id group by reaction) r) as reactions,
      (select jsonb_agg(jsonb_build_object('handle', m.handle, 'name', m.name)) from forum_mentions n
        join forum_members m on m.user_id = n.user_id where n.post_id = p.id) as mentions,
      (select jsonb_agg(i.id) from forum_images i where i.post_id = p.id) as images,
      (select jsonb_build_object('uid', s.id, 'kind', s.kind) from forum_shares s where s.post_id = p.id) as share,
      (select jsonb_build_object('uid', w.id, 'question', w.question) from question_proposals w where w.post_id = p.id) as proposal
    from forum_posts p join forum_topics t on t.id = p.topic_id
    where p.topic_id = ${topic} and p.seq between ${from + 1} and ${from + PAGE_SIZE} order by p.seq`;
  return { data: rows.map((row) => toMessage(row, user)), meta: { total: rows[0]?.total ?? 0 } };
}

const toMessage = (row: postgres.Row, user: string) => ({
  uid: row.id,
  topicId: row.topic_id,
  seq: row.seq,
  state: row.state,
  message: row.text,
  replyFromId: row.reply_from_id,
  quote: null,
  author: row.author,
  own: row.author_id === user,
  reactions: row.reactions ?? [],
  mentions: row.mentions ?? [],
  images: row.images ?? [],
  share: row.share,
  proposal: row.proposal,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
});
