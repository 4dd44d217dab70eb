import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
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
  dataOf,
  get,
  messagesOf,
  type Person,
  SETTLED,
  said,
  say,
  topicOf,
  words,
} from "#tests/factories/forum";
import { care, careList, flag, miscounted, moderate, moderateTopic, toldOf } from "#tests/factories/forum-care";
import { post as postLife, topic as topicLife } from "@/features/forum/rules";
import { MODERATION_ACTS, type ModerationAct, POST_STATES, type PostState, TOPIC_STATES, type TopicState } from "@/lib/enums/forum";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let admin: Person;
let chief: Person;
let room: { id: string; chatId: string };
let other: { id: string; chatId: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ada = await aMember(harness());
  ben = await aMember(harness());
  admin = await aStranger(harness(), { firstName: "Mira", lastName: "Stone" }, "admin");
  chief = await aStranger(harness(), {}, "super_admin");
});
afterAll(() => sql.end());
beforeEach(async () => {
  await sql`update forum_posts set created_at = created_at - interval '2 minutes'`;
  await sql`update forum_topics set last_post_at = last_post_at - interval '2 minutes'`;
  await sql`update forum_members set suspended_until = null`;
  room = await aRoom(harness());
  other = await aRoom(harness());
  await sql`delete from notifications`;
});

const reason = "As the rules say";
const kinds = async (person: Person) => (await toldOf(sql, person)).map(({ kind }) => kind);
const logOf = async (query = "") => (await careList(harness(), admin, `log/get${query}`)).body.data;
const rowOf = async (uid: string) => (await sql`select * from forum_topics where id = ${uid}`)[0];

