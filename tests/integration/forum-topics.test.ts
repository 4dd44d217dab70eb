import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import {
  act,
  aMember,
  aRoom,
  aTopic,
  dataOf,
  get,
  handleOf,
  messagesOf,
  type Person,
  said,
  say,
  topicOf,
  words,
} from "#tests/factories/forum";
import { contextOf } from "#tests/factories/peer-review";
import { whileHeld } from "#tests/factories/waiting";
import { writeMessage } from "@/features/forum/posts/mutations";
import { lockPost, turnPost, turnTopic } from "@/features/forum/turns/mutations";
import type { PostState, TopicState } from "@/lib/enums/forum";
import type { Database, Executor } from "@/server/db/client";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let team: Person;
let room: { id: string; chatId: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ada = await aMember(harness());
  ben = await aMember(harness());
  team = await aMember(harness(), { firstName: "Noor" }, "admin");
  room = await aRoom(harness());
});
afterAll(() => sql.end());

/** What was written a moment ago is no flood. */
const later = () => sql`update forum_posts set created_at = created_at - interval '2 minutes'`;
const turn = (topicId: string, to: TopicState, by: "author" | "moderator" = "moderator") =>
  harness().app.services.db.transaction((tx) => turnTopic(tx, topicId, to, by));
const turnMessage = (uid: string, to: PostState, by: "moderator" | "reports" = "moderator") =>
  harness().app.services.db.transaction(async (tx) => turnPost(tx, await lockPost(tx, uid), to, by));
const list = async (person: Person, query: Record<string, unknown> = {}) => {
  const answer = await get(harness(), person, "topic/get", { professionId: room.id, ...query });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as {
    data: { uid: string; unread: number | null; level: string; pinned: boolean }[];
    meta: { total: number; next: string | null };
  };
};
const uids = async (person: Person, query: Record<string, unknown> = {}) => (await list(person, query)).data.map(({ uid }) => uid);

