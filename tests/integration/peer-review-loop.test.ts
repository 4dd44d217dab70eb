import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { PRACTICE, RATINGS } from "#tests/factories/answers";
import { expectError } from "#tests/factories/catalogues";
import { dataOf } from "#tests/factories/forum";
import { kindsOf } from "#tests/factories/notifications";
import {
  act,
  aPeer,
  aReview,
  ask,
  asked,
  askedAloud,
  aTake,
  deletesTake,
  detail,
  forgetReviews,
  get,
  gives,
  lent,
  type Peer,
  peers,
  pull,
  received,
  review,
  tidyUp,
} from "#tests/factories/peer-review";
import { practiceData } from "@/features/practice/personal-data";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());
beforeEach(async () => {
  await forgetReviews(sql);
  await sql`delete from notifications`;
});

const rates = async (person: Peer, uid: string, clarity = RATINGS.clarity) =>
  dataOf(
    await harness().call("POST", `${PRACTICE}/answer/save`, {
      token: person.token,
      body: { uid, rate_your_self: { ...RATINGS, clarity } },
    }),
  );
const UNRATED = {
  state: "stored",
  clarity: null,
  logicRelevance: null,
  expertiseInsight: null,
  attitudeEngagement: null,
  ratingOverall: null,
} as const;

describe("from asking to being told", () => {
  it("asks, gives two, gets three, rates, reads, thanks, tries again, and its reviewer hears of it", { timeout: 60_000 }, async () => {
    const me = await aPeer(harness());
    const { uid, answerId } = await asked(harness(), me, {}, UNRATED);
    expect(await detail(harness(), me, uid)).toMatchObject({
      state: "open",
      wanted: 3,
      received: 0,
      paid: false,
      hidden: true,
      preparing: false,
      own: null,
    });
    expect((await sql`select state from answers where id = ${answerId}`)[0]?.state).toBe("in_review");
    // A second one is to be earned: for both, with what was given none yet.
    const another = await aTake(harness(), me.id);
    expectError(await ask(harness(), me, another), 409, "reviewsOwed", "en", { owed: 4 });

    const others = await peers(harness(), 4);
    for (const person of others) await asked(harness(), person);
    for (const _ of [1, 2]) await gives(harness(), me);
    expect(dataOf(await get(harness(), me, "overview/get"))).toMatchObject({ given: 2, asked: 1, owed: 2, active: null });
    expect(await detail(harness(), me, uid)).toMatchObject({ paid: true });
    for (const _ of [1, 2]) await gives(harness(), me);
    expect((await ask(harness(), me, another)).status).toBe(200);

    const reviewers = await peers(harness(), 3);
    await sql`delete from review_assignments where request_id <> ${uid} and state = 'queued'`;
    for (const [n, person] of reviewers.entries())
      await gives(harness(), person, { clarity: n + 2, suggestion: `${n} Say the result first, then how you came to it there.` });
    expect(await kindsOf(sql, me)).toEqual(expect.arrayContaining(["review_first", "review_all"]));
    const before = await detail(harness(), me, uid);
    expect(before).toMatchObject({ state: "satisfied", received: 3, hidden: true, reviews: [], peers: null });
    expect((await received(harness(), me)).body).toEqual({ data: [], meta: { total: 0 } });
    expect((await sql`select state from answers where id = ${answerId}`)[0]?.state).toBe("reviewed");

    await rates(me, answerId);
    const after = await detail(harness(), me, uid);
    expect(after).toMatchObject({ hidden: false, own: RATINGS });
    expect(after.reviews.map(({ letter }: { letter: string }) => letter)).toEqual(["A", "B", "C"]);
    expect(after.peers.clarity).toEqual({ median: 3, min: 2, max: 4, q1: 2.5, q3: 3.5 });
    expect((await sql`select state from answers where id = ${answerId}`)[0]?.state).toBe("reviewed");

    const [mine] = await sql`select id, reviewer_id from peer_reviews where request_id = ${uid} and clarity = 3`;
    const reviewer = reviewers.find(({ id }) => id === mine?.reviewer_id) as Peer;
    await act(harness(), me, "review/thank", { uid: mine?.id });
    await act(harness(), me, "review/thank", { uid: mine?.id });
    dataOf(await act(harness(), me, "review/helpful", { uid: mine?.id, helpful: true }));
    expect(await kindsOf(sql, reviewer)).toEqual(["review_thanked"]);

    const { question_id } = after;
    const sent = randomUUID();
    await harness().call("POST", `${PRACTICE}/answer/save`, { token: me.token, body: { uid: sent, question_id } });
    await sql`update answers set state = 'uploading' where id = ${sent}`;
    // It is not there yet: nobody is told of it.
    expectError(await act(harness(), me, "review/retake", { uid: mine?.id, answer_id: sent }), 404, "notFound");
    const retake = await aTake(harness(), me.id, { questionId: question_id });
    for (const _ of [1, 2]) dataOf(await act(harness(), me, "review/retake", { uid: mine?.id, answer_id: retake }));
    expect(await kindsOf(sql, reviewer)).toEqual(["review_thanked", "review_retake"]);
    expect(dataOf(await act(harness(), reviewer, "review/given/detail/get", { uid: mine?.id }))).toMatchObject({
      state: "thanked",
      helpful: true,
      retake: true,
      thankedAt: expect.stringMatching(/:00:00\.000Z$/),
      decision: null,
    });
    const again = await detail(harness(), me, uid);
    expect(again.reviews.find((one: { uid: string }) => one.uid === mine?.id).retake).toBe(retake);
    const { points } = dataOf(await get(harness(), me, "calibration/get"));
    expect(points).toMatchObject([{ answer_id: answerId, own: RATINGS, peers: { clarity: 3 } }]);
  });

  it("a retake is one's own, of the same question, and later", async () => {
    const [me, reviewer, stranger] = (await peers(harness(), 3)) as [Peer, Peer, Peer];
    const { uid, answerId } = await asked(harness(), me);
    const given = await gives(harness(), reviewer);
    const tries = (person: Peer, answer_id: string) => act(harness(), person, "review/retake", { uid: given.uid, answer_id });
    expectError(await tries(me, answerId), 409, "wrongState");
    expectError(await tries(me, await aTake(harness(), me.id, { createdAt: new Date(Date.now() - 86_400_000) })), 409, "wrongState");
    const [elsewhere] = await sql`select id from questions order by id desc limit 1`;
    expectError(await tries(me, await aTake(harness(), me.id, { questionId: elsewhere?.id })), 409, "wrongState");
    expectError(await tries(me, await aTake(harness(), stranger.id)), 404, "notFound");
    expectError(await tries(stranger, await aTake(harness(), stranger.id)), 404, "notFound");
    expect(await kindsOf(sql, reviewer)).toEqual([]);
    expect((await detail(harness(), me, uid)).reviews[0].retake).toBeNull();
  });
});

