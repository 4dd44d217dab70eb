import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { PRACTICE, RATINGS } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { dataOf } from "#tests/factories/forum";
import {
  act,
  aPeer,
  aRealTake,
  aReview,
  ask,
  asked,
  askedAloud,
  aTake,
  forgetReviews,
  get,
  gives,
  hoursPass,
  lent,
  type Peer,
  peers,
  prepare,
  pull,
  review,
} from "#tests/factories/peer-review";
import { refusing } from "#tests/factories/refusing";
import { tidy } from "@/features/peer-review/upkeep/mutations";
import { RATING_SCALES } from "@/lib/enums/practice";
import { LOCALES, localeTag } from "@/lib/locales";

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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const ADMIN = "/api/admin/peer-review";

const detail = async (person: Peer, uid: string) => dataOf(await act(harness(), person, "request/detail/get", { uid }));
const received = (person: Peer, userId = person.id, page: unknown = 1) =>
  harness().call("GET", `/answer/peer-review/${userId}?page=${page}`, { token: person.token });
const rate = (person: Peer, uid: string) =>
  harness().call("POST", `${PRACTICE}/answer/save`, { token: person.token, body: { uid, rate_your_self: RATINGS } });
const told = async (person: Peer) =>
  (await sql`select kind from notifications where user_id = ${person.id} and read_at is null order by created_at, kind`).map(
    ({ kind }) => kind,
  );
const care = (person: Peer, path: string, body?: unknown) =>
  harness().call(body === undefined ? "GET" : "POST", `${ADMIN}/${path}`, { token: person.token, body });
const jobs = () => tidy(harness().app.services, new Date());
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
    expect(await detail(me, uid)).toMatchObject({
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
    expect(await detail(me, uid)).toMatchObject({ paid: true });
    for (const _ of [1, 2]) await gives(harness(), me);
    expect((await ask(harness(), me, another)).status).toBe(200);

    const reviewers = await peers(harness(), 3);
    await sql`delete from review_assignments where request_id <> ${uid} and state = 'queued'`;
    for (const [n, person] of reviewers.entries())
      await gives(harness(), person, { clarity: n + 2, suggestion: `${n} Say the result first, then how you came to it there.` });
    expect(await told(me)).toEqual(expect.arrayContaining(["review_first", "review_all"]));
    const before = await detail(me, uid);
    expect(before).toMatchObject({ state: "satisfied", received: 3, hidden: true, reviews: [], peers: null });
    expect((await received(me)).body).toEqual({ data: [], meta: { total: 0 } });
    expect((await sql`select state from answers where id = ${answerId}`)[0]?.state).toBe("reviewed");

    expect((await rate(me, answerId)).status).toBe(200);
    const after = await detail(me, uid);
    expect(after).toMatchObject({ hidden: false, own: RATINGS });
    expect(after.reviews.map(({ letter }: { letter: string }) => letter)).toEqual(["A", "B", "C"]);
    expect(after.peers.clarity).toEqual({ median: 3, min: 2, max: 4, q1: 2.5, q3: 3.5 });
    expect((await sql`select state from answers where id = ${answerId}`)[0]?.state).toBe("reviewed");

    const [mine] = await sql`select id, reviewer_id from peer_reviews where request_id = ${uid} and clarity = 3`;
    const reviewer = reviewers.find(({ id }) => id === mine?.reviewer_id) as Peer;
    await act(harness(), me, "review/thank", { uid: mine?.id });
    await act(harness(), me, "review/thank", { uid: mine?.id });
    dataOf(await act(harness(), me, "review/helpful", { uid: mine?.id, helpful: true }));
    expect(await told(reviewer)).toEqual(["review_thanked"]);

    const { question_id } = after;
    const sent = randomUUID();
    await harness().call("POST", `${PRACTICE}/answer/save`, { token: me.token, body: { uid: sent, question_id } });
    await sql`update answers set state = 'uploading' where id = ${sent}`;
    // It is not there yet: nobody is told of it.
    expectError(await act(harness(), me, "review/retake", { uid: mine?.id, answer_id: sent }), 404, "notFound");
    const retake = await aTake(harness(), me.id, { questionId: question_id });
    for (const _ of [1, 2]) dataOf(await act(harness(), me, "review/retake", { uid: mine?.id, answer_id: retake }));
    expect(await told(reviewer)).toEqual(["review_thanked", "review_retake"]);
    expect(dataOf(await act(harness(), reviewer, "review/given/detail/get", { uid: mine?.id }))).toMatchObject({
      state: "thanked",
      helpful: true,
      retake: true,
      thankedAt: expect.stringMatching(/:00:00\.000Z$/),
      decision: null,
    });
    const again = await detail(me, uid);
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
    expect(await told(reviewer)).toEqual([]);
    expect((await detail(me, uid)).reviews[0].retake).toBeNull();
  });
});

