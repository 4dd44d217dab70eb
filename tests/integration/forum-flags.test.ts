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
  topicOf,
} from "#tests/factories/forum";
import { careList, flag, flagsOf, miscounted, moderate, postState, reported, reportsOf, trusted } from "#tests/factories/forum-care";
import { kindsOf, toldOf } from "#tests/factories/notifications";

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

describe("reporting", () => {
  it("keeps the reason and the note, once while it waits, and again after a decision", async () => {
    const { uid } = await said(harness(), ada, topic.uid);
    const first = dataOf(await flag(harness(), ben, uid, { reason: "other", note: "It names my employer" }));
    expect(first).toEqual({
      uid: expect.any(String),
      postId: uid,
      reason: "other",
      note: "It names my employer",
      state: "open",
      createdAt: expect.stringMatching(/Z$/),
    });
    const again = await Promise.all([1, 2, 3].map(() => flag(harness(), ben, uid)));
    expect(again.map((answer) => dataOf(answer).uid)).toEqual([first.uid, first.uid, first.uid]);
    dataOf(await moderate(harness(), admin, uid, "dismiss"));
    expect(dataOf(await flag(harness(), ben, uid)).uid).not.toBe(first.uid);
    expect(await flagsOf(sql, uid)).toHaveLength(2);
  });

  it("is not for one's own, for what is not there, nor for what cannot be seen", async () => {
    const { uid } = await said(harness(), ada, topic.uid);
    expectError(await flag(harness(), ada, uid), 409, "wrongState");
    expectError(await flag(harness(), ben, crypto.randomUUID()), 404, "notFound");
    dataOf(await moderate(harness(), admin, uid, "hide"));
    expectError(await flag(harness(), ben, uid), 409, "wrongState");
    const gone = await aTopic(harness(), ada, room.id);
    const [first] = await messagesOf(harness(), ada, gone.uid);
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: first.uid }));
    expectError(await flag(harness(), ben, first.uid), 404, "notFound");
    expect(await sql`select from forum_flags`).toHaveLength(0);
  });

  it("wants a note where none of the reasons fits", async () => {
    const { uid } = await said(harness(), ada, topic.uid);
    expectIssues(await flag(harness(), ben, uid, { reason: "other", note: "  " }), ["note"]);
    expectError(await flag(harness(), ben, uid, { reason: "ugly" }), 400, "invalidInput");
    expectError(await flag(harness(), ben, uid, { note: "n".repeat(501) }), 400, "invalidInput");
  });

  it("is possible ten times an hour, also at once", async () => {
    const eve = await aStranger(harness());
    const uids: string[] = [];
    for (let n = 0; n < 12; n++) uids.push((await said(harness(), n < 6 ? ada : ben, topic.uid)).uid);
    const answers = await Promise.all(uids.map((uid) => flag(harness(), eve, uid)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expectError(answer, 429, "tooManyRequests");
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(3500);
  });

  it("tells the team, in one notice while it is unread, and not whoever reported", async () => {
    const other = await aStranger(harness(), {}, "super_admin");
    const [one, two] = [await said(harness(), ada, topic.uid), await said(harness(), ada, topic.uid)];
    await sql`delete from notifications`;
    dataOf(await flag(harness(), ben, one.uid));
    dataOf(await flag(harness(), other, two.uid));
    expect(await kindsOf(sql, admin)).toEqual(["forum_flagged"]);
    const [row] = await sql`select count, event, href from notifications where user_id = ${admin.id}`;
    expect(row).toEqual({ count: 2, event: "community_reports", href: "/dashboard/admin/community?tab=reports" });
    expect((await sql`select count from notifications where user_id = ${other.id}`)[0]?.count).toBe(1);
    expect(await kindsOf(sql, ada)).toEqual([]);
    dataOf(await moderate(harness(), admin, one.uid, "dismiss"));
    expect(await kindsOf(sql, admin)).toEqual(["forum_flagged"]);
    dataOf(await moderate(harness(), admin, two.uid, "dismiss"));
    expect([await kindsOf(sql, admin), await kindsOf(sql, other)]).toEqual([[], ["forum_flag_outcome"]]);
    await sql`update users set role = 'candidate' where id = ${other.id}`;
  });
});

