import { randomUUID } from "node:crypto";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, it, vi } from "vitest";
import { registerUser, startHarness, useHarness } from "#tests/config/harness";
import { aQuestion, capturedAnswer, RATINGS } from "#tests/factories/answers";
import { openLive } from "#tests/factories/live";
import { finish, putFile, storedAnswer, uploadAddress } from "#tests/factories/uploads";
import { connect } from "@/server/db/client";
import { answers, idempotencyKeys, planGradings, sessions, storedFiles } from "@/server/db/schema";
import { platformJobs } from "@/server/jobs/platform";
import { jobQueue, wakeJob } from "@/server/jobs/queue";
import { createLog } from "@/server/log";
import { createRealtime, publish, type Realtime } from "@/server/realtime";
import { Disk } from "@/server/vendors/uploadthing/disk";

const P = "/api/user/personalization/practice";

describe("the job queue", () => {
  const harness = useHarness();

  it("erases a deleted answer's file soon after, in the process that works", async () => {
    const { app, call } = harness();
    await app.work();
    const { token } = await registerUser(harness());
    const { uid } = await storedAnswer(harness(), token);
    const [row] = await app.services.db.select().from(answers).where(eq(answers.id, uid));
    expect(row?.fileKey).toBeTruthy();
    expect((await call("POST", `${P}/answer/delete`, { token, body: { uid } })).status).toBe(200);
    const read = async () => (await app.services.db.select().from(answers).where(eq(answers.id, uid)))[0];
    await vi.waitFor(async () => expect((await read())?.erasedAt).toBeInstanceOf(Date), { timeout: 15_000, interval: 200 });
    expect(await read()).toMatchObject({ state: "deleted", fileKey: null, comments: "" });
    expect(
      await app.services.db
        .select()
        .from(storedFiles)
        .where(eq(storedFiles.key, row?.fileKey ?? "")),
    ).toEqual([]);
  });

  it("erases what a half-sent upload left, too", async () => {
    const { app, call } = harness();
    const { token } = await registerUser(harness());
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    await uploadAddress(harness(), token, uid, { name, size: recording.size, type: recording.type });
    const left = () => app.services.db.select().from(storedFiles);
    expect(await left()).toHaveLength(1);
    await call("POST", `${P}/answer/delete`, { token, body: { uid } });
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 15_000, interval: 200 });
  });
});

describe("what is wanted again and again", () => {
  const harness = useHarness();

  it("is asked for at once, and once more for all that came meanwhile", async () => {
    const { services } = harness().app;
    const name = `test.often-${randomUUID()}`;
    let want = (_name: string | null) => {};
    const realtime: Realtime = {
      subscribe: (topic, listener) => {
        if (topic === "jobs") want = listener;
        return services.realtime.subscribe(topic, listener);
      },
    };
    const told: (string | null)[] = [];
    const deafen = await services.realtime.subscribe("jobs-waiting", (job) => void told.push(job));
    const queue = jobQueue(harness().databaseUrl, services.db, createLog("silent"));
    let runs = 0;
    await queue.work([{ name, run: async () => void runs++ }], { ...services, realtime });
    for (let times = 0; times < 50; times++) want(name);
    await vi.waitFor(() => expect(told.length > 1 && runs > 0).toBe(true), { timeout: 15_000, interval: 100 });
    await queue.stop();
    await publish(services.db, "jobs-waiting", "the end");
    await vi.waitFor(() => expect(told).toContain("the end"), { timeout: 15_000, interval: 100 });
    expect(told).toEqual([name, name, "the end"]);
    deafen();
  });
});

