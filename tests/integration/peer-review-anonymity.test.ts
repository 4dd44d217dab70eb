import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallOptions, type Harness, registerUser, startHarness } from "#tests/config/harness";
import { aCategory, PRACTICE, RATINGS } from "#tests/factories/answers";
import { openLive } from "#tests/factories/live";
import { mailsTo } from "#tests/factories/mails";
import { markedRecording } from "#tests/factories/marked-media";
import { aReview, forgetReviews, gives, hoursPass, peers, prepare, REVIEW, uploadedTake } from "#tests/factories/peer-review";
import { type PushService, startPushService } from "#tests/factories/push-service";
import { type Mark, Post } from "#tests/factories/traces";
import { readZip } from "#tests/factories/zip";
import { mailUnread } from "@/features/account/digests/mutations";
import { makeExports } from "@/features/account/export/mutations";
import { sendDuePushes } from "@/features/account/push/mutations";
import { tidy } from "@/features/peer-review/upkeep/mutations";
import { forumMembers, users } from "@/server/db/schema";

const ARCHIVE = "/api/user/personalization/account/export";
/** What moderators take out of a review. */
const UNKIND = "For somebody who mumbles like a kettle this was surprisingly easy to follow.";
const FAR = new Date(Date.now() + 30 * 86_400_000);

