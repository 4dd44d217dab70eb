import type postgres from "postgres";
import { PAGE_SIZE } from "@/lib/constants";

interface Wanted {
  user: string;
  page: number;
}

/** Somebody's answers with their total, in one round trip. */
export async function listAnswers(sql: postgres.Sql, { user, page }: Wanted) {
  const rows = await sql`
    select a.id as uid, c.id as category_id, c.name ->> 'en' as category, q.id as question_id, q.text ->> 'en' as question,
      a.state, a.mode, a.reading_time, a.answer_time, a.recording_kind, a.mime_type, a.size_bytes, a.duration_ms, a.overrun_ms, a.md5,
      a.clarity, a.logic_relevance, a.expertise_insight, a.attitude_engagement, a.rating_overall,
      a.question_difficulty, a.comments, a.file_key, a.recorded_at, a.created_at,
      (select count(*)::int from answers where user_id = ${user} and deleted_at is null) as total
    from answers a join questions q on q.id = a.question_id join categories c on c.id = q.category_id
    where a.user_id = ${user} and a.deleted_at is null
    order by a.recorded_at desc, a.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  return { data: rows.map(toAnswer), meta: { total: rows[0]?.total ?? 0 } };
}

/** The tutorials with how far somebody is and their total, or those with a word, in one round trip. */
export async function listVideos(sql: postgres.Sql, { user, page, search }: Wanted & { search: string | null }) {
  const scope = search
    ? sql`v.published and v.kind = 'tutorial' and v.search @@ ${`'${search}':*`}::tsquery`
    : sql`v.published and v.kind = 'tutorial'`;
  const rows = await sql`
    select v.id as uid, v.title ->> 'en' as title, v.description ->> 'en' as description, v.date::text, v.duration, v.source ->> 'path' as path,
      coalesce(w.state, 'not_started') as status, coalesce(w.coverage, 0) as coverage,
      (select count(*)::int from videos v where ${scope}) as total
    from videos v left join watch_progress w on w.video_id = v.id and w.user_id = ${user}
    where ${scope} order by v.position, v.id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  return { data: rows.map(toVideo), meta: { total: rows[0]?.total ?? 0 } };
}

/** Without its address, which tells the servers apart. */
const toVideo = ({ uid, date, description, duration, status, coverage, title }: postgres.Row) => ({
  uid,
  date,
  description,
  duration,
  status,
  coverage,
  name: title,
});

/** The answer's form, so that all servers send the same bytes for the same row. */
function toAnswer(row: postgres.Row) {
  return {
    uid: row.uid,
    category_id: row.category_id,
    category: row.category,
    question_id: row.question_id,
    question: row.question,
    state: row.state,
    mode: row.mode,
    reading_time: row.reading_time,
    answer_time: row.answer_time,
    recording: row.recording_kind && {
      kind: row.recording_kind,
      type: row.mime_type,
      size: Number(row.size_bytes),
      duration_ms: row.duration_ms,
      overrun_ms: row.overrun_ms,
      md5: row.md5,
    },
    rate_your_self: row.rating_overall && {
      clarity: row.clarity,
      logic_relevance: row.logic_relevance,
      expertise_insight: row.expertise_insight,
      attitude_engagement: row.attitude_engagement,
      rating_overall: row.rating_overall,
    },
    question_difficulty: row.question_difficulty,
    comments: row.comments,
    media: row.file_key && { name: `${row.uid}.webm`, link: null },
    recorded_at: row.recorded_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