describe("a process whose work cannot begin", () => {
  const harness = useHarness();

  it("begins it as soon as what was in the way has passed", async () => {
    const { databaseUrl } = harness();
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    // Somebody who may not make the queue's tables, for a while.
    const [role, database] = [`jobs_${randomUUID().slice(0, 8)}`, new URL(databaseUrl).pathname.slice(1)];
    await sql.unsafe(`create role ${role} login password 'secret'`);
    const url = new URL(databaseUrl);
    [url.username, url.password] = [role, "secret"];
    const queue = jobQueue(url.href, harness().app.services.db, createLog("silent"));
    let runs = 0;
    const working = queue.work([{ name: "late", atStart: true, run: async () => void runs++ }], harness().app.services);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(runs).toBe(0);
    await sql.unsafe(`grant create on database ${database} to ${role}`);
    await working;
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 15_000, interval: 100 });
    await queue.stop();
    await sql.unsafe(`drop owned by ${role} cascade`);
    await sql.unsafe(`drop role ${role}`);
    await sql.end();
  });

  it("hears from then on what is wanted, also where it could not listen at first", async () => {
    const { app, databaseUrl } = harness();
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    const [role, name] = [`ears_${randomUUID().slice(0, 8)}`, `test.wanted-${randomUUID()}`];
    await sql.unsafe(`create role ${role} nologin password 'secret'`);
    const url = new URL(databaseUrl);
    [url.username, url.password] = [role, "secret"];
    const ears = connect({ url: url.href, max: 1 });
    const log = createLog("silent");
    const realtime = createRealtime(ears, log);
    const queue = jobQueue(databaseUrl, app.services.db, log);
    let runs = 0;
    const working = queue.work([{ name, run: async () => void runs++ }], { ...app.services, realtime });
    // The same first try as the queue's.
    await expect(realtime.subscribe("test", () => {})).rejects.toThrow("not permitted to log in");
    await sql.unsafe(`alter role ${role} login`);
    await working;
    await wakeJob(app.services.db, name);
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 15_000, interval: 100 });
    await queue.stop();
    await ears.close();
    await sql.unsafe(`drop role ${role}`);
    await sql.end();
  });
});

describe("a job that may take hours", () => {
  const harness = useHarness();

  it("has them, whether it was sent or came by the clock, also where an earlier release gave it less; others have a quarter of one", async () => {
    const { app, databaseUrl } = harness();
    const sql = postgres(databaseUrl, { max: 1 });
    const [long, other] = [`test.long-${randomUUID()}`, `test.other-${randomUUID()}`];
    /** How long each run had that is over, once there are so many: while one waits, no other is taken on. */
    const had = async (name: string, runs: number) => {
      const seconds = () =>
        sql`select extract(epoch from expire_in)::int as n from pgboss.job where name = ${name} and state = 'completed' order by created_on`;
      await vi.waitFor(async () => expect(await seconds()).toHaveLength(runs), { timeout: 20_000, interval: 100 });
      return (await seconds()).map(({ n }) => n as number);
    };
    const working = async (hours?: number) => {
      const queue = jobQueue(databaseUrl, app.services.db, createLog("silent"));
      const job = { cron: "0 0 1 1 *", run: async () => {} };
      await queue.work(
        [hours === undefined ? { name: long, ...job } : { name: long, ...job, hours }, { name: other, ...job }],
        app.services,
      );
      return queue;
    };
    const before = await working();
    await before.send(long);
    expect(await had(long, 1)).toEqual([900]);
    await before.stop();
    const queue = await working(6);
    await queue.send(long);
    await queue.send(other);
    expect(await had(long, 2)).toEqual([900, 21_600]);
    // As pg-boss's clock asks for what is due.
    await sql`insert into pgboss.job (name, data) values ('__pgboss__send-it', ${sql.json({ name: long, data: null })})`;
    expect(await had(long, 3)).toEqual([900, 21_600, 21_600]);
    expect(await had(other, 1)).toEqual([900]);
    await queue.stop();
    await sql.end();
  });
});

