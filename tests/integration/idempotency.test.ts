import { createHash, randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, registerUser, useHarness } from "#tests/config/harness";
import { aCategory, PRACTICE } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { until } from "#tests/factories/faults";
import { giveTrades, putIn, SHOP } from "#tests/factories/trades";

const harness = useHarness();
let sql: postgres.Sql;
let user: { token: string; user: { uid: string } };
let question_id: string;
let another: string;

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  user = await registerUser(harness());
  const { questions } = await aCategory(harness(), user.token);
  question_id = questions[0]?.uid ?? "";
  another = questions[1]?.uid ?? "";
});
afterAll(() => sql.end());

const save = (key: string | undefined, body: unknown, token = user.token) =>
  harness().call("POST", `${PRACTICE}/answer/save`, { token, body, ...(key === undefined ? {} : { headers: { "idempotency-key": key } }) });

const rowsOf = async (comments: string): Promise<number> => (await sql`select 1 from answers where comments = ${comments}`).length;

describe("Idempotency-Key on practice/answer/save", () => {
  it("without a key, each call creates", async () => {
    const comments = randomUUID();
    await save(undefined, { question_id, comments });
    await save(undefined, { question_id, comments });
    expect(await rowsOf(comments)).toBe(2);
  });

  it("the same key twice gives the same answer and one row", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const first = await save(key, { question_id, comments });
    const second = await save(key, { question_id, comments });
    expect(first.status).toBe(200);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("the same key ten times at once gives the same answer and one row", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(key, { question_id, comments })));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("still gives the first answer after the record has changed", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const first = await save(key, { question_id, comments });
    await save(undefined, { uid: first.body.data.uid, comments: "changed" });
    const repeated = await save(key, { question_id, comments });
    expect(repeated.body).toEqual(first.body);
  });

  it("a key that is used for something else after its day changes nothing of what it made", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const first = await save(key, { question_id, comments });
    await sql`delete from idempotency_keys where key = ${key}`;
    expect((await save(key, { question_id, comments: "something else" })).body.data).toMatchObject({ uid: first.body.data.uid, comments });
    expect(await rowsOf(comments)).toBe(1);
  });

  it("the same key with another body is a 422 and has no effect", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    await save(key, { question_id, comments });
    expectError(await save(key, { question_id: another, comments }), 422, "idempotencyMismatch");
    expect(await rowsOf(comments)).toBe(1);
  });

  it("the order in which a program writes the same says nothing", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const first = await save(key, { question_id, comments, recorded_at: "2026-11-01T10:00:00Z", mode: "practice" });
    const again = await save(key, { mode: "practice", recorded_at: "2026-11-01T10:00:00Z", comments, question_id });
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("a call that was kept in the order in which it came is still known: a release before this one kept it so", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const body = { question_id, comments };
    const first = await save(key, body);
    const asItCame = createHash("sha256")
      .update(JSON.stringify(["practice.saveAnswer", body]))
      .digest("hex");
    await sql`update idempotency_keys set request_hash = ${asItCame} where key = ${key}`;
    expect((await save(key, body)).body).toEqual(first.body);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("a call that names no version differs from one that does in nothing else: the version seen is not what is meant", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const first = await save(key, { question_id, comments });
    const second = await save(key, { question_id, comments, version: 2 });
    expect(second.body).toEqual(first.body);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("two bodies under one key at once: one is done, the other is a 422", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const answers = await Promise.all([save(key, { question_id, comments }), save(key, { question_id: another, comments })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("a failed call frees its key", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    expectIssues(await save(key, { question_id, comments, answer_time: -1 }), ["answer_time"]);
    expectIssues(await save(key, { question_id: randomUUID(), comments }), ["question_id"]);
    expect(await sql`select 1 from idempotency_keys where key = ${key}`).toHaveLength(0);
    expect((await save(key, { question_id, comments })).status).toBe(200);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("ten failing calls at once fail alike, and the key is free afterwards", async () => {
    const [key, unknown] = [randomUUID(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(key, { question_id: unknown })));
    for (const answer of answers) expectIssues(answer, ["question_id"]);
    expect(await sql`select 1 from idempotency_keys where key = ${key}`).toHaveLength(0);
    expect((await save(key, { question_id })).status).toBe(200);
  });

  it("ten at once that each mean something else do nothing that is wrong, and the key is free afterwards", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(key, { question_id: randomUUID() })));
    // Whoever comes second meets a key in use or a freed one.
    for (const answer of answers) {
      if (answer.status === 422) expectError(answer, 422, "idempotencyMismatch");
      else expectIssues(answer, ["question_id"]);
    }
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThan(0);
    expect((await save(key, { question_id })).status).toBe(200);
  });

  it("different accounts do not collide", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const other = await registerUser(harness());
    const [mine, theirs] = await Promise.all([
      save(key, { question_id, comments }),
      save(key, { question_id: another, comments }, other.token),
    ]);
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(mine.body.data.uid).not.toBe(theirs.body.data.uid);
    expect(await rowsOf(comments)).toBe(2);
  });

  it("needs a token before it looks at a key", async () => {
    const key = randomUUID();
    await save(key, { question_id });
    expectError(await save(key, { question_id }, ""), 401, "unauthorized");
    expectError(await save(key, { question_id }, "garbage"), 401, "unauthorized");
  });

  it("a key may hold 255 characters and no more", async () => {
    expect((await save("k".repeat(255), { question_id })).status).toBe(200);
    expectError(await save("k".repeat(256), { question_id }), 400, "badRequest");
  });

  it("works over tRPC too, under the same key and account", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const rpc = () =>
      harness().call("POST", "/api/trpc/practice.saveAnswer", {
        token: user.token,
        body: { json: { question_id, comments } },
        headers: { "idempotency-key": key },
      });
    const first = await rpc();
    const second = await rpc();
    const rest = await save(key, { question_id, comments });
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(rest.body).toEqual(first.body.result.data.json);
    expect(await rowsOf(comments)).toBe(1);
  });

  /** What a crash leaves: a claim without an answer, that nobody has said of for longer than a call that runs keeps silent. */
  const orphaned = (key: string) =>
    sql`update idempotency_keys set answer = null, created_at = now() - interval '2 minutes' where key = ${key}`;

  it.each(["before", "after"])("a claim of a process that died %s its work is taken over, and there is one", async (when) => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const body = { question_id, comments };
    const first = await save(key, body);
    await orphaned(key);
    if (when === "before") await sql`delete from answers where comments = ${comments}`;
    const second = await save(key, body);
    expect([second.status, second.body.data.uid]).toEqual([200, first.body.data.uid]);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("a claim that was taken over while its call still ran is the second one's alone: both answer, and there is one", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const body = { question_id, comments };
    let calls: Promise<Answer>[] = [];
    // Both wait before they write.
    await sql.begin(async (tx) => {
      await tx`lock table answers in exclusive mode`;
      calls = [save(key, body)];
      await until("it has claimed the key", async () => (await sql`select 1 from idempotency_keys where key = ${key}`).length > 0);
      const [before] = await sql`select claim from idempotency_keys where key = ${key}`;
      await orphaned(key);
      calls.push(save(key, body));
      const other = async () => (await sql`select claim from idempotency_keys where key = ${key}`)[0]?.claim !== before?.claim;
      await until("the second has claimed it", other);
    });
    const [first, second] = await Promise.all(calls);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(second?.body.data.uid).toBe(first?.body.data.uid);
    expect(await rowsOf(comments)).toBe(1);
    expect((await save(key, body)).headers.get("idempotency-replayed")).not.toBeNull();
  });

  it("an answer that cannot be kept is given all the same, and is kept as soon as it can be", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    await sql.unsafe(`
      create function refuse_answers() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger refuse_answers before update of answer on idempotency_keys for each row execute function refuse_answers();`);
    const first = await save(key, { question_id, comments }).finally(() => sql.unsafe("drop function refuse_answers cascade"));
    expect(first.status).toBe(200);
    await until("it is kept", async () => (await sql`select answer from idempotency_keys where key = ${key}`)[0]?.answer !== null);
    expect((await save(key, { question_id, comments })).body).toEqual(first.body);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("an answer that is given again says when it was first given, over both ways, and the first one does not", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const first = await save(key, { question_id, comments });
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const [{ answered_at } = {}] = await sql`select answered_at from idempotency_keys where key = ${key}`;
    const body = { json: { question_id, comments } };
    const headers = { "idempotency-key": key };
    const rpc = await harness().call("POST", "/api/trpc/practice.saveAnswer", { token: user.token, body, headers });
    for (const again of [await save(key, { question_id, comments }), rpc])
      expect(again.headers.get("idempotency-replayed")).toBe(answered_at.toUTCString());
  });

  it("an answer lies sealed: the table shows nothing of what it holds", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const { body } = await save(key, { question_id, comments });
    const [kept] = await sql`select * from idempotency_keys where key = ${key}`;
    const text = JSON.stringify(kept);
    for (const shown of [comments, body.data.uid, "share_link"]) expect(text).not.toContain(shown);
  });

  it("one that was sealed with a secret that is not known any more is found out anew", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    const first = await save(key, { question_id, comments });
    await sql`update idempotency_keys set answer = 'abcdef.' || answer where key = ${key}`;
    expect((await save(key, { question_id, comments })).body.data.uid).toBe(first.body.data.uid);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("whoever has seen a later version than the answer told of wants the same once more", async () => {
    const boss = await registerUser(harness());
    await giveTrades(harness().app.services.db, [boss.user.uid]);
    const call = (path: string, body: object, key: string = randomUUID()) =>
      harness().call("POST", `/api/user/personalization/trades/workspace/${path}`, {
        token: boss.token,
        body,
        headers: { "idempotency-key": key },
      });
    const { uid } = (await call("create", SHOP)).body.data;
    const named = (name: string, version: number, key?: string) => call("save", { workspaceId: uid, ...SHOP, name, version }, key);
    const key = randomUUID();
    const first = await named("Slate", 1, key);
    expect(first.body.data).toMatchObject({ name: "Slate", version: 2 });
    // Its answer was lost: the page has heard of it, or has not.
    for (const seen of [1, 2]) expect((await named("Slate", seen, key)).body).toEqual(first.body);
    expect((await named("Marble", 2)).body.data).toMatchObject({ name: "Marble", version: 3 });
    const back = await named("Slate", 3, key);
    expect(back.body.data).toMatchObject({ name: "Slate", version: 4 });
    expect(back.headers.get("idempotency-replayed")).toBeNull();
    expect((await named("Slate", 3, key)).body).toEqual(back.body);
  });

  it("so does whoever has seen a later version of the one row that a list tells of: a role that was given back is taken once more", async () => {
    const [boss, other] = [await registerUser(harness()), await registerUser(harness())];
    const { db } = harness().app.services;
    await giveTrades(db, [boss.user.uid, other.user.uid]);
    const call = (path: string, body: object, key: string = randomUUID()) =>
      harness().call("POST", `/api/user/personalization/trades/${path}`, {
        token: boss.token,
        body,
        headers: { "idempotency-key": key },
      });
    const { uid: workspaceId } = (await call("workspace/create", SHOP)).body.data;
    const { uid } = await putIn(db, workspaceId, other.user.uid, "manager");
    const setRole = (role: string, version: number, key?: string) => call("member/role/save", { workspaceId, uid, role, version }, key);
    const roleIn = ({ body }: { body: { data: { uid: string; role: string }[] } }) => body.data.find((member) => member.uid === uid)?.role;
    const key = randomUUID();
    expect(roleIn(await setRole("member", 1, key))).toBe("member");
    // Its answer was lost, which nobody but the one who asked knows.
    expect(roleIn(await setRole("member", 2, key))).toBe("member");
    expect(roleIn(await setRole("manager", 2))).toBe("manager");
    const again = await setRole("member", 3, key);
    expect([roleIn(again), again.headers.get("idempotency-replayed")]).toEqual(["member", null]);
  });

  const withKey = (path: string, key: string, uid: string) =>
    harness().call("POST", `${PRACTICE}/answer/${path}`, { token: user.token, body: { uid }, headers: { "idempotency-key": key } });

  it("paths that may be called again take no notice of a key", async () => {
    const key = randomUUID();
    const { data } = (await save(undefined, { question_id })).body;
    expect((await withKey("share/revoke", key, data.uid)).status).toBe(200);
    expectError(await withKey("share/revoke", key, randomUUID()), 404, "notFound");
  });

  it("what can be done only once answers as it did the first time", async () => {
    const key = randomUUID();
    const { data } = (await save(undefined, { question_id })).body;
    const first = await withKey("delete", key, data.uid);
    expect(first.status).toBe(200);
    expect((await withKey("delete", key, data.uid)).body).toEqual(first.body);
    expectError(await withKey("delete", randomUUID(), data.uid), 404, "notFound");
  });

  it("the cleaning job keeps a key for 24 hours", async () => {
    const { platformJobs } = await import("@/server/jobs/platform");
    const [young, old] = [randomUUID(), randomUUID()];
    const body = { question_id, comments: randomUUID() };
    await save(young, body);
    await save(old, body);
    await sql`update idempotency_keys set created_at = now() - interval '23 hours 59 minutes' where key = ${young}`;
    await sql`update idempotency_keys set created_at = now() - interval '24 hours 1 minute' where key = ${old}`;
    for (const job of platformJobs) await job.run(harness().app.services);
    const kept = await sql<{ key: string }[]>`select key from idempotency_keys where key in ${sql([young, old])}`;
    expect(kept.map((row) => row.key)).toEqual([young]);
  });

  it("of an account's answers the latest 64 MiB are kept, and what runs is none of them", async () => {
    const { platformJobs } = await import("@/server/jobs/platform");
    const [other, large] = [await registerUser(harness()), 30 * 1024 * 1024];
    const keep = (of: string, key: string, minutesAgo: number, bytes: number | null) => sql`
      insert into idempotency_keys (user_id, key, request_hash, created_at, answer)
      values (${of}, ${key}, 'hash', now() - make_interval(mins => ${minutesAgo}), repeat('x', ${bytes}::int))`;
    const { uid } = other.user;
    await keep(uid, "latest", 1, large);
    await keep(uid, "second", 2, large);
    await keep(uid, "third", 3, large);
    await keep(uid, "runs", 4, null);
    await keep(user.user.uid, "of another", 5, large);
    for (const job of platformJobs) await job.run(harness().app.services);
    const kept = await sql<{ key: string }[]>`select key from idempotency_keys where request_hash = 'hash' order by created_at desc`;
    expect(kept.map(({ key }) => key)).toEqual(["latest", "second", "runs", "of another"]);
    await sql`delete from idempotency_keys where request_hash = 'hash'`;
  });
});

