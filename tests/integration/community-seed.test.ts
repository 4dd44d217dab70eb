import { readdirSync, readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { factsOf } from "@/features/forum/posts/rules";
import { fingerprintOf } from "@/lib/fingerprint";
import { searchQuery } from "@/lib/search-terms";
import { seedContent } from "@/server/db/seed";
import { contentId } from "@/server/db/seed-ids";

const harness = useHarness();
const FOLDER = "src/server/db/content/community";
const threads: { messages: { text: string; reactions?: Record<string, string[]> }[]; answer?: number }[] = readdirSync(FOLDER)
  .map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")))
  .flatMap(({ topics }) => topics ?? []);
const messages = threads.flatMap((thread) => thread.messages);

let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2, onnotice: () => {} });
});
afterAll(() => sql.end());

const release = () => seedContent(harness().app.services.db);
const whole = async () => ({
  rooms: await sql`select * from professions order by id`,
  members: await sql`select * from forum_members order by user_id`,
  topics: await sql`select * from forum_topics order by id`,
  posts: await sql`select * from forum_posts order by id`,
  reactions: await sql`select * from forum_reactions order by post_id, user_id, reaction`,
  mentions: await sql`select * from forum_mentions order by post_id, user_id`,
  users: await sql`select * from users order by id`,
});
const found = async (typed: string) =>
  (
    await sql`select distinct t.title from forum_posts p join forum_topics t on t.id = p.topic_id where p.search @@ ${searchQuery(typed) ?? ""}::tsquery`
  ).map(({ title }) => title as string);

