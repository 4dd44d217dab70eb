import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { PRACTICE, RATINGS } from "#tests/factories/answers";
import { insertAnswers } from "#tests/factories/bulk";
import { dataOf } from "#tests/factories/forum";
import {
  act,
  aPeer,
  aRealTake,
  ask,
  asked,
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
} from "#tests/factories/peer-review";
import { looksOf } from "#tests/factories/plans";
import { refusing } from "#tests/factories/refusing";
import { whileHeld } from "#tests/factories/waiting";
import { tellCare } from "@/features/peer-review/notices/mutations";
import { peerReviewData } from "@/features/peer-review/personal-data";
import { endUnopened, prepareRequests } from "@/features/peer-review/recordings/mutations";
import { closeCases, forgetDeleted, forgetOld, tidy } from "@/features/peer-review/upkeep/mutations";
import { practiceData } from "@/features/practice/personal-data";
import { reviewCases } from "@/server/db/schema";

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

const detail = async (person: Peer, uid: string) => dataOf(await act(harness(), person, "request/detail/get", { uid }));
const jobs = () => tidy(harness().app.services, new Date());
const care = (person: Peer, path: string, body?: unknown) =>
  harness().call(body === undefined ? "GET" : "POST", `/api/admin/peer-review/${path}`, { token: person.token, body });
const told = async (person: Peer) =>
  (await sql`select kind, "values" from notifications where user_id = ${person.id} and read_at is null order by created_at, kind`).map(
    ({ kind, values }) => ({ kind, values }),
  );
const kinds = async (person: Peer) => (await told(person)).map(({ kind }) => kind);
const deletes = async (person: Peer, uid: string) =>
  dataOf(await harness().call("POST", `${PRACTICE}/answer/delete`, { token: person.token, body: { uid } }));

describe("one's own rating beside the peers'", () => {
  const rates = async (person: Peer, uid: string, clarity: number) =>
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
  const compared = async (person: Peer, uid: string) => {
    const { points } = dataOf(await get(harness(), person, "calibration/get"));
    const { own, ratedAgain } = await detail(person, uid);
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
    await deletes(me, answerId);
    expect((await sql`select ratings_before_peers as kept from answers where id = ${answerId}`)[0]?.kept).toBeNull();
  });
});