describe("a topic", () => {
  it("begins with its first message, watched by its author, once however often it is sent", async () => {
    await later();
    const own = await aRoom(harness());
    const body = {
      professionId: own.id,
      title: "  What do panels\nscore?  ",
      message: words(),
      uid: randomUUID(),
      messageUid: randomUUID(),
    };
    const answers = await Promise.all(Array.from({ length: 4 }, () => act(harness(), ada, "topic/save", body)));
    const topics = answers.map(dataOf);
    for (const topic of topics) expect(topic).toEqual(topics[0]);
    expect(topics[0]).toMatchObject({
      uid: body.uid,
      title: "What do panels score?",
      replies: 0,
      lastSeq: 1,
      state: "open",
      kind: "thread",
      author: { uid: ada.id, role: null, sample: false },
      posterCount: 1,
      answered: false,
      solved: false,
      level: "watch",
      levelChosen: false,
      readSeq: 1,
      may: { write: true, rename: true, answer: true, moderate: false },
    });
    const [message] = await messagesOf(harness(), ben, body.uid);
    expect(message).toMatchObject({ uid: body.messageUid, seq: 1, message: body.message, own: false });
    expect(dataOf(await get(harness(), ada, "profession/get")).find(({ uid }: { uid: string }) => uid === own.id)).toMatchObject({
      topicCount: 1,
    });
    // Under somebody else's ids nothing is written.
    expectError(await act(harness(), ben, "topic/save", body), 409, "conflict");
    expectError(await act(harness(), ben, "topic/save", { ...body, uid: randomUUID(), message: words() }), 409, "conflict");
    expectError(await act(harness(), ada, "topic/save", { ...body, uid: randomUUID(), message: words() }), 409, "conflict");
    expect((await list(ada, { professionId: own.id })).meta.total).toBe(1);
  });

  it("is in its author's language, unless they say that they write in another", async () => {
    const send = (more: Record<string, unknown>) =>
      act(harness(), ada, "topic/save", { professionId: room.id, title: "Vietnamese", message: words(), ...more });
    expect(dataOf(await send({})).locale).toBe("en");
    expect(dataOf(await send({ locale: "vi" })).locale).toBe("vi");
    expectIssues(await send({ locale: "de" }), ["locale"]);
  });

  it("needs a room, a title and a message that fit", async () => {
    const good = { professionId: room.id, title: "abc", message: "x" };
    expectError(await act(harness(), ada, "topic/save", { ...good, professionId: randomUUID() }), 404, "notFound");
    for (const [change, fields] of [
      [{ title: "ab" }, ["title"]],
      [{ title: "x".repeat(141) }, ["title"]],
      [{ message: " \n " }, ["message"]],
      [{ message: "x".repeat(20_001) }, ["message"]],
      [{ professionId: "x" }, ["professionId"]],
    ] as const)
      expectIssues(await act(harness(), ada, "topic/save", { ...good, ...change }), [...fields]);
  });

  it("is renamed by its author while it is open, and found by its new title", async () => {
    await later();
    const topic = await aTopic(harness(), ada, room.id, { title: "Quokkas in panels" });
    const find = async (text: string) => dataOf(await get(harness(), ben, "search", { text })).length;
    expect(await find("quokkas")).toBe(1);
    expectError(await act(harness(), ben, "topic/title/save", { topicId: topic.uid, title: "Mine" }), 404, "notFound");
    expect(dataOf(await act(harness(), ada, "topic/title/save", { topicId: topic.uid, title: "Wombats in panels" })).title).toBe(
      "Wombats in panels",
    );
    expect([await find("quokkas"), await find("wombats")]).toEqual([0, 1]);
    await turn(topic.uid, "locked");
    expectError(await act(harness(), ada, "topic/title/save", { topicId: topic.uid, title: "Again" }), 409, "topicLocked");
    expectError(await say(harness(), ben, topic.uid), 409, "topicLocked");
    await turn(topic.uid, "archived");
    expectError(await say(harness(), ben, topic.uid), 409, "topicArchived");
    expect((await topicOf(harness(), ben, topic.uid)).may.write).toBe(false);
    await turn(topic.uid, "open");
    expect((await say(harness(), ben, topic.uid)).status).toBe(200);
  });

  it("that is deleted does not exist for others; moderators see it", async () => {
    await later();
    const topic = await aTopic(harness(), ada, room.id);
    const message = await said(harness(), ben, topic.uid);
    await turn(topic.uid, "deleted");
    for (const person of [ada, ben]) {
      expectError(await get(harness(), person, "topic/detail/get", { topicId: topic.uid }), 404, "notFound");
      expectError(await get(harness(), person, "topic/message/get", { topicId: topic.uid }), 404, "notFound");
      expectError(await say(harness(), person, topic.uid), 404, "notFound");
      for (const what of ["locate", "view", "history", "edit", "react", "delete"])
        expectError(
          await act(harness(), person, `topic/message/${what}`, { uid: message.uid, message: words(), reaction: "like", on: true }),
          404,
          "notFound",
        );
      expectError(await act(harness(), person, "topic/read", { topicId: topic.uid, seq: 1 }), 404, "notFound");
      expectError(await act(harness(), person, "topic/level/save", { topicId: topic.uid, level: "watch" }), 404, "notFound");
      expect(await uids(person)).not.toContain(topic.uid);
    }
    expectError(await harness().call("GET", `/api/user/web/community/topic/message/get?topicId=${topic.uid}`), 404, "notFound");
    expect((await topicOf(harness(), team, topic.uid)).state).toBe("deleted");
    await turn(topic.uid, "open");
    expect((await topicOf(harness(), ben, topic.uid)).replies).toBe(1);
  });

  it("that was merged answers where it went", async () => {
    await later();
    const [from, into] = [await aTopic(harness(), ada, room.id), await aTopic(harness(), ada, room.id)];
    await turn(from.uid, "deleted");
    await sql`update forum_topics set merged_into_id = ${into.uid} where id = ${from.uid}`;
    expect((await topicOf(harness(), ben, from.uid)).uid).toBe(into.uid);
    expect((await said(harness(), ben, from.uid)).topicId).toBe(into.uid);
  });
});