describe("one's own rating beside the peers'", () => {
  const compared = async (person: Peer, uid: string) => {
    const { points } = dataOf(await get(harness(), person, "calibration/get"));
    const { own, ratedAgain } = await detail(harness(), person, uid);
    return { course: points.map((point: { own: { clarity: number } }) => point.own.clarity), beside: own.clarity, ratedAgain };
  };

  it("is the one from before they could be read, however often it is changed after that", async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const { uid, answerId } = await asked(harness(), me, {}, UNRATED);
    await rates(me, answerId, 1);
    // Nobody has said anything yet: what counts is the last word.
    await rates(me, answerId, 2);
    await gives(harness(), reviewer, { clarity: 5 });
    expect(await compared(me, uid)).toEqual({ course: [2], beside: 2, ratedAgain: false });
    for (const clarity of [4, 5]) await rates(me, answerId, clarity);
    expect(await compared(me, uid)).toEqual({ course: [2], beside: 2, ratedAgain: true });
    const shown = await harness().call("POST", `${PRACTICE}/answer/detail/get`, { token: me.token, body: { uid: answerId } });
    expect(dataOf(shown).rate_your_self.clarity).toBe(5);
    await rates(me, answerId, 2);
    expect(await compared(me, uid)).toMatchObject({ beside: 2, ratedAgain: false });
  });

  it("is the first one where reviews came before it", async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const { uid, answerId } = await asked(harness(), me, {}, UNRATED);
    await gives(harness(), reviewer);
    for (const clarity of [1, 4]) await rates(me, answerId, clarity);
    expect(await compared(me, uid)).toEqual({ course: [1], beside: 1, ratedAgain: true });
  });

  it("goes with its take, and is in its maker's archive until then", async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const { answerId } = await asked(harness(), me, {}, UNRATED);
    await rates(me, answerId, 3);
    await gives(harness(), reviewer);
    await rates(me, answerId, 5);
    const { data } = await practiceData.records(harness().app.services, me.id);
    expect(data).toMatchObject({ answers: [{ clarity: 5, ratingsBeforePeers: { clarity: 3 } }] });
    await deletesTake(harness(), me, answerId);
    expect((await sql`select ratings_before_peers as kept from answers where id = ${answerId}`)[0]?.kept).toBeNull();
  });
});

