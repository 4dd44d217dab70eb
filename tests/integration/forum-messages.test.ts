import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import {
  act,
  addImage,
  aMember,
  aRoom,
  aStranger,
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
import { moderate, moderateTopic } from "#tests/factories/forum-care";
import { phonePicture, picture } from "#tests/factories/pictures";
import { dropUnused } from "@/features/forum/images/mutations";
import { NEWCOMER, PER_MINUTE, post as postLife } from "@/features/forum/rules";
import { lockPost, turnPost } from "@/features/forum/turns/mutations";
import { POST_STATES, type PostState, REACTIONS } from "@/lib/enums/forum";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let team: Person;
let room: { id: string; chatId: string };
let topic: { uid: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ada = await aMember(harness());
  ben = await aMember(harness());
  team = await aMember(harness(), { firstName: "Noor" }, "admin");
  room = await aRoom(harness());
  topic = await aTopic(harness(), ada, room.id);
});
afterAll(() => sql.end());
// What was written a moment ago is no flood.
beforeEach(() => sql`update forum_posts set created_at = created_at - interval '2 minutes'`);

const message = (what: string, person: Person, uid: string, more: Record<string, unknown> = {}) =>
  act(harness(), person, `topic/message/${what}`, { uid, ...more });
const view = async (person: Person, uid: string) => dataOf(await message("view", person, uid));
const turn = (uid: string, to: PostState, by: "moderator" | "reports" | "author" = "moderator") =>
  harness().app.services.db.transaction(async (tx) => turnPost(tx, await lockPost(tx, uid), to, by));
const seqs = (rows: { seq: number }[]) => rows.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe("messages of a topic", () => {
  it("come by page, from a number on, around one and before one; each once, while others write", async () => {
    const long = await aTopic(harness(), ada, room.id);
    await sql`
      insert into forum_posts (id, topic_id, seq, profession_id, author_id, text, fingerprint, search)
      select gen_random_uuid(), ${long.uid}, n, ${room.id}, ${ben.id}, 'n' || n, n, '' from generate_series(2, 45) n`;
    await sql`update forum_topics set last_seq = 45, post_count = 45 where id = ${long.uid}`;
    const read = (query: Record<string, unknown>) => messagesOf(harness(), ben, long.uid, query).then(seqs);
    expect(await read({})).toEqual(range(1, 10));
    await said(harness(), ada, long.uid);
    expect(await read({ page: 2 })).toEqual(range(11, 20));
    expect(await read({ page: 5 })).toEqual(range(41, 46));
    expect(await read({ page: 6 })).toEqual([]);
    expect(await read({ fromSeq: 30 })).toEqual(range(30, 46));
    expect(await read({ fromSeq: 5 })).toEqual(range(5, 24));
    expect(await read({ aroundSeq: 30 })).toEqual(range(20, 39));
    expect(await read({ aroundSeq: 46 })).toEqual(range(27, 46));
    expect(await read({ aroundSeq: 1 })).toEqual(range(1, 20));
    expect(await read({ beforeSeq: 30 })).toEqual(range(10, 29));
    expect(await read({ beforeSeq: 2_000_000_000 })).toEqual(range(27, 46));
    expect((await get(harness(), ben, "topic/message/get", { topicId: long.uid })).body.meta).toEqual({ total: 46 });
  });

  it("are written once, however often they are sent at once", async () => {
    const [uid, text] = [randomUUID(), words()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => say(harness(), ben, topic.uid, text, { uid })));
    for (const answer of answers) expect(dataOf(answer)).toEqual(dataOf(answers[0] as (typeof answers)[0]));
    expect(await sql`select 1 from forum_posts where text = ${text}`).toHaveLength(1);
    expectError(await say(harness(), ada, topic.uid, words(), { uid }), 409, "conflict");
    expectError(await say(harness(), ben, (await aTopic(harness(), ben, room.id)).uid, words(), { uid }), 409, "conflict");
  });

  it("quote what they answer, in the same topic only", async () => {
    const first = await said(harness(), ada, topic.uid, "> other\n\nI would **never** say that");
    const answer = await said(harness(), ben, topic.uid, words(), { replyFromId: first.uid });
    expect(answer).toMatchObject({
      replyFromId: first.uid,
      quote: { uid: first.uid, seq: first.seq, excerpt: "I would never say that", author: { uid: ada.id } },
    });
    await turn(first.uid, "hidden");
    expect((await view(ben, answer.uid)).quote).toMatchObject({ excerpt: "", author: null });
    const other = await aTopic(harness(), ben, room.id);
    expectError(await say(harness(), ben, other.uid, words(), { replyFromId: first.uid }), 404, "notFound");
    expectIssues(await say(harness(), ben, other.uid, "  "), ["message"]);
  });

  it("name members, outside of code, and only those there are", async () => {
    const handle = await handleOf(harness(), ada);
    const { mentions } = await said(
      harness(),
      ben,
      topic.uid,
      `@${handle.toUpperCase()} and @nobody-at-all \`@${await handleOf(harness(), team)}\``,
    );
    expect(mentions).toEqual([{ handle, name: "Ada T." }]);
  });
});