let service: PushService;
let harness: Harness;
let sql: postgres.Sql;
beforeAll(async () => {
  service = await startPushService();
  harness = await startHarness({ PUSH_SERVICES: service.origin, VAPID_SUBJECT: "mailto:push@parley.example" });
  sql = postgres(harness.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await sql?.end();
  await harness?.close();
  await service?.stop();
});

/** Somebody who can be told from all others wherever a trace of them is, and the post that keeps what reaches them. */
async function somebody(name: { firstName: string; lastName: string; username: string; handle: string; device: string }) {
  const email = `${name.username}-post@example.org`;
  const { firstName, lastName, username } = name;
  const { token, user } = await registerUser(harness, { email, firstName, lastName });
  const { db } = harness.app.services;
  await db
    .update(users)
    .set({ username, profession: `${name.lastName}ist` })
    .where(eq(users.id, user.uid));
  await db
    .insert(forumMembers)
    .values({ userId: user.uid, handle: name.handle, name: `${firstName} ${lastName}`, folded: "x", postCount: 5 });
  const post = new Post();
  const live = await openLive(harness.url, token);
  const browser = service.subscribe();
  const subscribed = await harness.call("POST", "/api/user/notifications/push/subscribe", { token, body: browser });
  expect(subscribed.status).toBe(200);
  const marks: Mark[] = [
    { what: "first name", text: firstName },
    { what: "last name", text: lastName },
    { what: "username", text: username },
    { what: "e-mail", text: email },
    { what: "handle", text: name.handle },
    { what: "device", text: name.device },
    { what: "user id", text: user.uid },
  ];
  const call = (method: string, path: string, options: Omit<CallOptions, "token"> = {}) =>
    post.call(harness, method, path, { ...options, token, headers: { "user-agent": name.device, ...options.headers } });
  return { id: user.uid, token, email, post, live, browser, marks, call };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;

const said = async ({ call }: Somebody, path: string, body: unknown = {}) => {
  const answer = await call("POST", `${REVIEW}/${path}`, { body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};

/** Whatever else a person can ask for that could name somebody. */
const LOOKS = ["overview/get", "request/get?page=1", "review/given/get?page=1", "calibration/get", "calibration/reviewing/get"].map(
  (path) => `${REVIEW}/${path}`,
);
const MORE_LOOKS = [
  "/api/user/notifications/get?page=1",
  `${PRACTICE}/answer/get?page=1`,
  `${PRACTICE}/play/get?page=1`,
  "/api/account/my-account",
];

async function looksAround(person: Somebody): Promise<void> {
  for (const path of [...LOOKS, ...MORE_LOOKS])
    expect({ path, status: (await person.call("GET", path)).status }).toEqual({ path, status: 200 });
  expect((await person.call("GET", `/answer/peer-review/${person.id}?page=1`)).status).toBe(200);
}

/** What comes by itself: mails, pushes, the live stream, and the archive of everything. */
async function empties(person: Somebody): Promise<void> {
  const { post, token } = person;
  const { services } = harness.app;
  await sendDuePushes(services);
  for (const push of service.taken(person.browser.endpoint)) post.take("push", JSON.stringify([push.message, push.headers]));
  await mailUnread(services, FAR);
  for (const mail of await mailsTo(harness, person.email)) post.take("mail", JSON.stringify(mail));
  post.take("live", person.live.text());
  await person.call("POST", `${ARCHIVE}/request`);
  await makeExports(services);
  const { uid } = (await person.call("GET", `${ARCHIVE}/get`)).body.data;
  const { link } = (await person.call("POST", `${ARCHIVE}/link`, { body: { uid } })).body.data;
  const zip = Buffer.from(await (await fetch(link)).arrayBuffer());
  for (const { name, bytes } of readZip(zip)) post.take(`archive, ${name}`, Buffer.concat([Buffer.from(`${name}\n`), bytes]));
  expect(token).not.toBe("");
}

const ids = (text: string): Set<string> =>
  new Set(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_-]{24,}/g));
const instants = (post: Post): Set<string> =>
  new Set(
    post.got.flatMap(({ way, bytes }) =>
      way.includes("peer-review") ? (bytes.toString("utf8").match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? []) : [],
    ),
  );

describe("what either side gets", () => {
  it("in the whole course of a review holds no trace of the other", { timeout: 120_000 }, async () => {
    const author = await somebody({
      firstName: "Zenobia",
      lastName: "Quixwick",
      username: "zenqw",
      handle: "glassblower77",
      device: "Quartzpad Nine",
    });
    const reviewer = await somebody({
      firstName: "Thaddeus",
      lastName: "Umbrafell",
      username: "thadumb",
      handle: "lampmaker42",
      device: "Hexaphone Seven",
    });
    const tags = {
      title: "Vexing title of mine",
      artist: "Zenobia Quixwick",
      comment: "filmed on Wuthering cam",
      track: "Jaspers microphone",
    };
    const recorded = await markedRecording(tags, { seconds: 30 });
    const answer_id = await uploadedTake(harness, author.token, recorded);
    // The same take is out under a first name, by a link.
    const shared = await author.call("POST", `${PRACTICE}/answer/share`, { body: { uid: answer_id } });
    expect(shared.status).toBe(200);
    const request = await said(author, "request/save", { answer_id });
    await prepare(harness);

    const assignment = await said(reviewer, "assignment/next");
    expect(assignment).toMatchObject({ stage: "whole", recording: { kind: "video" } });
    await said(reviewer, "assignment/detail/get", { uid: assignment.uid });
    await said(reviewer, "assignment/draft/save", { uid: assignment.uid, good: "So far so good" });
    const media = await reviewer.post.fetch(assignment.recording.link);
    expect(media.status).toBe(200);
    // It is the recording, and it can be played.
    expect(media.bytes.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    expect(media.bytes.length).toBeGreaterThan(recorded.bytes.length / 2);
    await said(reviewer, "review/save", aReview(assignment.uid, { good: UNKIND }));
    // The other side's ids lead nowhere, and what is answered names nobody.
    for (const path of ["request/detail/get", "review/thank"])
      expect((await reviewer.call("POST", `${REVIEW}/${path}`, { body: { uid: request.uid } })).status).toBe(404);
    expect((await author.call("POST", `${REVIEW}/assignment/detail/get`, { body: { uid: assignment.uid } })).status).toBe(404);
    expect((await reviewer.call("GET", `/answer/peer-review/${author.id}?page=1`)).status).toBe(404);

    for (const other of await peers(harness, 2)) await gives(harness, other);
    const detail = await said(author, "request/detail/get", { uid: request.uid });
    expect(detail.reviews).toHaveLength(3);
    await said(author, "request/seen", { uid: request.uid });
    await said(author, "request/of-answer/get", { answer_id });
    const [row] = await sql`select id from peer_reviews where reviewer_id = ${reviewer.id}`;
    await said(author, "review/helpful", { uid: row?.id, helpful: true });
    await said(author, "review/thank", { uid: row?.id });
    const { question_id } = detail;
    const retake = randomUUID();
    await author.call("POST", `${PRACTICE}/answer/save`, { body: { uid: retake, question_id } });
    await sql`update answers set state = 'stored' where id = ${retake}`;
    await said(author, "review/retake", { uid: row?.id, answer_id: retake });
    await said(author, "review/dispute", { uid: row?.id, reason: "It is about somebody else's words, not mine." });
    const [admin] = await peers(harness, 1, { role: "admin" });
    const cases = await harness.call("GET", "/api/admin/peer-review/case/get?page=1", { token: admin?.token });
    const decision = { uid: cases.body.data[0].uid, outcome: "edited", reason: "One part of it was unkind.", takenOut: { good: true } };
    const decided = await harness.call("POST", "/api/admin/peer-review/case/decide", { token: admin?.token, body: decision });
    expect(decided.status).toBe(200);
    // Those who decide know of neither.
    const team = new Post();
    team.take("cases", JSON.stringify(cases.body));
    team.take("decided", JSON.stringify(decided.body));
    expect(team.tracesOf([...author.marks, ...reviewer.marks])).toEqual([]);

    await said(reviewer, "review/given/detail/get", { uid: row?.id });
    await said(author, "request/detail/get", { uid: request.uid });
    await tidy(harness.app.services, new Date());
    for (const person of [author, reviewer]) await looksAround(person);
    for (const person of [author, reviewer]) await empties(person);
    for (const person of [author, reviewer]) {
      const ways = person.post.got.map(({ way }) => way).join("\n");
      for (const way of ["push", "mail", "live", "archive, data/"]) expect(ways).toContain(way);
      expect(person.live.text()).toContain("peerReview");
    }

    const [stored] = await sql`select file_key, md5, size_bytes::int as size from answers where id = ${answer_id}`;
    const ofAuthor: Mark[] = [
      ...author.marks,
      { what: "title in the container", text: tags.title },
      { what: "comment in the container", text: tags.comment },
      { what: "track in the container", text: tags.track },
      { what: "take's id", text: answer_id },
      { what: "request's id", text: request.uid },
      { what: "retake's id", text: retake },
      { what: "take's file", text: stored?.file_key },
      { what: "take's md5", text: stored?.md5 },
      { what: "share link", text: new URL(shared.body.data.share_link).hash.slice(1) },
    ];
    expect(reviewer.post.tracesOf(ofAuthor)).toEqual([]);
    const ofReviewer: Mark[] = [...reviewer.marks, { what: "assignment's id", text: assignment.uid }];
    expect(author.post.tracesOf(ofReviewer)).toEqual([]);
    // What was taken out is gone for its author: from what they read last, and from the archive.
    const last = author.post.got.slice(author.post.got.findLastIndex(({ way }) => way.includes("request/detail/get")));
    expect(last.some(({ bytes }) => bytes.includes("Say the result first"))).toBe(true);
    expect(last.filter(({ bytes }) => bytes.includes(UNKIND)).map(({ way }) => way)).toEqual([]);
    // Both sides' instants of the same events are no common mark: what both have is on the hour.
    const both = [...instants(author.post)].filter((instant) => instants(reviewer.post).has(instant));
    expect(both.filter((instant) => !instant.endsWith(":00:00.000Z"))).toEqual([]);
    for (const person of [author, reviewer]) person.live.close();
  });

  it("of two assignments by the same people has nothing in common", { timeout: 60_000 }, async () => {
    await forgetReviews(sql);
    const author = await somebody({
      firstName: "Wilhelmina",
      lastName: "Dazzlecroft",
      username: "willdz",
      handle: "w1",
      device: "Tablet A",
    });
    const reviewer = await somebody({
      firstName: "Ignatius",
      lastName: "Mumblethorp",
      username: "igmumb",
      handle: "i1",
      device: "Phone B",
    });
    const { questions } = await aCategory(harness, author.token);
    const seen: Set<string>[] = [];
    for (const round of [0, 1]) {
      const recorded = await markedRecording({ title: "t", artist: "a", comment: "c", track: "m" }, { seconds: 20 + round, video: false });
      const answer_id = await uploadedTake(harness, author.token, recorded);
      await sql`update answers set question_id = ${questions[round]?.uid ?? ""} where id = ${answer_id}`;
      // Enough given, so that asking again is allowed.
      await sql`
        insert into peer_reviews (id, reviewer_id, question_id, state, letter, clarity, logic_relevance, expertise_insight,
          attitude_engagement, rating_overall, good, suggestion, comments, heard_ms)
        select gen_random_uuid(), ${author.id}, ${questions[0]?.uid ?? ""}, 'published', 1, 3, 3, 3, 3, 3, '', '', '[]', 0 from generate_series(1, 4)`;
      await said(author, "request/save", { answer_id });
      await prepare(harness);
      const begin = reviewer.post.got.length;
      const assignment = await said(reviewer, "assignment/next");
      await said(reviewer, "assignment/detail/get", { uid: assignment.uid });
      await reviewer.post.fetch(assignment.recording.link);
      const given = await said(reviewer, "review/save", aReview(assignment.uid, RATINGS));
      await said(reviewer, "review/given/detail/get", { uid: given.uid });
      const text = reviewer.post.got.slice(begin).map(({ bytes }) => bytes.toString("latin1"));
      seen.push(ids(text.join("\n")));
      await hoursPass(sql, 31 * 24);
    }
    const [first, second] = seen as [Set<string>, Set<string>];
    expect(first.size).toBeGreaterThan(3);
    const [category] = await sql`select category_id as id from questions where id = ${questions[0]?.uid ?? ""}`;
    // Names of headers are words without a digit.
    const common = [...first].filter((id) => second.has(id) && id !== category?.id && /\d/.test(id));
    expect(common).toEqual([]);
    for (const person of [author, reviewer]) person.live.close();
  });
});
