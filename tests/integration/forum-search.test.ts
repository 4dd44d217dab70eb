import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { act, addImage, aMember, aRoom, aTopic, dataOf, get, handleOf, type Person, said, words } from "#tests/factories/forum";
import { picture } from "#tests/factories/pictures";
import { lockPost, turnPost } from "@/features/forum/turns/mutations";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let room: { id: string; chatId: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ada = await aMember(harness());
  ben = await aMember(harness());
  room = await aRoom(harness());
});
afterAll(() => sql.end());

const later = () => sql`update forum_posts set created_at = created_at - interval '2 minutes'`;
const find = async (text: string, more: Record<string, unknown> = {}) => {
  const answer = await get(harness(), ben, "search", { text, professionId: room.id, ...more });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as {
    data: { uid: string; excerpt: string; marks: [number, number][]; title: string }[];
    meta: { next: string | null };
  };
};
const uids = async (text: string, more?: Record<string, unknown>) => (await find(text, more)).data.map(({ uid }) => uid);

describe("searching", () => {
  it.each([
    ["en", "Panels score the **structure** of what you say.", "structure PANEL", ["structure", "Panels"]],
    ["fr", "J’ai bégayé pendant l’entretien d’embauche.", "begaye embauche", ["bégayé", "embauche"]],
    ["vi", "Tôi bị hỏi về điểm yếu lớn nhất của mình.", "diem yeu", ["điểm", "yếu"]],
    ["cn", "面试官让我在白板上写代码，我很紧张。", "白板", ["白板"]],
    ["ar", "سألوني عن أسئلة السلوك في المقابلة.", "اسئله", ["أسئلة"]],
  ])("finds in %s, without marks, by beginnings and pairs of letters", async (_locale, text, search, marked) => {
    await later();
    const topic = await aTopic(harness(), ada, room.id, { title: "Something else" });
    const { uid } = await said(harness(), ada, topic.uid, text);
    const { data } = await find(search);
    expect(data.map((hit) => hit.uid)).toEqual([uid]);
    const [hit] = data;
    expect(hit?.title).toBe("Something else");
    expect(hit?.marks.map(([from, to]) => hit.excerpt.slice(from, to)).sort()).toEqual([...marked].sort());
    expect(hit?.excerpt).not.toContain("**");
  });

  it("finds titles, in chats, and only what can be seen where it can be seen", async () => {
    await later();
    const topic = await aTopic(harness(), ada, room.id, { title: "Numbats at work" });
    const hidden = await said(harness(), ada, topic.uid, `bandicoot ${words()}`);
    const chat = await said(harness(), ada, room.chatId, `bandicoot ${words()}`);
    expect((await find("numbat")).data).toMatchObject([{ title: "Numbats at work", seq: 1, kind: "thread" }]);
    expect(await uids("bandicoot")).toEqual([chat.uid, hidden.uid]);
    await harness().app.services.db.transaction(async (tx) => turnPost(tx, await lockPost(tx, hidden.uid), "hidden", "moderator"));
    expect(await uids("bandicoot")).toEqual([chat.uid]);
    await sql`update forum_topics set state = 'deleted' where id = ${topic.uid}`;
    expect(await uids("numbat")).toEqual([]);
  });

  it("by room, author and day; the newest first, page by page", async () => {
    await later();
    const other = await aRoom(harness());
    const topic = await aTopic(harness(), ada, other.id);
    await sql`
      insert into forum_posts (id, topic_id, seq, profession_id, author_id, text, fingerprint, search, created_at)
      select gen_random_uuid(), ${topic.uid}, n, ${other.id}, case when n % 2 = 0 then ${ada.id}::uuid else ${ben.id}::uuid end, 'quoll ' || n, n,
        array_to_tsvector(array['quoll']), timestamptz '2026-03-01 12:00Z' + n * interval '1 day' from generate_series(2, 26) n`;
    const all: string[] = [];
    let before = "";
    for (let rounds = 0; rounds < 5; rounds++) {
      const { data, meta } = await find("quoll", { professionId: other.id, ...(before ? { before } : {}) });
      all.push(...data.map(({ excerpt }) => excerpt));
      if (!meta.next) break;
      before = meta.next;
    }
    expect(all).toEqual(Array.from({ length: 25 }, (_, n) => `quoll ${26 - n}`));
    expect(await uids("quoll")).toEqual([]);
    const mine = await find("quoll", { professionId: other.id, author: `@${(await handleOf(harness(), ada)).toUpperCase()}` });
    expect(mine.data.map(({ excerpt }) => excerpt)).toEqual(Array.from({ length: 10 }, (_, n) => `quoll ${26 - 2 * n}`));
    expect(await uids("quoll", { professionId: other.id, author: "nobody" })).toEqual([]);
    const days = await find("quoll", { professionId: other.id, from: "2026-03-05", to: "2026-03-07" });
    expect(days.data.map(({ excerpt }) => excerpt)).toEqual(["quoll 6", "quoll 5", "quoll 4"]);
    // Noon in Greenwich is the next day already where clocks are the furthest ahead.
    const ahead = await find("quoll", { professionId: other.id, from: "2026-03-05", to: "2026-03-07", timeZone: "Pacific/Kiritimati" });
    expect(ahead.data.map(({ excerpt }) => excerpt)).toEqual(["quoll 5", "quoll 4", "quoll 3"]);
  });

  it("takes anything that somebody types", async () => {
    for (const text of ["'", "' | 'a", ":* & !", "\\", "a'b:*", "<->", "%", "...", "\ud800", "x".repeat(200)])
      expect(Array.isArray((await find(text)).data)).toBe(true);
    for (const [query, fields] of [
      [{}, ["text"]],
      [{ text: " " }, ["text"]],
      [{ text: "x".repeat(201) }, ["text"]],
      [{ text: "a", from: "2026-02-30" }, ["from"]],
      [{ text: "a", before: "x" }, ["before"]],
    ] as const)
      expectIssues(await get(harness(), ben, "search", query), [...fields]);
  });
});

