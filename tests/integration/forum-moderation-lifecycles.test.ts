import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
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
  words,
} from "#tests/factories/forum";
import { care, logOf, miscounted, moderate, moderateTopic, REASON, topicRow } from "#tests/factories/forum-care";
import { kindsOf, toldOf } from "#tests/factories/notifications";
import { post as postLife, topic as topicLife } from "@/features/forum/rules";
import { POST_STATES, type PostState, TOPIC_STATES, type TopicState } from "@/lib/enums/forum";

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

describe("a topic's lifecycle through the API", () => {
  const WAYS: Record<TopicState, string[]> = { open: [], locked: ["lock"], archived: ["archive"], deleted: ["delete_topic"] };
  const ACTS: [string, TopicState[], TopicState][] = [
    ["lock", ["open"], "locked"],
    ["unlock", ["locked"], "open"],
    ["archive", ["open", "locked"], "archived"],
    ["unarchive", ["archived"], "open"],
    ["delete_topic", ["open", "locked", "archived"], "deleted"],
    ["restore_topic", ["deleted"], "open"],
  ];

  it("has acts for all of a moderator's steps", () => {
    const steps = topicLife.steps.filter(({ by }) => by === "moderator").map(({ from, to }) => `${from} ${to}`);
    expect(ACTS.flatMap(([, froms, to]) => froms.map((from) => `${from} ${to}`)).sort()).toEqual(steps.sort());
  });

  it.each(TOPIC_STATES.flatMap((from) => ACTS.map(([name, froms, to]) => [from, name, froms.includes(from), to] as const)))(
    "%s, %s: %s",
    async (from, name, allowed, to) => {
      const topic = await aTopic(harness(), ada, room.id);
      for (const way of WAYS[from]) dataOf(await moderateTopic(harness(), admin, topic.uid, way));
      const before = await topicRow(sql, topic.uid);
      await sql`delete from notifications`;
      const answer = await moderateTopic(harness(), admin, topic.uid, name);
      if (allowed) {
        expect(dataOf(answer)).toMatchObject({ uid: topic.uid, state: to });
        expect((await toldOf(sql, ada)).map(({ kind, values }) => [kind, values.act, values.reason])).toEqual([
          ["forum_topic_moderated", name, REASON],
        ]);
      } else {
        expectError(answer, 409, "wrongState");
        expect(await topicRow(sql, topic.uid)).toEqual(before);
        expect(await kindsOf(sql, ada)).toEqual([]);
        expect(await logOf(harness(), admin, `?topicId=${topic.uid}`)).toHaveLength(WAYS[from].length);
      }
      expect(await miscounted(sql, SETTLED)).toEqual([]);
    },
  );

  it("is closed to writers while locked or archived, and gone while deleted", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    for (const [name, back, status, code] of [
      ["lock", "unlock", 409, "topicLocked"],
      ["archive", "unarchive", 409, "topicArchived"],
      ["delete_topic", "restore_topic", 404, "notFound"],
    ] as const) {
      dataOf(await moderateTopic(harness(), admin, topic.uid, name));
      expectError(await say(harness(), ben, topic.uid), status, code);
      dataOf(await moderateTopic(harness(), admin, topic.uid, back));
    }
    expect((await say(harness(), ben, topic.uid)).status).toBe(200);
  });

  it("says of a message in it that it is hidden or restored once it is back, and nothing while nobody sees it anyway", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const [hidden, back, both, before] = [
      await said(harness(), ben, topic.uid),
      await said(harness(), ben, topic.uid),
      await said(harness(), ben, topic.uid),
      await said(harness(), ben, topic.uid),
    ];
    for (const { uid } of [back, before]) dataOf(await moderate(harness(), admin, uid, "hide"));
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    await sql`delete from notifications`;
    dataOf(await moderate(harness(), admin, hidden.uid, "hide"));
    dataOf(await moderate(harness(), admin, back.uid, "restore"));
    for (const what of ["hide", "restore"]) dataOf(await moderate(harness(), admin, both.uid, what));
    expect(await kindsOf(sql, ben)).toEqual([]);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "restore_topic"));
    const told = await toldOf(sql, ben);
    const of = (uid: string) => told.filter(({ href }) => href?.includes(uid)).map(({ kind }) => kind);
    expect([hidden, back, both, before].map(({ uid }) => of(uid))).toEqual([["forum_hidden"], ["forum_restored"], ["forum_restored"], []]);
    expect(told.find(({ kind }) => kind === "forum_hidden")?.values).toMatchObject({ by: "team", reason: REASON });
    // Once: what was told is not told again when it comes back another time.
    await sql`delete from notifications`;
    for (const what of ["delete_topic", "restore_topic"]) dataOf(await moderateTopic(harness(), admin, topic.uid, what));
    expect(await kindsOf(sql, ben)).toEqual([]);
  });

  it("comes back only where a moderator deleted it: what its author took back stays with them", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const restore = () => moderateTopic(harness(), admin, topic.uid, "restore_topic");
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    dataOf(await restore());
    const [{ uid }] = await messagesOf(harness(), ada, topic.uid);
    expect(dataOf(await act(harness(), ada, "topic/message/delete", { uid }))).toMatchObject({ topic: true });
    expectError(await restore(), 409, "wrongState");
    expect((await topicRow(sql, topic.uid))?.state).toBe("deleted");
    expectError(await get(harness(), ben, "topic/detail/get", { topicId: topic.uid }), 404, "notFound");
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it("of one's own comes back by others", async () => {
    const colleague = await aMember(harness(), {}, "admin");
    const topic = await aTopic(harness(), colleague, room.id);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    expectError(await moderateTopic(harness(), colleague, topic.uid, "restore_topic"), 403, "forbidden");
    expect((await topicRow(sql, topic.uid))?.state).toBe("deleted");
    expect(dataOf(await moderateTopic(harness(), admin, topic.uid, "restore_topic"))).toMatchObject({ state: "open" });
    await sql`update users set role = 'candidate' where id = ${colleague.id}`;
  });

  it("a chat may be locked, and stays where it is", async () => {
    dataOf(await moderateTopic(harness(), admin, room.chatId, "lock"));
    expectError(await say(harness(), ben, room.chatId), 409, "topicLocked");
    dataOf(await moderateTopic(harness(), admin, room.chatId, "unlock"));
    for (const name of ["delete_topic", "pin"]) expectError(await moderateTopic(harness(), admin, room.chatId, name), 409, "wrongState");
    const topic = await aTopic(harness(), ada, room.id);
    for (const [what, body] of [
      ["topic/title/save", { topicId: room.chatId, title: "A chat" }],
      ["topic/move", { topicId: room.chatId, professionId: other.id }],
      ["topic/merge", { topicId: room.chatId, intoId: topic.uid }],
      ["topic/merge", { topicId: topic.uid, intoId: room.chatId }],
    ] as const)
      expectError(await care(harness(), admin, what, { ...body, reason: REASON }), 409, "wrongState");
  });
});

