import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { dataOf } from "#tests/factories/forum";
import { kindsOf, toldOf } from "#tests/factories/notifications";
import {
  act,
  aPeer,
  ask,
  asked,
  care,
  detail,
  forgetReviews,
  get,
  gives,
  hoursPass,
  lent,
  type Peer,
  peers,
  pull,
  received,
} from "#tests/factories/peer-review";
import { peerReviewData } from "@/features/peer-review/personal-data";

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

/** What somebody's archive holds of peer review. */
const kept = async ({ id }: Peer) => (await peerReviewData.records(harness().app.services, id)).data;

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
    const { data } = (await care(harness(), admin, "case/get?page=1")).body;
    const why = "It shows somebody who was not asked.";
    dataOf(await care(harness(), admin, "case/decide", { uid: data[0].uid, outcome: "removed", reason: why }));
    const bell = await harness().call("GET", "/api/user/notifications/get?page=1", { token: me.token });
    expect(JSON.stringify(bell.body.data)).toContain(why);
    // That is its maker's matter, and not told to whoever reported it.
    expect(await kept(reviewer)).toMatchObject({ cases: [{ kind: "recording", cause: "harassment" }] });
    expect(JSON.stringify(await kept(reviewer))).not.toContain(why);
    expectError(await ask(harness(), me, answerId), 409, "wrongState");
  });

  it("nobody decides about a review of their own, whichever side they were on", async () => {
    const { me, reviewer, admin, uid } = await given();
    await disputes(me, uid);
    await sql`update users set role = 'admin' where id in ${sql([me.id, reviewer.id])}`;
    const { data } = (await care(harness(), admin, "case/get?page=1")).body;
    const decision = { uid: data[0].uid, outcome: "removed", reason: "I did not like it." };
    for (const person of [me, reviewer]) expectError(await care(harness(), person, "case/decide", decision), 403, "forbidden");
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
    const { data } = (await care(harness(), admin, "case/get?page=1")).body;
    expect(data).toMatchObject([{ kind: "dispute", note: reason, outcome: null }]);
    expect(dataOf(await care(harness(), admin, "count/get"))).toMatchObject({ cases: 1 });
    const decision = { uid: data[0].uid, outcome, reason: "We have listened to it.", ...more };
    const twice = await Promise.all([care(harness(), admin, "case/decide", decision), care(harness(), admin, "case/decide", decision)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [shown] = (await detail(harness(), me, request)).reviews;
    expect(shown).toMatchObject({ state: outcome, case: { outcome, reason: decision.reason } });
    expect({
      good: shown.good !== "",
      suggestion: shown.suggestion !== "",
      comments: shown.comments.length,
      ratings: shown.ratings !== null,
    }).toEqual(left);
    if (outcome === "edited") expect(JSON.stringify(shown.comments)).not.toContain("Here it becomes clear");
    expect((await received(harness(), me)).body.data[0]).toMatchObject({ uid, state: outcome, good: shown.good });
    expect(dataOf(await act(harness(), reviewer, "review/given/detail/get", { uid }))).toMatchObject({
      state: outcome,
      decision: { outcome, reason: decision.reason },
    });
    expect(await kindsOf(sql, me)).toContain("review_decided");
    expect(await kindsOf(sql, reviewer)).toContain("review_own_decided");
    // A review that was removed was not given.
    expect(dataOf(await get(harness(), reviewer, "overview/get")).given).toBe(outcome === "removed" ? 0 : 1);
    if (outcome === "removed") expect((await detail(harness(), me, request)).peers).toBeNull();
    expectError(await disputes(me, uid), 409, "wrongState");
  });

  it("is told to whoever wrote the review once it is decided, in their archive as on their page", async () => {
    const { me, reviewer, admin, uid } = await given();
    dataOf(await disputes(me, uid));
    expect(await kept(reviewer)).toMatchObject({ given: [{ id: uid, state: "published" }] });
    expect(await kept(me)).toMatchObject({ received: [{ id: uid, state: "disputed" }] });
    const { data } = (await care(harness(), admin, "case/get?page=1")).body;
    dataOf(await care(harness(), admin, "case/decide", { uid: data[0].uid, outcome: "upheld", reason: "We have listened to it." }));
    expect(await kept(reviewer)).toMatchObject({ given: [{ id: uid, state: "upheld" }] });
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
        expectError(await care(harness(), person, path, body), 403, "forbidden");
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
    const { data } = (await care(harness(), admin, "case/get?page=1")).body;
    dataOf(await care(harness(), admin, "case/decide", { uid: data[0].uid, outcome: "removed", reason: "It was not decent." }));
    for (const person of await peers(harness(), 3)) await gives(harness(), person);
    const { reviews, state } = await detail(harness(), me, request);
    expect(state).toBe("satisfied");
    expect(reviews.filter((one: { state: string }) => one.state === "published")).toHaveLength(3);
  });
});

