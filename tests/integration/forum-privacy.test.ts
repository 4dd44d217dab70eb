import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import {
  act,
  addImage,
  aMember,
  aRoom,
  aStranger,
  aTopic,
  dataOf,
  handleOf,
  messagesOf,
  type Person,
  said,
  topicOf,
  words,
} from "#tests/factories/forum";
import { flag, moderate, moderateTopic } from "#tests/factories/forum-care";
import { picture } from "#tests/factories/pictures";
import { refusing } from "#tests/factories/refusing";
import { readZip } from "#tests/factories/zip";
import { eraseDue } from "@/features/account/deletion/mutations";
import { makeExports } from "@/features/account/export/mutations";
import { forumData } from "@/features/forum/personal-data";
import { emptyGone } from "@/features/forum/retention/mutations";
import { GONE_DAYS } from "@/features/forum/rules";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let room: { id: string; chatId: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ada = await aMember(harness());
  ben = await aMember(harness(), { firstName: "Benedict", lastName: "Zanzibar" });
  room = await aRoom(harness());
});
afterAll(() => sql.end());

const inText = (uid: string) => `${words("parting")} ![x](image:${uid})`;

it("an archive holds what somebody wrote, as it reads now and did before, with its pictures, and nobody else's words", async () => {
  const topic = await aTopic(harness(), ben, room.id, { message: "first wording of mine" });
  const [{ uid }] = await messagesOf(harness(), ben, topic.uid);
  dataOf(await act(harness(), ben, "topic/message/edit", { uid, message: "second wording of mine" }));
  const other = await said(harness(), ada, topic.uid, `secret of another ${words()}`);
  dataOf(await act(harness(), ben, "topic/message/react", { uid: other.uid, reaction: "thanks", on: true }));
  const put = await addImage(harness(), ben.token, await picture("png"));
  await said(harness(), ben, topic.uid, inText(put.uid));
  await sql`insert into forum_flags (id, post_id, flagger_id, reason, note) values (${randomUUID()}, ${other.uid}, ${ben.id}, 'spam', 'my note')`;
  const A = "/api/user/personalization/account/export";
  await harness().call("POST", `${A}/request`, { token: ben.token });
  await makeExports(harness().app.services);
  const { uid: archive } = (await harness().call("GET", `${A}/get`, { token: ben.token })).body.data;
  const { link } = (await harness().call("POST", `${A}/link`, { token: ben.token, body: { uid: archive } })).body.data;
  const entries = readZip(Buffer.from(await (await fetch(link)).arrayBuffer()));
  const data = JSON.parse(entries.find(({ name }) => name === "data/community.json")?.bytes.toString("utf8") ?? "null");
  expect(data.member).toMatchObject({ handle: await handleOf(harness(), ben) });
  expect(data.messages).toHaveLength(2);
  expect(data.messages[0]).toMatchObject({
    id: uid,
    room: "Room en",
    title: topic.title,
    number: 1,
    text: "second wording of mine",
    before: [{ text: "first wording of mine" }],
  });
  expect(data.messages[1].pictures).toEqual([`community/${put.uid}.png`]);
  expect(entries.some(({ name }) => name === `community/${put.uid}.png`)).toBe(true);
  expect(data.reactions).toMatchObject([{ message: other.uid, reaction: "thanks" }]);
  expect(data.reports).toMatchObject([{ message: other.uid, reason: "spam", note: "my note" }]);
  expect(data.topics).toMatchObject([{ title: topic.title, level: "watch" }]);
  expect(JSON.stringify(data)).not.toContain("secret of another");
});

it("nor does an archive hold how others called what the team has deleted; what one called oneself it does", async () => {
  const admin = await aStranger(harness(), {}, "admin");
  const person = await aMember(harness());
  const theirs = await aTopic(harness(), ada, room.id, { title: `Deleted of another ${words()}` });
  const own = await aTopic(harness(), person, room.id, { title: `Deleted of mine ${words()}` });
  await said(harness(), person, theirs.uid, "said in both");
  await said(harness(), ada, own.uid);
  for (const { uid } of [theirs, own]) dataOf(await moderateTopic(harness(), admin, uid, "delete_topic"));
  const { data } = await forumData.records(harness().app.services, person.id);
  const { messages, topics } = data as { messages: { title: string | null; text: string }[]; topics: { title: string }[] };
  expect(messages.find(({ text }) => text === "said in both")?.title).toBeNull();
  expect(messages.map(({ title }) => title)).toContain(own.title);
  expect(topics.map(({ title }) => title)).toEqual([own.title]);
});