describe("the answer of a topic", () => {
  it("is marked by its author or the team, and by nobody else", async () => {
    await later();
    const topic = await aTopic(harness(), ada, room.id);
    const first = (await messagesOf(harness(), ada, topic.uid))[0];
    const message = await said(harness(), ben, topic.uid);
    const other = await said(harness(), ben, (await aTopic(harness(), ada, room.id)).uid);
    const mark = (person: Person, messageId: string | null, topicId = topic.uid) =>
      act(harness(), person, "topic/answer/save", { topicId, messageId });
    expectError(await mark(ben, message.uid), 403, "forbidden");
    expectError(await mark(ada, first.uid), 409, "wrongState");
    expectError(await mark(ada, other.uid), 404, "notFound");
    expectError(await mark(team, null, room.chatId), 409, "wrongState");
    expect(dataOf(await mark(ada, message.uid))).toMatchObject({ solved: true, answer: { uid: message.uid, seq: 2 } });
    expect(dataOf(await mark(ada, null))).toMatchObject({ solved: false, answer: null });
    await turn(topic.uid, "locked");
    expectError(await mark(ada, message.uid), 409, "topicLocked");
    expect(dataOf(await mark(team, message.uid)).solved).toBe(true);
    // It goes with its message.
    await turnMessage(message.uid, "hidden");
    expect(await topicOf(harness(), ada, topic.uid)).toMatchObject({ solved: false, answer: null, answered: false });
  });
});