describe("a stop", () => {
  const harness = useHarness();
  const stateOf = async (name: string) => {
    const sql = postgres(harness().databaseUrl, { max: 1 });
    const rows = await sql`select state, retry_count from pgboss.job where name = ${name}`.finally(() => sql.end());
    return rows.map(({ state }) => state as string);
  };

  it("waits for a job that ends soon, and gives one back that does not", async () => {
    const { app, databaseUrl } = harness();
    const { services } = app;
    // Of this try alone: the queue keeps what an earlier one left.
    const [short, endless] = [`test.short-${randomUUID()}`, `test.endless-${randomUUID()}`];
    const queue = jobQueue(databaseUrl, services.db, createLog("silent"));
    const begun: string[] = [];
    const ends: Record<string, () => void> = {};
    const job = (name: string) => ({
      name,
      run: () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends[name] = resolve;
        }),
    });
    await queue.work([job(short), job(endless)], services);
    await queue.send(short);
    await queue.send(endless);
    await vi.waitFor(() => expect(begun.toSorted()).toEqual([endless, short]), { timeout: 20_000, interval: 100 });
    const stopped = queue.stop();
    ends[short]?.();
    await stopped;
    expect(await stateOf(short)).toEqual(["completed"]);
    // Whoever works next takes it: it was not lost with this process.
    expect(await stateOf(endless)).toEqual(["retry"]);
    ends[endless]?.();
    const next = jobQueue(databaseUrl, services.db, createLog("silent"));
    let runs = 0;
    await next.work([{ name: endless, run: async () => void runs++ }], services);
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 30_000, interval: 100 });
    await next.stop();
  });

  it("takes nothing on any more, and is told to balancers at once", async () => {
    const own = await startHarness();
    try {
      const { token } = await registerUser(own);
      const live = await openLive(own.url, token);
      expect((await own.call("GET", "/api/health/ready")).status).toBe(200);
      const retired = own.app.retire();
      const ready = await own.call("GET", "/api/health/ready");
      expect(ready).toMatchObject({ status: 503, body: { status: "stopping" } });
      expect((await own.call("GET", "/api/health/live")).status).toBe(200);
      expect(await live.within(10_000, () => live.ended())).toBe(true);
      expect((await openLive(own.url, token)).status).toBe(503);
      // Calls are answered to the end.
      expect((await own.call("GET", "/api/account/my-account", { token })).status).toBe(200);
      await retired;
    } finally {
      await own.close();
    }
  });
});

describe("a job that fails", () => {
  const harness = useHarness();

  it("is in the log with what failed, and without what people typed", async () => {
    const lines: string[] = [];
    const { services } = harness().app;
    const queue = jobQueue(harness().databaseUrl, services.db, createLog("error", { write: (line) => void lines.push(line) }));
    const name = `test.failing-${randomUUID()}`;
    const run = async () => {
      const said = new Error("no room for amal@example.com");
      await services.db
        .execute(sql`select ${"what Amal typed"}::text::int`)
        .catch((cause: unknown) => Promise.reject(Object.assign(said, { cause })));
    };
    await queue.work([{ name, run }], services);
    await queue.send(name);
    const failed = () => lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "job failed");
    await vi.waitFor(() => expect(failed()).toBeDefined(), { timeout: 20_000, interval: 100 });
    expect(failed()).toMatchObject({ level: "error", job: name, err: { message: "no room for [address]", cause: {} } });
    expect(lines.join("\n")).not.toMatch(/amal@|Amal typed/);
    await queue.stop();
  });
});

describe("what an earlier release left", () => {
  const harness = useHarness();

  it("is dealt with when the work begins, and not by the clock", async () => {
    const { app, call } = harness();
    const { token } = await registerUser(harness());
    const rated = { question_id: await aQuestion(harness(), token), rate_your_self: RATINGS };
    const { uid } = (await call("POST", `${P}/answer/save`, { token, body: rated })).body.data;
    const { db } = app.services;
    await db.delete(planGradings).where(eq(planGradings.answerId, uid));
    const graded = () => db.select().from(planGradings).where(eq(planGradings.answerId, uid));
    await app.work();
    await vi.waitFor(async () => expect(await graded()).toHaveLength(1), { timeout: 15_000, interval: 200 });
    const clocks = await db.execute("select name from pgboss.schedule");
    const names = clocks.map(({ name }) => name);
    expect(names).toContain("practice.erase");
    expect(names).not.toContain("practice.grade");
  });
});

