import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import {
  act,
  aMember,
  aRoom,
  aStranger,
  aTopic,
  aWhilePasses,
  dataOf,
  get,
  messagesOf,
  type Person,
  SETTLED,
  said,
  say,
  topicOf,
} from "#tests/factories/forum";
import { care, logOf, miscounted, moderateTopic, REASON, topicRow } from "#tests/factories/forum-care";
import { kindsOf, toldOf } from "#tests/factories/notifications";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let admin: Person;
let room: { id: string; chatId: string };
let other: { id: string; chatId: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ada = await aMember(harness());
  ben = await aMember(harness());
  admin = await aStranger(harness(), {}, "admin");
});
afterAll(() => sql.end());
beforeEach(async () => {
  await aWhilePasses(sql);
  room = await aRoom(harness());
  other = await aRoom(harness());
  await sql`delete from notifications`;
});

describe("pinned topics", () => {
  it("stand first, at most five in a room, whoever pins at once", async () => {
    const topics: { uid: string }[] = [];
    for (let n = 0; n < 7; n++) topics.push(await aTopic(harness(), n < 4 ? ada : ben, room.id));
    const answers = await Promise.all(topics.map(({ uid }) => moderateTopic(harness(), admin, uid, "pin")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 409, "tooManyPinned", "en", { max: 5 });
    const pinned = topics.filter((_, n) => answers[n]?.status === 200).map(({ uid }) => uid);
    const listed = dataOf(await get(harness(), ben, "topic/get", { professionId: room.id }));
    expect(
      listed
        .slice(0, 5)
        .map(({ uid }: { uid: string }) => uid)
        .sort(),
    ).toEqual(pinned.sort());
    const [first = "", second = ""] = pinned;
    expectError(await moderateTopic(harness(), admin, first, "pin"), 409, "wrongState");
    dataOf(await moderateTopic(harness(), admin, first, "unpin"));
    expectError(await moderateTopic(harness(), admin, first, "unpin"), 409, "wrongState");
    // What is archived stands first no more, and makes room.
    dataOf(await moderateTopic(harness(), admin, second, "archive"));
    expect((await topicRow(sql, second))?.pinned_at).toBeNull();
    expectError(await moderateTopic(harness(), admin, second, "pin"), 409, "wrongState");
    dataOf(await moderateTopic(harness(), admin, first, "pin"));
  });
});

describe("another title, another room", () => {
  it("a topic is found by its new title, in its new room, and both rooms count right", async () => {
    const topic = await aTopic(harness(), ada, room.id, { title: "Wombats in panels" });
    await said(harness(), ben, topic.uid);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "pin"));
    dataOf(await care(harness(), admin, "topic/title/save", { topicId: topic.uid, title: "Quokkas in panels", reason: REASON }));
    dataOf(await care(harness(), admin, "topic/move", { topicId: topic.uid, professionId: other.id, reason: REASON }));
    const search = async (text: string, professionId: string) => dataOf(await get(harness(), ben, "search", { text, professionId }));
    expect(await search("wombats", other.id)).toEqual([]);
    expect(await search("quokkas", room.id)).toEqual([]);
    expect(await search("quokkas", other.id)).toMatchObject([{ topicId: topic.uid, professionId: other.id }]);
    expect(await topicOf(harness(), ben, topic.uid)).toMatchObject({ title: "Quokkas in panels", professionId: other.id, pinned: false });
    expect(await kindsOf(sql, ada)).toEqual(expect.arrayContaining(["forum_topic_moderated", "forum_topic_moderated"]));
    const [moved, renamed] = await logOf(harness(), admin, `?topicId=${topic.uid}`);
    expect(moved).toMatchObject({ act: "move", details: { from: room.id, to: other.id } });
    expect(renamed).toMatchObject({ act: "rename", details: { before: "Wombats in panels", after: "Quokkas in panels" } });
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it("need a reason, a room that is there, and another than its own", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    expectIssues(await care(harness(), admin, "topic/title/save", { topicId: topic.uid, title: "Better", reason: "" }), ["reason"]);
    const move = (professionId: string) => care(harness(), admin, "topic/move", { topicId: topic.uid, professionId, reason: REASON });
    expectError(await move(crypto.randomUUID()), 404, "notFound");
    expectError(await move(room.id), 409, "wrongState");
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    expectError(await move(other.id), 409, "wrongState");
    expectError(
      await care(harness(), admin, "topic/title/save", { topicId: topic.uid, title: "Better", reason: REASON }),
      409,
      "wrongState",
    );
  });

  it("go to and fro at once without waiting in a circle", async () => {
    const topics: { uid: string }[] = [];
    for (let n = 0; n < 6; n++) topics.push(await aTopic(harness(), n < 3 ? ada : ben, n % 2 ? room.id : other.id));
    const answers = await Promise.all(
      topics.map(({ uid }, n) =>
        care(harness(), admin, "topic/move", { topicId: uid, professionId: n % 2 ? other.id : room.id, reason: REASON }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(topics.map(() => 200));
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });
});

describe("merging", () => {
  const merge = (topicId: string, intoId: string) => care(harness(), admin, "topic/merge", { topicId, intoId, reason: REASON });

  it("puts the messages behind the other's, in their order; links, quotes, marks and counts go along", async () => {
    const source = await aTopic(harness(), ada, other.id, { title: "Numbats at work" });
    const answer = await said(harness(), ben, source.uid, "What numbats eat");
    const reply = await said(harness(), ada, source.uid, "Termites, mostly", { replyFromId: answer.uid });
    const target = await aTopic(harness(), ben, room.id, { title: "Marsupials at work" });
    const last = await said(harness(), ada, target.uid);
    dataOf(await act(harness(), ben, "topic/level/save", { topicId: source.uid, level: "mute" }));
    await sql`delete from notifications`;
    expect(dataOf(await merge(source.uid, target.uid))).toMatchObject({ uid: target.uid, state: "open" });
    const messages = await messagesOf(harness(), ben, target.uid);
    expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(messages.map(({ uid }: { uid: string }) => uid).slice(1)).toEqual([last.uid, expect.any(String), answer.uid, reply.uid]);
    expect(messages[4].quote).toMatchObject({ uid: answer.uid, seq: 4 });
    // Under its old address one finds the other; a link to a message leads where it stands.
    expect(await topicOf(harness(), ben, source.uid)).toMatchObject({ uid: target.uid, replies: 4, level: "mute" });
    expect(dataOf(await act(harness(), ben, "topic/message/locate", { uid: answer.uid }))).toMatchObject({
      topicId: target.uid,
      professionId: room.id,
      seq: 4,
    });
    const search = async (text: string) => dataOf(await get(harness(), ben, "search", { text, professionId: room.id }));
    expect((await search("numbats")).map(({ uid }: { uid: string }) => uid)).toEqual([answer.uid]);
    expect(await toldOf(sql, ada)).toMatchObject([
      {
        kind: "forum_topic_moderated",
        values: { act: "merge", other: "Marsupials at work" },
        href: `/dashboard/forums?topic=${target.uid}`,
      },
    ]);
    expect((await topicRow(sql, source.uid)) ?? {}).toMatchObject({
      state: "deleted",
      merged_into_id: target.uid,
      last_seq: 0,
      post_count: 0,
    });
    expect(await miscounted(sql, SETTLED)).toEqual([]);
    // It has nothing in it any more that could come back.
    expectError(await moderateTopic(harness(), admin, source.uid, "restore_topic"), 409, "wrongState");
    expect((await say(harness(), ben, source.uid)).status).toBe(200);
    expect((await topicRow(sql, target.uid))?.last_seq).toBe(6);
  });

  it("of what took others in takes them along", async () => {
    const [a, b, c] = [await aTopic(harness(), ada, room.id), await aTopic(harness(), ada, room.id), await aTopic(harness(), ada, room.id)];
    dataOf(await merge(a.uid, b.uid));
    dataOf(await merge(b.uid, c.uid));
    for (const { uid } of [a, b]) expect(await topicOf(harness(), ben, uid)).toMatchObject({ uid: c.uid, replies: 2 });
  });

  it("keeps what was read where both were, and what was chosen", async () => {
    const [source, target] = [await aTopic(harness(), ada, room.id), await aTopic(harness(), ada, room.id)];
    for (const { uid } of [source, target]) for (let n = 0; n < 2; n++) await said(harness(), ada, uid);
    const read = (person: Person, topicId: string, seq: number) => act(harness(), person, "topic/read", { topicId, seq });
    dataOf(await read(ben, source.uid, 2));
    dataOf(await read(ben, target.uid, 3));
    dataOf(await read(admin, source.uid, 3));
    dataOf(await merge(source.uid, target.uid));
    expect(await topicOf(harness(), ben, target.uid)).toMatchObject({ readSeq: 5 });
    expect(await topicOf(harness(), admin, target.uid)).toMatchObject({ readSeq: 0 });
    expect(await topicOf(harness(), ada, target.uid)).toMatchObject({ level: "watch" });
  });

  it("is not possible with itself, nor with what is gone", async () => {
    const [a, b] = [await aTopic(harness(), ada, room.id), await aTopic(harness(), ada, room.id)];
    expectError(await merge(a.uid, a.uid), 409, "wrongState");
    expectError(await merge(a.uid, crypto.randomUUID()), 404, "notFound");
    dataOf(await moderateTopic(harness(), admin, b.uid, "delete_topic"));
    expectError(await merge(a.uid, b.uid), 409, "wrongState");
    expectError(await merge(b.uid, a.uid), 409, "wrongState");
  });

  it("and writing, deleting and merging the other way at once lose nothing", async () => {
    const [a, b] = [await aTopic(harness(), ada, room.id), await aTopic(harness(), ben, other.id)];
    const mine = await said(harness(), ada, a.uid);
    const [one, two, ...rest] = await Promise.all([
      merge(a.uid, b.uid),
      merge(b.uid, a.uid),
      say(harness(), ben, a.uid),
      say(harness(), ada, b.uid),
      act(harness(), ada, "topic/message/delete", { uid: mine.uid }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    for (const { status } of rest) expect([200, 404]).toContain(status);
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });
});

describe("the answer of somebody else's topic", () => {
  it("is marked and unmarked with an entry in the log, and whoever began the topic hears of it", async () => {
    const helper = await aMember(harness(), {}, "admin");
    const topic = await aTopic(harness(), ada, room.id);
    const { uid } = await said(harness(), ben, topic.uid);
    const own = await said(harness(), ada, topic.uid);
    const mark = (person: Person, messageId: string | null) =>
      act(harness(), person, "topic/answer/save", { topicId: topic.uid, messageId });
    await sql`delete from notifications`;
    dataOf(await mark(helper, uid));
    expect(await toldOf(sql, ada)).toMatchObject([
      { kind: "forum_topic_moderated", values: { act: "mark_answer" }, href: `/dashboard/forums?topic=${topic.uid}` },
    ]);
    expect(await kindsOf(sql, ben)).toEqual(["forum_answer"]);
    dataOf(await mark(helper, null));
    dataOf(await mark(helper, own.uid));
    // Once for one act, also where it is their own message.
    expect((await toldOf(sql, ada)).map(({ values }) => values.act)).toEqual(["mark_answer", "unmark_answer", "mark_answer"]);
    const log = await logOf(harness(), admin, `?topicId=${topic.uid}`);
    expect(log.map((entry: { act: string; post: { uid: string } }) => [entry.act, entry.post.uid])).toEqual([
      ["mark_answer", own.uid],
      ["unmark_answer", uid],
      ["mark_answer", uid],
    ]);
    expect(log[0]).toMatchObject({ moderator: { uid: helper.id }, subject: { uid: ada.id } });
    // And for those who look after the team, as all that it does.
    const acts = await sql`select action, target, detail ->> 'act' as act from audit_events where actor_id = ${helper.id} order by at, id`;
    expect([...acts]).toEqual(
      [
        ["mark_answer", uid],
        ["unmark_answer", uid],
        ["mark_answer", own.uid],
      ].map(([marked, id]) => ({ action: "forum.moderate", target: `forum_post:${id}`, act: marked })),
    );
    // One's own is nobody else's matter.
    dataOf(await mark(ada, uid));
    const theirs = await aTopic(harness(), helper, room.id);
    const reply = await said(harness(), ben, theirs.uid);
    dataOf(await act(harness(), helper, "topic/answer/save", { topicId: theirs.uid, messageId: reply.uid }));
    expect(await logOf(harness(), admin, `?topicId=${topic.uid}`)).toHaveLength(3);
    expect(await logOf(harness(), admin, `?topicId=${theirs.uid}`)).toHaveLength(0);
    await sql`update users set role = 'candidate' where id = ${helper.id}`;
  });
});