describe("an account's end", () => {
  it("leaves what was said without a name, and nothing else of the person", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const kept = await said(harness(), ben, topic.uid, `kept ${words()}`);
    const out = await addImage(harness(), ben.token, await picture("png"));
    const number = await said(harness(), ben, topic.uid, `edited out ${words()} ![x](image:${out.uid})`);
    dataOf(await act(harness(), ben, "topic/message/edit", { uid: number.uid, message: `what stands ${words()}` }));
    const removed = await said(harness(), ben, topic.uid, `removed ${words()}`);
    dataOf(await moderate(harness(), await aStranger(harness(), {}, "admin"), removed.uid, "remove"));
    const taken = await said(harness(), ben, topic.uid, `taken back ${words()}`);
    dataOf(await act(harness(), ben, "topic/message/edit", { uid: taken.uid, message: `taken back twice ${words()}` }));
    dataOf(await act(harness(), ben, "topic/message/delete", { uid: taken.uid }));
    const begun = await aTopic(harness(), ben, room.id);
    const shown = await addImage(harness(), ben.token, await picture("png"));
    const waiting = await addImage(harness(), ben.token, await picture("webp"), { name: "a.webp", type: "image/webp" });
    const pictured = await said(harness(), ben, begun.uid, inText(shown.uid));
    const mentioned = await said(harness(), ada, topic.uid, `@${await handleOf(harness(), ben)} ${words()}`);
    dataOf(await act(harness(), ben, "topic/message/react", { uid: mentioned.uid, reaction: "like", on: true }));
    dataOf(await flag(harness(), ben, mentioned.uid, { note: "It is me whom it names" }));
    const keyOf = async (uid: string) => (await sql`select file_key from forum_images where id = ${uid}`)[0]?.file_key as string;
    const [shownKey, waitingKey, outKey] = [await keyOf(shown.uid), await keyOf(waiting.uid), await keyOf(out.uid)];

    await harness().call("POST", "/api/user/personalization/account/deletion/request", { token: ben.token });
    await sql`update users set deletion_requested_at = now() - interval '15 days' where id = ${ben.id}`;
    await eraseDue(harness().app.services);
    expect((await sql`select erased_at from users where id = ${ben.id}`)[0]?.erased_at).not.toBeNull();

    const messages = await messagesOf(harness(), ada, topic.uid);
    const of = (uid: string) => messages.find((message: { uid: string }) => message.uid === uid);
    expect(of(kept.uid)).toMatchObject({ author: null, message: kept.message });
    expect(of(taken.uid)).toMatchObject({ author: null, message: null });
    expect(of(mentioned.uid)).toMatchObject({ mentions: [], reactions: [] });
    expect(await topicOf(harness(), ada, begun.uid)).toMatchObject({ author: null, posters: [], posterCount: 0 });
    expect(await topicOf(harness(), ada, topic.uid)).toMatchObject({ posterCount: 1, posters: [{ uid: ada.id }] });
    expect((await messagesOf(harness(), ada, begun.uid)).find(({ uid }: { uid: string }) => uid === pictured.uid).images).toHaveLength(1);
    expect((await sql`select key from stored_files where key in (${shownKey}, ${waitingKey}, ${outKey})`).map(({ key }) => key)).toEqual([
      shownKey,
    ]);
    expect(await sql`select 1 from forum_images where id = ${waiting.uid}`).toHaveLength(0);
    for (const table of ["forum_members", "forum_reactions", "forum_mentions", "forum_topic_marks", "forum_room_marks"])
      expect({ table, rows: await sql`select 1 from ${sql(table)} where user_id = ${ben.id}` }).toEqual({ table, rows: [] });
    expect(
      await sql`select 1 from forum_posts where author_id = ${ben.id} or text like '%taken back%' or text = ${removed.message}`,
    ).toHaveLength(0);
    expect(await sql`select 1 from forum_post_versions where text like '%taken back%' or text like 'edited out%'`).toHaveLength(0);
    // That it was reported, and what came of it, stays.
    expect(await sql`select flagger_id, note, reason from forum_flags where post_id = ${mentioned.uid}`).toMatchObject([
      { flagger_id: null, note: "", reason: "spam" },
    ]);
  });
});