describe("a recording that somebody has for review", () => {
  const endings = async (uid: string) =>
    (
      await sql`select state, given_up as "givenUp", warned_at is not null as warned from review_assignments
      where request_id = ${uid} and reviewer_id is not null`
    )[0];

  it("keeps its place in the queue when their account is erased", async () => {
    const { uid } = await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    await lent(harness(), reviewer);
    await harness().app.services.db.transaction((tx) => peerReviewData.erase(tx, reviewer.id));
    const rows = await sql`select state, place from review_assignments where request_id = ${uid} order by place`;
    expect(rows.map(({ state }) => state)).toEqual(["queued", "queued", "queued"]);
    expect(new Set(rows.map(({ place }) => place)).size).toBe(3);
  });

  it("and whose author is suspended meanwhile is nothing that they gave up, nor are they told that it ends", async () => {
    const [author, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const { uid } = await asked(harness(), author);
    await lent(harness(), reviewer);
    await sql`update users set suspended_at = now() where id = ${author.id}`;
    await hoursPass(sql, 7.5);
    await jobs();
    expect(await kinds(reviewer)).toEqual([]);
    await hoursPass(sql, 1);
    await jobs();
    expect(await endings(uid)).toEqual({ state: "expired", givenUp: false, warned: false });
  });

  it("and lets run out is", async () => {
    const { uid } = await asked(harness(), await aPeer(harness()));
    await lent(harness(), await aPeer(harness()));
    await hoursPass(sql, 7.5);
    await jobs();
    await hoursPass(sql, 1);
    await jobs();
    expect(await endings(uid)).toEqual({ state: "expired", givenUp: true, warned: true });
  });
});

describe("a case about which nothing can be decided any more", () => {
  const reason = "It is about another recording than mine.";
  const disputed = async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const admin = await aPeer(harness(), { role: "admin" });
    const { uid: request, answerId } = await asked(harness(), me);
    const { uid } = await gives(harness(), reviewer);
    dataOf(await act(harness(), me, "review/dispute", { uid, reason }));
    expect(dataOf(await care(admin, "count/get"))).toMatchObject({ cases: 1 });
    return { me, reviewer, admin, request, answerId, uid };
  };

  it.each([
    ["the take", ({ me, answerId }: Awaited<ReturnType<typeof disputed>>) => deletes(me, answerId).then(jobs)],
    [
      "the account",
      ({ me }: Awaited<ReturnType<typeof disputed>>) =>
        harness()
          .app.services.db.transaction((tx) => peerReviewData.erase(tx, me.id))
          .then(jobs),
    ],
  ])("is closed when %s goes, and nobody is told of a decision", async (_, goes) => {
    const all = await disputed();
    await goes(all);
    const { reviewer, admin, uid } = all;
    expect(dataOf(await care(admin, "count/get"))).toMatchObject({ cases: 0 });
    expect((await care(admin, "case/get?page=1")).body).toEqual({ data: [], meta: { total: 0 } });
    expect(await kinds(admin)).toEqual([]);
    expect(await kinds(reviewer)).toEqual([]);
    expect(dataOf(await act(harness(), reviewer, "review/given/detail/get", { uid }))).toMatchObject({
      state: "published",
      decision: null,
    });
    const [row] = await sql`select outcome, decided_at, decided_by_id from review_cases`;
    expect(row).toMatchObject({ outcome: "upheld", decided_at: expect.any(Date), decided_by_id: null });
  });

  it("is one about a recording that is deleted; one that still waits is left", async () => {
    const [me, other, one, two] = (await peers(harness(), 4)) as [Peer, Peer, Peer, Peer];
    const admin = await aPeer(harness(), { role: "admin" });
    const { answerId } = await asked(harness(), me);
    const mine = await lent(harness(), one);
    dataOf(await act(harness(), one, "assignment/report", { uid: mine, reason: "spam" }));
    await deletes(me, answerId);
    await asked(harness(), other);
    const theirs = await lent(harness(), two);
    dataOf(await act(harness(), two, "assignment/report", { uid: theirs, reason: "harassment" }));
    await jobs();
    expect((await care(admin, "case/get?page=1")).body.data).toMatchObject([{ cause: "harassment", outcome: null }]);
    expect(await kinds(admin)).toEqual(["review_case"]);
  });
});

describe("a case that comes meanwhile", () => {
  it.each([
    [
      "the last open one is decided",
      async (admin: Peer, uid: string) =>
        dataOf(await care(admin, "case/decide", { uid, outcome: "upheld", reason: "We have listened to it." })),
    ],
    [
      "the last open one is closed",
      async (_: Peer, uid: string) => {
        await sql`update answers set deleted_at = now()
          where id = (select answer_id from review_requests where id = (select request_id from review_cases where id = ${uid}))`;
        await jobs();
      },
    ],
  ])("as %s is still told of", async (_, ends) => {
    const admin = await aPeer(harness(), { role: "admin" });
    const [one, other] = (await peers(harness(), 2)) as [Peer, Peer];
    await asked(harness(), await aPeer(harness()));
    dataOf(await act(harness(), one, "assignment/report", { uid: await lent(harness(), one), reason: "spam" }));
    const [first] = await sql`select id from review_cases`;
    const { uid: requestId } = await asked(harness(), await aPeer(harness()));
    // A report that has been told of and is not committed yet: the end of the other waits for it.
    const report = { id: randomUUID(), kind: "recording", requestId, askedById: other.id, cause: "spam", note: "" } as const;
    await whileHeld(
      harness().app.services.db,
      async (tx) => {
        await tx.insert(reviewCases).values(report);
        await tellCare(tx, "recording", [other.id]);
      },
      () => ends(admin, first?.id),
    );
    expect(await kinds(admin)).toEqual(["review_case"]);
  });
});