describe("lists of topics", () => {
  it("hold everybody's latest, own, watched, unanswered and unread ones", async () => {
    await later();
    const own = await aRoom(harness());
    const [a, b, c] = [await aTopic(harness(), ada, own.id), await aTopic(harness(), ben, own.id), await aTopic(harness(), ada, own.id)];
    await said(harness(), ben, a.uid);
    const ids = (person: Person, listName: string) => uids(person, { professionId: own.id, list: listName });
    expect(await ids(ada, "latest")).toEqual([a.uid, c.uid, b.uid]);
    expect(await ids(ben, "mine")).toEqual([a.uid, b.uid]);
    expect(await ids(ada, "mine")).toEqual([a.uid, c.uid]);
    expect(await ids(ada, "unanswered")).toEqual([c.uid, b.uid]);
    expect(await ids(ben, "watched")).toEqual([a.uid, b.uid]);
    expect(await ids(ada, "unread")).toEqual([a.uid, b.uid]);
    expect(await ids(ben, "unread")).toEqual([a.uid, c.uid]);
    for (const listName of ["latest", "mine", "unanswered", "watched", "unread"])
      expect((await list(ben, { professionId: own.id, list: listName })).meta.total).toBe((await ids(ben, listName)).length);
    // Muted and read ones wait no more.
    dataOf(await act(harness(), ben, "topic/level/save", { topicId: c.uid, level: "mute" }));
    dataOf(await act(harness(), ben, "topic/read", { topicId: a.uid, seq: 99 }));
    expect(await ids(ben, "unread")).toEqual([]);
    expect(dataOf(await get(harness(), ada, "profession/get")).find(({ uid }: { uid: string }) => uid === own.id)).toMatchObject({
      unread: 2,
    });
    dataOf(await act(harness(), ada, "profession/read", { professionId: own.id }));
    expect(await ids(ada, "unread")).toEqual([]);
    await said(harness(), ada, b.uid);
    await said(harness(), ben, b.uid);
    expect((await list(ada, { professionId: own.id, list: "unread" })).data).toMatchObject([{ uid: b.uid, unread: 1, level: "track" }]);
    // What has not moved for a month is not offered.
    await sql`update forum_topics set last_post_at = now() - interval '31 days' where id = ${b.uid}`;
    expect(await ids(ada, "unread")).toEqual([]);
  });

  it("say how closely each is followed: as its room, unless somebody chose for the topic itself", async () => {
    const own = await aRoom(harness());
    const [muted, chosen] = [await aTopic(harness(), ada, own.id), await aTopic(harness(), ada, own.id)];
    dataOf(await act(harness(), ben, "topic/level/save", { topicId: chosen.uid, level: "track" }));
    dataOf(await act(harness(), ben, "profession/level/save", { professionId: own.id, level: "mute" }));
    const levels = async (person: Person) =>
      Object.fromEntries((await list(person, { professionId: own.id })).data.map(({ uid, level }) => [uid, level]));
    expect(await levels(ben)).toEqual({ [muted.uid]: "mute", [chosen.uid]: "track" });
    expect(await levels(ada)).toEqual({ [muted.uid]: "watch", [chosen.uid]: "watch" });
  });

  it("say how much is unread: others' messages that can be seen, since it was read; null where it was never opened", async () => {
    await later();
    const topic = await aTopic(harness(), ada, room.id);
    const row = async (person: Person) => (await list(person)).data.find(({ uid }) => uid === topic.uid);
    expect((await row(ben))?.unread).toBeNull();
    dataOf(await act(harness(), ben, "topic/read", { topicId: topic.uid, seq: 1 }));
    const messages = [await said(harness(), ada, topic.uid), await said(harness(), ada, topic.uid), await said(harness(), ben, topic.uid)];
    expect((await row(ben))?.unread).toBe(2);
    expect((await row(ada))?.unread).toBe(1);
    await turnMessage(messages[0].uid, "hidden");
    expect((await row(ben))?.unread).toBe(1);
    expect(dataOf(await act(harness(), ben, "topic/read", { topicId: topic.uid, seq: 3 }))).toEqual({ uid: topic.uid, readSeq: 3 });
    expect(dataOf(await act(harness(), ben, "topic/read", { topicId: topic.uid, seq: 2 })).readSeq).toBe(3);
    expect(dataOf(await act(harness(), ben, "topic/read", { topicId: topic.uid, seq: 2_000_000_000 })).readSeq).toBe(4);
    expect((await row(ben))?.unread).toBe(0);
  });

  it("keep the notice of a message that comes while somebody reads what was there before it", async () => {
    await later();
    const topic = await aTopic(harness(), ada, room.id);
    dataOf(await act(harness(), ben, "topic/level/save", { topicId: topic.uid, level: "watch" }));
    await said(harness(), ada, topic.uid);
    const reads = async (seq: number) => dataOf(await act(harness(), ben, "topic/read", { topicId: topic.uid, seq })).readSeq;
    const unread = () =>
      sql`select count from notifications where user_id = ${ben.id} and read_at is null and href like ${`%${topic.uid}%`}`;
    expect(await unread()).toEqual([{ count: 1 }]);
    // A message that has been told of and is not committed yet.
    const writing = (db: Executor) =>
      writeMessage(contextOf(harness(), ada.id, { db: db as Database }), { topicId: topic.uid, message: words() });
    expect(await whileHeld(harness().app.services.db, writing, () => reads(2))).toEqual([2]);
    expect(await unread()).toEqual([{ count: 2 }]);
    expect(await reads(3)).toBe(3);
    expect(await unread()).toEqual([]);
  });

  it("are read without waiting for whoever writes, by those who were told nothing of them", async () => {
    await later();
    const topic = await aTopic(harness(), ada, room.id);
    const read = await harness().app.services.db.transaction(async (tx: Executor) => {
      await writeMessage(contextOf(harness(), ada.id, { db: tx as Database }), { topicId: topic.uid, message: words() });
      // The message is not there yet for anybody else.
      return act(harness(), ben, "topic/read", { topicId: topic.uid, seq: 2 });
    });
    expect(dataOf(read)).toEqual({ uid: topic.uid, readSeq: 1 });
    expect(dataOf(await act(harness(), ben, "topic/read", { topicId: topic.uid, seq: 2 }))).toEqual({ uid: topic.uid, readSeq: 2 });
  });

  it("put pinned ones first, and are paged without showing anything twice while others write", async () => {
    const own = await aRoom(harness());
    await sql`
      insert into forum_topics (id, profession_id, author_id, title, locale, last_post_at, last_seq, post_count)
      select gen_random_uuid(), ${own.id}, ${ada.id}, 'T' || n, 'en', now() - n * interval '1 minute', 0, 0 from generate_series(1, 45) n`;
    await sql`update professions set topic_count = 45 where id = ${own.id}`;
    const all = (await sql`select id from forum_topics where profession_id = ${own.id} and kind = 'thread' order by last_post_at desc`).map(
      ({ id }) => id,
    );
    await sql`update forum_topics set pinned_at = now() where id = ${all[30]}`;
    const expected = [all[30], ...all.filter((id) => id !== all[30])];
    const pages: string[] = [];
    for (let page = 1; page <= 6; page++) pages.push(...(await uids(ben, { professionId: own.id, page })));
    expect(pages).toEqual(expected);

    const shown: string[] = [];
    let next: string | null = "";
    for (let rounds = 0; next !== null; rounds++) {
      const answer: Awaited<ReturnType<typeof list>> = await list(ben, { professionId: own.id, before: next });
      shown.push(...answer.data.map(({ uid }) => uid));
      next = answer.meta.next;
      // Meanwhile the last one of all moves to the top, and so does one that was shown.
      if (rounds === 0) await sql`update forum_topics set last_post_at = now() where id in (${all[44]}, ${all[3]})`;
    }
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown).toEqual(expected.filter((id) => id !== all[44]));
    expectIssues(await get(harness(), ben, "topic/get", { before: "x" }), ["before"]);
  });
});

