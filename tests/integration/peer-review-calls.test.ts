import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { RATINGS } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { dataOf } from "#tests/factories/forum";
import {
  aPeer,
  aRealTake,
  aReview,
  ask,
  asked,
  askedAloud,
  aTake,
  detail,
  forgetReviews,
  gives,
  hoursPass,
  lent,
  type Peer,
  peers,
  prepare,
  pull,
  received,
  review,
} from "#tests/factories/peer-review";
import { RATING_SCALES } from "@/lib/enums/practice";
import { LOCALES, localeTag } from "@/lib/locales";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());
beforeEach(() => forgetReviews(sql));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

describe("GET /answer/peer-review/{userId} (row 16)", () => {
  it("answers one's own reviews, ten a page, with the fields that were agreed", async () => {
    const me = await aPeer(harness());
    const { answerId, uid: request } = await asked(harness(), me);
    for (const person of await peers(harness(), 3)) await gives(harness(), person);
    const { question_id } = await detail(harness(), me, request);
    const answer = await received(harness(), me);
    expect(answer.status).toBe(200);
    expect(answer.body.meta).toEqual({ total: 3 });
    expect(answer.body.data).toHaveLength(3);
    for (const one of answer.body.data)
      expect(one).toMatchObject({
        uid: expect.stringMatching(UUID),
        question_id,
        answer_id: answerId,
        letter: expect.stringMatching(/^[A-H]$/),
      });
    await sql`
      insert into peer_reviews (id, answer_id, author_id, question_id, state, letter, clarity, logic_relevance, expertise_insight, attitude_engagement,
        rating_overall, good, suggestion, comments, heard_ms)
      select gen_random_uuid(), ${answerId}, ${me.id}, ${question_id}, 'published', 1, 3, 3, 3, 3, 3, '', '', '[]', 0 from generate_series(1, 9)`;
    for (const [page, length] of [
      [1, 10],
      [2, 2],
      [3, 0],
    ])
      expect((await received(harness(), me, me.id, page)).body).toMatchObject({ data: { length }, meta: { total: 12 } });
    for (const page of [0, -1, 1.5, "x"]) expectIssues(await received(harness(), me, me.id, page), ["page"]);
  });

  it("another's id is nobody's, in five languages, for admins as well", async () => {
    const [me, other] = (await peers(harness(), 2)) as [Peer, Peer];
    const admin = await aPeer(harness(), { role: "super_admin" });
    for (const person of [me, admin]) expectError(await received(harness(), person, other.id), 404, "notFound");
    for (const locale of LOCALES) {
      const options = { token: me.token, headers: { "accept-language": localeTag(locale) } };
      expectError(await harness().call("GET", `/answer/peer-review/${other.id}`, options), 404, "notFound", locale);
    }
    expectIssues(await received(harness(), me, "5"), ["userId"]);
    expectError(await harness().call("GET", `/answer/peer-review/${me.id}`), 401, "unauthorized");
  });
});