describe("a case about one's own", () => {
  const reason = "It is about another recording than mine.";

  it("does not exist for whoever of the team wrote the review, nor for who got it", async () => {
    const [author, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const other = await aPeer(harness(), { role: "admin" });
    await asked(harness(), author);
    const { uid } = await gives(harness(), reviewer);
    await sql`update users set role = 'admin' where id in (${author.id}, ${reviewer.id})`;
    dataOf(await act(harness(), author, "review/dispute", { uid, reason }));
    const [row] = await sql`select id from review_cases`;
    for (const one of [author, reviewer]) {
      expect((await care(one, "case/get?page=1")).body).toEqual({ data: [], meta: { total: 0 } });
      expect(dataOf(await care(one, "count/get"))).toMatchObject({ cases: 0 });
      expect(await kinds(one)).not.toContain("review_case");
    }
    expect((await care(other, "case/get?page=1")).body.data).toMatchObject([{ uid: row?.id, note: reason }]);
    expect(dataOf(await care(other, "count/get"))).toMatchObject({ cases: 1 });
    expect(await kinds(other)).toContain("review_case");
  });

  it("does not exist for whose recording it is about", async () => {
    const [author, other] = (await Promise.all([1, 2].map(() => aPeer(harness(), { role: "admin" })))) as [Peer, Peer];
    const [one] = (await peers(harness(), 1)) as [Peer];
    await asked(harness(), author);
    dataOf(await act(harness(), one, "assignment/report", { uid: await lent(harness(), one), reason: "spam" }));
    expect((await care(author, "case/get?page=1")).body.data).toEqual([]);
    expect(await kinds(author)).toEqual([]);
    expect((await care(other, "case/get?page=1")).body.data).toHaveLength(1);
    expect(await kinds(other)).toEqual(["review_case"]);
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
    const { data } = (await care(admin, "case/get?page=1")).body;
    const reasons = ["We have listened to it.", "It is not about this recording."];
    for (const [n, outcome] of (["upheld", "removed"] as const).entries())
      dataOf(await care(admin, "case/decide", { uid: data[n].uid, outcome, reason: reasons[n] }));
    const decisions = (await told(me)).filter(({ kind }) => kind === "review_decided");
    expect(decisions.map(({ values }) => values.reason)).toEqual(reasons);
    dataOf(await act(harness(), me, "request/seen", { uid: request }));
    expect(await kinds(me)).toEqual([]);
  });
});

describe("a review that is removed", () => {
  const removes = async (admin: Peer, me: Peer, uid: string) => {
    dataOf(await act(harness(), me, "review/dispute", { uid, reason: "It is about another recording." }));
    const { data } = (await care(admin, "case/get?page=1")).body;
    dataOf(await care(admin, "case/decide", { uid: data[0].uid, outcome: "removed", reason: "It was not decent." }));
  };

  it("from a request that has had all is not counted any more, and nobody else is lent the recording for it", async () => {
    const me = await aPeer(harness());
    const admin = await aPeer(harness(), { role: "admin" });
    const { uid: request } = await asked(harness(), me);
    const given = [];
    for (const person of await peers(harness(), 3)) given.push(await gives(harness(), person));
    await removes(admin, me, given[0].uid);
    const counted = { state: "satisfied", wanted: 3, received: 2, removed: 1 };
    expect(await detail(me, request)).toMatchObject(counted);
    expect((await get(harness(), me, "request/get", { page: 1 })).body.data).toMatchObject([counted]);
    expect((await pull(harness(), await aPeer(harness()))).body.data).toBeNull();
  });

  it("from one that still waits is made up for", async () => {
    const me = await aPeer(harness());
    const admin = await aPeer(harness(), { role: "admin" });
    const { uid: request } = await asked(harness(), me);
    const { uid } = await gives(harness(), await aPeer(harness()));
    await removes(admin, me, uid);
    expect(await detail(me, request)).toMatchObject({ state: "open", received: 0, removed: 0 });
    for (const person of await peers(harness(), 3)) await gives(harness(), person);
    expect(await detail(me, request)).toMatchObject({ state: "satisfied", received: 3, removed: 0 });
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
    expect(await detail(me, request)).toMatchObject({ state: "withdrawn", received: 0 });
    expect(dataOf(await get(harness(), me, "overview/get"))).toMatchObject({ asked: 0, owed: 0 });
    expect(dataOf(await pull(harness(), await aPeer(harness())))).toBeNull();
    await asked(harness(), me);
  });

  it("after whoever wrote it ended their account is made up for as well", async () => {
    const { me, admin, reviewer, request, uid } = await asking();
    await gives(harness(), await aPeer(harness()));
    await harness().app.services.db.transaction((tx) => peerReviewData.erase(tx, reviewer.id));
    await removes(admin, me, uid);
    expect(await detail(me, request)).toMatchObject({ state: "open", received: 1 });
    for (const person of await peers(harness(), 2)) await gives(harness(), person);
    expect(await detail(me, request)).toMatchObject({ state: "satisfied", received: 3, removed: 0 });
    expect(dataOf(await pull(harness(), await aPeer(harness())))).toBeNull();
  });

  it("as the first one: its author hears of the next, the first that they can read", async () => {
    const { me, admin, request, uid } = await asking();
    await removes(admin, me, uid);
    dataOf(await act(harness(), me, "request/seen", { uid: request }));
    await gives(harness(), await aPeer(harness()));
    expect(await kinds(me)).toEqual(["review_first"]);
    await gives(harness(), await aPeer(harness()));
    expect(await kinds(me)).toEqual(["review_first"]);
  });
});

describe("a request that does not come into the queue", () => {
  it("for want of its voice ends after a day; its author is told, and may ask again", async () => {
    const me = await aPeer(harness());
    const answerId = await aTake(harness(), me.id, { recordingKind: "video", mimeType: "video/webm" });
    const { uid } = dataOf(await ask(harness(), me, answerId, { staged: true }));
    await hoursPass(sql, 23.9);
    await jobs();
    expect(await detail(me, uid)).toMatchObject({ state: "open", awaitsVoice: true });
    await hoursPass(sql, 0.2);
    for (const _ of [1, 2]) await jobs();
    expect(await detail(me, uid)).toMatchObject({ state: "withdrawn", withdrawnFor: "voiceless", awaitsVoice: false });
    expect(await kinds(me)).toEqual(["review_voiceless"]);
    expect((await sql`select state from answers where id = ${answerId}`)[0]?.state).toBe("private");
    const last = async () => dataOf(await act(harness(), me, "request/of-answer/get", { answer_id: answerId }));
    expect(await last()).toMatchObject({ uid, withdrawnFor: "voiceless" });
    const again = dataOf(await ask(harness(), me, answerId)).uid;
    expect(again).not.toBe(uid);
    expect(await last()).toMatchObject({ uid: again, state: "open" });
    dataOf(await act(harness(), me, "request/withdraw", { uid: again }));
    expect(await last()).toBeNull();
  });

  it("as its copy cannot be made ends after a day, and not before that was tried once more", async () => {
    const me = await aPeer(harness());
    // Its file is nowhere.
    const answerId = await aTake(harness(), me.id);
    const { uid } = dataOf(await ask(harness(), me, answerId));
    await prepare(harness());
    await hoursPass(sql, 25);
    await jobs();
    expect(await detail(me, uid)).toMatchObject({ state: "open", preparing: true });
    await prepare(harness());
    await jobs();
    expect(await detail(me, uid)).toMatchObject({ state: "withdrawn", withdrawnFor: "unprepared", preparing: false });
    expect(await kinds(me)).toEqual(["review_unprepared"]);
    expect((await ask(harness(), me, answerId)).status).toBe(200);
  });

  it("keeps no other back, however many there are", async () => {
    const [me, other] = (await peers(harness(), 2)) as [Peer, Peer];
    const { db } = harness().app.services;
    await insertAnswers(db, { userId: other.id, howMany: 110 });
    await sql`
      insert into review_requests (id, answer_id, author_id, language, wanted, paid, created_at)
      select gen_random_uuid(), id, user_id, 'en', 3, true, now() - interval '1 hour' from answers where user_id = ${other.id}`;
    const { uid } = dataOf(await ask(harness(), me, await aRealTake(harness(), me.id)));
    for (const _ of [1, 2]) await prepare(harness());
    expect((await detail(me, uid)).openedAt).not.toBeNull();
  });

  it("and cannot be ended keeps no other from ending", async () => {
    const people = await peers(harness(), 2);
    const uids: string[] = [];
    for (const person of people) {
      const answerId = await aTake(harness(), person.id, { recordingKind: "video", mimeType: "video/webm" });
      uids.push(dataOf(await ask(harness(), person, answerId, { staged: true })).uid);
    }
    await hoursPass(sql, 25);
    const failing = () => expect(jobs()).rejects.toThrow("not tidied: unopened copies");
    await refusing(sql, "update", "review_requests", failing, `new.id = '${uids[0]}'`);
    expect(await Promise.all(people.map(kinds))).toEqual([[], ["review_voiceless"]]);
    await jobs();
    expect(await Promise.all(people.map(kinds))).toEqual([["review_voiceless"], ["review_voiceless"]]);
  });

  it("as the process ended over its copy comes behind those that are new", async () => {
    const people = (await peers(harness(), 2)) as [Peer, Peer];
    const uids: string[] = [];
    for (const person of people) uids.push(dataOf(await ask(harness(), person, await aRealTake(harness(), person.id))).uid);
    const keys = (await sql`select a.file_key from review_requests r join answers a on a.id = r.answer_id order by r.created_at`).map(
      (row) => row.file_key,
    );
    const { services } = harness().app;
    const read: string[] = [];
    const open = (key: string) => (read.push(key) === 1 ? new Promise<never>(() => {}) : services.files.open(key));
    const run = () => prepareRequests({ ...services, files: { ...services.files, open } });
    void run();
    await expect.poll(() => read).toEqual(keys.slice(0, 1));
    await run();
    expect(read).toEqual([keys[0], keys[1], keys[0]]);
    for (const [at, person] of people.entries()) expect(await detail(person, uids[at] ?? "")).toMatchObject({ preparing: false });
  });
});

describe("what was written when a lease ends", () => {
  const draft = { good: "So far it is plain", comments: [{ second: 3, text: "Here." }] };
  const writing = async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const { uid: request } = await asked(harness(), me);
    const uid = await lent(harness(), reviewer);
    const { savedAt } = dataOf(await act(harness(), reviewer, "assignment/draft/save", { uid, ...draft }));
    return { me, reviewer, request, uid, savedAt };
  };
  const assignment = async (person: Peer, uid: string) => dataOf(await act(harness(), person, "assignment/detail/get", { uid }));

  it("goes on under the name that devices know it by, with when it was saved", async () => {
    const { reviewer, uid, savedAt } = await writing();
    expect(await assignment(reviewer, uid)).toMatchObject({ draftId: uid, draft: { ...draft, savedAt } });
    for (const _ of [1, 2]) {
      await hoursPass(sql, 8.1);
      const again = dataOf(await pull(harness(), reviewer));
      expect(again.uid).not.toBe(uid);
      expect(again).toMatchObject({ draftId: uid, draft });
    }
  });

  it("goes on where it can, also before what was written later of a recording that wants no review any more", async () => {
    const { reviewer, uid } = await writing();
    await hoursPass(sql, 8.1);
    await jobs();
    for (const person of await peers(harness(), 3)) await lent(harness(), person);
    const other = await aPeer(harness());
    const { uid: request } = await asked(harness(), other);
    const later = await lent(harness(), reviewer);
    dataOf(await act(harness(), reviewer, "assignment/draft/save", { uid: later, good: "Of the other one" }));
    await hoursPass(sql, 8.1);
    await jobs();
    dataOf(await act(harness(), other, "request/withdraw", { uid: request }));
    expect(dataOf(await pull(harness(), reviewer))).toMatchObject({ draftId: uid, draft });
  });

  it("can be copied for a week after the recording was taken back", async () => {
    const { me, reviewer, request, uid } = await writing();
    dataOf(await act(harness(), me, "request/withdraw", { uid: request }));
    expect(await assignment(reviewer, uid)).toMatchObject({ state: "released", recording: null, draft });
    await hoursPass(sql, 7 * 24 + 1);
    await jobs();
    expect((await assignment(reviewer, uid)).draft).toBeNull();
  });

  it("is gone where its writer gave the recording back", async () => {
    const { reviewer, uid } = await writing();
    dataOf(await act(harness(), reviewer, "assignment/release", { uid }));
    expect((await assignment(reviewer, uid)).draft).toBeNull();
  });
});

