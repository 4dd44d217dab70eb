import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, useHarness } from "#tests/config/harness";
import { PRACTICE } from "#tests/factories/answers";
import {
  act,
  aPeer,
  aReview,
  ask,
  asked as askedBy,
  aTake,
  contextOf,
  forgetReviews,
  hoursPass,
  lent,
  open,
  type Peer,
  peers,
  pull,
  review,
} from "#tests/factories/peer-review";
import { looksOf } from "#tests/factories/plans";
import { whileHeld } from "#tests/factories/waiting";
import { nextAssignment } from "@/features/peer-review/assignments/mutations";
import { tidy } from "@/features/peer-review/upkeep/mutations";
import type { Transaction } from "@/server/db/client";
import { answers } from "@/server/db/schema";

/** What differs from time to time is tried so often. */
const ROUNDS = 6;

const harness = useHarness({ DATABASE_POOL: "40" });
let sql: postgres.Sql;
let crowd: Peer[];
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 4 });
  crowd = await peers(harness(), 50);
});
afterAll(() => sql.end());
// Each test has the queue for itself, and nobody has met anybody.
beforeEach(() => forgetReviews(sql));
const endLeases = () => tidy(harness().app.services, new Date());

/** A request that is open, and who made it. */
const asked = async (person?: Peer) => askedBy(harness(), person ?? (await aPeer(harness())));

const uidOf = (answer: Answer): string | null => answer.body.data?.uid ?? null;
const unsigned = (name: string, value: unknown) => (name === "link" ? "" : value);
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];
const leases = () =>
  sql<{ request_id: string; reviewer_id: string; state: string }[]>`select * from review_assignments where state <> 'queued'`;

/** Somebody with a lease on the only request there is. */
async function leased() {
  const request = await asked();
  const reviewer = await aPeer(harness());
  return { ...request, reviewer, assignment: await lent(harness(), reviewer) };
}

describe("fifty at once", { timeout: 60_000 }, () => {
  it("want one request: three get it, nobody twice, the others nothing", async () => {
    await asked();
    const answers = await Promise.all(crowd.map((person) => pull(harness(), person)));
    expect(statuses(answers)).toEqual([200]);
    expect(answers.filter(uidOf)).toHaveLength(3);
    const rows = await leases();
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ reviewer_id }) => reviewer_id)).size).toBe(3);
  });

  it("want twenty requests: each of the fifty has one, no request has more than three", async () => {
    for (let n = 0; n < 20; n++) await asked();
    const answers = await Promise.all(crowd.map((person) => pull(harness(), person)));
    expect(statuses(answers)).toEqual([200]);
    // Whoever found every row that they looked at in somebody's hands finds one now.
    const again = await Promise.all(crowd.filter((_, at) => !uidOf(answers[at] as Answer)).map((person) => pull(harness(), person)));
    expect([...answers, ...again].filter(uidOf)).toHaveLength(50);
    const rows = await leases();
    expect(rows).toHaveLength(50);
    const [most] = await sql`
      select max(n)::int as held, bool_or(n <> people) as twice
      from (select count(*) as n, count(distinct reviewer_id) as people from review_assignments where state <> 'queued' group by request_id) x`;
    expect(most?.held).toBeLessThanOrEqual(3);
    expect(most?.twice).toBe(false);
  });

  it("with two tabs each hold one lease, the same in both", async () => {
    for (let n = 0; n < 20; n++) await asked();
    const answers = await Promise.all(crowd.flatMap((person) => [pull(harness(), person), pull(harness(), person)]));
    expect(statuses(answers)).toEqual([200]);
    // A tab that found every row in somebody's hands asks again, and so does one that has it: all are shown the same.
    const again = await Promise.all(crowd.map((person) => pull(harness(), person)));
    for (const [at, answer] of again.entries()) {
      const shown = [uidOf(answer), uidOf(answers[2 * at] as Answer), uidOf(answers[2 * at + 1] as Answer)].filter((uid) => uid !== null);
      expect(new Set(shown).size).toBe(1);
    }
    expect(statuses(again)).toEqual([200]);
    const doubled = await sql`select reviewer_id from review_assignments where state = 'leased' group by 1 having count(*) > 1`;
    expect(doubled).toHaveLength(0);
    expect(await leases()).toHaveLength(50);
  });

  it("who ask for one another: no pair meets twice, in whatever direction", async () => {
    for (const person of crowd.slice(0, 20)) await asked(person);
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(crowd.slice(0, 20).map((person) => pull(harness(), person)));
      expect(statuses(answers)).toEqual([200]);
      const held = answers.flatMap((answer, at) => (uidOf(answer) ? [{ person: crowd[at] as Peer, uid: uidOf(answer) as string }] : []));
      const given = await Promise.all(held.map(({ person, uid }) => review(harness(), person, aReview(uid))));
      expect(statuses(given)).toEqual([200]);
    }
    const met = await sql`
      select least(a.reviewer_id, r.author_id), greatest(a.reviewer_id, r.author_id), count(*)
      from review_assignments a join review_requests r on r.id = a.request_id group by 1, 2 having count(*) > 1`;
    expect(met).toEqual([]);
    expect(
      await sql`select 1 from review_assignments a join review_requests r on r.id = a.request_id where a.reviewer_id = r.author_id`,
    ).toEqual([]);
    expect((await leases()).length).toBeGreaterThan(30);
  });

  it("two who can only take each other's: one of them does", async () => {
    for (let n = 0; n < ROUNDS; n++) {
      await forgetReviews(sql);
      const pair = await peers(harness(), 2);
      for (const person of pair) await asked(person);
      const answers = await Promise.all(pair.map((person) => pull(harness(), person)));
      expect(statuses(answers)).toEqual([200]);
      expect(answers.filter(uidOf).length).toBeLessThanOrEqual(1);
      await Promise.all(pair.map((person) => pull(harness(), person)));
      expect(await leases()).toHaveLength(1);
    }
  });
});