describe("POST peer-review/request/save (row 49)", () => {
  it("answers the request, and the same one once more", async () => {
    const me = await aPeer(harness());
    const answer_id = await aTake(harness(), me.id);
    const made = await ask(harness(), me, answer_id);
    expect(made.status).toBe(200);
    expect(Object.keys(made.body)).toEqual(["data"]);
    expect(made.body.data).toMatchObject({
      uid: expect.stringMatching(UUID),
      answer_id,
      state: "open",
      wanted: 3,
      received: 0,
      staffMay: false,
      staged: false,
      openedAt: null,
      createdAt: expect.stringMatching(INSTANT),
    });
    expect((await ask(harness(), me, answer_id)).body.data.uid).toBe(made.body.data.uid);
  });

  it("refuses what is no own stored take, in five languages", async () => {
    const [me, stranger] = (await peers(harness(), 2)) as [Peer, Peer];
    for (const locale of LOCALES) {
      const headers = { "accept-language": localeTag(locale) };
      expectError(await ask(harness(), me, await aTake(harness(), stranger.id), {}, headers), 404, "notFound", locale);
      expectError(await ask(harness(), me, randomUUID(), {}, headers), 404, "notFound", locale);
      const captured = await aTake(harness(), me.id, { state: "captured", fileKey: null });
      expectError(await ask(harness(), me, captured, {}, headers), 409, "wrongState", locale);
      const strange = await aTake(harness(), me.id, { mimeType: "video/x-unknown" });
      expectError(await ask(harness(), me, strange, {}, headers), 422, "recordingUnreviewable", locale);
    }
    expectIssues(await ask(harness(), me, "5"), ["answer_id"]);
    expectError(await ask(harness(), { token: "" }, randomUUID()), 401, "unauthorized");
    const unconfirmed = await aPeer(harness(), { emailVerifiedAt: null });
    expectError(await ask(harness(), unconfirmed, await aTake(harness(), unconfirmed.id)), 403, "emailUnconfirmed");
    expect(await sql`select 1 from review_requests`).toHaveLength(0);
  });

  it("says in five languages what is to be given first", async () => {
    const me = await aPeer(harness());
    await asked(harness(), me);
    const another = await aTake(harness(), me.id);
    for (const locale of LOCALES)
      expectError(await ask(harness(), me, another, {}, { "accept-language": localeTag(locale) }), 409, "reviewsOwed", locale, { owed: 4 });
  });
});

describe("POST peer-review/assignment/next (row 50)", () => {
  it("answers null where nothing waits, and else what to review, the same until it is done with", async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    expect((await pull(harness(), reviewer)).body).toEqual({ data: null });
    const { answerId } = await askedAloud(harness(), me);
    expect((await pull(harness(), me)).body).toEqual({ data: null });
    const [{ question_id } = {}] = await sql`select question_id from answers where id = ${answerId}`;
    const { body } = await pull(harness(), reviewer);
    expect(body.data).toMatchObject({
      uid: expect.stringMatching(UUID),
      question_id,
      state: "leased",
      stage: "whole",
      recording: { kind: "audio", duration_ms: 60_000, link: expect.stringMatching(/^http/) },
      leaseEndsAt: expect.stringMatching(INSTANT),
      draft: null,
    });
    const hours = (new Date(body.data.leaseEndsAt).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(7.9);
    expect(hours).toBeLessThanOrEqual(8);
    expect((await pull(harness(), reviewer)).body.data.uid).toBe(body.data.uid);
    const range = await fetch(body.data.recording.link, { headers: { range: "bytes=0-9" } });
    expect(range.status).toBe(206);
    const unconfirmed = await aPeer(harness(), { emailVerifiedAt: null });
    expectError(await pull(harness(), unconfirmed), 403, "emailUnconfirmed");
    expectError(await pull(harness(), { token: "" }), 401, "unauthorized");
  });
});