describe("every act, by every role", () => {
  interface Target {
    topicId: string;
    uid: string;
    into: string;
  }
  type Act = [
    name: string,
    rest: string,
    procedure: string,
    input: (target: Target) => Record<string, unknown>,
    before?: (t: Target) => unknown,
  ];
  const ofMessage = (what: string, before?: (t: Target) => unknown): Act => [
    what,
    "message/moderate",
    "message",
    ({ uid }) => ({ uid, act: what, reason }),
    before,
  ];
  const ofTopic = (what: string, before?: (t: Target) => unknown): Act => [
    what,
    "topic/moderate",
    "topic",
    ({ topicId }) => ({ topicId, act: what, reason }),
    before,
  ];
  const step = (what: string) => (t: Target) => moderateTopic(harness(), chief, t.topicId, what);
  const ACTS: Act[] = [
    ofMessage("hide"),
    ofMessage("remove"),
    ofMessage("restore", ({ uid }) => moderate(harness(), chief, uid, "hide")),
    ofMessage("uphold", ({ uid }) => flag(harness(), ben, uid)),
    ofMessage("dismiss", ({ uid }) => flag(harness(), ben, uid)),
    ofTopic("lock"),
    ofTopic("unlock", step("lock")),
    ofTopic("archive"),
    ofTopic("unarchive", step("archive")),
    ofTopic("pin"),
    ofTopic("unpin", step("pin")),
    ofTopic("delete_topic"),
    ofTopic("restore_topic", step("delete_topic")),
    ["rename", "topic/title/save", "rename", ({ topicId }) => ({ topicId, title: "Another title", reason })],
    ["move", "topic/move", "move", ({ topicId }) => ({ topicId, professionId: other.id, reason })],
    ["merge", "topic/merge", "merge", ({ topicId, into }) => ({ topicId, intoId: into, reason })],
    ["suspend", "member/suspend", "suspend", () => ({ memberId: ada.id, hours: 1, reason })],
    [
      "lift_suspension",
      "member/lift",
      "lift",
      () => ({ memberId: ada.id, reason }),
      () => care(harness(), chief, "member/suspend", { memberId: ada.id, hours: 1, reason }),
    ],
  ];

  it("stands in this table", () => {
    // Those about proposals stand in their own, and those about answers are not the team's alone.
    const others: ModerationAct[] = ["adopt", "decline", "mark_answer", "unmark_answer"];
    expect(ACTS.map(([name]) => name).sort()).toEqual(MODERATION_ACTS.filter((name) => !others.includes(name)).sort());
  });

  it.each(ACTS)("%s is for the team alone, and stands in the log", async (name, restPath, procedure, input, before) => {
    for (const way of ["rest", "trpc"] as const) {
      const topic = await aTopic(harness(), ada, room.id);
      const into = await aTopic(harness(), ada, room.id);
      const { uid } = await said(harness(), ada, topic.uid);
      const target = { topicId: topic.uid, uid, into: into.uid };
      await before?.(target);
      const call = (token: string | undefined) =>
        way === "rest"
          ? harness().call("POST", `/api/admin/community/${restPath}`, { token, body: input(target) })
          : harness().call("POST", `/api/trpc/forum.moderation.${procedure}`, { token, body: { json: input(target) } });
      const [{ n }] = (await sql`select count(*)::int as n from moderation_acts`) as [{ n: number }];
      const statuses: Record<string, number> = {};
      statuses.visitor = (await call(undefined)).status;
      statuses.candidate = (await call(ben.token)).status;
      statuses.author = (await call(ada.token)).status;
      expect(statuses).toEqual({ visitor: 401, candidate: 403, author: 403 });
      expect((await sql`select count(*)::int as n from moderation_acts`)[0]?.n).toBe(n);
      // An admin in one way, a super admin in the other: both may.
      expect((await call((way === "rest" ? admin : chief).token)).status).toBe(200);
      const [entry] = await sql`select * from moderation_acts order by created_at desc, id desc limit 1`;
      expect(entry).toMatchObject({ act: name, moderator_id: (way === "rest" ? admin : chief).id, subject_id: ada.id, reason });
      await sql`update forum_members set suspended_until = null`;
    }
    for (const person of [admin, chief]) await sql`delete from notifications where user_id = ${person.id}`;
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it("as is what only looks", async () => {
    for (const what of ["report/get", "log/get", "log/moderator/get", "waiting/get"]) {
      expect((await harness().call("GET", `/api/admin/community/${what}`)).status).toBe(401);
      expectError(await careList(harness(), ben, what), 403, "forbidden");
      for (const person of [admin, chief]) expect((await careList(harness(), person, what)).status).toBe(200);
    }
  });
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
      const before = await rowOf(topic.uid);
      await sql`delete from notifications`;
      const answer = await moderateTopic(harness(), admin, topic.uid, name);
      if (allowed) {
        expect(dataOf(answer)).toMatchObject({ uid: topic.uid, state: to });
        expect((await toldOf(sql, ada)).map(({ kind, values }) => [kind, values.act, values.reason])).toEqual([
          ["forum_topic_moderated", name, reason],
        ]);
      } else {
        expectError(answer, 409, "wrongState");
        expect(await rowOf(topic.uid)).toEqual(before);
        expect(await kinds(ada)).toEqual([]);
        expect(await logOf(`?topicId=${topic.uid}`)).toHaveLength(WAYS[from].length);
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
    expect(await kinds(ben)).toEqual([]);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "restore_topic"));
    const told = await toldOf(sql, ben);
    const of = (uid: string) => told.filter(({ href }) => href?.includes(uid)).map(({ kind }) => kind);
    expect([hidden, back, both, before].map(({ uid }) => of(uid))).toEqual([["forum_hidden"], ["forum_restored"], ["forum_restored"], []]);
    expect(told.find(({ kind }) => kind === "forum_hidden")?.values).toMatchObject({ by: "team", reason });
    // Once: what was told is not told again when it comes back another time.
    await sql`delete from notifications`;
    for (const what of ["delete_topic", "restore_topic"]) dataOf(await moderateTopic(harness(), admin, topic.uid, what));
    expect(await kinds(ben)).toEqual([]);
  });

  it("comes back only where a moderator deleted it: what its author took back stays with them", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const restore = () => moderateTopic(harness(), admin, topic.uid, "restore_topic");
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    dataOf(await restore());
    const [{ uid }] = await messagesOf(harness(), ada, topic.uid);
    expect(dataOf(await act(harness(), ada, "topic/message/delete", { uid }))).toMatchObject({ topic: true });
    expectError(await restore(), 409, "wrongState");
    expect((await rowOf(topic.uid))?.state).toBe("deleted");
    expectError(await get(harness(), ben, "topic/detail/get", { topicId: topic.uid }), 404, "notFound");
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it("of one's own comes back by others", async () => {
    const colleague = await aMember(harness(), {}, "admin");
    const topic = await aTopic(harness(), colleague, room.id);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    expectError(await moderateTopic(harness(), colleague, topic.uid, "restore_topic"), 403, "forbidden");
    expect((await rowOf(topic.uid))?.state).toBe("deleted");
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
      expectError(await care(harness(), admin, what, { ...body, reason }), 409, "wrongState");
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
    expect((await rowOf(second))?.pinned_at).toBeNull();
    expectError(await moderateTopic(harness(), admin, second, "pin"), 409, "wrongState");
    dataOf(await moderateTopic(harness(), admin, first, "pin"));
  });
});