describe("the community as it begins", () => {
  it("holds all of the content", async () => {
    const { rooms, members, topics, posts, reactions, mentions } = await whole();
    expect(rooms).toHaveLength(12);
    expect(topics.filter(({ kind }) => kind === "chat")).toHaveLength(12);
    expect(topics.filter(({ kind }) => kind === "thread")).toHaveLength(threads.length);
    expect(posts).toHaveLength(messages.length);
    expect(topics.filter(({ answer_id: answer }) => answer)).toHaveLength(threads.filter(({ answer }) => answer !== undefined).length);
    expect(reactions).toHaveLength(messages.flatMap((message) => Object.values(message.reactions ?? {}).flat()).length);
    expect(mentions).toHaveLength(messages.flatMap(({ text }) => factsOf(text).mentions).length);
    expect(members.every(({ sample }) => sample)).toBe(true);
    expect(posts.every(({ author_id: author }) => members.some(({ user_id: id }) => id === author))).toBe(true);
  });

  it("counts what it holds", async () => {
    const wrong = await sql`
      select t.title from forum_topics t left join lateral (
        select count(*)::int as n, max(p.seq) as seq, max(p.created_at) as last, count(distinct p.author_id)::int as writers,
          coalesce(bool_or(p.author_id is distinct from t.author_id), false) as answered, (array_agg(p.author_id order by p.seq))[1] as begun_by,
          bool_and(p.profession_id = t.profession_id) as here
        from forum_posts p where p.topic_id = t.id) c on true
      where t.kind = 'thread' and (t.post_count, t.last_seq, t.last_post_at, t.poster_count, t.answered, t.author_id, true)
        is distinct from (c.n, c.seq, c.last, c.writers, c.answered, c.begun_by, c.here)`;
    expect(wrong).toEqual([]);
    const posters = await sql`
      select t.title from forum_topics t where t.kind = 'thread' and t.poster_ids is distinct from (
        select (array_agg(w.author_id order by w.author_id = t.author_id desc, w.last desc))[1:4]
        from (select p.author_id, max(p.seq) as last from forum_posts p where p.topic_id = t.id group by p.author_id) w)`;
    expect(posters).toEqual([]);
    expect(
      await sql`select r.slug from professions r
        where topic_count <> (select count(*) from forum_topics t where t.profession_id = r.id and t.kind = 'thread')`,
    ).toEqual([]);
    expect(
      await sql`select handle from forum_members m where post_count <> (select count(*) from forum_posts p where p.author_id = m.user_id)`,
    ).toEqual([]);
    const [chat] = await sql`select post_count, last_seq, poster_ids, title, author_id from forum_topics where kind = 'chat' limit 1`;
    expect(chat).toEqual({ post_count: 0, last_seq: 0, poster_ids: [], title: "", author_id: null });
  });

  it("was written in the past, one message after the other", async () => {
    expect(
      await sql`select p.id from forum_posts p join forum_posts q on q.topic_id = p.topic_id and q.seq = p.seq + 1
        where q.created_at <= p.created_at or q.created_at >= now()`,
    ).toEqual([]);
    expect(
      await sql`select p.id from forum_posts p join forum_members m on m.user_id = p.author_id where m.joined_at >= p.created_at`,
    ).toEqual([]);
    expect(
      await sql`select p.id from forum_posts p join forum_posts q on q.id = p.reply_from_id where q.topic_id <> p.topic_id or q.seq >= p.seq`,
    ).toEqual([]);
  });

  it("is found in every language, by titles too", async () => {
    expect(await found("whiteboard")).toContain("My mind goes blank at the whiteboard, though I can do the same problem at home");
    expect(await found("系统设计")).toContain("系统设计面试：我一上来就画图，每次都被打断，问题出在哪？");
    expect(await found("الراتب المتوقع")).toContain("كيف أجيب عن سؤال الراتب المتوقع دون أن أظلم نفسي؟");
    expect(await found("phong van nhom")).toContain("Phỏng vấn nhóm: người nói nhiều nhất có phải là người được chọn không?");
    expect((await found("provision cloture"))[0]).toMatch(/^Raconter une erreur de clôture/);
  });

  it("knows a message that is written again", async () => {
    const [row] = await sql`select text, fingerprint::text from forum_posts limit 1`;
    expect(row?.fingerprint).toBe(String(fingerprintOf(row?.text)));
    const [{ n } = { n: 0 }] = await sql`select count(distinct fingerprint)::int as n from forum_posts`;
    expect(n).toBe(messages.length);
  });

  it("lets nobody in as one of its members", async () => {
    const people = await sql`select u.* from users u join forum_members m on m.user_id = u.id where m.sample`;
    expect(people.every(({ password_hash: hash, email_verified_at: verified, role }) => !hash && !verified && role === "candidate")).toBe(
      true,
    );
    expect(people.every(({ email }) => email.endsWith("@samples.parley.example"))).toBe(true);
  });

  it("is what visitors find, the pinned thread of a room before the others", async () => {
    const preview = async (path: string) => (await harness().call("GET", `/api/user/web/community/${path}`)).body.data;
    const rooms = await preview("profession/get");
    expect(rooms.map(({ slug }: { slug: string }) => slug).slice(0, 2)).toEqual(["software-engineering", "data-and-analytics"]);
    const topics = await preview(`topic/get?professionId=${rooms[0].uid}`);
    expect(topics).toHaveLength(rooms[0].topicCount);
    expect(topics.map(({ pinned }: { pinned: boolean }) => pinned)).toEqual([true, false, false, false]);
    const said = await preview(`topic/message/get?topicId=${topics[0].uid}`);
    expect(said.messages[0]).toMatchObject({ author: { name: "Priya S.", handle: "priyas", sample: true } });
  });

  it("is the same after the next start", async () => {
    const before = await whole();
    await release();
    expect(await whole()).toEqual(before);
  });

  it("leaves alone what people made of it, and renews the rooms' names", async () => {
    const [post] = await sql`update forum_posts set state = 'edited', text = 'Seen to.' where seq = 2 and topic_id in
      (select id from forum_topics where pinned_at is not null) returning id, topic_id`;
    await sql`update forum_topics set state = 'locked', title = 'Renamed', pinned_at = null where id = ${post?.topic_id}`;
    await sql`update forum_members set name = 'Somebody', handle = 'somebody' where handle = 'kofia'`;
    const before = await whole();
    await sql`update professions set name = '{"en": "Old"}' where slug = 'sales'`;
    await release();
    expect(await whole()).toEqual(before);
  });

  it("adds what a release brings, for members that are here already", async () => {
    const before = await whole();
    const [gone] = await sql`select id, profession_id from forum_topics where title like 'I stammer%'`;
    await sql`update forum_members m set post_count = post_count - (select count(*) from forum_posts p where p.topic_id = ${gone?.id} and p.author_id = m.user_id)`;
    await sql`delete from forum_topics where id = ${gone?.id}`;
    await sql`update professions set topic_count = topic_count - 1 where id = ${gone?.profession_id}`;
    await release();
    const after = await whole();
    expect(after.members).toEqual(before.members);
    expect(after.rooms).toEqual(before.rooms);
    expect(after.topics.map(({ id, post_count: n }) => [id, n])).toEqual(before.topics.map(({ id, post_count: n }) => [id, n]));
    expect(after.posts.map(({ id }) => id)).toEqual(before.posts.map(({ id }) => id));
  });

  it("begins where somebody has a name or an address of its members, and where one is no more", async () => {
    await sql`delete from forum_topics`;
    await sql`delete from users where id in (select user_id from forum_members where sample)`;
    await sql`update professions set topic_count = 0`;
    const userId = (await registerUser(harness())).user.uid;
    await sql`insert into forum_members (user_id, handle, name, folded) values (${userId}, 'salmak', 'Salma', 'salma')`;
    await sql`update users set email = 'priya@samples.parley.example' where id = ${userId}`;
    await release();
    const [salma] = await sql`select handle, post_count from forum_members where user_id = ${contentId("community-member", "salma")}`;
    expect(salma?.handle).toMatch(/^salmak-[\da-f]{8}$/);
    expect(salma?.post_count).toBeGreaterThan(5);
    const [own] = await sql`select handle, sample, post_count from forum_members where user_id = ${userId}`;
    expect(own).toEqual({ handle: "salmak", sample: false, post_count: 0 });
    const [{ n } = { n: 0 }] = await sql`select count(*)::int as n from forum_posts where author_id is null`;
    expect(n).toBeGreaterThan(0);
    expect(await sql`select id from forum_topics where null = any(poster_ids)`).toEqual([]);
  });
});
