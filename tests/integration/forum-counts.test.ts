import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { act, aMember, aRoom, aTopic, aWhilePasses, type Person, SETTLED, said, say, topicOf, words } from "#tests/factories/forum";
import { lockPost, turnPost, turnTopic } from "@/features/forum/turns/mutations";

const harness = useHarness();
let sql: postgres.Sql;
let people: Person[];
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  people = [];
  for (let n = 0; n < 6; n++) people.push(await aMember(harness()));
});
afterAll(() => sql.end());

const person = (n: number): Person => people[n] as Person;

/** Everything that is counted, beside what it counts, where the two differ. */
async function differences() {
  const seen = sql`p.state in ('published', 'edited', 'restored')`;
  const topics = await sql`
    select * from (
      select t.id, t.kind, t.post_count, t.last_seq, t.poster_count, t.poster_ids, t.answered, t.last_post_at,
        (select count(*)::int from forum_posts p where p.topic_id = t.id and ${seen}) as posts,
        (select coalesce(max(seq), 0) from forum_posts p where p.topic_id = t.id) as seqs,
        (select count(*)::int from forum_posts p where p.topic_id = t.id) as rows,
        (select count(distinct author_id)::int from forum_posts p where p.topic_id = t.id and ${seen}) as posters,
        coalesce((select max(created_at) from forum_posts p where p.topic_id = t.id and ${seen}), t.created_at) as last,
        exists (select from forum_posts p where p.topic_id = t.id and ${seen} and p.author_id is distinct from t.author_id) as others,
        coalesce((select (array_agg(a order by (a = t.author_id) is true desc, s desc))[1:4] from
          (select author_id as a, max(seq) as s from forum_posts p where p.topic_id = t.id and ${seen} and author_id is not null group by 1) w), '{}') as ids
      from forum_topics t) x
    where post_count <> posts or last_seq <> seqs or rows <> seqs or (kind = 'thread' and (poster_count <> posters or poster_ids <> ids
      or answered <> others)) or (last_seq > 0 and last_post_at <> last)`;
  const members = await sql`
    select * from (select m.user_id, m.post_count, (select count(*)::int from forum_posts p join forum_topics t on t.id = p.topic_id
      where p.author_id = m.user_id and ${seen} and t.state <> 'deleted') + ${SETTLED} as posts from forum_members m where not m.sample) x
    where post_count <> posts`;
  const rooms = await sql`
    select * from (select r.id, r.topic_count, (select count(*)::int from forum_topics t where t.profession_id = r.id and t.kind = 'thread'
      and t.state <> 'deleted') as topics from professions r) x where topic_count <> topics`;
  return { topics: [...topics], members: [...members], rooms: [...rooms] };
}
const EXACT = { topics: [], members: [], rooms: [] };

const tx = <T>(run: (tx: Parameters<typeof turnTopic>[0]) => Promise<T>): Promise<T> => harness().app.services.db.transaction(run);

describe("counts", () => {
  it("are exact after many write in one topic at once, and nothing is lost", async () => {
    const room = await aRoom(harness());
    const topic = await aTopic(harness(), person(0), room.id);
    const texts = Array.from({ length: 24 }, () => words());
    const answers = await Promise.all(texts.map((text, n) => say(harness(), person(n % 6), topic.uid, text)));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
    const rows = await sql`select seq, text from forum_posts where topic_id = ${topic.uid} order by seq`;
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
    expect(new Set(rows.slice(1).map(({ text }) => text))).toEqual(new Set(texts));
    expect(await topicOf(harness(), person(1), topic.uid)).toMatchObject({ replies: 24, posterCount: 6, answered: true, lastSeq: 25 });
    expect(await differences()).toEqual(EXACT);
  });

  it("are exact after messages and topics came and went at once", async () => {
    await aWhilePasses(sql);
    const room = await aRoom(harness());
    const topics = await Promise.all([0, 1, 2].map((n) => aTopic(harness(), person(n), room.id)));
    const written: { uid: string; author: Person }[] = [];
    for (const topic of topics)
      for (let n = 0; n < 5; n++) written.push({ uid: (await said(harness(), person(n), topic.uid)).uid, author: person(n) });
    expect(await differences()).toEqual(EXACT);
    const [first, second] = topics;
    const outcomes = await Promise.allSettled([
      ...written.map(({ uid, author }, n) =>
        n % 3 === 0
          ? act(harness(), author, "topic/message/delete", { uid })
          : tx(async (t) => turnPost(t, await lockPost(t, uid), n % 3 === 1 ? "hidden" : "removed", "moderator")),
      ),
      tx((t) => turnTopic(t, first.uid, "deleted", "moderator")),
      tx((t) => turnTopic(t, second.uid, "locked", "moderator")),
      ...[0, 1, 2].map((n) => say(harness(), person(5 - n), topics[n].uid)),
    ]);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await differences()).toEqual(EXACT);
    await Promise.all([
      tx((t) => turnTopic(t, first.uid, "open", "moderator")),
      ...written.flatMap(({ uid }, n) =>
        n % 3 === 0 ? [] : [tx(async (t) => turnPost(t, await lockPost(t, uid), "restored", "moderator"))],
      ),
    ]);
    expect(await differences()).toEqual(EXACT);
  });
});