describe("another title, another room", () => {
  it("a topic is found by its new title, in its new room, and both rooms count right", async () => {
    const topic = await aTopic(harness(), ada, room.id, { title: "Wombats in panels" });
    await said(harness(), ben, topic.uid);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "pin"));
    dataOf(await care(harness(), admin, "topic/title/save", { topicId: topic.uid, title: "Quokkas in panels", reason }));
    dataOf(await care(harness(), admin, "topic/move", { topicId: topic.uid, professionId: other.id, reason }));
    const search = async (text: string, professionId: string) => dataOf(await get(harness(), ben, "search", { text, professionId }));
    expect(await search("wombats", other.id)).toEqual([]);
    expect(await search("quokkas", room.id)).toEqual([]);
    expect(await search("quokkas", other.id)).toMatchObject([{ topicId: topic.uid, professionId: other.id }]);
    expect(await topicOf(harness(), ben, topic.uid)).toMatchObject({ title: "Quokkas in panels", professionId: other.id, pinned: false });
    expect(await kinds(ada)).toEqual(expect.arrayContaining(["forum_topic_moderated", "forum_topic_moderated"]));
    const [moved, renamed] = await logOf(`?topicId=${topic.uid}`);
    expect(moved).toMatchObject({ act: "move", details: { from: room.id, to: other.id } });
    expect(renamed).toMatchObject({ act: "rename", details: { before: "Wombats in panels", after: "Quokkas in panels" } });
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it("need a reason, a room that is there, and another than its own", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    expectIssues(await care(harness(), admin, "topic/title/save", { topicId: topic.uid, title: "Better", reason: "" }), ["reason"]);
    const move = (professionId: string) => care(harness(), admin, "topic/move", { topicId: topic.uid, professionId, reason });
    expectError(await move(crypto.randomUUID()), 404, "notFound");
    expectError(await move(room.id), 409, "wrongState");
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    expectError(await move(other.id), 409, "wrongState");
    expectError(await care(harness(), admin, "topic/title/save", { topicId: topic.uid, title: "Better", reason }), 409, "wrongState");
  });

  it("go to and fro at once without waiting in a circle", async () => {
    const topics: { uid: string }[] = [];
    for (let n = 0; n < 6; n++) topics.push(await aTopic(harness(), n < 3 ? ada : ben, n % 2 ? room.id : other.id));
    const answers = await Promise.all(
      topics.map(({ uid }, n) => care(harness(), admin, "topic/move", { topicId: uid, professionId: n % 2 ? other.id : room.id, reason })),
    );
    expect(answers.map(({ status }) => status)).toEqual(topics.map(() => 200));
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });
});