describe("an edit", () => {
  it("keeps what was said before, for its author and the team", async () => {
    const [one, two, three] = [words("platypus"), words("echidna"), words("wombat")];
    const { uid } = await said(harness(), ada, topic.uid, one);
    const find = async (text: string) => dataOf(await get(harness(), ben, "search", { text })).length;
    expect(dataOf(await message("edit", ada, uid, { message: two }))).toMatchObject({ state: "edited", message: two });
    expect(dataOf(await message("edit", ada, uid, { message: three })).message).toBe(three);
    // Nothing changes, nothing is kept.
    const edited = (await view(ben, uid)).editedAt;
    expect(dataOf(await message("edit", ada, uid, { message: three })).editedAt).toBe(edited);
    const history = dataOf(await message("history", ada, uid));
    expect(history.map(({ version, message: text }: { version: number; message: string }) => [version, text])).toEqual([
      [1, one],
      [2, two],
      [3, three],
    ]);
    expect([await find("platypus"), await find("echidna"), await find("wombat")]).toEqual([0, 0, 1]);
    expectError(await message("edit", ben, uid, { message: words() }), 404, "notFound");
    // What somebody takes out of what they said is not for everybody.
    expectError(await message("history", ben, uid), 404, "notFound");
    await turn(uid, "hidden");
    expectError(await message("history", ada, uid), 404, "notFound");
    expectError(await message("edit", ada, uid, { message: words() }), 409, "wrongState");
    expect(dataOf(await message("history", team, uid))).toHaveLength(3);
    expect(await find("wombat")).toBe(0);
    await turn(uid, "restored");
    expect(await find("wombat")).toBe(1);
    expect(dataOf(await message("edit", ada, uid, { message: words() })).state).toBe("edited");
  });
});

describe("what cannot be seen", () => {
  it.each(["hidden", "removed", "self_deleted"] as const)("%s: its place is left; moderators read what was held back", async (state) => {
    const { uid, seq } = await said(harness(), ben, topic.uid, `${words()} @${await handleOf(harness(), ada)}`);
    dataOf(await message("react", ada, uid, { reaction: "like", on: true }));
    await turn(uid, state, state === "self_deleted" ? "author" : "moderator");
    for (const person of [ada, ben]) {
      const stub = await view(person, uid);
      expect(stub).toMatchObject({ uid, seq, state, message: null, quote: null, reactions: [], mentions: [], images: [] });
      expect(stub.author === null).toBe(state === "removed");
      expectError(await message("react", ada, uid, { reaction: "thanks", on: true }), 409, "wrongState");
      expectError(await message("delete", ben, uid), 409, "wrongState");
    }
    expect((await view(team, uid)).message === null).toBe(state === "self_deleted");
  });

  it.each(POST_STATES.flatMap((from) => POST_STATES.map((to) => [from, to] as const)))("%s → %s as the table says", async (from, to) => {
    const [{ id }] = (await sql`
      insert into forum_posts (id, topic_id, seq, profession_id, author_id, state, text, fingerprint, search)
      select gen_random_uuid(), ${topic.uid}, (select max(seq) + 1 from forum_posts where topic_id = ${topic.uid}), ${room.id}, null, ${from}, 'x', 0, ''
      returning id`) as unknown as [{ id: string }];
    for (const by of ["author", "moderator", "reports"] as const) {
      const fresh = async () => void (await sql`update forum_posts set state = ${from} where id = ${id}`);
      await fresh();
      const outcome = await turn(id, to, by).then(
        () => true,
        (error: Error) => error.message,
      );
      expect({ by, outcome }).toEqual({ by, outcome: postLife.can(from, to, by) ? true : "wrongState" });
    }
    await sql`delete from forum_posts where id = ${id}`;
  });
});