describe("what is gone for long", () => {
  const past = (uid: string, days: number) =>
    sql`update forum_posts set gone_at = now() - make_interval(days => ${days}) where id = ${uid}`;
  const textOf = async (uid: string) => (await sql`select text from forum_posts where id = ${uid}`)[0]?.text as string;

  it("is emptied of its words, earlier ones and pictures, whether its author took it back or the team removed it", async () => {
    const admin = await aStranger(harness(), {}, "admin");
    const [topic, ada, zoe] = [await aTopic(harness(), admin, room.id), await aMember(harness()), await aMember(harness())];
    const put = await addImage(harness(), ada.token, await picture("png"));
    const back = await said(harness(), ada, topic.uid, inText(put.uid));
    const [{ file_key: key } = { file_key: "" }] = await sql`select file_key from forum_images where id = ${put.uid}`;
    dataOf(await act(harness(), ada, "topic/message/edit", { uid: back.uid, message: `another wording ${words()}` }));
    const [removed, young, reported] = [
      await said(harness(), ada, topic.uid),
      await said(harness(), ada, topic.uid),
      await said(harness(), zoe, topic.uid),
    ];
    const standing = await said(harness(), zoe, topic.uid);
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: back.uid }));
    for (const { uid } of [removed, young]) dataOf(await moderate(harness(), admin, uid, "remove"));
    await sql`insert into forum_flags (id, post_id, flagger_id, reason, note) values (${randomUUID()}, ${reported.uid}, ${admin.id}, 'spam', '')`;
    dataOf(await act(harness(), zoe, "topic/message/delete", { uid: reported.uid }));
    for (const { uid } of [back, removed, reported]) await past(uid, GONE_DAYS + 1);
    await past(young.uid, GONE_DAYS - 1);
    await emptyGone(harness().app.services);

    expect([await textOf(back.uid), await textOf(removed.uid)]).toEqual(["", ""]);
    for (const one of [young, reported, standing]) expect(await textOf(one.uid)).toBe(one.message);
    expect(await sql`select 1 from forum_post_versions where post_id = ${back.uid}`).toHaveLength(0);
    expect(await sql`select 1 from stored_files where key = ${key}`).toHaveLength(0);
    // Its place is left, of which nobody reads more, and which nobody fills again.
    const seen = await messagesOf(harness(), admin, topic.uid);
    expect(seen.find(({ uid }: { uid: string }) => uid === removed.uid)).toMatchObject({ state: "removed", message: null });
    expectError(await moderate(harness(), admin, removed.uid, "restore"), 409, "wrongState");
    dataOf(await moderate(harness(), admin, young.uid, "restore"));
    expect((await sql`select gone_at from forum_posts where id = ${young.uid}`)[0]?.gone_at).toBeNull();
  });

  it("is emptied at once, however much there is, and nothing of it waits for the storage", async () => {
    const ada = await aMember(harness());
    const topic = await aTopic(harness(), ada, room.id);
    const { uid } = await said(harness(), ada, topic.uid, inText((await addImage(harness(), ada.token, await picture("png"))).uid));
    dataOf(await act(harness(), ada, "topic/message/delete", { uid }));
    await past(uid, GONE_DAYS + 2);
    await sql`insert into forum_posts (id, topic_id, profession_id, seq, state, text, fingerprint, gone_at, search)
      select gen_random_uuid(), ${topic.uid}, ${room.id}, 100 + n, 'removed', 'Gone', n, now() - make_interval(days => ${GONE_DAYS + 1}), ''::tsvector
      from generate_series(1, 1001) n`;
    await refusing(sql, "delete", "stored_files", () => emptyGone(harness().app.services));
    const left = await sql`select 1 from forum_posts where topic_id = ${topic.uid} and gone_at is not null and text <> ''`;
    expect(left).toHaveLength(0);
  });

  it("and counts from when it is found where an older release took it away, alone or with its topic", async () => {
    const [author, admin] = [await aMember(harness()), await aStranger(harness(), {}, "admin")];
    const [topic, deleted] = [await aTopic(harness(), author, room.id), await aTopic(harness(), author, room.id)];
    const [back, removed, standing] = [
      await said(harness(), author, topic.uid),
      await said(harness(), author, topic.uid),
      await said(harness(), author, topic.uid),
    ];
    const [{ uid: within }] = await messagesOf(harness(), author, deleted.uid);
    dataOf(await act(harness(), author, "topic/message/delete", { uid: back.uid }));
    dataOf(await moderate(harness(), admin, removed.uid, "remove"));
    dataOf(await moderateTopic(harness(), admin, deleted.uid, "delete_topic"));
    // As that release leaves them.
    const gone = [back.uid, removed.uid, within];
    await sql`update forum_posts set gone_at = null where id in ${sql(gone)}`;
    await emptyGone(harness().app.services);
    expect(await textOf(back.uid)).not.toBe("");
    for (const uid of gone) {
      expect((await sql`select gone_at > now() - interval '1 hour' as lately from forum_posts where id = ${uid}`)[0]?.lately).toBe(true);
      await past(uid, GONE_DAYS + 1);
    }
    expect((await sql`select gone_at from forum_posts where id = ${standing.uid}`)[0]?.gone_at).toBeNull();
    await emptyGone(harness().app.services);
    for (const uid of gone) expect(await textOf(uid)).toBe("");
    expect(await textOf(standing.uid)).toBe(standing.message);
  });

  it("but not what came back, whatever an older release has left of when it went", async () => {
    const [author, admin] = [await aMember(harness()), await aStranger(harness(), {}, "admin")];
    const topic = await aTopic(harness(), author, room.id);
    const back = await said(harness(), author, topic.uid);
    await past(back.uid, GONE_DAYS + 1);
    const deleted = await aTopic(harness(), author, room.id);
    const [{ uid: first }] = await messagesOf(harness(), author, deleted.uid);
    dataOf(await moderateTopic(harness(), admin, deleted.uid, "delete_topic"));
    expect((await sql`select gone_at from forum_posts where id = ${first}`)[0]?.gone_at).not.toBeNull();
    dataOf(await moderateTopic(harness(), admin, deleted.uid, "restore_topic"));
    expect((await sql`select gone_at from forum_posts where id = ${first}`)[0]?.gone_at).toBeNull();
    await emptyGone(harness().app.services);
    expect(await textOf(back.uid)).toBe(back.message);
  });

  it("goes with a topic that the team deleted, in which others have written, and which does not come back then", async () => {
    const [author, other, admin] = [await aMember(harness()), await aMember(harness()), await aStranger(harness(), {}, "admin")];
    const topic = await aTopic(harness(), author, room.id);
    const answer = await said(harness(), other, topic.uid);
    const [{ uid: first }] = await messagesOf(harness(), author, topic.uid);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    await past(first, GONE_DAYS + 1);
    await emptyGone(harness().app.services);
    const titleOf = async () => (await sql`select title from forum_topics where id = ${topic.uid}`)[0]?.title;
    expect([await textOf(first), await textOf(answer.uid), await titleOf()]).toEqual(["", answer.message, topic.title]);
    await past(answer.uid, GONE_DAYS + 1);
    await emptyGone(harness().app.services);
    expect([await textOf(answer.uid), await titleOf()]).toEqual(["", ""]);
    expectError(await moderateTopic(harness(), admin, topic.uid, "restore_topic"), 409, "wrongState");
  });

  it("is emptied in a deleted topic also where the team decides about it by itself meanwhile", async () => {
    const [author, admin] = [await aMember(harness()), await aStranger(harness(), {}, "admin")];
    const begin = async () => {
      const topic = await aTopic(harness(), author, room.id);
      const [{ uid }] = await messagesOf(harness(), author, topic.uid);
      return { topicId: topic.uid as string, uid: uid as string };
    };
    const [upheld, restored] = [await begin(), await begin()];
    dataOf(await flag(harness(), ada, upheld.uid));
    dataOf(await act(harness(), author, "topic/message/delete", { uid: upheld.uid }));
    dataOf(await moderate(harness(), admin, restored.uid, "hide"));
    dataOf(await moderateTopic(harness(), admin, restored.topicId, "delete_topic"));
    for (const { uid } of [upheld, restored]) await past(uid, GONE_DAYS + 1);
    dataOf(await moderate(harness(), admin, upheld.uid, "uphold"));
    dataOf(await moderate(harness(), admin, restored.uid, "restore"));
    await emptyGone(harness().app.services);
    for (const { topicId, uid } of [upheld, restored]) {
      const [topic] = await sql`select title from forum_topics where id = ${topicId}`;
      expect([await textOf(uid), topic?.title]).toEqual(["", ""]);
    }
  });

  it("goes with the title of the topic that its author took back", async () => {
    const ada = await aMember(harness());
    const topic = await aTopic(harness(), ada, room.id);
    const [{ uid }] = await messagesOf(harness(), ada, topic.uid);
    dataOf(await act(harness(), ada, "topic/message/delete", { uid }));
    await past(uid, GONE_DAYS + 1);
    await emptyGone(harness().app.services);
    expect((await sql`select title from forum_topics where id = ${topic.uid}`)[0]?.title).toBe("");
    expect(await textOf(uid)).toBe("");
  });
});