describe("three reports of people whose reports count", () => {
  it("hide a message by themselves, which its author hears and the log says", async () => {
    const [a, b, c] = (await trusted(harness(), 3)) as [Person, Person, Person];
    const post = await said(harness(), ada, topic.uid);
    await flag(harness(), a, post.uid);
    await flag(harness(), b, post.uid);
    expect(await postState(sql, post.uid)).toBe("published");
    await flag(harness(), c, post.uid, { reason: "harassment" });
    expect(await postState(sql, post.uid)).toBe("hidden");
    const [, stub] = await messagesOf(harness(), ben, topic.uid);
    expect(stub).toMatchObject({ uid: post.uid, state: "hidden", message: null });
    expect(await topicOf(harness(), ben, topic.uid)).toMatchObject({ replies: 0 });
    const [told] = await toldOf(sql, ada);
    expect(told).toMatchObject({ kind: "forum_hidden", event: "community", values: { by: "reports", title: topic.title } });
    const [entry] = (await careList(harness(), admin, `log/get?topicId=${topic.uid}`)).body.data;
    expect(entry).toMatchObject({ act: "hide", automatic: true, moderator: null, post: { uid: post.uid }, subject: { uid: ada.id } });
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it.each([
    ["who came lately", (sql_) => sql_`joined_at = now() - interval '6 days'`],
    ["who has hardly written", (sql_) => sql_`post_count = 4`],
    ["whose reports were wrong more often than right", (sql_) => sql_`flags_upheld = 1, flags_dismissed = 2`],
    ["who is suspended", (sql_) => sql_`suspended_until = now() + interval '1 hour'`],
  ] as [string, (sql_: postgres.Sql) => postgres.PendingQuery<postgres.Row[]>][])("are not those of somebody %s", async (_name, set) => {
    const [a, b, c] = (await trusted(harness(), 3)) as [Person, Person, Person];
    await sql`update forum_members set ${set(sql)} where user_id = ${c.id}`;
    const post = await reported(harness(), ada, topic.uid, [a, b, c, await aStranger(harness())]);
    expect(await postState(sql, post.uid)).toBe("published");
    const [report] = (await reportsOf(harness(), admin)).data;
    expect(report).toMatchObject({ post: { uid: post.uid }, trusted: 2 });
    expect(report.flags).toHaveLength(4);
    await sql`update forum_members set post_count = ${SETTLED} where user_id = ${c.id}`;
  });

  it.each(["suspended_at", "erased_at"])("are not those of accounts with %s", async (column) => {
    const [a, b, c] = (await trusted(harness(), 3)) as [Person, Person, Person];
    const post = await reported(harness(), ada, topic.uid, [c]);
    await sql`update users set ${sql(column)} = now() where id = ${c.id}`;
    for (const person of [a, b]) dataOf(await flag(harness(), person, post.uid));
    expect(await postState(sql, post.uid)).toBe("published");
    expect((await reportsOf(harness(), admin)).data).toMatchObject([{ reports: 3, trusted: 2 }]);
  });

  it("do not hide again what a moderator restored, until it says something else", async () => {
    const post = await reported(harness(), ada, topic.uid, await trusted(harness(), 3));
    dataOf(await moderate(harness(), admin, post.uid, "restore"));
    for (const person of await trusted(harness(), 3)) dataOf(await flag(harness(), person, post.uid));
    expect(await postState(sql, post.uid)).toBe("restored");
    expect((await reportsOf(harness(), admin)).data).toMatchObject([{ post: { uid: post.uid }, trusted: 3 }]);
    dataOf(await act(harness(), ada, "topic/message/edit", { uid: post.uid, message: "Something else altogether, and worse" }));
    const [one] = await trusted(harness(), 1);
    dataOf(await flag(harness(), one as Person, post.uid));
    expect(await postState(sql, post.uid)).toBe("hidden");
  });

  it("do not hide what one of the team wrote", async () => {
    const colleague = await aMember(harness(), {}, "admin");
    const post = await reported(harness(), colleague, topic.uid, await trusted(harness(), 3));
    expect(await postState(sql, post.uid)).toBe("published");
    expect((await reportsOf(harness(), admin)).data).toMatchObject([{ post: { uid: post.uid }, trusted: 3 }]);
    await sql`update users set role = 'candidate' where id = ${colleague.id}`;
  });

  it("hide once, whoever reports at the same time", async () => {
    const people = await trusted(harness(), 6);
    const post = await said(harness(), ada, topic.uid);
    const answers = await Promise.all(people.map((person) => flag(harness(), person, post.uid)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 409, "wrongState");
    expect(await sql`select from moderation_acts where post_id = ${post.uid}`).toHaveLength(1);
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });
});