describe("taking back", () => {
  it("leaves a place; the first message of a topic that nobody answered takes the topic along", async () => {
    const own = await aTopic(harness(), ben, room.id);
    const [first] = await messagesOf(harness(), ben, own.uid);
    const second = await said(harness(), ben, own.uid);
    expectError(await message("delete", ada, second.uid), 404, "notFound");
    expect(dataOf(await message("delete", ben, second.uid))).toEqual({ uid: second.uid, topic: false });
    const answer = await said(harness(), ada, own.uid);
    expect(dataOf(await message("delete", ben, first.uid)).topic).toBe(false);
    expect(await topicOf(harness(), ada, own.uid)).toMatchObject({ lastSeq: 3, replies: 0, state: "open" });
    expect((await view(ada, answer.uid)).seq).toBe(3);
    const lonely = await aTopic(harness(), ben, room.id);
    const [only] = await messagesOf(harness(), ben, lonely.uid);
    expect(dataOf(await message("delete", ben, only.uid)).topic).toBe(true);
    expectError(await get(harness(), ben, "topic/detail/get", { topicId: lonely.uid }), 404, "notFound");
  });

  it("leaves an answer that is hidden until somebody has looked, which may be brought back", async () => {
    const own = await aTopic(harness(), ben, room.id);
    const [first] = await messagesOf(harness(), ben, own.uid);
    const answer = await said(harness(), ada, own.uid);
    dataOf(await moderate(harness(), team, answer.uid, "hide"));
    expect(dataOf(await message("delete", ben, first.uid)).topic).toBe(false);
    dataOf(await moderate(harness(), team, answer.uid, "restore"));
    expect((await view(ada, answer.uid)).text).toBe(answer.text);
  });
});

describe("reactions", () => {
  it("are counted, one of each kind from each, of others' messages only", async () => {
    const { uid } = await said(harness(), ada, topic.uid);
    await Promise.all([ben, team, ben, team].map((person) => message("react", person, uid, { reaction: "like", on: true })));
    dataOf(await message("react", ben, uid, { reaction: "thanks", on: true }));
    expect((await view(ben, uid)).reactions).toEqual([
      { reaction: "like", count: 2, mine: true },
      { reaction: "thanks", count: 1, mine: true },
    ]);
    expect((await view(ada, uid)).reactions.map(({ mine }: { mine: boolean }) => mine)).toEqual([false, false]);
    dataOf(await message("react", ben, uid, { reaction: "like", on: false }));
    dataOf(await message("react", ben, uid, { reaction: "like", on: false }));
    expect((await view(ben, uid)).reactions[0]).toEqual({ reaction: "like", count: 1, mine: false });
    expectError(await message("react", ada, uid, { reaction: "like", on: true }), 409, "wrongState");
    expectIssues(await message("react", ben, uid, { reaction: "boo", on: true }), ["reaction"]);
    for (const reaction of REACTIONS) expect((await message("react", team, uid, { reaction, on: true })).status).toBe(200);
  });
});

