import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { insertAnswers } from "#tests/factories/bulk";
import { dataOf } from "#tests/factories/forum";
import { kindsOf } from "#tests/factories/notifications";
import {
  act,
  aPeer,
  aRealTake,
  ask,
  asked,
  aTake,
  deletesTake,
  detail,
  forgetReviews,
  get,
  gives,
  hoursPass,
  type Peer,
  peers,
  prepare,
  tidyUp,
} from "#tests/factories/peer-review";
import { looksOf } from "#tests/factories/plans";
import { refusing } from "#tests/factories/refusing";
import { endUnopened, prepareRequests } from "@/features/peer-review/recordings/mutations";
import { closeCases, forgetDeleted, forgetOld } from "@/features/peer-review/upkeep/mutations";

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

describe("a request that does not come into the queue", () => {
  it("for want of its voice ends after a day; its author is told, and may ask again", async () => {
    const me = await aPeer(harness());
    const answerId = await aTake(harness(), me.id, { recordingKind: "video", mimeType: "video/webm" });
    const { uid } = dataOf(await ask(harness(), me, answerId, { staged: true }));
    await hoursPass(sql, 23.9);
    await tidyUp(harness());
    expect(await detail(harness(), me, uid)).toMatchObject({ state: "open", awaitsVoice: true });
    await hoursPass(sql, 0.2);
    for (const _ of [1, 2]) await tidyUp(harness());
    expect(await detail(harness(), me, uid)).toMatchObject({ state: "withdrawn", withdrawnFor: "voiceless", awaitsVoice: false });
    expect(await kindsOf(sql, me)).toEqual(["review_voiceless"]);
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
    await tidyUp(harness());
    expect(await detail(harness(), me, uid)).toMatchObject({ state: "open", preparing: true });
    await prepare(harness());
    await tidyUp(harness());
    expect(await detail(harness(), me, uid)).toMatchObject({ state: "withdrawn", withdrawnFor: "unprepared", preparing: false });
    expect(await kindsOf(sql, me)).toEqual(["review_unprepared"]);
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
    expect((await detail(harness(), me, uid)).openedAt).not.toBeNull();
  });

  it("and cannot be ended keeps no other from ending", async () => {
    const people = await peers(harness(), 2);
    const uids: string[] = [];
    for (const person of people) {
      const answerId = await aTake(harness(), person.id, { recordingKind: "video", mimeType: "video/webm" });
      uids.push(dataOf(await ask(harness(), person, answerId, { staged: true })).uid);
    }
    await hoursPass(sql, 25);
    const failing = () => expect(tidyUp(harness())).rejects.toThrow("not tidied: unopened copies");
    await refusing(sql, "update", "review_requests", failing, `new.id = '${uids[0]}'`);
    expect(await Promise.all(people.map((person) => kindsOf(sql, person)))).toEqual([[], ["review_voiceless"]]);
    await tidyUp(harness());
    expect(await Promise.all(people.map((person) => kindsOf(sql, person)))).toEqual([["review_voiceless"], ["review_voiceless"]]);
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
    for (const [at, person] of people.entries())
      expect(await detail(harness(), person, uids[at] ?? "")).toMatchObject({ preparing: false });
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
    expect(await detail(harness(), me, uid)).toMatchObject({ hidden: true, withdrawnFor: null });
    await deletesTake(harness(), me, answerId);
    const ended = { state: "withdrawn", withdrawnFor: "deleted", hidden: false, unread: 0, preparing: false };
    for (const looked of [1, 2]) {
      expect({ looked, ...(await detail(harness(), me, uid)) }).toMatchObject({ ...ended, looked, reviews: [], own: null, peers: null });
      expect((await get(harness(), me, "request/get", { page: 1 })).body.data).toMatchObject([ended]);
      await tidyUp(harness());
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
      await deletesTake(harness(), person, answerId);
      uids.push(uid);
    }
    const states = async () =>
      (await sql`select state from review_requests order by array_position(${uids}::uuid[], id)`).map((row) => row.state);
    const failing = () => expect(tidyUp(harness())).rejects.toThrow("not tidied: deleted takes");
    // As it is found first, whichever that is.
    await refusing(sql, "update", "review_requests", failing, `new.id = '${[...uids].sort()[0]}'`);
    expect((await states()).sort()).toEqual(["open", "withdrawn"]);
    expect(await sql`select from peer_reviews where good <> '' or suggestion <> ''`).toHaveLength(0);
    await tidyUp(harness());
    expect(await states()).toEqual(["withdrawn", "withdrawn"]);
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
    await deletesTake(harness(), me, answerId);
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