/** Two calls about a take that both wait for it, and get it in the order in which they came. @returns the answers in the order of the calls */
async function inOrder(answerId: string, calls: readonly [() => Promise<Answer>, () => Promise<Answer>], firstFirst: boolean) {
  const hold = (tx: Transaction) => tx.select().from(answers).where(eq(answers.id, answerId)).for("update");
  const heard = await whileHeld(harness().app.services.db, hold, ...(firstFirst ? calls : calls.toReversed()));
  return (firstFirst ? heard : heard.toReversed()) as [Answer, Answer];
}

describe("what comes at the same moment", { timeout: 60_000 }, () => {
  it("a withdrawal and those who pull: nobody holds what was withdrawn", async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const { author, uid } = await asked();
      const [withdrawn] = await Promise.all([
        act(harness(), author, "request/withdraw", { uid }),
        ...crowd.slice(n, n + 5).map((person) => pull(harness(), person)),
      ]);
      expect(withdrawn.status).toBe(200);
      expect(await sql`select 1 from review_assignments where request_id = ${uid} and state = 'leased'`).toEqual([]);
    }
  });

  it("a withdrawal and a submission: one of them, and the take stands accordingly", async () => {
    const seen = new Set<string>();
    for (let n = 0; n < ROUNDS; n++) {
      const { author, uid, assignment, reviewer, answerId } = await leased();
      const calls = [
        () => act(harness(), author, "request/withdraw", { uid }),
        () => review(harness(), reviewer, aReview(assignment)),
      ] as const;
      // Four rounds in an order that is made sure of, by whose call waits for the take first; the others as they fall.
      const [withdrawn, given] = await (n < 4 ? inOrder(answerId, calls, n % 2 === 0) : Promise.all([calls[0](), calls[1]()]));
      expect([200, 409]).toContain(withdrawn.status);
      expect([200, 404, 409]).toContain(given.status);
      const [row] = await sql`
        select r.state, a.state as assignment, t.state as take, (select count(*)::int from peer_reviews v where v.assignment_id = a.id) as reviews
        from review_requests r join review_assignments a on a.request_id = r.id join answers t on t.id = r.answer_id where r.id = ${uid}`;
      expect(row?.reviews).toBe(given.status === 200 ? 1 : 0);
      expect(row?.assignment === "submitted").toBe(given.status === 200);
      if (withdrawn.status === 200) expect(row?.state).toBe("withdrawn");
      expect((await sql`select state from answers where id = ${answerId}`)[0]?.state === "in_review").toBe(row?.state === "open");
      seen.add(`${withdrawn.status} ${given.status}`);
    }
    // Where the review was first, it counts, and what is withdrawn is the rest.
    for (const order of ["200 409", "200 200"]) expect(seen).toContain(order);
  });

  it("a withdrawal and those who give back, or run out of time: nothing waits any more", async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const { author, uid, assignment, reviewer } = await leased();
      const others = await Promise.all(crowd.slice(0, 2).map(async (person) => ({ person, uid: uidOf(await pull(harness(), person)) })));
      await sql`update review_assignments set lease_ends_at = now() where reviewer_id = ${crowd[0]?.id ?? ""} and state = 'leased'`;
      const [withdrawn] = await Promise.all([
        act(harness(), author, "request/withdraw", { uid }),
        act(harness(), reviewer, "assignment/release", { uid: assignment }),
        ...others.map(({ person, uid: held }) => act(harness(), person, "assignment/release", { uid: held })),
        endLeases(),
        pull(harness(), crowd[3] as Peer),
      ]);
      expect(withdrawn.status).toBe(200);
      await endLeases();
      const left = await sql`select state from review_assignments where request_id = ${uid} and state in ('queued', 'leased')`;
      expect({ n, left }).toEqual({ n, left: [] });
      await forgetReviews(sql);
    }
  });

  it("the end of a lease and a submission: a review, or an expired lease, never both", async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const { assignment, reviewer } = await leased();
      // At the very end: which of the two comes first differs from time to time.
      await sql`update review_assignments set lease_ends_at = now() + make_interval(secs => ${n / 250}) where id = ${assignment}`;
      const [given] = await Promise.all([review(harness(), reviewer, aReview(assignment)), endLeases()]);
      await endLeases();
      const [row] = await sql`
        select state, (select count(*)::int from peer_reviews v where v.assignment_id = a.id) as reviews from review_assignments a where id = ${assignment}`;
      expect([200, 409]).toContain(given.status);
      expect(row).toMatchObject(given.status === 200 ? { state: "submitted", reviews: 1 } : { state: "expired", reviews: 0 });
    }
  });

  it("a deletion of the take and a submission end in one order or the other", async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const { author, answerId, assignment, reviewer, uid } = await leased();
      const [deleted, given] = await Promise.all([
        harness().call("POST", `${PRACTICE}/answer/delete`, { token: author.token, body: { uid: answerId } }),
        review(harness(), reviewer, aReview(assignment)),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404, 409]).toContain(given.status);
      expect((await sql`select state from answers where id = ${answerId}`)[0]?.state).toBe("deleted");
      await endLeases();
      expect(await sql`select 1 from review_requests where id = ${uid} and state = 'open'`).toEqual([]);
      expect(await sql`select 1 from review_assignments where id = ${assignment} and state = 'leased'`).toEqual([]);
    }
  });
});