describe("a message's lifecycle through the API", () => {
  const uidOf = { current: "" };
  const edit = () => act(harness(), ada, "topic/message/edit", { uid: uidOf.current, message: words() });
  const take = () => act(harness(), ada, "topic/message/delete", { uid: uidOf.current });
  const by = (what: string) => () => moderate(harness(), admin, uidOf.current, what);
  const WAYS: Record<PostState, (() => Promise<unknown>)[]> = {
    published: [],
    edited: [edit],
    self_deleted: [take],
    hidden: [by("hide")],
    restored: [by("hide"), by("restore")],
    removed: [by("remove")],
  };
  const STEPS = [
    ["edit", "author", "edited", edit],
    ["delete", "author", "self_deleted", take],
    ["hide", "moderator", "hidden", by("hide")],
    ["restore", "moderator", "restored", by("restore")],
    ["remove", "moderator", "removed", by("remove")],
  ] as const;

  it.each(POST_STATES.flatMap((from) => STEPS.map(([name, who, to, run]) => [from, name, postLife.can(from, to, who), to, run] as const)))(
    "%s, %s: %s",
    async (from, _name, allowed, to, run) => {
      const topic = await aTopic(harness(), ada, room.id);
      await said(harness(), ben, topic.uid);
      uidOf.current = (await said(harness(), ada, topic.uid)).uid;
      for (const way of WAYS[from]) await way();
      const row = async () => (await sql`select * from forum_posts where id = ${uidOf.current}`)[0];
      const before = await row();
      expect(before?.state).toBe(from);
      const answer = await run();
      if (allowed) expect([answer.status, (await row())?.state]).toEqual([200, to]);
      else {
        expectError(answer, 409, "wrongState");
        expect(await row()).toEqual(before);
      }
      expect(await miscounted(sql, SETTLED)).toEqual([]);
    },
  );
});