describe("limits", () => {
  it("nobody says the same twice within a day, unless it is short or was taken back", async () => {
    const text = words();
    const { uid } = await said(harness(), ben, topic.uid, text);
    expectError(await say(harness(), ben, topic.uid, `${text.toUpperCase()}!`), 409, "duplicateMessage");
    expectError(await act(harness(), ben, "topic/save", { professionId: room.id, title: "Again", message: text }), 409, "duplicateMessage");
    expect((await say(harness(), ada, topic.uid, text)).status).toBe(200);
    for (let n = 0; n < 2; n++) expect((await say(harness(), ben, topic.uid, "Thank you so much!")).status).toBe(200);
    dataOf(await message("delete", ben, uid));
    expect((await say(harness(), ben, topic.uid, text)).status).toBe(200);
  });

  it("a topic that was taken back as a whole can be begun again with the same words; one that the team deleted cannot", async () => {
    const text = words();
    const begin = (professionId: string) => act(harness(), ben, "topic/save", { professionId, title: "Where this belongs", message: text });
    const { uid } = dataOf(await begin((await aRoom(harness())).id));
    const [first] = await messagesOf(harness(), ben, uid);
    expect(dataOf(await message("delete", ben, first.uid)).topic).toBe(true);
    const again = dataOf(await begin(room.id));
    dataOf(await moderateTopic(harness(), team, again.uid, "delete_topic"));
    expectError(await begin(room.id), 409, "duplicateMessage");
  });

  it("of what comes at once no more than a minute's messages are taken", async () => {
    const person = await aMember(harness());
    const answers = await Promise.all(Array.from({ length: PER_MINUTE.thread + 5 }, () => say(harness(), person, topic.uid)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(PER_MINUTE.thread);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectError(answer, 429, "writingTooFast");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await say(harness(), person, room.chatId)).status).toBe(200);
  });

  it("newcomers have some; in their own topic none of them hold", async () => {
    const fresh = await aStranger(harness(), { firstName: "Newt" });
    const links = Array.from({ length: NEWCOMER.links + 1 }, (_, n) => `https://example.com/${n}`).join(" ");
    const handles = (await Promise.all([ada, ben, team].map((person) => handleOf(harness(), person)))).map((handle) => `@${handle}`);
    const names = [...handles, "@someone-else"].join(" ");
    expectError(await say(harness(), fresh, topic.uid, `${words()} ${links}`), 422, "newcomerLinks", "en", { max: 2 });
    expectError(await say(harness(), fresh, topic.uid, `${words()} ${names}`), 422, "newcomerMentions", "en", { max: 3 });
    expectError(
      await act(harness(), fresh, "topic/save", { professionId: room.id, title: "Mine", message: `${words()} ${links}` }),
      422,
      "newcomerLinks",
      "en",
      { max: 2 },
    );
    const own = await aTopic(harness(), fresh, room.id);
    const [first] = await messagesOf(harness(), fresh, own.uid);
    expectError(await message("edit", fresh, first.uid, { message: links }), 422, "newcomerLinks", "en", { max: 2 });
    const answer = await said(harness(), fresh, own.uid, `${words()} ${links} ${names}`);
    expect((await message("edit", fresh, answer.uid, { message: `${links} ${links}` })).status).toBe(200);
    for (let n = 1; n < NEWCOMER.topicsPerDay; n++) await aTopic(harness(), fresh, room.id);
    expectError(
      await act(harness(), fresh, "topic/save", { professionId: room.id, title: "Mine", message: words() }),
      429,
      "newcomerTopics",
      "en",
      { max: 3 },
    );
    // Within the hour, and not all within a minute.
    for (let n = 0; n < NEWCOMER.perHour; n++) {
      await sql`update forum_posts set created_at = created_at - interval '2 minutes' where author_id = ${fresh.id}`;
      expect((await say(harness(), fresh, topic.uid)).status).toBe(200);
    }
    await sql`update forum_posts set created_at = created_at - interval '2 minutes' where author_id = ${fresh.id}`;
    expectError(await say(harness(), fresh, topic.uid), 429, "newcomerMessages", "en", { max: 10 });
    expect((await say(harness(), fresh, own.uid)).status).toBe(200);
  });

  it("whoever is suspended reads and does not write", async () => {
    const person = await aMember(harness());
    const { uid } = await said(harness(), person, topic.uid);
    const other = await said(harness(), ada, topic.uid);
    const own = await aTopic(harness(), person, room.id);
    const reply = await said(harness(), ada, own.uid);
    await sql`update forum_members set suspended_until = now() + interval '36 hours' where user_id = ${person.id}`;
    const no = (answer: Parameters<typeof expectError>[0]) => expectError(answer, 403, "writingSuspended", "en", { days: 2 });
    no(await say(harness(), person, topic.uid));
    no(await say(harness(), person, room.chatId));
    no(await act(harness(), person, "topic/save", { professionId: room.id, title: "Mine", message: words() }));
    no(await message("edit", person, uid, { message: words() }));
    no(await act(harness(), person, "topic/title/save", { topicId: own.uid, title: "Something else" }));
    no(await act(harness(), person, "topic/answer/save", { topicId: own.uid, messageId: reply.uid }));
    no(await act(harness(), person, "member/save", { name: "Somebody", handle: "somebody-else" }));
    no(await message("react", person, other.uid, { reaction: "like", on: true }));
    expect((await messagesOf(harness(), person, topic.uid)).length).toBeGreaterThan(0);
    expect(dataOf(await get(harness(), person, "member/get")).suspendedUntil).toMatch(/^20/);
    await sql`update forum_members set suspended_until = now() where user_id = ${person.id}`;
    expect((await say(harness(), person, topic.uid)).status).toBe(200);
  });
});

