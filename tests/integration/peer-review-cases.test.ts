import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { dataOf } from "#tests/factories/forum";
import { kindsOf } from "#tests/factories/notifications";
import { act, aPeer, asked, care, deletesTake, forgetReviews, gives, lent, type Peer, peers, tidyUp } from "#tests/factories/peer-review";
import { whileHeld } from "#tests/factories/waiting";
import { notifyCare } from "@/features/peer-review/notices/mutations";
import { peerReviewData } from "@/features/peer-review/personal-data";
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

describe("a case about which nothing can be decided any more", () => {
  const reason = "It is about another recording than mine.";
  const disputed = async () => {
    const [me, reviewer] = (await peers(harness(), 2)) as [Peer, Peer];
    const admin = await aPeer(harness(), { role: "admin" });
    const { uid: request, answerId } = await asked(harness(), me);
    const { uid } = await gives(harness(), reviewer);
    dataOf(await act(harness(), me, "review/dispute", { uid, reason }));
    expect(dataOf(await care(harness(), admin, "count/get"))).toMatchObject({ cases: 1 });
    return { me, reviewer, admin, request, answerId, uid };
  };

  it.each([
    [
      "the take",
      ({ me, answerId }: Awaited<ReturnType<typeof disputed>>) => deletesTake(harness(), me, answerId).then(() => tidyUp(harness())),
    ],
    [
      "the account",
      ({ me }: Awaited<ReturnType<typeof disputed>>) =>
        harness()
          .app.services.db.transaction((tx) => peerReviewData.erase(tx, me.id))
          .then(() => tidyUp(harness())),
    ],
  ])("is closed when %s goes, and nobody is told of a decision", async (_, goes) => {
    const all = await disputed();
    await goes(all);
    const { reviewer, admin, uid } = all;
    expect(dataOf(await care(harness(), admin, "count/get"))).toMatchObject({ cases: 0 });
    expect((await care(harness(), admin, "case/get?page=1")).body).toEqual({ data: [], meta: { total: 0 } });
    expect(await kindsOf(sql, admin)).toEqual([]);
    expect(await kindsOf(sql, reviewer)).toEqual([]);
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
    await deletesTake(harness(), me, answerId);
    await asked(harness(), other);
    const theirs = await lent(harness(), two);
    dataOf(await act(harness(), two, "assignment/report", { uid: theirs, reason: "harassment" }));
    await tidyUp(harness());
    expect((await care(harness(), admin, "case/get?page=1")).body.data).toMatchObject([{ cause: "harassment", outcome: null }]);
    expect(await kindsOf(sql, admin)).toEqual(["review_case"]);
  });
});

describe("a case that comes meanwhile", () => {
  it.each([
    [
      "the last open one is decided",
      async (admin: Peer, uid: string) =>
        dataOf(await care(harness(), admin, "case/decide", { uid, outcome: "upheld", reason: "We have listened to it." })),
    ],
    [
      "the last open one is closed",
      async (_: Peer, uid: string) => {
        await sql`update answers set deleted_at = now()
          where id = (select answer_id from review_requests where id = (select request_id from review_cases where id = ${uid}))`;
        await tidyUp(harness());
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
        await notifyCare(tx, "recording", [other.id]);
      },
      () => ends(admin, first?.id),
    );
    expect(await kindsOf(sql, admin)).toEqual(["review_case"]);
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
      expect((await care(harness(), one, "case/get?page=1")).body).toEqual({ data: [], meta: { total: 0 } });
      expect(dataOf(await care(harness(), one, "count/get"))).toMatchObject({ cases: 0 });
      expect(await kindsOf(sql, one)).not.toContain("review_case");
    }
    expect((await care(harness(), other, "case/get?page=1")).body.data).toMatchObject([{ uid: row?.id, note: reason }]);
    expect(dataOf(await care(harness(), other, "count/get"))).toMatchObject({ cases: 1 });
    expect(await kindsOf(sql, other)).toContain("review_case");
  });

  it("does not exist for whose recording it is about", async () => {
    const [author, other] = (await Promise.all([1, 2].map(() => aPeer(harness(), { role: "admin" })))) as [Peer, Peer];
    const [one] = (await peers(harness(), 1)) as [Peer];
    await asked(harness(), author);
    dataOf(await act(harness(), one, "assignment/report", { uid: await lent(harness(), one), reason: "spam" }));
    expect((await care(harness(), author, "case/get?page=1")).body.data).toEqual([]);
    expect(await kindsOf(sql, author)).toEqual([]);
    expect((await care(harness(), other, "case/get?page=1")).body.data).toHaveLength(1);
    expect(await kindsOf(sql, other)).toEqual(["review_case"]);
  });
});