describe("a request of a deleted take", () => {
  it.each([
    ["had all its reviews", 3],
    ["waited", 1],
  ])("that %s says so at once, and asks for nothing", async (_, howMany) => {
    const me = await aPeer(harness());
    const { uid, answerId } = await asked(harness(), me, {}, { state: "stored", clarity: null, ratingOverall: null });
    for (const person of await peers(harness(), howMany)) await gives(harness(), person);
    expect(await detail(me, uid)).toMatchObject({ hidden: true, withdrawnFor: null });
    await deletes(me, answerId);
    const ended = { state: "withdrawn", withdrawnFor: "deleted", hidden: false, unread: 0, preparing: false };
    for (const looked of [1, 2]) {
      expect({ looked, ...(await detail(me, uid)) }).toMatchObject({ ...ended, looked, reviews: [], own: null, peers: null });
      expect((await get(harness(), me, "request/get", { page: 1 })).body.data).toMatchObject([ended]);
      await jobs();
    }
  });
});

describe("requests of deleted takes", () => {
  it("end each by themselves, and what was said of the takes goes also where one cannot be ended", async () => {
    const [reviewer, ...people] = (await peers(harness(), 3)) as [Peer, Peer, Peer];
    const uids: string[] = [];
    for (const person of people) {
      const { uid, answerId } = await asked(harness(), person);
      await gives(harness(), reviewer);
      await deletes(person, answerId);
      uids.push(uid);
    }
    const states = async () =>
      (await sql`select state from review_requests order by array_position(${uids}::uuid[], id)`).map((row) => row.state);
    const failing = () => expect(jobs()).rejects.toThrow("not tidied: deleted takes");
    // As it is found first, whichever that is.
    await refusing(sql, "update", "review_requests", failing, `new.id = '${[...uids].sort()[0]}'`);
    expect((await states()).sort()).toEqual(["open", "withdrawn"]);
    expect(await sql`select from peer_reviews where good <> '' or suggestion <> ''`).toHaveLength(0);
    await jobs();
    expect(await states()).toEqual(["withdrawn", "withdrawn"]);
  });
});

