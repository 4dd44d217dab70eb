import type postgres from "postgres";
import type { Answer, Harness } from "#tests/config/harness";
import { act, aMember, dataOf, type Person, said } from "./forum";

export const CARE = "/api/admin/community";

/** A call of those who look after the community, by the end of its path. */
export const care = (
  harness: Harness,
  { token }: Pick<Person, "token">,
  what: string,
  body: Record<string, unknown> = {},
): Promise<Answer> => harness.call("POST", `${CARE}/${what}`, { token, body });

export const careList = (harness: Harness, { token }: Pick<Person, "token">, what: string, query = ""): Promise<Answer> =>
  harness.call("GET", `${CARE}/${what}${query}`, { token });

/** What stands in the log, the newest first. @param query such as "?act=lock" */
export const logOf = async (harness: Harness, person: Pick<Person, "token">, query = "") =>
  (await careList(harness, person, `log/get${query}`)).body.data;

/** The first page of what was reported and waits for a decision. */
export const reportsOf = async (harness: Harness, person: Pick<Person, "token">) => (await careList(harness, person, "report/get")).body;

export const REASON = "As the rules say";

/** An act on a message, or on a topic, with the reason that it needs. */
export const moderate = (harness: Harness, person: Person, uid: string, what: string, more: Record<string, unknown> = {}) =>
  care(harness, person, "message/moderate", { uid, act: what, reason: REASON, ...more });
export const moderateTopic = (harness: Harness, person: Person, topicId: string, what: string, more: Record<string, unknown> = {}) =>
  care(harness, person, "topic/moderate", { topicId, act: what, reason: REASON, ...more });

export const flag = (harness: Harness, person: Person, postId: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  act(harness, person, "topic/message/flag", { postId, reason: "spam", ...more });

/** People whose reports count by themselves. */
export const trusted = async (harness: Harness, howMany: number): Promise<Person[]> => {
  const people: Person[] = [];
  for (let n = 0; n < howMany; n++) people.push(await aMember(harness));
  return people;
};

/** A message that so many have reported. */
export async function reported(harness: Harness, author: Person, topicId: string, flaggers: Person[]) {
  const post = await said(harness, author, topicId);
  for (const person of flaggers) dataOf(await flag(harness, person, post.uid));
  return post;
}

/** The reports of a message, the oldest first. */
export const flagsOf = (sql: postgres.Sql, postId: string) => sql`select * from forum_flags where post_id = ${postId} order by created_at`;

export const postState = async (sql: postgres.Sql, uid: string) => (await sql`select state from forum_posts where id = ${uid}`)[0]?.state;

export const topicRow = async (sql: postgres.Sql, uid: string) => (await sql`select * from forum_topics where id = ${uid}`)[0];

export const memberRow = async (sql: postgres.Sql, { id }: Pick<Person, "id">) =>
  (await sql`select * from forum_members where user_id = ${id}`)[0];

/** All that is counted, beside what it counts, where the two differ; `before` says what members had written elsewhere. */
export async function miscounted(sql: postgres.Sql, before: number) {
  const seen = sql`p.state in ('published', 'edited', 'restored')`;
  const topics = await sql`
    select * from (
      select t.id, t.post_count, t.last_seq, t.poster_count, t.answered,
        (select count(*)::int from forum_posts p where p.topic_id = t.id and ${seen}) as posts,
        (select coalesce(max(seq), 0) from forum_posts p where p.topic_id = t.id) as seqs,
        (select count(*)::int from forum_posts p where p.topic_id = t.id) as rows,
        (select count(distinct author_id)::int from forum_posts p where p.topic_id = t.id and ${seen}) as posters
      from forum_topics t where t.kind = 'thread') x
    where post_count <> posts or last_seq <> seqs or rows <> seqs or poster_count <> posters`;
  const members = await sql`
    select * from (select m.user_id, m.post_count, (select count(*)::int from forum_posts p join forum_topics t on t.id = p.topic_id
      where p.author_id = m.user_id and ${seen} and t.state <> 'deleted') + ${before} as posts from forum_members m where not m.sample) x
    where post_count <> posts`;
  const rooms = await sql`
    select * from (select r.id, r.topic_count, (select count(*)::int from forum_topics t where t.profession_id = r.id and t.kind = 'thread'
      and t.state <> 'deleted') as topics from professions r) x where topic_count <> topics`;
  const strays = await sql`
    select p.id from forum_posts p join forum_topics t on t.id = p.topic_id where p.profession_id <> t.profession_id`;
  return [...topics, ...members, ...rooms, ...strays];
}