describe("a take that was deleted, before any job has seen it", () => {
  it("is lent to nobody, takes no review, and does not keep its reviewer from the next", async () => {
    const { author, answerId, assignment, reviewer } = await leased();
    const deleted = await harness().call("POST", `${PRACTICE}/answer/delete`, { token: author.token, body: { uid: answerId } });
    expect(deleted.status).toBe(200);
    expect((await review(harness(), reviewer, aReview(assignment))).status).toBe(409);
    expect(uidOf(await pull(harness(), crowd[0] as Peer))).toBeNull();
    await asked();
    const next = uidOf(await pull(harness(), reviewer));
    expect(next).not.toBeNull();
    expect(next).not.toBe(assignment);
  });
});

describe("a lease that ran out, before any job has seen it", () => {
  it("takes no review, keeps no place, and does not keep its holder from the next", async () => {
    const { assignment, reviewer } = await leased();
    await hoursPass(sql, 8.01);
    expect((await review(harness(), reviewer, aReview(assignment))).status).toBe(409);
    const others = await Promise.all(crowd.slice(0, 4).map((person) => pull(harness(), person)));
    expect(others.filter(uidOf)).toHaveLength(3);
    await asked();
    const next = await pull(harness(), reviewer);
    expect(next.status).toBe(200);
    expect(uidOf(next)).not.toBeNull();
    expect(uidOf(next)).not.toBe(assignment);
  });

  it("is there until then", async () => {
    const { assignment, reviewer } = await leased();
    await hoursPass(sql, 7.95);
    expect(uidOf(await pull(harness(), reviewer))).toBe(assignment);
    expect((await review(harness(), reviewer, aReview(assignment))).status).toBe(200);
  });
});