describe("what runs on the clock", () => {
  const harness = useHarness();

  it("forgets old idempotency keys and long-ended sessions, and leaves the rest", async () => {
    const { app } = harness();
    const { db } = app.services;
    const { user, token } = await registerUser(harness());
    const old = new Date(Date.now() - 40 * 86_400_000);
    await db.insert(sessions).values({ id: crypto.randomUUID(), userId: user.uid, createdAt: old, expiresAt: old });
    await db.insert(idempotencyKeys).values([
      { userId: user.uid, key: "old", requestHash: "x", createdAt: new Date(Date.now() - 25 * 3_600_000) },
      { userId: user.uid, key: "new", requestHash: "x" },
    ]);
    for (const job of platformJobs) await job.run(app.services);
    expect((await db.select().from(idempotencyKeys)).map(({ key }) => key)).toEqual(["new"]);
    expect(await db.select().from(sessions)).toHaveLength(1);
    expect((await harness().call("GET", "/api/account/my-account", { token })).status).toBe(200);
  });

  it("gives up an upload to which nobody came back for a month, with its bytes; a younger one goes on where it was", async () => {
    const { app, env } = harness();
    const { db } = app.services;
    const disk = new Disk(path.join(env.dataDir, "files"));
    const { token } = await registerUser(harness());
    const begun = async (days: number) => {
      const { uid, name, recording, bytes } = await capturedAnswer(harness(), token);
      const { type } = recording;
      const address = await uploadAddress(harness(), token, uid, { name, size: bytes.length, type });
      expect((await putFile(address, bytes.subarray(0, 1000), type)).status).toBe(400);
      await db
        .update(storedFiles)
        .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
        .where(sql`${storedFiles.metadata} ->> 'uid' = ${uid}`);
      const [row] = await db.select().from(storedFiles).where(sql`${storedFiles.metadata} ->> 'uid' = ${uid}`);
      const { key } = row ?? expect.fail("no row");
      return { key, address, bytes, type, there: () => disk.size(key) };
    };
    const [old, young] = [await begun(31), await begun(29)];
    expect([await old.there(), await young.there()]).toEqual([1000, 1000]);
    for (const job of platformJobs) await job.run(app.services);
    expect((await db.select().from(storedFiles)).map(({ key }) => key)).toEqual([young.key]);
    expect([await old.there(), await young.there()]).toEqual([0, 1000]);
    const { from, put } = await finish(young.address, young.bytes, young.type);
    expect([from, put.status]).toEqual([1000, 200]);
  });

  it("gives up no old upload that is being sent again, or that is arriving at this moment", async () => {
    const { app, env } = harness();
    const { token } = await registerUser(harness());
    const disk = new Disk(path.join(env.dataDir, "files"));
    const old = { createdAt: new Date(Date.now() - 31 * 86_400_000) };
    const begun = async () => {
      const { uid, name, recording, bytes } = await capturedAnswer(harness(), token);
      const address = await uploadAddress(harness(), token, uid, { name, size: bytes.length, type: recording.type });
      expect((await putFile(address, bytes.subarray(0, 1000), recording.type)).status).toBe(400);
      const of = sql`${storedFiles.metadata} ->> 'uid' = ${uid}`;
      const [row] = await app.services.db.update(storedFiles).set(old).where(of).returning();
      return row?.key ?? expect.fail("no row");
    };
    const [sending, arriving] = [await begun(), await begun()];
    const writing = { writer: randomUUID(), writingUntil: sql`now() + interval '1 minute'` };
    await app.services.db.update(storedFiles).set(writing).where(eq(storedFiles.key, sending));
    await app.services.db.transaction(async (tx) => {
      await tx.update(storedFiles).set({ state: "uploaded" }).where(eq(storedFiles.key, arriving));
      await platformJobs.find(({ name }) => name === "platform.expire")?.run(app.services);
    });
    for (const key of [sending, arriving]) {
      expect(await app.services.db.select().from(storedFiles).where(eq(storedFiles.key, key))).toHaveLength(1);
      expect(await disk.size(key)).toBe(1000);
    }
  });
});