describe("a chat", () => {
  it("takes short messages, and is no thread of its room", async () => {
    await later();
    const message = await said(harness(), ada, room.chatId, words("chat"));
    expect(message).toMatchObject({ topicId: room.chatId, seq: 1 });
    expectIssues(await say(harness(), ada, room.chatId, "x".repeat(2001)), ["message"]);
    expect(await uids(ada)).not.toContain(room.chatId);
    expect(await topicOf(harness(), ben, room.chatId)).toMatchObject({ kind: "chat", title: "", lastSeq: 1 });
    await expect(turn(room.chatId, "deleted")).rejects.toThrow("wrongState");
    for (let n = 0; n < 25; n++) await said(harness(), n % 2 ? ada : ben, room.chatId);
    expect((await messagesOf(harness(), ben, room.chatId, { beforeSeq: 1000 })).map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 7),
    );
    expect((await messagesOf(harness(), ben, room.chatId, { beforeSeq: 7 })).map(({ seq }: { seq: number }) => seq)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    expect(await messagesOf(harness(), ben, room.chatId, { beforeSeq: 1 })).toEqual([]);
    const [row] = dataOf(await get(harness(), ben, "profession/get")).filter(({ uid }: { uid: string }) => uid === room.id);
    expect(row).toMatchObject({ chatId: room.chatId, chatLastSeq: 26, name: "Room en", description: "About en" });
  });
});

describe("members", () => {
  it("are made when they first write, and called what they choose", async () => {
    const stranger = await aMember(harness());
    await sql`delete from forum_members where user_id = ${stranger.id}`;
    const me = dataOf(await get(harness(), stranger, "member/get"));
    expect(me).toMatchObject({ joined: false, handle: "ada", name: "Ada T.", newcomer: true, postCount: 0 });
    const handle = `h${randomUUID().slice(0, 8)}`;
    const saved = dataOf(await act(harness(), stranger, "member/save", { name: " Ada  L ", handle: ` ${handle.toUpperCase()} ` }));
    expect(saved).toMatchObject({ joined: true, handle, name: "Ada  L" });
    expectIssues(await act(harness(), ben, "member/save", { name: "Ben", handle }), ["handle"]);
    for (const bad of ["a", "-a", "a b", "x".repeat(31)])
      expectIssues(await act(harness(), ben, "member/save", { name: "Ben", handle: bad }), ["handle"]);
    for (const name of ["", "www.example.com", "<b>"])
      expectIssues(await act(harness(), ben, "member/save", { name, handle: "benny" }), ["name"]);
    const suggest = async (text: string, more = {}) =>
      dataOf(await get(harness(), ben, "member/suggest", { text, ...more })).map(({ uid }: { uid: string }) => uid);
    expect(await suggest(handle.slice(0, 6))).toEqual([stranger.id]);
    expect(await suggest("%")).toEqual([]);
    expect(await suggest("")).toEqual([]);
    const topic = await aTopic(harness(), stranger, room.id);
    expect(await suggest("", { topicId: topic.uid })).toEqual([stranger.id]);
    expect((await suggest("ada", { topicId: topic.uid }))[0]).toBe(stranger.id);
    // Who wrote in a topic that is not there any more is told to nobody but the team.
    await sql`update forum_topics set state = 'deleted' where id = ${topic.uid}`;
    expect(await suggest("", { topicId: topic.uid })).toEqual([]);
    expect(await handleOf(harness(), stranger)).toBe(handle);
  });

  it("have handles of their own, also when many come at once", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aMember(harness(), { firstName: "Zoë" })));
    await sql`delete from forum_members where user_id in ${sql(people.map(({ id }) => id))}`;
    const answers = await Promise.all(people.map((person) => say(harness(), person, room.chatId)));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    const handles = await Promise.all(people.map((person) => handleOf(harness(), person)));
    expect(new Set(handles).size).toBe(6);
    for (const handle of handles) expect(handle).toMatch(/^zoë\d*$/);
  });
});