describe("the same once more", () => {
  it("a review that is sent ten times at once is one", async () => {
    const { assignment, reviewer } = await leased();
    const body = aReview(assignment);
    const answers = await Promise.all(Array.from({ length: 10 }, () => review(harness(), reviewer, body)));
    expect(statuses(answers)).toEqual([200]);
    expect(await sql`select 1 from peer_reviews where assignment_id = ${assignment}`).toHaveLength(1);
    expect((await sql`select received from review_requests`)[0]?.received).toBe(1);
  });

  it("two different reviews of one assignment at once: one stands, and both are told which", async () => {
    const { assignment, reviewer } = await leased();
    const bodies = [1, 5].map((clarity) => aReview(assignment, { clarity }));
    const answers = await Promise.all(bodies.map((body) => review(harness(), reviewer, body)));
    expect(statuses(answers)).toEqual([200]);
    const rows = await sql`select id, clarity from peer_reviews where assignment_id = ${assignment}`;
    expect(rows).toHaveLength(1);
    for (const { body } of answers) expect(body.data).toMatchObject({ uid: rows[0]?.id, ratings: { clarity: rows[0]?.clarity } });
  });

  it("under one key has one effect and one answer, for each of the three that create", async () => {
    const author = await aPeer(harness());
    const reviewer = await aPeer(harness());
    const keyed = async (call: (headers: Record<string, string>) => Promise<Answer>) => {
      const headers = { "idempotency-key": randomUUID() };
      const answers = await Promise.all(Array.from({ length: 6 }, () => call(headers)));
      expect(statuses(answers)).toEqual([200]);
      // An address that plays a recording is signed anew each time; all else is the same.
      const [first, ...later] = answers.map(({ body }) => JSON.parse(JSON.stringify(body, unsigned)));
      for (const body of later) expect(body).toEqual(first);
      return answers[0]?.body.data;
    };
    const answer_id = await aTake(harness(), author.id);
    const request = await keyed((headers) => ask(harness(), author, answer_id, {}, headers));
    expect(await sql`select id from review_requests`).toEqual([{ id: request.uid }]);
    await open(harness().app.services.db, request.uid, new Date());
    const assignment = await keyed((headers) => pull(harness(), reviewer, headers));
    expect(await leases()).toHaveLength(1);
    const body = aReview(assignment.uid);
    await keyed((headers) => review(harness(), reviewer, body, headers));
    expect(await sql`select 1 from peer_reviews`).toHaveLength(1);
  });

  it("a take has one open request, however often it is asked for at once", async () => {
    const author = await aPeer(harness());
    const answer_id = await aTake(harness(), author.id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(harness(), author, answer_id)));
    expect(statuses(answers)).toEqual([200]);
    expect(await sql`select 1 from review_requests where answer_id = ${answer_id}`).toHaveLength(1);
  });
});

