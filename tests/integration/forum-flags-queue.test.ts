import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { aMember, aRoom, aStranger, aTopic, aWhilePasses, dataOf, type Person, said } from "#tests/factories/forum";
import { careList, flag, memberRow, moderate, reported, reportsOf } from "#tests/factories/forum-care";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let admin: Person;
let room: { id: string; chatId: string };
let topic: { uid: string; title: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ada = await aMember(harness());
  ben = await aMember(harness());
  admin = await aStranger(harness(), {}, "admin");
});
afterAll(() => sql.end());
beforeEach(async () => {
  await aWhilePasses(sql);
  await sql`delete from forum_flags`;
  room = await aRoom(harness());
  topic = await aTopic(harness(), ada, room.id);
  await sql`delete from notifications`;
});

describe("the queue", () => {
  it("shows each reported message once, with what came before it, its reports and its author's record", async () => {
    const before = await said(harness(), ben, topic.uid, "What came **before** it");
    const stranger = await aStranger(harness());
    const post = await reported(harness(), ada, topic.uid, [ben, stranger]);
    const later = await reported(harness(), ben, topic.uid, [ada]);
    const { data, meta } = await reportsOf(harness(), admin);
    expect(meta).toEqual({ total: 2 });
    expect(data.map((report: { post: { uid: string } }) => report.post.uid)).toEqual([post.uid, later.uid]);
    const record = await memberRow(sql, ada);
    expect(data[0]).toEqual({
      post: expect.objectContaining({ uid: post.uid, state: "published", message: expect.any(String) }),
      topic: { uid: topic.uid, title: topic.title, kind: "thread", professionId: room.id, state: "open" },
      before: { uid: before.uid, seq: 2, author: expect.objectContaining({ uid: ben.id }), excerpt: "What came before it" },
      record: {
        joinedAt: expect.stringMatching(/Z$/),
        postCount: record?.post_count,
        upheld: expect.any(Number),
        hidden: expect.any(Number),
        removed: expect.any(Number),
        suspensions: 0,
        suspendedUntil: null,
      },
      flags: [
        expect.objectContaining({ reason: "spam", trusted: true, flagger: expect.objectContaining({ uid: ben.id }) }),
        expect.objectContaining({ trusted: false, flagger: null }),
      ],
      reports: 2,
      trusted: 1,
    });
  });

  it("shows twenty reports of a message, and how many there are; and says how much waits", async () => {
    const post = await said(harness(), ada, topic.uid);
    const waiting = async () => dataOf(await careList(harness(), admin, "waiting/get"));
    const { reports: none, proposals } = await waiting();
    expect(none).toBe(0);
    await sql`insert into forum_flags (id, post_id, reason, note, created_at) select gen_random_uuid(), ${post.uid}, 'spam', n::text,
      now() - n * interval '1 minute' from generate_series(1, 23) n`;
    const later = await reported(harness(), ada, topic.uid, [ben]);
    const [report] = (await reportsOf(harness(), admin)).data;
    expect(report).toMatchObject({ post: { uid: post.uid }, reports: 23, trusted: 0 });
    expect(report.flags.map(({ note }: { note: string }) => note)).toEqual(Array.from({ length: 20 }, (_, n) => String(23 - n)));
    await said(harness(), ada, topic.uid, undefined, {
      asked: { question: "How much waits?", company: "Northwind", role: "Nurse", askedOn: new Date().toISOString().slice(0, 10) },
    });
    expect(await waiting()).toEqual({ reports: 2, proposals: proposals + 1 });
    dataOf(await moderate(harness(), admin, later.uid, "dismiss"));
    expect((await waiting()).reports).toBe(1);
    expectError(await careList(harness(), ben, "waiting/get"), 403, "forbidden");
  });

  it("comes by pages", async () => {
    const eve = await aStranger(harness());
    const posts: string[] = [];
    for (let n = 0; n < 11; n++) posts.push((await said(harness(), n < 6 ? ada : ben, topic.uid)).uid);
    for (const [n, uid] of posts.entries()) dataOf(await flag(harness(), n < 6 ? eve : ada, uid));
    const page = async (n: number) => (await careList(harness(), admin, `report/get?page=${n}`)).body;
    const [one, two] = [await page(1), await page(2)];
    expect([one.data.length, two.data.length, one.meta.total]).toEqual([10, 1, 11]);
    expect([...one.data, ...two.data].map(({ post }: { post: { uid: string } }) => post.uid)).toEqual(posts);
  });
});