describe("what an account leaves behind, on the clock", () => {
  const harness = useHarness();

  it("links, challenges, used proofs, mails and failures go when their time is over, and not before", async () => {
    const { app, databaseUrl } = harness();
    const { user } = await registerUser(harness());
    const sql = postgres(databaseUrl, { max: 1 });
    try {
      await sql`insert into challenges (id, user_id, challenge, expires_at) values
        (${randomUUID()}, null, 'old', now() - interval '1 second'), (${randomUUID()}, null, 'new', now() + interval '1 minute')`;
      await sql`insert into mailed_links (id, user_id, purpose, email, expires_at) values
        (${randomUUID()}, ${user.uid}, 'reset_password', 'old@example.com', now() - interval '31 days'),
        (${randomUUID()}, ${user.uid}, 'reset_password', 'new@example.com', now() - interval '29 days')`;
      await sql`insert into login_failures (subject, failures, last_at) values
        ('old', 1, now() - interval '25 hours'), ('new', 1, now() - interval '23 hours')`;
      await sql`insert into outbox_mails (id, recipient, locale, template, values, created_at) values
        (${randomUUID()}, null, 'fr', 'password_changed', '{}', now() - interval '8 days'),
        (${randomUUID()}, null, 'vi', 'password_changed', '{}', now() - interval '6 days')`;
      await sql`insert into used_proofs (id, expires_at) values ('old', now() - interval '1 second'), ('new', now() + interval '1 minute')`;
      for (const job of platformJobs) await job.run(app.services);
      expect((await sql`select id from used_proofs`).map(({ id }) => id)).toEqual(["new"]);
      expect((await sql`select challenge from challenges`).map(({ challenge }) => challenge)).toEqual(["new"]);
      const links = await sql`select email from mailed_links where purpose = 'reset_password'`;
      expect(links.map(({ email }) => email)).toEqual(["new@example.com"]);
      expect((await sql`select subject from login_failures`).map(({ subject }) => subject)).toEqual(["new"]);
      const mails = await sql`select locale from outbox_mails where template = 'password_changed'`;
      expect(mails.map(({ locale }) => locale)).toEqual(["vi"]);
    } finally {
      await sql`delete from challenges`;
      await sql`delete from used_proofs`;
      await sql`delete from mailed_links`;
      await sql`delete from login_failures`;
      await sql`delete from outbox_mails`;
      await sql.end();
    }
  });
});

describe("the queue's work", () => {
  const harness = useHarness();

  it("sends mails, makes archives and erases accounts without being asked by hand", async () => {
    const { app, call, databaseUrl } = harness();
    await app.work();
    const { email, token } = await registerUser(harness());
    const kept = async () => (await app.services.mail.kept?.list({ offset: 0, limit: 100 }))?.mails.filter(({ to }) => to === email) ?? [];
    await vi.waitFor(async () => expect(await kept()).toHaveLength(1), { timeout: 15_000, interval: 200 });
    const EXPORT = "/api/user/personalization/account/export";
    await call("POST", `${EXPORT}/request`, { token });
    const state = async () => (await call("GET", `${EXPORT}/get`, { token })).body.data.state;
    await vi.waitFor(async () => expect(await state()).toBe("ready"), { timeout: 15_000, interval: 200 });
    // The end of an account comes by the clock alone: the line must be in its table.
    const sql = postgres(databaseUrl, { max: 1 });
    const scheduled = await sql`select name from pgboss.schedule`.finally(() => sql.end());
    expect(scheduled.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["account.erase", "account.export", "account.expire-exports", "mail.send", "platform.expire"]),
    );
  });
});