describe("decisions about two reviews of one request", () => {
  it("are told each for itself, and are read where the request is looked at", async () => {
    const [me, one, two] = (await peers(harness(), 3)) as [Peer, Peer, Peer];
    const admin = await aPeer(harness(), { role: "admin" });
    const { uid: request } = await asked(harness(), me);
    for (const person of [one, two]) {
      const { uid } = await gives(harness(), person);
      dataOf(await act(harness(), me, "review/dispute", { uid, reason: "It is about another recording." }));
    }
    const { data } = (await care(harness(), admin, "case/get?page=1")).body;
    const reasons = ["We have listened to it.", "It is not about this recording."];
    for (const [n, outcome] of (["upheld", "removed"] as const).entries())
      dataOf(await care(harness(), admin, "case/decide", { uid: data[n].uid, outcome, reason: reasons[n] }));
    const decisions = (await toldOf(sql, me)).filter(({ kind }) => kind === "review_decided");
    expect(decisions.map(({ values }) => values.reason)).toEqual(reasons);
    dataOf(await act(harness(), me, "request/seen", { uid: request }));
    expect(await kindsOf(sql, me)).toEqual([]);
  });
});

describe("a review that is removed", () => {
  const removes = async (admin: Peer, me: Peer, uid: string) => {
    dataOf(await act(harness(), me, "review/dispute", { uid, reason: "It is about another recording." }));
    const { data } = (await care(harness(), admin, "case/get?page=1")).body;
    dataOf(await care(harness(), admin, "case/decide", { uid: data[0].uid, outcome: "removed", reason: "It was not decent." }));
  };

  it("from a request that has had all is not counted any more, and nobody else is lent the recording for it", async () => {
    const me = await aPeer(harness());
    const admin = await aPeer(harness(), { role: "admin" });
    const { uid: request } = await asked(harness(), me);
    const given = [];
    for (const person of await peers(harness(), 3)) given.push(await gives(harness(), person));
    await removes(admin, me, given[0].uid);
    const counted = { state: "satisfied", wanted: 3, received: 2, removed: 1 };
    expect(await detail(harness(), me, request)).toMatchObject(counted);
    expect((await get(harness(), me, "request/get", { page: 1 })).body.data).toMatchObject([counted]);
    expect((await pull(harness(), await aPeer(harness()))).body.data).toBeNull();
  });

  it("from one that still waits is made up for", async () => {
    const me = await aPeer(harness());
    const admin = await aPeer(harness(), { role: "admin" });
    const { uid: request } = await asked(harness(), me);
    const { uid } = await gives(harness(), await aPeer(harness()));
    await removes(admin, me, uid);
    expect(await detail(harness(), me, request)).toMatchObject({ state: "open", received: 0, removed: 0 });
    for (const person of await peers(harness(), 3)) await gives(harness(), person);
    expect(await detail(harness(), me, request)).toMatchObject({ state: "satisfied", received: 3, removed: 0 });
  });

  const asking = async () => {
    const me = await aPeer(harness());
    const admin = await aPeer(harness(), { role: "admin" });
    const reviewer = await aPeer(harness());
    const { uid: request } = await asked(harness(), me);
    const { uid } = await gives(harness(), reviewer);
    return { me, admin, reviewer, request, uid };
  };

  it("from a request that its author took back leaves that as one that nobody reviewed: nothing is owed for it", async () => {
    const { me, admin, request, uid } = await asking();
    dataOf(await act(harness(), me, "request/withdraw", { uid: request }));
    await removes(admin, me, uid);
    expect(await detail(harness(), me, request)).toMatchObject({ state: "withdrawn", received: 0 });
    expect(dataOf(await get(harness(), me, "overview/get"))).toMatchObject({ asked: 0, owed: 0 });
    expect(dataOf(await pull(harness(), await aPeer(harness())))).toBeNull();
    await asked(harness(), me);
  });

  it("after whoever wrote it ended their account is made up for as well", async () => {
    const { me, admin, reviewer, request, uid } = await asking();
    await gives(harness(), await aPeer(harness()));
    await harness().app.services.db.transaction((tx) => peerReviewData.erase(tx, reviewer.id));
    await removes(admin, me, uid);
    expect(await detail(harness(), me, request)).toMatchObject({ state: "open", received: 1 });
    for (const person of await peers(harness(), 2)) await gives(harness(), person);
    expect(await detail(harness(), me, request)).toMatchObject({ state: "satisfied", received: 3, removed: 0 });
    expect(dataOf(await pull(harness(), await aPeer(harness())))).toBeNull();
  });

  it("as the first one: its author hears of the next, the first that they can read", async () => {
    const { me, admin, request, uid } = await asking();
    await removes(admin, me, uid);
    dataOf(await act(harness(), me, "request/seen", { uid: request }));
    await gives(harness(), await aPeer(harness()));
    expect(await kindsOf(sql, me)).toEqual(["review_first"]);
    await gives(harness(), await aPeer(harness()));
    expect(await kindsOf(sql, me)).toEqual(["review_first"]);
  });
});
