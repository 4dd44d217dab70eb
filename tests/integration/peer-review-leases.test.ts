import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { dataOf } from "#tests/factories/forum";
import { kindsOf } from "#tests/factories/notifications";
import { act, aPeer, asked, forgetReviews, gives, hoursPass, lent, type Peer, peers, pull, tidyUp } from "#tests/factories/peer-review";
import { refusing } from "#tests/factories/refusing";
import { notificationsData } from "@/features/account/notifications/personal-data";
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

describe("time", () => {
  it("a reviewer is told once, an hour before the end", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    await lent(harness(), reviewer);
    await hoursPass(sql, 6.9);
    await tidyUp(harness());
    expect(await kindsOf(sql, reviewer)).toEqual([]);
    await hoursPass(sql, 0.2);
    for (const _ of [1, 2]) await tidyUp(harness());
    expect(await kindsOf(sql, reviewer)).toEqual(["review_lease_ending"]);
    // Once it is over nobody reads, and no mail says, that it is about to be.
    const waiting = () =>
      sql`select 1 from notifications where kind = 'review_lease_ending' and (read_at is null or mail_due_at is not null)`;
    expect(await waiting()).toHaveLength(1);
    await hoursPass(sql, 1);
    await tidyUp(harness());
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
    const failing = () => expect(tidyUp(harness())).rejects.toThrow("not tidied: warnings of leases");
    await refusing(sql, "insert", "notifications", failing, `new.user_id = '${first.id}'`);
    expect(await kindsOf(sql, first)).toEqual([]);
    expect(await kindsOf(sql, second)).toEqual(["review_lease_ending"]);
    await tidyUp(harness());
    for (const reviewer of reviewers) expect(await kindsOf(sql, reviewer)).toEqual(["review_lease_ending"]);
  });

  it("a draft outlives its lease for a week, and comes back with the same recording", async () => {
    await asked(harness(), await aPeer(harness()));
    const reviewer = await aPeer(harness());
    const uid = await lent(harness(), reviewer);
    const draft = { good: "So far it is", comments: [{ second: 3, text: "Here." }], heard: [[0, 9000]] };
    dataOf(await act(harness(), reviewer, "assignment/draft/save", { uid, ...draft }));
    await hoursPass(sql, 6 * 24);
    await tidyUp(harness());
    const again = (await pull(harness(), reviewer)).body.data;
    expect(again).toMatchObject({ state: "leased", draft });
    expect(again.uid).not.toBe(uid);
    await hoursPass(sql, 8 * 24);
    await tidyUp(harness());
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
    await tidyUp(harness());
    expect(await kindsOf(sql, reviewer)).toEqual([]);
    await hoursPass(sql, 1);
    await tidyUp(harness());
    expect(await endings(uid)).toEqual({ state: "expired", givenUp: false, warned: false });
  });

  it("and lets run out is", async () => {
    const { uid } = await asked(harness(), await aPeer(harness()));
    await lent(harness(), await aPeer(harness()));
    await hoursPass(sql, 7.5);
    await tidyUp(harness());
    await hoursPass(sql, 1);
    await tidyUp(harness());
    expect(await endings(uid)).toEqual({ state: "expired", givenUp: true, warned: true });
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
    await tidyUp(harness());
    for (const person of await peers(harness(), 3)) await lent(harness(), person);
    const other = await aPeer(harness());
    const { uid: request } = await asked(harness(), other);
    const later = await lent(harness(), reviewer);
    dataOf(await act(harness(), reviewer, "assignment/draft/save", { uid: later, good: "Of the other one" }));
    await hoursPass(sql, 8.1);
    await tidyUp(harness());
    dataOf(await act(harness(), other, "request/withdraw", { uid: request }));
    expect(dataOf(await pull(harness(), reviewer))).toMatchObject({ draftId: uid, draft });
  });

  it("can be copied for a week after the recording was taken back", async () => {
    const { me, reviewer, request, uid } = await writing();
    dataOf(await act(harness(), me, "request/withdraw", { uid: request }));
    expect(await assignment(reviewer, uid)).toMatchObject({ state: "released", recording: null, draft });
    await hoursPass(sql, 7 * 24 + 1);
    await tidyUp(harness());
    expect((await assignment(reviewer, uid)).draft).toBeNull();
  });

  it("is gone where its writer gave the recording back", async () => {
    const { reviewer, uid } = await writing();
    dataOf(await act(harness(), reviewer, "assignment/release", { uid }));
    expect((await assignment(reviewer, uid)).draft).toBeNull();
  });
});

describe("an archive", () => {
  const onTheHour = expect.stringMatching(/:00:00\.000Z$/);
  const kept = async (data: typeof peerReviewData, { id }: Peer) => (await data.records(harness().app.services, id)).data;

  it("tells an author the hour of their last review, also where its copies go right after it", async () => {
    const me = await aPeer(harness());
    await asked(harness(), me);
    for (const person of await peers(harness(), 3)) await gives(harness(), person);
    await tidyUp(harness());
    const requests = [{ state: "satisfied", satisfiedAt: onTheHour, erasedAt: onTheHour }];
    expect(await kept(peerReviewData, me)).toMatchObject({ requests });
  });

  it("tells a reviewer the hour in which a recording was taken back, and so of the notice that it would go back soon", async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const { uid } = await asked(harness(), me);
    await lent(harness(), reviewer);
    await hoursPass(sql, 7.1);
    await tidyUp(harness());
    expect(await kindsOf(sql, reviewer)).toEqual(["review_lease_ending"]);
    dataOf(await act(harness(), me, "request/withdraw", { uid }));
    const assignments = [{ state: "released", givenUp: false, endedAt: onTheHour }];
    expect(await kept(peerReviewData, reviewer)).toMatchObject({ assignments });
    expect(await kept(notificationsData, reviewer)).toMatchObject({ notifications: [{ kind: "review_lease_ending", readAt: onTheHour }] });
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