describe("changes of one message", () => {
  it("are a few a minute, and fifty wordings are kept, the first among them", async () => {
    const { uid } = await said(harness(), ada, topic.uid);
    const [first] = await sql`select text from forum_posts where id = ${uid}`;
    const longAgo = () =>
      sql`update forum_posts set edited_at = now() - interval '5 minutes', created_at = now() - interval '1 hour' where id = ${uid}`;
    const older = () => sql`update forum_post_versions set written_at = now() - interval '5 minutes' where post_id = ${uid}`;
    for (let n = 0; n < 6; n++) expect((await message("edit", ada, uid, { message: words() })).status).toBe(200);
    expectError(await message("edit", ada, uid, { message: words() }), 429, "writingTooFast");
    // An older one as often as a new one.
    await longAgo();
    await older();
    for (let n = 0; n < 6; n++) expect((await message("edit", ada, uid, { message: words() })).status).toBe(200);
    expectError(await message("edit", ada, uid, { message: words() }), 429, "writingTooFast");
    for (let n = 0; n < 44; n++) {
      await longAgo();
      await older();
      expect((await message("edit", ada, uid, { message: words() })).status).toBe(200);
    }
    const history = dataOf(await message("history", ada, uid));
    // Each has its own number; those of the oldest that made room are nobody else's.
    expect(history.map(({ version }: { version: number }) => version)).toEqual([1, ...Array.from({ length: 49 }, (_, at) => at + 9)]);
    expect(history[0].message).toBe(first?.text);
  });
});

