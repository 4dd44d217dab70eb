import { randomUUID } from "node:crypto";
import { sql as raw } from "drizzle-orm";
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
} from "#tests/factories/forum";
import {
  careList,
  flag,
  flagsOf,
  memberRow,
  miscounted,
  moderate,
  moderateTopic,
  postState,
  reported,
  reportsOf,
  trusted,
} from "#tests/factories/forum-care";
import { kindsOf, toldOf } from "#tests/factories/notifications";
import { notifyTeam } from "@/features/forum/outcomes/mutations";

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

describe("a decision", () => {
  const decided = [
    ["uphold", { remove: false }, "hidden", "upheld"],
    ["uphold", { remove: true }, "removed", "upheld"],
    ["dismiss", {}, "published", "dismissed"],
    ["hide", {}, "hidden", "upheld"],
    ["remove", {}, "removed", "upheld"],
  ] as const;

  it.each(decided)("%s %o of a message that is seen leaves it %s, and its reports %s", async (what, more, state, verdict) => {
    const flaggers = [ben, await aStranger(harness())];
    const post = await reported(harness(), ada, topic.uid, flaggers);
    const before = await memberRow(sql, ben);
    await sql`delete from notifications`;
    expect(dataOf(await moderate(harness(), admin, post.uid, what, more))).toEqual({ uid: post.uid, state, decided: 2 });
    expect((await flagsOf(sql, post.uid)).map((row) => [row.state, row.decided_by_id])).toEqual([
      [verdict, admin.id],
      [verdict, admin.id],
    ]);
    for (const person of flaggers) {
      const told = await toldOf(sql, person);
      expect(told).toMatchObject([{ kind: "forum_flag_outcome", event: "community", values: { outcome: verdict, title: topic.title } }]);
    }
    const after = await memberRow(sql, ben);
    const upheld = Number(verdict === "upheld");
    expect([after?.flags_upheld - before?.flags_upheld, after?.flags_dismissed - before?.flags_dismissed]).toEqual([upheld, 1 - upheld]);
    expect(await kindsOf(sql, ada)).toEqual(state === "published" ? [] : [`forum_${state}`]);
    if (state !== "published") expect((await toldOf(sql, ada))[0]?.values).toMatchObject({ by: "team", reason: "As the rules say" });
    expect((await reportsOf(harness(), admin)).data).toEqual([]);
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it.each([
    ["uphold", { remove: false }, "hidden", ["forum_hidden"]],
    ["uphold", { remove: true }, "removed", ["forum_removed"]],
    ["dismiss", {}, "restored", ["forum_restored"]],
    ["restore", {}, "restored", ["forum_restored"]],
  ] as const)("%s %o of one that reports had hidden leaves it %s", async (what, more, state, told) => {
    const post = await reported(harness(), ada, topic.uid, await trusted(harness(), 3));
    expect(await postState(sql, post.uid)).toBe("hidden");
    await sql`delete from notifications`;
    expect(dataOf(await moderate(harness(), admin, post.uid, what, more))).toMatchObject({ state, decided: 3 });
    expect(await kindsOf(sql, ada)).toEqual(told);
    if (what === "uphold") expect((await toldOf(sql, ada))[0]?.values).toMatchObject({ by: "team", reason: "As the rules say" });
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it("about what its author has taken back leaves it so, and tells them; their record keeps it", async () => {
    const post = await reported(harness(), ada, topic.uid, [ben]);
    const words = (await sql`select text from forum_posts where id = ${post.uid}`)[0]?.text;
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: post.uid }));
    const [{ record: before }] = (await reportsOf(harness(), admin)).data;
    await sql`delete from notifications`;
    // Whoever decides reads what it said; elsewhere nobody does, nor anywhere once it is decided.
    expect((await reportsOf(harness(), admin)).data).toMatchObject([{ post: { state: "self_deleted", message: words } }]);
    for (const person of [ben, admin])
      expect(dataOf(await act(harness(), person, "topic/message/view", { uid: post.uid })).message).toBeNull();
    expect(dataOf(await moderate(harness(), admin, post.uid, "uphold", { remove: true }))).toEqual({
      uid: post.uid,
      state: "self_deleted",
      decided: 1,
    });
    expect(await toldOf(sql, ada)).toMatchObject([{ kind: "forum_removed", values: { taken: "yes", reason: "As the rules say" } }]);
    expect(await toldOf(sql, ben)).toMatchObject([{ kind: "forum_flag_outcome", values: { outcome: "taken_back" } }]);
    const later = await reported(harness(), ada, topic.uid, [ben]);
    expect((await reportsOf(harness(), admin)).data[0].record).toEqual({
      ...before,
      upheld: before.upheld + 1,
      postCount: before.postCount + 1,
    });
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: later.uid }));
    await sql`delete from notifications`;
    dataOf(await moderate(harness(), admin, later.uid, "dismiss"));
    expect(await kindsOf(sql, ada)).toEqual([]);
    expect(await toldOf(sql, ben)).toMatchObject([{ kind: "forum_flag_outcome", values: { outcome: "taken_back" } }]);
  });

  it("about what went with the topic that its author has taken back tells them so, and leads where something is", async () => {
    const begin = async () => {
      const own = await aTopic(harness(), ada, room.id);
      const [first] = await messagesOf(harness(), ada, own.uid);
      dataOf(await flag(harness(), ben, first.uid));
      dataOf(await act(harness(), ada, "topic/message/delete", { uid: first.uid }));
      return first.uid as string;
    };
    const [upheld, dismissed] = [await begin(), await begin()];
    await sql`delete from notifications`;
    dataOf(await moderate(harness(), admin, upheld, "uphold"));
    dataOf(await moderate(harness(), admin, dismissed, "dismiss"));
    expect(await toldOf(sql, ada)).toMatchObject([{ kind: "forum_removed", values: { taken: "yes" }, href: "/dashboard/forums" }]);
    expect((await toldOf(sql, ben)).map(({ values }) => values.outcome)).toEqual(["taken_back", "taken_back"]);
    // What the team deleted nobody took back.
    const theirs = await aTopic(harness(), ada, room.id);
    const [{ uid }] = await messagesOf(harness(), ada, theirs.uid);
    dataOf(await moderateTopic(harness(), admin, theirs.uid, "delete_topic"));
    await sql`delete from notifications`;
    dataOf(await moderate(harness(), admin, uid, "remove"));
    expect(await toldOf(sql, ada)).toMatchObject([{ kind: "forum_removed", values: { taken: "no" }, href: "/dashboard/forums" }]);
  });

  it("is prepared by what the message said before, which the team reads while reports wait", async () => {
    const post = await reported(harness(), ada, topic.uid, [ben]);
    dataOf(await act(harness(), ada, "topic/message/edit", { uid: post.uid, message: "Nothing that anybody could mind" }));
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: post.uid }));
    const history = (person: Person) => act(harness(), person, "topic/message/history", { uid: post.uid });
    expect(dataOf(await history(admin)).map(({ message }: { message: string }) => message)).toEqual([
      post.message,
      "Nothing that anybody could mind",
    ]);
    for (const person of [ada, ben]) expectError(await history(person), 404, "notFound");
    dataOf(await moderate(harness(), admin, post.uid, "dismiss"));
    expectError(await history(admin), 404, "notFound");
  });

  it("counts in its author's record by what was done, whatever became of it", async () => {
    const eve = await aMember(harness());
    const people = await trusted(harness(), 3);
    const wrote = async () => (await said(harness(), eve, topic.uid)).uid as string;
    // Hidden by reports alone, and found to be fine: nothing.
    dataOf(await moderate(harness(), admin, (await reported(harness(), eve, topic.uid, people)).uid, "dismiss"));
    dataOf(await moderate(harness(), admin, (await reported(harness(), eve, topic.uid, [ben])).uid, "uphold"));
    dataOf(await moderate(harness(), admin, (await reported(harness(), eve, topic.uid, [ben])).uid, "uphold", { remove: true }));
    const restored = await wrote();
    for (const what of ["hide", "restore", "remove"]) dataOf(await moderate(harness(), admin, restored, what));
    await reported(harness(), eve, topic.uid, [ben]);
    expect((await reportsOf(harness(), admin)).data[0].record).toMatchObject({ upheld: 2, hidden: 2, removed: 2, suspensions: 0 });
  });

  it("about one's own is for others, who reported it is kept from them, and hiding it is not", async () => {
    const colleague = await aMember(harness(), {}, "admin");
    const post = await said(harness(), colleague, topic.uid);
    dataOf(await flag(harness(), ben, post.uid, { note: "It names my employer" }));
    const listed = async (person: Person) => (await careList(harness(), person, "report/get")).body.data[0];
    expect(await listed(colleague)).toMatchObject({ flags: [{ reason: "spam", flagger: null, note: "" }], reports: 1 });
    expect(await listed(admin)).toMatchObject({ flags: [{ flagger: { uid: ben.id }, note: "It names my employer" }] });
    for (const what of ["uphold", "dismiss", "restore"])
      expectError(await moderate(harness(), colleague, post.uid, what), 403, "forbidden");
    expect((await flagsOf(sql, post.uid)).map(({ state }) => state)).toEqual(["open"]);
    expect(dataOf(await moderate(harness(), colleague, post.uid, "hide"))).toMatchObject({ state: "hidden", decided: 1 });
    expectError(await moderate(harness(), colleague, post.uid, "restore"), 403, "forbidden");
    expect(dataOf(await moderate(harness(), admin, post.uid, "restore"))).toMatchObject({ state: "restored" });
    await sql`update users set role = 'candidate' where id = ${colleague.id}`;
  });

  it("comes with a topic's deletion for all that was reported in it, and each of its reporters hears once", async () => {
    const [eve, cleo] = [await aMember(harness()), await aStranger(harness())];
    const one = await reported(harness(), ada, topic.uid, [ben, cleo]);
    const two = await reported(harness(), eve, topic.uid, [ben]);
    const three = await reported(harness(), ada, topic.uid, await trusted(harness(), 3));
    const elsewhere = await reported(harness(), ada, room.chatId, [ben]);
    const before = await memberRow(sql, ben);
    await sql`delete from notifications where user_id <> ${admin.id}`;
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    for (const { uid } of [one, two, three])
      for (const row of await flagsOf(sql, uid)) expect(row).toMatchObject({ state: "upheld", decided_by_id: admin.id });
    expect((await memberRow(sql, ben))?.flags_upheld).toBe(before?.flags_upheld + 2);
    for (const person of [ben, cleo])
      expect(await toldOf(sql, person)).toMatchObject([
        { kind: "forum_flag_outcome", values: { outcome: "upheld", title: topic.title }, href: "/dashboard/forums" },
      ]);
    const log = (await careList(harness(), admin, `log/get?topicId=${topic.uid}`)).body.data;
    const upheld = log.filter((entry: { act: string }) => entry.act === "uphold");
    expect(log[0]).toMatchObject({ act: "delete_topic" });
    expect(upheld).toHaveLength(3);
    expect(upheld).toContainEqual(
      expect.objectContaining({ post: { uid: one.uid, seq: 2 }, subject: expect.objectContaining({ uid: ada.id }) }),
    );
    expect(upheld.map((entry: { details: { reports: string } }) => entry.details.reports).sort()).toEqual(["1", "2", "3"]);
    // Another still waits.
    expect((await reportsOf(harness(), admin)).data).toMatchObject([{ post: { uid: elsewhere.uid } }]);
    expect(await kindsOf(sql, admin)).toEqual(["forum_flagged"]);
    dataOf(await moderate(harness(), admin, elsewhere.uid, "dismiss"));
    expect(await kindsOf(sql, admin)).toEqual([]);
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it("that came with a topic's deletion is taken back with it: its reports wait again, and count for nobody", async () => {
    const eve = await aMember(harness());
    const one = await reported(harness(), eve, topic.uid, [ben, await aStranger(harness())]);
    const two = await reported(harness(), eve, topic.uid, [ben]);
    const looked = await reported(harness(), eve, topic.uid, [ben]);
    dataOf(await moderate(harness(), admin, looked.uid, "uphold"));
    const before = await memberRow(sql, ben);
    const [{ record }] = (await reportsOf(harness(), admin)).data;
    expect(record).toMatchObject({ upheld: 1, hidden: 1 });
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    expect((await memberRow(sql, ben))?.flags_upheld).toBe(before?.flags_upheld + 2);
    expect(await kindsOf(sql, admin)).toEqual([]);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "restore_topic"));
    const { data } = await reportsOf(harness(), admin);
    expect(data.map(({ post, reports }: { post: { uid: string }; reports: number }) => [post.uid, reports])).toEqual([
      [one.uid, 2],
      [two.uid, 1],
    ]);
    expect(data[0].record).toEqual(record);
    for (const { uid } of [one, two])
      for (const row of await flagsOf(sql, uid)) expect(row).toMatchObject({ state: "open", decided_by_id: null, decided_at: null });
    expect((await flagsOf(sql, looked.uid)).map(({ state }) => state)).toEqual(["upheld"]);
    expect((await memberRow(sql, ben))?.flags_upheld).toBe(before?.flags_upheld);
    expect(await toldOf(sql, admin)).toMatchObject([{ kind: "forum_flagged", values: { title: topic.title } }]);
    // Decided once more, they are told once more; and another deletion decides them again.
    dataOf(await moderate(harness(), admin, one.uid, "dismiss"));
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    expect((await flagsOf(sql, two.uid)).map(({ state }) => state)).toEqual(["upheld"]);
    expect((await flagsOf(sql, one.uid)).map(({ state }) => state)).toEqual(["dismissed", "dismissed"]);
    expect((await memberRow(sql, ben))?.flags_upheld).toBe(before?.flags_upheld + 1);
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });

  it("on a topic's deletion stays where the same person has reported the message anew since", async () => {
    const colleague = await aMember(harness(), {}, "admin");
    const post = await reported(harness(), ada, topic.uid, [colleague, ben]);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    dataOf(await flag(harness(), colleague, post.uid));
    dataOf(await moderateTopic(harness(), admin, topic.uid, "restore_topic"));
    expect((await flagsOf(sql, post.uid)).map(({ flagger_id, state }) => [flagger_id, state])).toEqual([
      [colleague.id, "upheld"],
      [ben.id, "open"],
      [colleague.id, "open"],
    ]);
    await sql`update users set role = 'candidate' where id = ${colleague.id}`;
  });

  it("does not mark as read what is reported meanwhile", async () => {
    const [one, two] = [await reported(harness(), ada, topic.uid, [ben]), await said(harness(), ada, topic.uid)];
    const other = await aMember(harness());
    let deciding: Promise<unknown> | undefined;
    let done = false;
    // A report that has been told of and is not committed yet: the decision waits for it.
    await harness().app.services.db.transaction(async (tx) => {
      await tx.execute(
        raw`insert into forum_flags (id, post_id, flagger_id, reason) values (${randomUUID()}, ${two.uid}, ${other.id}, 'spam')`,
      );
      await notifyTeam(tx, "forum_flagged", { title: topic.title, place: "thread" }, [other.id]);
      deciding = moderate(harness(), admin, one.uid, "dismiss").then((answer) => {
        done = true;
        return dataOf(answer);
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(done).toBe(false);
    });
    await deciding;
    expect(await kindsOf(sql, admin)).toEqual(["forum_flagged"]);
    dataOf(await moderate(harness(), admin, two.uid, "dismiss"));
    expect(await kindsOf(sql, admin)).toEqual([]);
  });

  it("needs reports, and a reason where it takes something away", async () => {
    const { uid } = await said(harness(), ada, topic.uid);
    expectError(await moderate(harness(), admin, uid, "uphold"), 409, "wrongState");
    expectError(await moderate(harness(), admin, uid, "dismiss"), 409, "wrongState");
    dataOf(await flag(harness(), ben, uid));
    expectIssues(await moderate(harness(), admin, uid, "uphold", { reason: " " }), ["reason"]);
    expect(await postState(sql, uid)).toBe("published");
    dataOf(await moderate(harness(), admin, uid, "dismiss", { reason: "" }));
  });

  it("names what was seen: what was edited or reported since waits for somebody to look", async () => {
    const post = await reported(harness(), ada, topic.uid, [ben]);
    const look = async () => {
      const [{ post: shown, flags, reports: count }] = (await reportsOf(harness(), admin)).data;
      return { editedAt: shown.editedAt, reports: { oldest: flags[0].uid, count } };
    };
    const decide = (what: string, seen: object) => moderate(harness(), admin, post.uid, what, { seen });
    const first = await look();
    dataOf(await flag(harness(), await aStranger(harness()), post.uid, { reason: "harassment" }));
    expectError(await decide("dismiss", first), 409, "conflict");
    const second = await look();
    dataOf(await act(harness(), ada, "topic/message/edit", { uid: post.uid, message: "Nothing that anybody could mind" }));
    expectError(await decide("uphold", second), 409, "conflict");
    // Where a message is read no reports show.
    expectError(await decide("hide", { editedAt: null }), 409, "conflict");
    expect((await flagsOf(sql, post.uid)).map(({ state }) => state)).toEqual(["open", "open"]);
    expect(await postState(sql, post.uid)).toBe("edited");
    const third = await look();
    expect(dataOf(await decide("dismiss", third))).toMatchObject({ decided: 2 });
    // Decided meanwhile, and reported anew by as many.
    expectError(await decide("dismiss", third), 409, "wrongState");
    for (const person of [ben, await aStranger(harness())]) dataOf(await flag(harness(), person, post.uid));
    expectError(await decide("dismiss", third), 409, "conflict");
    expect(dataOf(await decide("hide", { editedAt: third.editedAt }))).toMatchObject({ state: "hidden", decided: 2 });
  });

  it("is taken once by two at once", async () => {
    const post = await reported(harness(), ada, topic.uid, [ben]);
    const answers = await Promise.all([1, 2, 3].map(() => moderate(harness(), admin, post.uid, "uphold")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await sql`select from moderation_acts where post_id = ${post.uid}`).toHaveLength(1);
  });

  it("and new reports and messages at the same time wait for one another, not in a circle", async () => {
    const people = await trusted(harness(), 5);
    const posts: string[] = [];
    for (const person of people) posts.push((await said(harness(), person, topic.uid)).uid);
    const flags = people.flatMap((person, n) => posts.filter((_, at) => at !== n).map((uid) => flag(harness(), person, uid)));
    const acts = posts.map((uid) => moderate(harness(), admin, uid, "uphold"));
    const more = people.map((person) => said(harness(), person, topic.uid));
    const answers = await Promise.all([...flags, ...acts]);
    await Promise.all(more);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    for (const uid of posts) await moderate(harness(), admin, uid, "uphold");
    const members =
      await sql`select m.flags_upheld, (select count(*)::int from forum_flags f where f.flagger_id = m.user_id and f.state = 'upheld') as n
      from forum_members m where m.user_id = any(${people.map(({ id }) => id)})`;
    for (const { flags_upheld, n } of members) expect(flags_upheld).toBe(n);
    expect(await miscounted(sql, SETTLED)).toEqual([]);
  });
});