describe("merging", () => {
  const merge = (topicId: string, intoId: string) => care(harness(), admin, "topic/merge", { topicId, intoId, reason });

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
    expect((await rowOf(source.uid)) ?? {}).toMatchObject({ state: "deleted", merged_into_id: target.uid, last_seq: 0, post_count: 0 });
    expect(await miscounted(sql, SETTLED)).toEqual([]);
    // It has nothing in it any more that could come back.
    expectError(await moderateTopic(harness(), admin, source.uid, "restore_topic"), 409, "wrongState");
    expect((await say(harness(), ben, source.uid)).status).toBe(200);
    expect((await rowOf(target.uid))?.last_seq).toBe(6);
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

describe("a suspension", () => {
  const suspend = (person: Person, hours = 24, more = {}) =>
    care(harness(), admin, "member/suspend", { memberId: person.id, hours, reason, ...more });
  const lift = (person: Person, until?: string) => care(harness(), admin, "member/lift", { memberId: person.id, until });

  it("lets somebody read and not write, until it ends or is lifted, and tells them", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const theirs = await said(harness(), ben, topic.uid);
    const own = await aTopic(harness(), ben, room.id);
    const { suspendedUntil } = dataOf(await suspend(ben));
    expect(new Date(suspendedUntil).getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect((await messagesOf(harness(), ben, topic.uid)).length).toBe(2);
    const [first] = await messagesOf(harness(), ben, topic.uid);
    for (const answer of [
      await say(harness(), ben, topic.uid),
      await say(harness(), ben, room.chatId),
      await act(harness(), ben, "topic/save", { professionId: room.id, title: "How so?", message: words() }),
      await act(harness(), ben, "topic/message/edit", { uid: theirs.uid, message: words() }),
      await act(harness(), ben, "topic/title/save", { topicId: own.uid, title: "Another title" }),
      await act(harness(), ben, "topic/message/react", { uid: first.uid, reaction: "like", on: true }),
      await act(harness(), ben, "member/save", { name: "Somebody else", handle: "somebody-else" }),
    ])
      expectError(answer, 403, "writingSuspended", "en", { days: 1 });
    // They may still report, and take back what they said.
    expect((await flag(harness(), ben, first.uid)).status).toBe(200);
    expect((await act(harness(), ben, "topic/message/delete", { uid: theirs.uid })).status).toBe(200);
    const [told] = (await toldOf(sql, ben)).filter(({ kind }) => kind === "forum_suspended");
    expect(told).toMatchObject({ event: "community", values: { untilAt: suspendedUntil, reason } });
    expect(dataOf(await lift(ben))).toEqual({ uid: ben.id, suspendedUntil: null });
    expect(await kinds(ben)).toContain("forum_suspension_lifted");
    expect((await say(harness(), ben, topic.uid)).status).toBe(200);
    dataOf(await suspend(ben, 1));
    await sql`update forum_members set suspended_until = now() - interval '1 second' where user_id = ${ben.id}`;
    expect((await say(harness(), ben, topic.uid)).status).toBe(200);
  });

  it("is lifted as it was seen: the longer one that somebody else gave meanwhile stands", async () => {
    const { suspendedUntil: seen } = dataOf(await suspend(ben, 1));
    const { suspendedUntil: longer } = dataOf(await suspend(ben, 24));
    expectError(await lift(ben, seen), 409, "conflict");
    expectError(await say(harness(), ben, room.chatId), 403, "writingSuspended", "en", { days: 1 });
    expect(dataOf(await lift(ben, longer))).toEqual({ uid: ben.id, suspendedUntil: null });
    expectError(await lift(ben, longer), 409, "wrongState");
  });

  it("lasts an hour to a year, never for the team, and only for members", async () => {
    const suspended = (await logOf(`?act=suspend&memberId=${ben.id}`)).length;
    for (const hours of [0, -1, 1.5, 8761]) expectIssues(await suspend(ben, hours), ["hours"]);
    expectIssues(await suspend(ben, 1, { reason: "" }), ["reason"]);
    dataOf(await suspend(ben, 1));
    const { suspendedUntil } = dataOf(await suspend(ben, 8760));
    // What lasts longer is lifted first.
    expectError(await suspend(ben, 1), 409, "suspendedLonger");
    expect((await sql`select suspended_until from forum_members where user_id = ${ben.id}`)[0]?.suspended_until.toISOString()).toBe(
      suspendedUntil,
    );
    expect(await logOf(`?act=suspend&memberId=${ben.id}`)).toHaveLength(suspended + 2);
    dataOf(await lift(ben));
    dataOf(await suspend(ben, 1));
    dataOf(await lift(ben));
    expectError(await lift(ben), 409, "wrongState");
    const colleague = await aMember(harness(), {}, "admin");
    for (const person of [colleague, await aMember(harness(), {}, "super_admin")]) expectError(await suspend(person), 403, "forbidden");
    expectError(await suspend(await aStranger(harness())), 404, "notFound");
    expectError(await suspend({ id: crypto.randomUUID() } as Person), 404, "notFound");
    await sql`update users set role = 'candidate' where id = ${colleague.id}`;
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
    expect(await kinds(ben)).toEqual(["forum_answer"]);
    dataOf(await mark(helper, null));
    dataOf(await mark(helper, own.uid));
    // Once for one act, also where it is their own message.
    expect((await toldOf(sql, ada)).map(({ values }) => values.act)).toEqual(["mark_answer", "unmark_answer", "mark_answer"]);
    const log = await logOf(`?topicId=${topic.uid}`);
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
    expect(await logOf(`?topicId=${topic.uid}`)).toHaveLength(3);
    expect(await logOf(`?topicId=${theirs.uid}`)).toHaveLength(0);
    await sql`update users set role = 'candidate' where id = ${helper.id}`;
  });
});

describe("the log", () => {
  it("tells who did what about whom and why, the newest first, by page, and by what one looks for", async () => {
    await sql`delete from moderation_acts`;
    const topic = await aTopic(harness(), ada, room.id, { title: "Bilbies" });
    for (let n = 0; n < 16; n++) {
      dataOf(await moderateTopic(harness(), n < 8 ? admin : chief, topic.uid, "lock"));
      dataOf(await moderateTopic(harness(), admin, topic.uid, "unlock", { reason: "" }));
    }
    const { uid } = await said(harness(), ben, topic.uid);
    dataOf(await moderate(harness(), admin, uid, "hide"));
    const page = async (query = "") => (await careList(harness(), admin, `log/get${query}`)).body;
    const one = await page();
    expect(one.data).toHaveLength(30);
    expect(one.data[0]).toEqual({
      uid: expect.any(String),
      act: "hide",
      moderator: { uid: admin.id, name: "Mira S.", handle: null },
      automatic: false,
      topic: { uid: topic.uid, title: "Bilbies", kind: "thread" },
      post: { uid, seq: 2 },
      subject: { uid: ben.id, name: "Ada T.", handle: expect.any(String) },
      reason,
      details: { state: "hidden", reports: "0" },
      createdAt: expect.stringMatching(/Z$/),
    });
    // Another act meanwhile moves nothing on the next page.
    dataOf(await moderate(harness(), admin, uid, "restore"));
    const two = await page(`?before=${one.meta.next}`);
    expect([two.data.length, two.meta.next]).toEqual([3, null]);
    expect(new Set([...one.data, ...two.data].map((entry: { uid: string }) => entry.uid)).size).toBe(33);
    expect((await page(`?moderatorId=${chief.id}`)).data).toHaveLength(8);
    expect((await page(`?memberId=${ben.id}`)).data.map((entry: { act: string }) => entry.act)).toEqual(["restore", "hide"]);
    expect((await page(`?act=lock&moderatorId=${admin.id}&memberId=${ada.id}`)).data).toHaveLength(8);
    expectIssues(await careList(harness(), admin, "log/get?before=nonsense"), ["before"]);
    const people = dataOf(await careList(harness(), admin, "log/moderator/get"));
    expect(people).toEqual(expect.arrayContaining([{ uid: admin.id, name: "Mira S.", handle: null }]));
    expect(people.map((person: { uid: string }) => person.uid)).not.toContain(ben.id);
  });

  it("is only ever written to: what stands in it stays as it is, and nothing else in the code changes it", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "lock"));
    const before = await sql`select * from moderation_acts order by id`;
    for (const what of ["unlock", "delete_topic", "restore_topic"]) dataOf(await moderateTopic(harness(), chief, topic.uid, what));
    const after = await sql`select * from moderation_acts where id = any(${before.map(({ id }) => id)}) order by id`;
    expect([...after]).toEqual([...before]);
    const files = (readdirSync("src", { recursive: true }) as string[]).filter((file) => /\.tsx?$/.test(file));
    const changing = files.filter((file) => /(?:update|delete)\(moderationActs\)/.test(readFileSync(path.join("src", file), "utf8")));
    // Whoever is no more leaves a gap.
    expect(changing).toEqual([path.join("features", "forum", "personal-data.ts")]);
  });
});

it("what the team decides stands in the log of all that the team does, with from where, and nothing of what was written", async () => {
  const { uid: topicId } = await aTopic(harness(), ada, room.id, { message: "Wombats everywhere" });
  const [first] = await messagesOf(harness(), ada, topicId);
  dataOf(await moderate(harness(), admin, first.uid, "hide"));
  dataOf(await moderateTopic(harness(), admin, topicId, "lock"));
  const acts = await sql`select action, target, actor_id, detail, address, before, after from audit_events
    where target in (${`forum_post:${first.uid}`}, ${`forum_topic:${topicId}`}) order by at, id`;
  expect(acts.map(({ action, target, detail }) => [action, target, detail.act, detail.reason])).toEqual([
    ["forum.moderate", `forum_post:${first.uid}`, "hide", reason],
    ["forum.moderate", `forum_topic:${topicId}`, "lock", reason],
  ]);
  expect(acts.every(({ actor_id, address }) => actor_id === admin.id && address !== "")).toBe(true);
  expect(JSON.stringify(acts)).not.toContain("Wombats");
});