describe("pictures", () => {
  const taken = async (person: Person, bytes?: Uint8Array): Promise<string> => {
    const put = await addImage(harness(), person.token, bytes ?? (await picture("png")));
    expect(put.body.serverData).toEqual({ taken: true, uid: put.uid });
    return put.uid;
  };
  const inText = (uid: string) => `${words()} ![what it shows](image:${uid})`;
  const stored = async () => Number((await sql`select count(*) from stored_files`)[0]?.count);

  it("stand in their uploader's message, written anew, and in nobody else's", async () => {
    const phone = await phonePicture();
    const put = await addImage(harness(), ada.token, phone, { name: "a.jpg", type: "image/jpeg" });
    expect(put.body.serverData).toEqual({ taken: true, uid: put.uid });
    expect(dataOf(await act(harness(), ada, "image/view", { uid: put.uid }))).toMatchObject({ uid: put.uid });
    expectError(await act(harness(), ben, "image/view", { uid: put.uid }), 404, "notFound");
    expectError(await say(harness(), ben, topic.uid, inText(put.uid)), 409, "attachmentGone");
    expectError(await say(harness(), ada, topic.uid, inText(randomUUID())), 409, "attachmentGone");
    expectError(await say(harness(), ada, topic.uid, inText("x'or'a")), 409, "attachmentGone");
    const { uid, images } = await said(harness(), ada, topic.uid, inText(put.uid));
    expect(images).toEqual([{ uid: put.uid, url: expect.any(String), width: expect.any(Number), height: expect.any(Number) }]);
    const bytes = Buffer.from(await (await fetch(images[0].url)).arrayBuffer());
    expect(bytes.includes("Exif")).toBe(false);
    // It is the message's now: no other takes it, an edit keeps it.
    expectError(await say(harness(), ada, topic.uid, inText(put.uid)), 409, "attachmentGone");
    expect(dataOf(await message("edit", ada, uid, { message: inText(put.uid) })).images).toHaveLength(1);
    await turn(uid, "hidden");
    expect((await view(ben, uid)).images).toEqual([]);
    expect((await view(team, uid)).images).toHaveLength(1);
  });

  it("are refused where they are none", async () => {
    for (const file of [
      { name: "a.svg", type: "image/svg+xml" },
      { name: "a.png", size: 5 * 1024 ** 2 + 1 },
      { name: "a.html" },
      { size: 0 },
    ]) {
      const answer = await addImage(harness(), ada.token, Buffer.from("x"), file);
      expect({ file, code: answer.body.code }).toEqual({ file, code: "imageRefused" });
    }
    const before = await stored();
    expect((await addImage(harness(), ada.token, Buffer.from("<svg onload='alert(1)'/>"))).body.serverData).toEqual({
      taken: false,
      problem: "lying",
    });
    expect((await addImage(harness(), ada.token, (await picture("png")).subarray(0, 600))).body.serverData).toEqual({
      taken: false,
      problem: "unreadable",
    });
    expect(await stored()).toBe(before);
    expect((await addImage(harness(), undefined, await picture("png"))).status).toBe(401);
  });

  const MB = 1_000_000;
  /** As if somebody had sent so much before, so many days ago. */
  const sentBefore = (person: Person, bytes: number, days: number) => sql`
    insert into forum_images (id, uploader_id, file_key, type, size_bytes, width, height, created_at)
    values (gen_random_uuid(), ${person.id}, replace(gen_random_uuid()::text, '-', ''), 'image/png', ${bytes}, 1, 1, now() - make_interval(days => ${days}))`;

  it.each([
    ["within a day", 500 * MB, 0],
    ["at all", 2000 * MB, 30],
  ])("have a bound in all %s, which is told before one is sent, and the team has none", async (_, most, days) => {
    const person = await aStranger(harness());
    const png = await picture("png");
    await sentBefore(person, most - 1 * MB, days);
    await taken(person, png);
    await sentBefore(person, 1 * MB, days);
    const before = await stored();
    expectError(await addImage(harness(), person.token, png), 409, "imagesFull");
    expect(await stored()).toBe(before);
    await sql`update users set role = 'admin' where id = ${person.id}`;
    await taken(person, png);
  });

  it("that come at once are no more than fit", async () => {
    const person = await aStranger(harness());
    const png = await picture("png");
    await sentBefore(person, 500 * MB - Math.round(2.5 * png.length), 0);
    await Promise.all(Array.from({ length: 6 }, () => addImage(harness(), person.token, png)));
    expect(await sql`select 1 from forum_images where uploader_id = ${person.id} and size_bytes < ${MB}`).toHaveLength(2);
  });

  it("of newcomers one in a message; those that no message takes go after a day", async () => {
    const fresh = await aStranger(harness());
    const [one, two] = [await taken(fresh), await taken(fresh)];
    expectError(await say(harness(), fresh, topic.uid, `${inText(one)} ${inText(two)}`), 422, "newcomerImages", "en", { max: 1 });
    expect((await say(harness(), fresh, topic.uid, inText(one))).status).toBe(200);
    await dropUnused(harness().app.services);
    expect(await sql`select id from forum_images where id in (${one}, ${two})`).toHaveLength(2);
    await sql`update forum_images set created_at = now() - interval '25 hours' where id in (${one}, ${two})`;
    const before = await stored();
    await dropUnused(harness().app.services);
    expect((await sql`select id from forum_images where id in (${one}, ${two})`).map(({ id }) => id)).toEqual([one]);
    expect(await stored()).toBe(before - 1);
  });

  it("that no message takes go all at once, however many", async () => {
    await sql`insert into forum_images (id, file_key, type, size_bytes, width, height, created_at)
      select gen_random_uuid(), 'unused-' || n, 'image/png', 1, 1, 1, now() - interval '25 hours' from generate_series(1, 1001) n`;
    await dropUnused(harness().app.services);
    expect(await sql`select 1 from forum_images where file_key like 'unused-%'`).toHaveLength(0);
  });
});