describe("access to a recording", () => {
  it("is its reviewer's, until the lease ends, and nobody else's", async () => {
    const [me, reviewer, stranger] = (await peers(harness(), 3)) as [Peer, Peer, Peer];
    const { uid: request, answerId } = await askedAloud(harness(), me);
    const uid = await lent(harness(), reviewer);
    for (const person of [me, stranger])
      for (const [path, body] of [
        ["assignment/detail/get", { uid }],
        ["assignment/release", { uid }],
        ["assignment/draft/save", { uid }],
        ["assignment/report", { uid, reason: "spam" }],
        ["review/save", aReview(uid)],
      ] as const)
        expectError(await act(harness(), person, path, body), 404, "notFound");
    dataOf(await act(harness(), me, "request/withdraw", { uid: request }));
    const ended = dataOf(await act(harness(), reviewer, "assignment/detail/get", { uid }));
    expect(ended.state).toBe("released");
    expect(ended.recording?.link ?? null).toBeNull();
    expectError(await review(harness(), reviewer, aReview(uid)), 409, "leaseEnded");
    await tidyUp(harness());
    const [row] = await sql`select copy_key from review_requests where id = ${request}`;
    expect(row?.copy_key).toBeNull();
    expect((await sql`select state from answers where id = ${answerId}`)[0]?.state).toBe("private");
    // It is not counted as something the reviewer gave up.
    expect(await sql`select 1 from review_assignments where given_up`).toHaveLength(0);
  });

  it("ends with a submission", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    const uid = await lent(harness(), reviewer);
    dataOf(await review(harness(), reviewer, aReview(uid)));
    const { state, recording } = dataOf(await act(harness(), reviewer, "assignment/detail/get", { uid }));
    expect({ state, link: recording?.link ?? null }).toEqual({ state: "submitted", link: null });
  });

  it.each([
    ["is suspended", "suspended_at"],
    ["is about to go", "deletion_requested_at"],
  ])("ends when its author %s, for who has it and for who would", async (_, column) => {
    const me = await aPeer(harness());
    await asked(harness(), me);
    const [reviewer, other] = (await peers(harness(), 2)) as [Peer, Peer];
    const uid = await lent(harness(), reviewer);
    await sql`update users set ${sql(column)} = now() where id = ${me.id}`;
    expect((await pull(harness(), other)).body.data).toBeNull();
    expect(dataOf(await act(harness(), reviewer, "assignment/detail/get", { uid })).recording?.link ?? null).toBeNull();
  });

  it("a deleted take takes its reviews' words with it; who wrote them keeps the credit", async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const { answerId } = await askedAloud(harness(), me);
    const { uid } = await gives(harness(), reviewer);
    const [{ copy_key: key = "" } = {}] = await sql`select copy_key from review_requests`;
    expect(key).not.toBe("");
    await deletesTake(harness(), me, answerId);
    expect((await received(harness(), me)).body).toEqual({ data: [], meta: { total: 0 } });
    await tidyUp(harness());
    expect(await sql`select 1 from stored_files where key = ${key}`).toHaveLength(0);
    expect(dataOf(await act(harness(), reviewer, "review/given/detail/get", { uid }))).toMatchObject({
      good: "",
      suggestion: "",
      comments: [],
    });
    expect(dataOf(await get(harness(), reviewer, "overview/get")).given).toBe(1);
  });
});