describe("POST peer-review/review/save (row 51)", () => {
  it("answers the review, with comments in the order of the recording", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    const comments = [
      { second: 40.5, text: "This comes too late." },
      { second: 2, text: "A calm beginning." },
    ];
    const body = aReview(await lent(harness(), reviewer), { comments, ...RATINGS });
    const answer = await review(harness(), reviewer, body);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      uid: expect.stringMatching(UUID),
      state: "published",
      ratings: RATINGS,
      good: body.good,
      suggestion: body.suggestion,
      comments: comments.toReversed(),
    });
  });

  it("takes what the specification names and nothing more, where comments say enough", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    const comments = [
      {
        second: 5,
        text: "You say what the task was, and then what you did about it; the numbers at the end convince me, and your voice stays calm.",
      },
    ];
    const answer = await review(harness(), reviewer, { assignmentId: await lent(harness(), reviewer), ...RATINGS, comments });
    expect(answer.status).toBe(200);
  });

  it("asks for half of the length that reviewers are told, and not of another one", async () => {
    const short = { durationMs: 10_499 };
    await asked(harness(), await aPeer(harness()), {}, short);
    const reviewer = await aPeer(harness());
    const uid = await lent(harness(), reviewer);
    const said = { comments: [{ second: 2, text: "Here it becomes clear what the task was." }] };
    const less = await review(harness(), reviewer, aReview(uid, { ...said, heard: [[0, 4900]] }));
    expect(less.body.issues.map(({ path }: { path: string[] }) => path.join("."))).toEqual(["heard"]);
    expect((await review(harness(), reviewer, aReview(uid, { ...said, heard: [[0, 5100]] }))).status).toBe(200);
  });

  it("asks by the length that the recording's file tells, whatever its sender said of it", { timeout: 60_000 }, async () => {
    const [author, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    // What differs by no more than players do stays as it was told.
    for (const { told, counts, overrun } of [
      { told: 600_000, counts: 60_000, overrun: 10 },
      { told: 0, counts: 60_000, overrun: 0 },
      { told: 61_000, counts: 61_000, overrun: 11 },
    ]) {
      const answerId = await aRealTake(harness(), author.id);
      await sql`update answers set duration_ms = ${told}, overrun_ms = ${Math.max(0, told - 50_000)} where id = ${answerId}`;
      // For the next ones nothing is owed, and the two have never met.
      await forgetReviews(sql);
      dataOf(await ask(harness(), author, answerId));
      await prepare(harness());
      const { uid, recording } = dataOf(await pull(harness(), reviewer));
      expect(recording.duration_ms).toBe(counts);
      const [kept] = await sql`select round(overrun_ms / 1000.0)::int as overrun from answers where id = ${answerId}`;
      expect(kept?.overrun).toBe(overrun);
      const said = { comments: [{ second: 55, text: "Here it becomes clear what the task was." }], heard: [[20_000, 60_000]] };
      expect((await review(harness(), reviewer, aReview(uid, said))).status).toBe(200);
    }
  });

  it("names what is lacking, in five languages", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    const uid = await lent(harness(), reviewer);
    const lacking = { good: "Fine.", suggestion: "", comments: [], heard: [[0, 1000]] };
    for (const locale of LOCALES) {
      const answer = await review(harness(), reviewer, aReview(uid, lacking), { "accept-language": localeTag(locale) });
      expectError(answer, 422, "careMissing", locale);
      expect(answer.body.issues.map(({ path }: { path: string[] }) => path.join("."))).toEqual(["heard", "comments", "good", "suggestion"]);
      for (const { message } of answer.body.issues) expect(message).not.toMatch(/^validation\.|^$/);
    }
    for (const scale of RATING_SCALES) {
      expectIssues(await review(harness(), reviewer, aReview(uid, { [scale]: 6 })), [scale]);
      expectIssues(await review(harness(), reviewer, aReview(uid, { [scale]: undefined })), [scale]);
    }
    expectIssues(await review(harness(), reviewer, aReview(uid, { comments: [{ second: -1, text: "Before it begins." }] })), [
      "comments.0.second",
    ]);
    expectIssues(await review(harness(), reviewer, aReview(uid, { comments: [{ second: 90, text: "After its end." }] })), ["comments"]);
    for (const text of ["Write to me: ada@example.com", "More on https://example.com/me"])
      expectIssues(await review(harness(), reviewer, aReview(uid, { good: text.repeat(3) })), ["good"]);
    expect(await sql`select 1 from peer_reviews`).toHaveLength(0);
    expect((await review(harness(), reviewer, aReview(uid))).status).toBe(200);
  });

  it("refuses in five languages what one does not have any more, and what one never had", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    const uid = await lent(harness(), reviewer);
    await hoursPass(sql, 9);
    for (const locale of LOCALES) {
      const headers = { "accept-language": localeTag(locale) };
      expectError(await review(harness(), reviewer, aReview(uid), headers), 409, "leaseEnded", locale);
      expectError(await review(harness(), reviewer, aReview(randomUUID()), headers), 404, "notFound", locale);
    }
  });
});