describe("Idempotency-Unanswered on practice/answer/save", () => {
  const corrected = (unanswered: string, body: object, token = user.token) =>
    harness().call("POST", `${PRACTICE}/answer/save`, {
      token,
      body: { question_id, ...body },
      headers: { "idempotency-key": randomUUID(), "idempotency-unanswered": unanswered },
    });

  it("what is sent anew in other words is refused where the first call arrived, and done where it is meant all the same", async () => {
    const [key, comments] = [randomUUID(), randomUUID()];
    await save(key, { question_id, comments: "first" });
    expectError(await corrected(`${randomUUID()}, ${key}`, { comments }), 409, "savedBefore");
    expect(await rowsOf(comments)).toBe(0);
    expect((await save(randomUUID(), { question_id, comments })).status).toBe(200);
    expect(await rowsOf(comments)).toBe(1);
  });

  it("a refusal frees the key", async () => {
    const [key, again, comments] = [randomUUID(), randomUUID(), randomUUID()];
    await save(key, { question_id });
    const headers = { "idempotency-key": again, "idempotency-unanswered": key };
    const call = (more: object) =>
      harness().call("POST", `${PRACTICE}/answer/save`, { token: user.token, body: { question_id, comments }, headers: more as never });
    expectError(await call(headers), 409, "savedBefore");
    expect((await call({ "idempotency-key": again })).status).toBe(200);
  });

  it("the same is said where a process died before it had kept its answer", async () => {
    const key = randomUUID();
    await save(key, { question_id });
    await sql`update idempotency_keys set answer = null where key = ${key}`;
    expectError(await corrected(key, {}), 409, "savedBefore");
  });

  it("what never arrived, what was refused, and what is another's stops nothing", async () => {
    const [refused, theirs] = [randomUUID(), randomUUID()];
    const other = await registerUser(harness());
    await save(refused, { question_id, answer_time: -1 });
    await save(theirs, { question_id }, other.token);
    expect((await corrected([randomUUID(), refused, theirs, "", " "].join(), {})).status).toBe(200);
  });

  it("a change of what is there makes nothing twice", async () => {
    const key = randomUUID();
    const { uid } = (await save(key, { question_id })).body.data;
    expect((await corrected(key, { uid, comments: "changed" })).body.data).toMatchObject({ uid, comments: "changed" });
  });

  it("looks at five keys", async () => {
    const key = randomUUID();
    await save(key, { question_id });
    const others = Array.from({ length: 5 }, () => randomUUID());
    expect((await corrected([...others, key].join(), {})).status).toBe(200);
    expectError(await corrected([...others.slice(1), key].join(), {}), 409, "savedBefore");
  });
});