describe("a dispute", () => {
  const given = async () => {
    const [me, reviewer, admin] = [await aPeer(harness()), await aPeer(harness()), await aPeer(harness(), { role: "admin" })];
    const { uid: request, answerId } = await asked(harness(), me);
    const { uid } = await gives(harness(), reviewer);
    return { me, reviewer, admin, request, answerId, uid };
  };
  const reason = "It is about another recording than mine.";
  const disputes = (person: Peer, uid: string) => act(harness(), person, "review/dispute", { uid, reason });

  it("a recording that is taken out: its maker reads why, and it is not lent again", async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const [admin] = (await peers(harness(), 1, { role: "admin" })) as [Peer];
    const { answerId } = await asked(harness(), me);
    const uid = await lent(harness(), reviewer);
    dataOf(await act(harness(), reviewer, "assignment/report", { uid, reason: "harassment" }));
    const { data } = (await care(admin, "case/get?page=1")).body;
    const why = "It shows somebody who was not asked.";
    dataOf(await care(admin, "case/decide", { uid: data[0].uid, outcome: "removed", reason: why }));
    const bell = await harness().call("GET", "/api/user/notifications/get?page=1", { token: me.token });
    expect(JSON.stringify(bell.body.data)).toContain(why);
    expectError(await ask(harness(), me, answerId), 409, "wrongState");
  });

  it("nobody decides about a review of their own, whichever side they were on", async () => {
    const { me, reviewer, admin, uid } = await given();
    await disputes(me, uid);
    await sql`update users set role = 'admin' where id in ${sql([me.id, reviewer.id])}`;
    const { data } = (await care(admin, "case/get?page=1")).body;
    const decision = { uid: data[0].uid, outcome: "removed", reason: "I did not like it." };
    for (const person of [me, reviewer]) expectError(await care(person, "case/decide", decision), 403, "forbidden");
  });

  it.each([
    ["upheld", {}, { good: true, suggestion: true, comments: 1, ratings: true }],
    ["edited", { takenOut: { good: true, comments: [0] } }, { good: false, suggestion: true, comments: 1, ratings: true }],
    ["removed", {}, { good: false, suggestion: false, comments: 0, ratings: false }],
  ] as const)("%s: both sides read what is left, and are told why", async (outcome, more, left) => {
    const { me, reviewer, admin, request, uid } = await given();
    expect(dataOf(await disputes(me, uid))).toMatchObject({ state: "disputed", case: { kind: "dispute", note: reason, outcome: null } });
    expectError(await disputes(me, uid), 409, "wrongState");
    // Its writer hears of it when it is decided.
    expect(dataOf(await act(harness(), reviewer, "review/given/detail/get", { uid }))).toMatchObject({
      state: "published",
      decision: null,
    });
    const { data } = (await care(admin, "case/get?page=1")).body;
    expect(data).toMatchObject([{ kind: "dispute", note: reason, outcome: null }]);
    expect(dataOf(await care(admin, "count/get"))).toMatchObject({ cases: 1 });
    const decision = { uid: data[0].uid, outcome, reason: "We have listened to it.", ...more };
    const twice = await Promise.all([care(admin, "case/decide", decision), care(admin, "case/decide", decision)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [shown] = (await detail(me, request)).reviews;
    expect(shown).toMatchObject({ state: outcome, case: { outcome, reason: decision.reason } });
    expect({
      good: shown.good !== "",
      suggestion: shown.suggestion !== "",
      comments: shown.comments.length,
      ratings: shown.ratings !== null,
    }).toEqual(left);
    if (outcome === "edited") expect(JSON.stringify(shown.comments)).not.toContain("Here it becomes clear");
    expect((await received(me)).body.data[0]).toMatchObject({ uid, state: outcome, good: shown.good });
    expect(dataOf(await act(harness(), reviewer, "review/given/detail/get", { uid }))).toMatchObject({
      state: outcome,
      decision: { outcome, reason: decision.reason },
    });
    expect(await told(me)).toContain("review_decided");
    expect(await told(reviewer)).toContain("review_own_decided");
    // A review that was removed was not given.
    expect(dataOf(await get(harness(), reviewer, "overview/get")).given).toBe(outcome === "removed" ? 0 : 1);
    if (outcome === "removed") expect((await detail(me, request)).peers).toBeNull();
    expectError(await disputes(me, uid), 409, "wrongState");
  });

  it("is for the author alone, within two weeks, and needs words", async () => {
    const { me, reviewer, uid } = await given();
    expectError(await disputes(reviewer, uid), 404, "notFound");
    expectError(await disputes(await aPeer(harness()), uid), 404, "notFound");
    expectIssues(await act(harness(), me, "review/dispute", { uid, reason: "unfair" }), ["reason"]);
    await hoursPass(sql, 14 * 24 + 1);
    expectError(await disputes(me, uid), 409, "wrongState");
  });

  it("is decided by those who look after the service", async () => {
    const { me, reviewer, uid } = await given();
    dataOf(await disputes(me, uid));
    const [row] = await sql`select id from review_cases`;
    for (const person of [me, reviewer])
      for (const [path, body] of [
        ["case/get?page=1"],
        ["case/decide", { uid: row?.id, outcome: "removed", reason: "I do not like it." }],
      ] as const)
        expectError(await care(person, path, body), 403, "forbidden");
    expect((await sql`select state from peer_reviews`)[0]?.state).toBe("disputed");
  });

  it("beside a report at the same moment is one case", async () => {
    const { me, uid } = await given();
    const both = await Promise.all([disputes(me, uid), act(harness(), me, "review/report", { uid, reason: "harassment" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await sql`select 1 from review_cases`).toHaveLength(1);
  });

  it("that removes a review of an open request brings its place back into the queue", async () => {
    const { me, admin, uid, request } = await given();
    dataOf(await disputes(me, uid));
    const { data } = (await care(admin, "case/get?page=1")).body;
    dataOf(await care(admin, "case/decide", { uid: data[0].uid, outcome: "removed", reason: "It was not decent." }));
    for (const person of await peers(harness(), 3)) await gives(harness(), person);
    const { reviews, state } = await detail(me, request);
    expect(state).toBe("satisfied");
    expect(reviews.filter((one: { state: string }) => one.state === "published")).toHaveLength(3);
  });
});

describe("when no peer comes", () => {
  const waiting = async (admin: Peer) => (await care(admin, "waiting/get?page=1")).body.data.map(({ uid }: { uid: string }) => uid);

  it("staff may step in after two days where the author allowed it, and never without", async () => {
    const admin = await aPeer(harness(), { role: "admin" });
    const [mine, other] = [await aPeer(harness()), await aPeer(harness())];
    const allowed = await askedAloud(harness(), mine, { staffMay: true });
    const refused = await asked(harness(), other);
    for (const hours of [0, 47.9]) {
      await hoursPass(sql, hours);
      expect(await waiting(admin)).toEqual([]);
      expectError(await care(admin, "waiting/take", { uid: allowed.uid }), 404, "notFound");
      expect((await pull(harness(), admin)).body.data).toBeNull();
    }
    await hoursPass(sql, 0.2);
    expect(await waiting(admin)).toEqual([allowed.uid]);
    expectError(await care(admin, "waiting/take", { uid: refused.uid }), 404, "notFound");
    const taken = dataOf(await care(admin, "waiting/take", { uid: allowed.uid }));
    expect(taken).toMatchObject({ state: "leased", recording: { link: expect.any(String) } });
    expect((await fetch(taken.recording.link)).status).toBe(200);
    dataOf(await review(harness(), admin, aReview(taken.uid)));
    expect((await detail(mine, allowed.uid)).received).toBe(1);
    // What was refused is nothing that an admin can get hold of in any other way.
    expect((await pull(harness(), admin)).body.data).toBeNull();
    for (const path of ["request/detail/get", "assignment/detail/get"])
      expectError(await act(harness(), admin, path, { uid: refused.uid }), 404, "notFound");
    const [queued] = await sql`select id from review_assignments where request_id = ${refused.uid} limit 1`;
    expectError(await act(harness(), admin, "assignment/detail/get", { uid: queued?.id }), 404, "notFound");
  });

  it("nobody of the team is shown what they cannot take: their own, and what several reported", async () => {
    const [admin, author] = [await aPeer(harness(), { role: "admin" }), await aPeer(harness(), { role: "admin" })];
    const reporters = await peers(harness(), 2);
    const { uid } = await asked(harness(), author, { staffMay: true });
    await hoursPass(sql, 49);
    const shown = async (person: Peer) => [await waiting(person), dataOf(await care(person, "count/get")).waiting];
    expect(await shown(author)).toEqual([[], 0]);
    expectError(await care(author, "waiting/take", { uid }), 409, "wrongState");
    expect(await shown(admin)).toEqual([[uid], 1]);
    for (const person of reporters)
      dataOf(await act(harness(), person, "assignment/report", { uid: await lent(harness(), person), reason: "spam" }));
    expect(await shown(admin)).toEqual([[], 0]);
  });

  it("nobody of the team reviews whose account they have looked at lately", async () => {
    const [admin, other] = [await aPeer(harness(), { role: "admin" }), await aPeer(harness(), { role: "admin" })];
    const author = await aPeer(harness());
    const { uid } = await asked(harness(), author, { staffMay: true });
    await hoursPass(sql, 49);
    const look = (days: number) => sql`insert into viewings (id, user_id, admin_id, reason, state, asked_at, opened_at)
      values (gen_random_uuid(), ${author.id}, ${admin.id}, 'Why', 'ended', now() - ${days} * interval '1 day', now() - ${days} * interval '1 day')`;
    await look(31);
    expect(await waiting(admin)).toEqual([uid]);
    await look(29);
    expect(await waiting(admin)).toEqual([]);
    expectError(await care(admin, "waiting/take", { uid }), 409, "wrongState");
    expect(await waiting(other)).toEqual([uid]);
  });

  it("a request that has a review is no longer staff's, and candidates see no such list", async () => {
    const admin = await aPeer(harness(), { role: "admin" });
    const me = await aPeer(harness());
    const { uid } = await asked(harness(), me, { staffMay: true });
    await gives(harness(), await aPeer(harness()));
    await hoursPass(sql, 49);
    expect(await waiting(admin)).toEqual([]);
    expectError(await care(admin, "waiting/take", { uid }), 404, "notFound");
    expectError(await care(me, "waiting/get?page=1"), 403, "forbidden");
  });

  it("the author is told once that it takes longer", async () => {
    const me = await aPeer(harness());
    await asked(harness(), me);
    await hoursPass(sql, 49);
    for (const _ of [1, 2]) await jobs();
    expect(await told(me)).toEqual(["review_waiting"]);
  });

  it("others' languages are asked after twelve hours", async () => {
    await asked(harness(), await aPeer(harness(), { language: "vi" }));
    const reviewer = await aPeer(harness());
    expect((await pull(harness(), reviewer)).body.data).toBeNull();
    await hoursPass(sql, 12.1);
    expect((await pull(harness(), reviewer)).body.data).toMatchObject({ language: "vi" });
  });

  it("an estimate is made of what happened, and there is none before that", async () => {
    const me = await aPeer(harness());
    expect(dataOf(await get(harness(), me, "overview/get")).waitingSeconds).toBeNull();
    for (const hours of [1, 2, 3, 4, 50]) {
      await asked(harness(), await aPeer(harness()));
      await hoursPass(sql, hours);
      await gives(harness(), await aPeer(harness()));
      await sql`delete from review_assignments where state = 'queued'`;
    }
    const { waitingSeconds } = dataOf(await get(harness(), me, "overview/get"));
    expect(Math.abs(waitingSeconds - 3 * 3600)).toBeLessThan(120);
  });
});

describe("time", () => {
  it("a reviewer is told once, an hour before the end", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    await lent(harness(), reviewer);
    await hoursPass(sql, 6.9);
    await jobs();
    expect(await told(reviewer)).toEqual([]);
    await hoursPass(sql, 0.2);
    for (const _ of [1, 2]) await jobs();
    expect(await told(reviewer)).toEqual(["review_lease_ending"]);
    // Once it is over nobody reads, and no mail says, that it is about to be.
    const waiting = () =>
      sql`select 1 from notifications where kind = 'review_lease_ending' and (read_at is null or mail_due_at is not null)`;
    expect(await waiting()).toHaveLength(1);
    await hoursPass(sql, 1);
    await jobs();
    expect(await waiting()).toHaveLength(0);
  });

  it("reviewers are told each by themselves: one who cannot be keeps it from nobody, and is told with the next run", async () => {
    const reviewers = await peers(harness(), 2);
    for (const reviewer of reviewers) {
      await asked(harness(), await aPeer(harness()));
      await lent(harness(), reviewer);
    }
    await hoursPass(sql, 7.1);
    const [first, second] = reviewers as [Peer, Peer];
    // As if their notices could not be written.
    const failing = () => expect(jobs()).rejects.toThrow("not tidied: warnings of leases");
    await refusing(sql, "insert", "notifications", failing, `new.user_id = '${first.id}'`);
    expect(await told(first)).toEqual([]);
    expect(await told(second)).toEqual(["review_lease_ending"]);
    await jobs();
    for (const reviewer of reviewers) expect(await told(reviewer)).toEqual(["review_lease_ending"]);
  });

  it("a draft outlives its lease for a week, and comes back with the same recording", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    const uid = await lent(harness(), reviewer);
    const draft = { good: "So far it is", comments: [{ second: 3, text: "Here." }], heard: [[0, 9000]] };
    dataOf(await act(harness(), reviewer, "assignment/draft/save", { uid, ...draft }));
    await hoursPass(sql, 6 * 24);
    await jobs();
    const again = (await pull(harness(), reviewer)).body.data;
    expect(again).toMatchObject({ state: "leased", draft });
    expect(again.uid).not.toBe(uid);
    await hoursPass(sql, 8 * 24);
    await jobs();
    expect(await sql`select 1 from review_assignments where draft is not null`).toHaveLength(0);
  });

  it("a draft is kept only where nothing was saved since it was read, if whoever saves says what they read", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    const uid = await lent(harness(), reviewer);
    const save = (part: object) => act(harness(), reviewer, "assignment/draft/save", { uid, ...part });
    const first = dataOf(await save({ good: "On the phone", after: null }));
    const second = dataOf(await save({ good: "On the phone, more", after: first.savedAt }));
    for (const after of [null, first.savedAt]) {
      const refused = await save({ good: "On the desk", after });
      expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: "conflict" });
    }
    expect(dataOf(await act(harness(), reviewer, "assignment/detail/get", { uid })).draft).toMatchObject({
      good: "On the phone, more",
      savedAt: second.savedAt,
    });
    dataOf(await save({ good: "Whatever was there" }));
  });

  it("the same two do not meet for thirty days, and may after them", async () => {
    const [one, other] = (await peers(harness(), 2)) as [Peer, Peer];
    await asked(harness(), one);
    await gives(harness(), other);
    await asked(harness(), other);
    expect((await pull(harness(), one)).body.data).toBeNull();
    await hoursPass(sql, 30 * 24 - 1);
    expect((await pull(harness(), one)).body.data).toBeNull();
    await hoursPass(sql, 1.1);
    expect((await pull(harness(), one)).body.data).not.toBeNull();
  });

  it("who gives up five recordings within a week waits", async () => {
    for (const person of await peers(harness(), 6)) await asked(harness(), person);
    const reviewer = await aPeer(harness());
    const [first = "", ...more] = [await lent(harness(), reviewer)];
    expect(more).toEqual([]);
    await act(harness(), reviewer, "assignment/release", { uid: first });
    for (let n = 0; n < 4; n++) {
      const uid = await lent(harness(), reviewer);
      expect(uid).not.toBe(first);
      dataOf(await act(harness(), reviewer, "assignment/release", { uid }));
    }
    const refused = await pull(harness(), reviewer);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 429, code: "reviewsGivenUp" });
    await hoursPass(sql, 7 * 24 + 1);
    expect((await pull(harness(), reviewer)).body.data).not.toBeNull();
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
    await jobs();
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
    dataOf(await harness().call("POST", `${PRACTICE}/answer/delete`, { token: me.token, body: { uid: answerId } }));
    expect((await received(me)).body).toEqual({ data: [], meta: { total: 0 } });
    await jobs();
    expect(await sql`select 1 from stored_files where key = ${key}`).toHaveLength(0);
    expect(dataOf(await act(harness(), reviewer, "review/given/detail/get", { uid }))).toMatchObject({
      good: "",
      suggestion: "",
      comments: [],
    });
    expect(dataOf(await get(harness(), reviewer, "overview/get")).given).toBe(1);
  });
});

describe("GET /answer/peer-review/{userId} (row 16)", () => {
  it("answers one's own reviews, ten a page, with the fields that were agreed", async () => {
    const me = await aPeer(harness());
    const { answerId, uid: request } = await asked(harness(), me);
    for (const person of await peers(harness(), 3)) await gives(harness(), person);
    const { question_id } = await detail(me, request);
    const answer = await received(me);
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
      expect((await received(me, me.id, page)).body).toMatchObject({ data: { length }, meta: { total: 12 } });
    for (const page of [0, -1, 1.5, "x"]) expectIssues(await received(me, me.id, page), ["page"]);
  });

  it("another's id is nobody's, in five languages, for admins as well", async () => {
    const [me, other] = (await peers(harness(), 2)) as [Peer, Peer];
    const admin = await aPeer(harness(), { role: "super_admin" });
    for (const person of [me, admin]) expectError(await received(person, other.id), 404, "notFound");
    for (const locale of LOCALES) {
      const options = { token: me.token, headers: { "accept-language": localeTag(locale) } };
      expectError(await harness().call("GET", `/answer/peer-review/${other.id}`, options), 404, "notFound", locale);
    }
    expectIssues(await received(me, "5"), ["userId"]);
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