describe("among 100,000 places that wait", () => {
  const TABLE = "review_assignments";

  /** What a pull does to the queue: whether it reads all of it, and how many rows it looks at. */
  async function workOf(person: Peer): Promise<{ scans: number; rows: number; statements: number }> {
    const pulled = await looksOf(harness().databaseUrl, (db) => nextAssignment(contextOf(harness(), person.id, { db })));
    const looks = pulled.flatMap((statement) => statement.looks).filter(({ table }) => table === TABLE);
    return {
      scans: looks.filter(({ whole }) => whole).length,
      rows: Math.max(0, ...looks.map(({ rows }) => rows)),
      statements: pulled.filter(({ text }) => text.includes(TABLE)).length,
    };
  }

  it("a pull goes along the index, whoever pulls", async () => {
    const author = await asked();
    const [pattern] = await sql`select * from review_requests where id = ${author.uid}`;
    await sql.begin(async (tx) => {
      // What refers to what is right by its making.
      await tx`set local session_replication_role = replica`;
      await tx`insert into users (id, email, first_name, last_name) select gen_random_uuid(), 'many' || n || '@example.com', 'Many', 'M' from generate_series(1, 2000) n`;
      await tx`
        insert into answers (id, user_id, question_id, state, reading_time, answer_time, recording_kind, mime_type, size_bytes, duration_ms, md5)
        select gen_random_uuid(), u.id, t.question_id, 'in_review', 1, 1, 'audio', 'audio/webm', 5000, 60000, md5(u.id::text || n)
        from users u, generate_series(1, 17) n, answers t where u.email like 'many%' and t.id = ${author.answerId}`;
      await tx`
        insert into review_requests (id, answer_id, author_id, language, wanted, paid, created_at, opened_at)
        select gen_random_uuid(), t.id, t.user_id, ${pattern?.language}, 3, true, now(), now() - random() * interval '10 hours'
        from answers t join users u on u.id = t.user_id where u.email like 'many%'`;
      await tx`
        insert into review_assignments (id, request_id, author_id, answer_id, language, place, turn_at)
        select gen_random_uuid(), r.id, r.author_id, r.answer_id, r.language, place, r.opened_at + (place - 1) * interval '12 hours'
        from review_requests r join users u on u.id = r.author_id, generate_series(1, 3) place where u.email like 'many%'`;
    });
    for (const table of [TABLE, "review_requests", "review_pairs", "answers", "users"]) await sql.unsafe(`vacuum analyze ${table}`);
    expect(Number((await sql`select count(*) as n from review_assignments where state = 'queued'`)[0]?.n)).toBeGreaterThan(100_000);

    const someone = await aPeer(harness());
    // Nothing waits in their language, and nothing for long enough to be for others.
    const elsewhere = await aPeer(harness(), { language: "vi" });
    const [busy] =
      await sql`select author_id as id from review_assignments where state = 'queued' group by 1 order by min(turn_at) limit 1`;
    const acquainted = await aPeer(harness());
    await sql`
      insert into review_pairs (one_id, other_id, paired_at)
      select least(author_id, ${acquainted.id}::uuid), greatest(author_id, ${acquainted.id}::uuid), now()
      from (select author_id from review_assignments where state = 'queued' and author_id <> ${acquainted.id} order by turn_at limit 200) a
      group by author_id`;
    for (const [who, person, most] of [
      ["anybody", someone, 200],
      ["who speaks another language", elsewhere, 200],
      ["who has asked most", { id: busy?.id, token: "" }, 400],
      ["who has met many", acquainted, 1000],
    ] as const) {
      const work = await workOf(person);
      expect(work.statements).toBeGreaterThan(0);
      expect({ who, scans: work.scans, few: work.rows <= most, ...(work.rows <= most ? {} : { rows: work.rows }) }).toEqual({
        who,
        scans: 0,
        few: true,
      });
    }
  }, 120_000);
});
