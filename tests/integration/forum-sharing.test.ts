import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aQuestion, capturedAnswer, PRACTICE, RATINGS } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import {
  act,
  aMember,
  aRoom,
  aStranger,
  aTopic,
  aWhilePasses,
  COMMUNITY,
  dataOf,
  get,
  messagesOf,
  type Person,
  said,
  say,
} from "#tests/factories/forum";
import { moderate, moderateTopic } from "#tests/factories/forum-care";
import { toldOf } from "#tests/factories/notifications";
import { refusing } from "#tests/factories/refusing";
import { storedAnswer } from "#tests/factories/uploads";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let admin: Person;
let room: { id: string; chatId: string };
let topic: { uid: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ben = await aMember(harness());
  admin = await aStranger(harness(), {}, "admin");
});
afterAll(() => sql.end());
beforeEach(async () => {
  await aWhilePasses(sql);
  // Each time somebody else: what the free plan takes in a week is soon full.
  ada = await aMember(harness());
  room = await aRoom(harness());
  topic = await aTopic(harness(), ada, room.id);
  await sql`delete from notifications`;
});

const take = (answerId: string, more: Record<string, unknown> = {}) => ({ kind: "take", answerId, days: 7, consent: true, ...more });
const practice = (person: Person, path: string, body: unknown) => harness().call("POST", PRACTICE + path, { token: person.token, body });
const open = (person: Person, shareId: string, agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0") =>
  harness().call("POST", `${COMMUNITY}/share/open`, { token: person.token, body: { shareId }, headers: { "user-agent": agent } });
const playsOf = (answerId: string) => sql`select by, user_id from recording_plays where answer_id = ${answerId} order by played_at`;
const postOf = async (person: Person, uid: string) => dataOf(await act(harness(), person, "topic/message/view", { uid }));

/** A message with which a rated and commented take is shared. */
async function aShare(more: Record<string, unknown> = {}) {
  const { uid } = await storedAnswer(harness(), ada.token);
  dataOf(await practice(ada, "/answer/save", { uid, rate_your_self: RATINGS, comments: "Between me and myself" }));
  const post = await said(harness(), ada, topic.uid, undefined, { share: take(uid, more) });
  return { answerId: uid, postId: post.uid as string, shareId: post.share.uid as string, post };
}

describe("a question that is shared", () => {
  it("stands with the message, in each reader's language, and leads to practising it", async () => {
    const questionId = await aQuestion(harness(), ada.token);
    const begun = await aTopic(harness(), ada, room.id, { share: { kind: "question", questionId } });
    const [post] = await messagesOf(harness(), ben, begun.uid);
    const [row] = await sql`select text from questions where id = ${questionId}`;
    expect(post.share).toEqual({
      uid: expect.any(String),
      kind: "question",
      state: "open",
      question: { uid: questionId, text: row?.text.en },
      recording: null,
      expiresAt: null,
    });
    const chinese = await harness().call("GET", `${COMMUNITY}/topic/message/get?topicId=${begun.uid}`, {
      token: ben.token,
      headers: { "accept-language": "zh-CN" },
    });
    expect(chinese.body.data[0].share.question.text).toBe(row?.text.cn);
    // A question is nothing that plays.
    expectError(await open(ben, post.share.uid), 404, "notFound");
    dataOf(await act(harness(), ada, "share/revoke", { shareId: post.share.uid }));
    expect((await postOf(ada, post.uid)).share.state).toBe("revoked");
    for (const person of [ben, admin]) expect((await postOf(person, post.uid)).share).toBeNull();
  });

  it("has to be there", async () => {
    const share = { kind: "question", questionId: crypto.randomUUID() };
    expectError(await say(harness(), ada, topic.uid, undefined, { share }), 404, "notFound");
    expect(await messagesOf(harness(), ada, topic.uid)).toHaveLength(1);
  });
});

describe("a take that is shared", () => {
  it("is told of in its maker's language, whoever plays it", async () => {
    const { answerId, shareId } = await aShare();
    await sql`update users set language = 'ar' where id = ${ada.id}`;
    dataOf(await open(ben, shareId));
    const [asked] = await sql`select text ->> 'ar' as ar from questions q join answers a on a.question_id = q.id where a.id = ${answerId}`;
    const [told] = await sql`select "values" ->> 'question' as question from notifications where user_id = ${ada.id}`;
    expect(told?.question).toBe(asked?.ar);
  });

  it("plays for whoever is signed in, is noted, and its maker is told; nothing else of it comes along", async () => {
    const { answerId, shareId, post } = await aShare();
    expect(post.share).toMatchObject({ kind: "take", state: "open", recording: { kind: "video", durationMs: expect.any(Number) } });
    expect(new Date(post.share.expiresAt).getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const opened = dataOf(await open(ben, shareId));
    expect(Object.keys(opened).sort()).toEqual(["category", "expiresAt", "link", "name", "question", "recorded_on", "recording"]);
    expect(opened.name).toBe("Ada T.");
    const played = await fetch(opened.link);
    expect([played.status, (await played.arrayBuffer()).byteLength]).toEqual([200, 5000]);
    const [seen] = (await messagesOf(harness(), ben, topic.uid)).slice(-1);
    const said_ = JSON.stringify([opened, seen]);
    for (const secret of ["Between me and myself", "rate_your_self", "clarity", "comments"]) expect(said_).not.toContain(secret);
    expect([...(await playsOf(answerId))]).toEqual([{ by: "forum", user_id: ada.id }]);
    expect(await toldOf(sql, ada)).toMatchObject([{ kind: "forum_take_played", event: "recording_played" }]);
    const listed = await harness().call("GET", `${PRACTICE}/play/get`, { token: ada.token });
    expect(listed.body.data[0]).toMatchObject({ answer: answerId, by: "forum", browser: "Firefox 128" });
    // The same browser again counts once; one's own is one's own.
    dataOf(await open(ben, shareId));
    dataOf(await open(ada, shareId));
    expect((await playsOf(answerId)).map(({ by }) => by)).toEqual(["forum", "owner"]);
    expect(await toldOf(sql, ada)).toHaveLength(1);
  });

  it("is not played where its maker cannot be told, nor counted as the first time", async () => {
    const { answerId, shareId } = await aShare();
    expect((await refusing(sql, "insert", "notifications", () => open(ben, shareId))).status).toBe(500);
    expect(await playsOf(answerId)).toHaveLength(0);
    dataOf(await open(ben, shareId));
    expect(await toldOf(sql, ada)).toMatchObject([{ kind: "forum_take_played" }]);
  });

  it("stays in its own state, and is deleted, shared by link and rated as before", async () => {
    const { answerId, shareId } = await aShare();
    const stateOf = async () => (await sql`select state from answers where id = ${answerId}`)[0]?.state;
    expect(await stateOf()).toBe("self_rated");
    expect((await practice(ada, "/answer/share", { uid: answerId })).status).toBe(200);
    expect(await stateOf()).toBe("link_shared");
    expect((await practice(ada, "/answer/share/revoke", { uid: answerId })).status).toBe(200);
    expect((await open(ben, shareId)).status).toBe(200);
  });

  it("is not for visitors, neither to play nor to see", async () => {
    const { shareId } = await aShare();
    expect((await harness().call("POST", `${COMMUNITY}/share/open`, { body: { shareId } })).status).toBe(401);
    const preview = await harness().call("GET", `/api/user/web/community/topic/message/get?topicId=${topic.uid}`);
    expect(preview.status).toBe(200);
    expect(JSON.stringify(preview.body)).not.toContain(shareId);
  });

  interface Shared {
    answerId: string;
    postId: string;
    shareId: string;
  }
  const ENDS: [string, (share: Shared) => Promise<unknown>, ((share: Shared) => Promise<unknown>)?][] = [
    ["after its day", ({ shareId }) => sql`update forum_shares set expires_at = now() - interval '1 second' where id = ${shareId}`],
    ["after it was taken back", ({ shareId }) => act(harness(), ada, "share/revoke", { shareId })],
    ["after the take was deleted", ({ answerId }) => practice(ada, "/answer/delete", { uid: answerId })],
    ["after the message was taken back", ({ postId }) => act(harness(), ada, "topic/message/delete", { uid: postId })],
    [
      "while the topic is deleted",
      () => moderateTopic(harness(), admin, topic.uid, "delete_topic"),
      () => moderateTopic(harness(), admin, topic.uid, "restore_topic"),
    ],
    [
      "while its maker's account is suspended",
      () => sql`update users set suspended_at = now() where id = ${ada.id}`,
      () => sql`update users set suspended_at = null where id = ${ada.id}`,
    ],
    [
      "while its maker's account is about to end",
      () => sql`update users set deletion_requested_at = now() where id = ${ada.id}`,
      () => sql`update users set deletion_requested_at = null where id = ${ada.id}`,
    ],
  ];

  it.each(ENDS)("does not play %s", async (_name, end, back) => {
    const share = await aShare();
    expect((await open(ben, share.shareId)).status).toBe(200);
    const before = (await playsOf(share.answerId)).length;
    await end(share);
    for (const person of [ben, admin]) expectError(await open(person, share.shareId), 404, "notFound");
    expect((await playsOf(share.answerId)).length).toBe(before);
    if (!back) return;
    await back(share);
    expect((await open(ben, share.shareId)).status).toBe(200);
  });

  it.each(["hide", "remove"])("plays after a moderator's %s only for those who decide about it, and is noted", async (what) => {
    const { postId, shareId, answerId } = await aShare();
    dataOf(await moderate(harness(), admin, postId, what));
    for (const person of [ada, ben]) expectError(await open(person, shareId), 404, "notFound");
    expect((await open(admin, shareId)).status).toBe(200);
    expect(await playsOf(answerId)).toHaveLength(1);
    dataOf(await moderate(harness(), admin, postId, "restore"));
    expect((await open(ben, shareId)).status).toBe(200);
  });

  it("says what became of it, and no more", async () => {
    const states: Record<string, unknown> = {};
    const { shareId, postId, answerId } = await aShare();
    await sql`update forum_shares set expires_at = now() - interval '1 second' where id = ${shareId}`;
    states.expired = (await postOf(ben, postId)).share;
    await act(harness(), ada, "share/revoke", { shareId });
    // What was taken back its maker alone still sees.
    expect((await postOf(ben, postId)).share).toBeNull();
    states.revoked = (await postOf(ada, postId)).share;
    const second = await aShare();
    await practice(ada, "/answer/delete", { uid: second.answerId });
    states.gone = (await postOf(ben, second.postId)).share;
    for (const [state, share] of Object.entries(states)) expect(share).toMatchObject({ state, recording: null });
    expect(answerId).not.toBe(second.answerId);
    await moderate(harness(), admin, postId, "hide");
    expect((await postOf(ben, postId)).share).toBeNull();
    // Where it does not play it does not look as if.
    const third = await aShare();
    dataOf(await moderate(harness(), admin, third.postId, "hide"));
    expect((await postOf(admin, third.postId)).share.state).toBe("open");
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    expect((await postOf(admin, third.postId)).share).toMatchObject({ state: "gone", recording: null });
  });

  it.each([
    ["a message", (share: Shared) => share.postId],
    ["a topic that nobody answered", async () => (await messagesOf(harness(), ada, topic.uid))[0].uid],
  ] as const)("is taken back for good with %s that its author takes back", async (_name, which) => {
    const share = await aShare();
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: await which(share) }));
    expect((await sql`select revoked_at from forum_shares where id = ${share.shareId}`)[0]?.revoked_at).not.toBeNull();
  });

  it("needs consent, one of three times, and a stored take of one's own", async () => {
    const { uid } = await storedAnswer(harness(), ada.token);
    const other = await storedAnswer(harness(), ben.token);
    const waiting = await capturedAnswer(harness(), ada.token);
    const send = (share: unknown) => say(harness(), ada, topic.uid, undefined, { share });
    expectIssues(await send(take(uid, { consent: false })), ["share.consent"]);
    expectIssues(await send(take(uid, { consent: undefined })), ["share.consent"]);
    for (const days of [0, 2, 31, undefined]) expectIssues(await send(take(uid, { days })), ["share.days"]);
    expectError(await send(take(other.uid)), 404, "notFound");
    expectError(await send(take(crypto.randomUUID())), 404, "notFound");
    expectError(await send(take(waiting.uid)), 409, "wrongState");
    await practice(ada, "/answer/delete", { uid });
    expectError(await send(take(uid)), 404, "notFound");
    expect(await sql`select from forum_shares s join forum_posts p on p.id = s.post_id where p.topic_id = ${topic.uid}`).toHaveLength(0);
    expect(await messagesOf(harness(), ada, topic.uid)).toHaveLength(1);
  });

  it("is told of with the take, for its maker alone, while it is shared", async () => {
    const { answerId, shareId, postId } = await aShare({ days: 30 });
    const list = async (person: Person) => dataOf(await get(harness(), person, "share/get", { answerId }));
    expect(await list(ada)).toEqual([
      { uid: shareId, postId, topicId: topic.uid, title: "How do panels score?", place: "thread", expiresAt: expect.stringMatching(/Z$/) },
    ]);
    expect(await list(ben)).toEqual([]);
    // What a moderator hides at present may come back: its owner can end it meanwhile.
    const hidings = [
      [() => moderate(harness(), admin, postId, "hide"), () => moderate(harness(), admin, postId, "restore")],
      [() => moderateTopic(harness(), admin, topic.uid, "delete_topic"), () => moderateTopic(harness(), admin, topic.uid, "restore_topic")],
    ] as const;
    for (const [hide, back] of hidings) {
      dataOf(await hide());
      expect(await list(ada)).toMatchObject([{ uid: shareId }]);
      dataOf(await back());
    }
    expectError(await act(harness(), ben, "share/revoke", { shareId }), 404, "notFound");
    expect(dataOf(await act(harness(), ada, "share/revoke", { shareId }))).toEqual({ uid: shareId });
    expect(dataOf(await act(harness(), ada, "share/revoke", { shareId }))).toEqual({ uid: shareId });
    expect(await list(ada)).toEqual([]);
  });

  it("is shared once with a message that is sent again", async () => {
    const { uid } = await storedAnswer(harness(), ada.token);
    const more = { uid: crypto.randomUUID(), share: take(uid) };
    for (let times = 0; times < 2; times++) await said(harness(), ada, topic.uid, "Have a listen, please, and tell me", more);
    expect(await sql`select from forum_shares where answer_id = ${uid}`).toHaveLength(1);
  });
});
