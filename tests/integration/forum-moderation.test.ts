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
  aWhilePasses,
  dataOf,
  messagesOf,
  type Person,
  SETTLED,
  said,
  say,
  words,
} from "#tests/factories/forum";
import { care, careList, flag, logOf, miscounted, moderate, moderateTopic, REASON } from "#tests/factories/forum-care";
import { kindsOf, toldOf } from "#tests/factories/notifications";
import { MODERATION_ACTS, type ModerationAct } from "@/lib/enums/forum";

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
  await aWhilePasses(sql);
  await sql`update forum_members set suspended_until = null`;
  room = await aRoom(harness());
  other = await aRoom(harness());
  await sql`delete from notifications`;
});

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
    ({ uid }) => ({ uid, act: what, reason: REASON }),
    before,
  ];
  const ofTopic = (what: string, before?: (t: Target) => unknown): Act => [
    what,
    "topic/moderate",
    "topic",
    ({ topicId }) => ({ topicId, act: what, reason: REASON }),
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
    ["rename", "topic/title/save", "rename", ({ topicId }) => ({ topicId, title: "Another title", reason: REASON })],
    ["move", "topic/move", "move", ({ topicId }) => ({ topicId, professionId: other.id, reason: REASON })],
    ["merge", "topic/merge", "merge", ({ topicId, into }) => ({ topicId, intoId: into, reason: REASON })],
    ["suspend", "member/suspend", "suspend", () => ({ memberId: ada.id, hours: 1, reason: REASON })],
    [
      "lift_suspension",
      "member/lift",
      "lift",
      () => ({ memberId: ada.id, reason: REASON }),
      () => care(harness(), chief, "member/suspend", { memberId: ada.id, hours: 1, reason: REASON }),
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
      expect(entry).toMatchObject({ act: name, moderator_id: (way === "rest" ? admin : chief).id, subject_id: ada.id, reason: REASON });
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

describe("a suspension", () => {
  const suspend = (person: Person, hours = 24, more = {}) =>
    care(harness(), admin, "member/suspend", { memberId: person.id, hours, reason: REASON, ...more });
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
    expect(told).toMatchObject({ event: "community", values: { untilAt: suspendedUntil, reason: REASON } });
    expect(dataOf(await lift(ben))).toEqual({ uid: ben.id, suspendedUntil: null });
    expect(await kindsOf(sql, ben)).toContain("forum_suspension_lifted");
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
    const suspended = (await logOf(harness(), admin, `?act=suspend&memberId=${ben.id}`)).length;
    for (const hours of [0, -1, 1.5, 8761]) expectIssues(await suspend(ben, hours), ["hours"]);
    expectIssues(await suspend(ben, 1, { reason: "" }), ["reason"]);
    dataOf(await suspend(ben, 1));
    const { suspendedUntil } = dataOf(await suspend(ben, 8760));
    // What lasts longer is lifted first.
    expectError(await suspend(ben, 1), 409, "suspendedLonger");
    expect((await sql`select suspended_until from forum_members where user_id = ${ben.id}`)[0]?.suspended_until.toISOString()).toBe(
      suspendedUntil,
    );
    expect(await logOf(harness(), admin, `?act=suspend&memberId=${ben.id}`)).toHaveLength(suspended + 2);
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
      reason: REASON,
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

  it("can be asked for whoever has moderated and does so no more", async () => {
    const left = await aStranger(harness(), {}, "admin");
    const topic = await aTopic(harness(), ada, room.id);
    dataOf(await moderateTopic(harness(), left, topic.uid, "lock"));
    await sql`update users set role = 'candidate' where id = ${left.id}`;
    const people: { uid: string }[] = dataOf(await careList(harness(), admin, "log/moderator/get"));
    expect(people.filter(({ uid }) => uid === left.id)).toHaveLength(1);
    expect(await logOf(harness(), admin, `?moderatorId=${left.id}`)).toMatchObject([{ act: "lock", moderator: { uid: left.id } }]);
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
    ["forum.moderate", `forum_post:${first.uid}`, "hide", REASON],
    ["forum.moderate", `forum_topic:${topicId}`, "lock", REASON],
  ]);
  expect(acts.every(({ actor_id, address }) => actor_id === admin.id && address !== "")).toBe(true);
  expect(JSON.stringify(acts)).not.toContain("Wombats");
});