describe("the preview", () => {
  const W = "/api/user/web/community";
  const open = (path: string) => harness().call("GET", `${W}/${path}`);

  it("shows rooms, topics and a topic's first five messages, and of members no more than how they are called", async () => {
    await later();
    const own = await aRoom(harness());
    const topic = await aTopic(harness(), ada, own.id);
    const put = await addImage(harness(), ben.token, await picture("png"));
    for (let n = 0; n < 6; n++)
      await said(harness(), ben, topic.uid, n === 0 ? `![x](image:${put.uid}) @${await handleOf(harness(), ada)}` : words());
    const rooms = (await open("profession/get")).body;
    expect(rooms.data.find(({ uid }: { uid: string }) => uid === own.id)).toEqual({
      uid: own.id,
      slug: `room-${own.id}`,
      name: "Room en",
      description: "About en",
      topicCount: 1,
    });
    const topics = (await open(`topic/get?professionId=${own.id}`)).body;
    expect(topics.meta).toEqual({ total: 1 });
    expect(topics.data[0]).toMatchObject({ uid: topic.uid, replies: 6, posterCount: 2 });
    const thread = (await open(`topic/message/get?topicId=${topic.uid}`)).body.data;
    expect(thread.messages.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(thread.lastSeq).toBe(7);
    expect(thread.messages[1].images).toHaveLength(1);
    const people = [
      ...topics.data[0].posters,
      topics.data[0].author,
      thread.author,
      ...thread.messages.map(({ author }: { author: unknown }) => author),
    ];
    for (const person of people) expect(Object.keys(person).sort()).toEqual(["avatar", "handle", "name", "sample"]);
    const all = JSON.stringify([rooms, topics, thread]);
    for (const secret of [ada.id, ben.id, ada.email, ben.email, "mine", "readSeq", "unread"]) expect(all).not.toContain(secret);
  });

  it("has no chats, nothing deleted, and no words that were held back", async () => {
    await later();
    const topic = await aTopic(harness(), ada, room.id);
    const message = await said(harness(), ben, topic.uid, `thylacine ${words()}`);
    await harness().app.services.db.transaction(async (tx) => turnPost(tx, await lockPost(tx, message.uid), "removed", "moderator"));
    const thread = await open(`topic/message/get?topicId=${topic.uid}`);
    expect(JSON.stringify(thread.body)).not.toContain("thylacine");
    expect(thread.body.data.messages[1]).toMatchObject({ message: null, author: null, state: "removed" });
    expectError(await open(`topic/message/get?topicId=${room.chatId}`), 404, "notFound");
    expect(JSON.stringify((await open(`topic/get?professionId=${room.id}`)).body)).not.toContain(room.chatId);
    dataOf(await act(harness(), ada, "topic/read", { topicId: topic.uid, seq: 1 }));
  });

  it("goes along an index and pages", async () => {
    expectIssues(await open("topic/get?page=0"), ["page"]);
    expect((await open("topic/get?page=100000")).body.data).toEqual([]);
  });
});