describe("an author's archive", () => {
  it("has no instant in common with that of whoever was lent the recording", async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const { uid } = await asked(harness(), me);
    await lent(harness(), reviewer);
    dataOf(await act(harness(), me, "request/withdraw", { uid }));
    const instants = async ({ id }: Peer): Promise<string[]> =>
      JSON.stringify((await peerReviewData.records(harness().app.services, id)).data).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    const theirs = new Set(await instants(reviewer));
    expect(theirs.size).toBeGreaterThan(1);
    expect((await instants(me)).filter((instant) => theirs.has(instant) && !instant.endsWith(":00:00.000Z"))).toEqual([]);
  });
});

describe("among many that are settled", () => {
  it("what the clock does reads no table whole", { timeout: 120_000 }, async () => {
    const me = await aPeer(harness());
    const { answerId, uid } = await asked(harness(), me);
    await gives(harness(), await aPeer(harness()));
    await sql.begin(async (tx) => {
      // What refers to what is right by its making.
      await tx`set local session_replication_role = replica`;
      await tx`insert into users (id, email, first_name, last_name) select gen_random_uuid(), 'settled' || n || '@example.com', 'S', 'S' from generate_series(1, 20000) n`;
      await tx`
        insert into answers (id, user_id, question_id, state, reading_time, answer_time, deleted_at, erased_at)
        select gen_random_uuid(), u.id, t.question_id, case when n > 2 then 'deleted'::answer_state else 'reviewed'::answer_state end, 1, 1,
          case when n > 2 then now() - interval '90 days' end, case when n > 2 then now() - interval '90 days' end
        from users u, generate_series(1, 3) n, answers t where u.email like 'settled%' and t.id = ${answerId}`;
      await tx`
        insert into review_requests (id, answer_id, author_id, language, wanted, received, paid, state, created_at, opened_at, ended_at, erased_at)
        select gen_random_uuid(), t.id, t.user_id, 'en', 3, 3, true, 'closed', now() - interval '80 days', now() - interval '80 days',
          now() - interval '60 days', now() - interval '60 days'
        from answers t join users u on u.id = t.user_id where u.email like 'settled%' and t.state = 'reviewed'`;
      await tx`
        insert into review_requests (id, answer_id, author_id, language, wanted, paid, opened_at)
        select gen_random_uuid(), gen_random_uuid(), id, 'en', 3, true, now() from users where email like 'settled%'`;
      await tx`
        insert into review_assignments (id, request_id, author_id, answer_id, language, place, turn_at)
        select gen_random_uuid(), r.id, r.author_id, r.answer_id, 'en', 1, now() from review_requests r where r.state = 'open' and r.id <> ${uid}`;
      await tx`
        insert into peer_reviews (id, request_id, answer_id, author_id, question_id, state, letter, clarity, logic_relevance, expertise_insight,
          attitude_engagement, rating_overall, good, suggestion, comments, heard_ms)
        select gen_random_uuid(), r.id, r.answer_id, r.author_id, t.question_id, 'published', 1, 3, 3, 3, 3, 3, 'Good.', '', '[]', 0
        from review_requests r join answers t on t.id = r.answer_id where r.state = 'closed'`;
      await tx`
        insert into review_cases (id, kind, review_id, note, outcome, reason, decided_at)
        select gen_random_uuid(), 'dispute', id, '', 'upheld', 'As it was.', now() from peer_reviews where good = 'Good.'`;
      await tx`
        insert into review_pairs (one_id, other_id, paired_at)
        select id, 'ffffffff-ffff-4fff-8fff-ffffffffffff', now() from users where email like 'settled%'`;
    });
    for (const table of ["answers", "review_requests", "review_assignments", "peer_reviews", "review_cases", "review_pairs"])
      await sql.unsafe(`vacuum analyze ${table}`);
    // One that was deleted just now, with its review, and a case about it.
    const [{ id: review } = {}] = await sql`select id from peer_reviews where answer_id = ${answerId}`;
    dataOf(await act(harness(), me, "review/dispute", { uid: review, reason: "It is about another recording." }));
    await deletes(me, answerId);
    const said = await looksOf(harness().databaseUrl, async (db) => {
      const services = { ...harness().app.services, db };
      await forgetDeleted(services);
      await endUnopened(services);
      await closeCases(services);
      await forgetOld(services);
    });
    const looks = said.flatMap(({ looks: all, text }) => all.map((look) => ({ ...look, text })));
    const ours = looks.filter(({ table }) => /^(answers|review_|peer_reviews)/.test(table));
    expect(ours.length).toBeGreaterThan(5);
    expect(ours.filter(({ whole, rows }) => whole || rows > 500)).toEqual([]);
    expect((await sql`select outcome from review_cases where review_id = ${review ?? ""}`)[0]?.outcome).toBe("upheld");
    expect((await sql`select good from peer_reviews where id = ${review ?? ""}`)[0]?.good).toBe("");
  });
});
