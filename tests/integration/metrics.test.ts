import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { call, type Harness, PASSWORD, registerUser, startHarness, useHarness } from "#tests/config/harness";
import { answerDetail } from "#tests/factories/answers";
import { parseExposition, type Sample, total } from "#tests/factories/exposition";
import { type Live, openLive } from "#tests/factories/live";
import { begun } from "#tests/factories/support";
import { storedAnswer } from "#tests/factories/uploads";
import { jobQueue } from "@/server/jobs/queue";
import { createLog } from "@/server/log";
import { createTelemetry } from "@/server/telemetry/telemetry";

const CALLS = "parley_http_request_duration_seconds_count";

async function read({ telemetry }: Harness, token?: string): Promise<Sample[]> {
  const answer = await fetch(telemetry.metricsUrl ?? "", token ? { headers: { authorization: `Bearer ${token}` } } : {});
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  return parseExposition(await answer.text());
}

describe("metrics", () => {
  const harness = useHarness({ METRICS_PORT: "0" });
  const count = async (labels: Record<string, string>, name = CALLS) => total(await read(harness()), name, labels);
  const streams: Live[] = [];
  afterEach(() => {
    for (const live of streams.splice(0)) live.close();
  });

  it("stand at a port of their own, at one path, and never at the app's", async () => {
    const { telemetry, url } = harness();
    const address = new URL(telemetry.metricsUrl ?? "");
    expect(address.hostname).toBe("127.0.0.1");
    expect(address.port).not.toBe(new URL(url).port);
    expect((await call(url, "GET", "/metrics")).status).toBe(404);
    expect((await call(url, "GET", "/api/metrics")).status).toBe(404);
    expect((await call(address.origin, "GET", "/")).status).toBe(404);
    expect((await call(address.origin, "POST", "/metrics", { body: {} })).status).toBe(405);
  });

  it("count calls by pattern, method and class of status", async () => {
    const [register, login] = ["/api/account/register", "/api/account/login"].map((route) => ({ route, method: "POST" }));
    const before = await read(harness());
    const { email, token } = await registerUser(harness());
    await harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } });
    await harness().call("POST", "/api/account/login", { body: { email, password: "not this one" } });
    await harness().call("GET", "/api/trpc/account.me", { token });
    await harness().call("GET", `/api/trpc/account.me,practice.categories,no.such?batch=1`, { token });
    await harness().call("GET", `/api/nothing/${email}`);
    await harness().call("GET", `/somewhere/${randomUUID()}`);
    const after = await read(harness());
    const more = (labels: Record<string, string>, name = CALLS) => total(after, name, labels) - total(before, name, labels);
    expect(more({ ...register, status: "2xx" })).toBe(1);
    expect(more({ ...login, status: "2xx" })).toBe(1);
    expect(more({ ...login, status: "4xx" })).toBe(1);
    expect(more({ route: "account.me", method: "GET", status: "2xx" })).toBe(1);
    expect(more({ route: "batch", method: "GET" })).toBe(1);
    const parts = "parley_batched_call_duration_seconds_count";
    expect(more({ procedure: "account.me", status: "2xx" }, parts)).toBe(1);
    expect(more({ procedure: "practice.categories", status: "2xx" }, parts)).toBe(1);
    expect(more({ procedure: "unknown", status: "4xx" }, parts)).toBe(1);
    expect(more({ route: "unknown", status: "4xx" })).toBe(1);
    expect(more({ route: "page", method: "GET", status: "4xx" })).toBe(1);
    expect(more({ operation: "select", outcome: "done" }, "parley_db_statement_duration_seconds_count")).toBeGreaterThan(3);
    expect(more({ operation: "insert", outcome: "done" }, "parley_db_statement_duration_seconds_count")).toBeGreaterThan(1);
    expect(more({}, "parley_db_transaction_wait_seconds_count")).toBeGreaterThan(0);
    for (const name of [
      "parley_http_requests_in_flight",
      "parley_db_statements_in_flight",
      "parley_db_transactions_open",
      "parley_db_transactions_waiting",
    ])
      expect({ name, values: after.filter((one) => one.name === name).map(({ value }) => value) }).toEqual({ name, values: [0] });
  });

  it("show what runs now: a call in flight, live streams, connections", async () => {
    const { token } = await registerUser(harness());
    const before = await read(harness());
    const more = async (labels: Record<string, string>, name = CALLS) =>
      total(await read(harness()), name, labels) - total(before, name, labels);
    const live = await openLive(harness().url, token);
    streams.push(live);
    await expect.poll(() => more({}, "parley_live_streams_open")).toBe(1);
    // Open, it is no call in flight any more, and has been counted.
    expect(await count({}, "parley_http_requests_in_flight")).toBe(0);
    expect(await more({ route: "account.live", status: "2xx" })).toBe(1);
    live.close();
    await expect.poll(() => more({}, "parley_live_streams_open")).toBe(0);
    expect(await more({ route: "account.live" })).toBe(1);

    const half = http.request(new URL("/api/account/login", harness().url), {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": 100 },
    });
    half.on("error", () => {});
    half.write("{");
    await expect
      .poll(() => count({}, "parley_http_requests_in_flight"))
      .toBe(1)
      .finally(() => half.destroy());
    await expect.poll(() => count({}, "parley_http_requests_in_flight")).toBe(0);
    expect(await more({ route: "/api/account/login", status: "aborted" })).toBe(1);
    expect(await count({}, "parley_db_connections_max")).toBe(harness().env.DATABASE_POOL);
  });

  it("count uploads and their bytes, once", async () => {
    const { token } = await registerUser(harness());
    const before = await read(harness());
    const { uid } = await storedAnswer(harness(), token, 5000);
    expect((await answerDetail(harness(), token, uid)).uid).toBe(uid);
    const after = await read(harness());
    const more = (name: string) => total(after, name, { route: "recording" }) - total(before, name, { route: "recording" });
    expect([more("parley_uploads_total"), more("parley_upload_bytes_total")]).toEqual([1, 5000]);
  });

  it("show the queue: what waits, for how long, and what was done", async () => {
    // An app that does no work yet.
    const own = await startHarness({ METRICS_PORT: "0" });
    const count = async (labels: Record<string, string>, name: string) => total(await read(own), name, labels);
    try {
      await own.app.services.jobs.send("platform.expire");
      const waiting = { job: "platform.expire" };
      expect(await count(waiting, "parley_jobs_waiting")).toBe(1);
      await expect.poll(() => count(waiting, "parley_jobs_oldest_waiting_seconds")).toBeGreaterThan(0);
      // Of every job there is a figure, so that an alarm on one that never ran is possible.
      const figures = (await read(own)).filter(({ name }) => name === "parley_jobs_waiting");
      const known = await own.app.services.db.execute<{ name: string }>(
        sql`select name from pgboss.queue where name not like '\\_\\_pgboss%'`,
      );
      expect(known.map(({ name }) => name).filter((name) => !figures.some(({ labels }) => labels.job === name))).toEqual([]);
      expect(figures.length).toBeGreaterThan(10);
      await own.app.work();
      const done = { ...waiting, outcome: "done" };
      await expect.poll(() => count(done, "parley_job_duration_seconds_count")).toBeGreaterThan(0);
      await expect.poll(() => count(waiting, "parley_jobs_waiting")).toBe(0);
    } finally {
      await own.close();
    }
  });

  it("show that nobody works, also where nobody asks for anything", async () => {
    const own = await startHarness({ METRICS_PORT: "0" });
    const { db, jobs } = own.app.services;
    const due = { job: "mail.send" };
    try {
      // Somebody worked once, and left a clock behind.
      const worker = jobQueue(own.databaseUrl, db, createLog("silent"));
      await worker.work([{ name: due.job, cron: "* * * * *", run: async () => {} }], own.app.services);
      await worker.stop();
      await db.execute(sql`delete from pgboss.job`);
      // One process for all looks at it twice a minute, and brings nothing twice within one.
      await db.execute(sql`update pgboss.version set cron_on = null`);
      await own.app.keepClock();
      const waiting = async () => total(await read(own), "parley_jobs_waiting", due);
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
      await expect.poll(async () => total(await read(own), "parley_jobs_oldest_waiting_seconds", due)).toBeGreaterThan(0);
      // It only keeps the clock.
      expect(await jobs.waiting()).toMatchObject([{ name: due.job, waiting: 1 }]);
    } finally {
      await own.close();
    }
  });

  it("tell of the process", async () => {
    const samples = await read(harness());
    for (const name of [
      "process_resident_memory_bytes",
      "nodejs_eventloop_lag_seconds",
      "nodejs_eventloop_lag_p99_seconds",
      "nodejs_heap_size_used_bytes",
      "process_start_time_seconds",
    ])
      expect({ name, there: samples.some((one) => one.name === name) }).toEqual({ name, there: true });
    expect(samples.some(({ name }) => name.startsWith("nodejs_gc_duration_seconds"))).toBe(true);
  });

  it("hold names of ours only, however calls are addressed", async () => {
    const { email, token, user } = await registerUser(harness(), { firstName: "Zebedee" });
    const conversation = await begun(harness(), token, { message: "Marmalade in confidence" });
    for (const target of [
      `/${email}`,
      `/api/${email}`,
      `/api/trpc/${email}`,
      `/api/trpc/account.me,${email}?batch=1`,
      `/api/user/avatar/${user.uid}`,
    ])
      await harness().call("GET", target, { token });
    await harness()
      .call("BREW", `/api/account/login`)
      .catch(() => {});
    await harness().call("POST", "/api/account/login", { raw: `{"email":"${email}` });
    const text = await (await fetch(harness().telemetry.metricsUrl ?? "")).text();
    for (const secret of [email, user.uid, conversation, token, "Zebedee", "Marmalade", "@"]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    const known = /^[\w./{}*-]+$/;
    for (const { name, labels } of parseExposition(text))
      for (const [label, value] of Object.entries(labels))
        if (label !== "le") expect({ name, label, value, fits: known.test(value) || value === "+Inf" }).toMatchObject({ fits: true });
  });
});

describe("metrics behind a token", () => {
  const token = "a token of sixteen letters".replaceAll(" ", "-");
  const harness = useHarness({ METRICS_PORT: "0", METRICS_TOKEN: token, RATE_LIMITS: "on", TRUST_PROXY: "on" });
  let callers = 0;

  it("are for whoever sends it", async () => {
    const address = harness().telemetry.metricsUrl ?? "";
    for (const authorization of [undefined, "Bearer", `Bearer ${token}x`, `Basic ${token}`]) {
      const answer = await fetch(address, authorization === undefined ? {} : { headers: { authorization } });
      expect({ authorization, status: answer.status }).toEqual({ authorization, status: 401 });
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(await answer.text()).toBe("");
    }
    expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });

  it("count what budgets refuse, by their class", async () => {
    const count = async () => total(await read(harness(), token), "parley_rate_limit_refusals_total", { class: "credentials" });
    const before = await count();
    // An account that is locked is refused as well, and is another matter: each is of another. The caller is one that was not here before.
    const headers = { "x-forwarded-for": `203.0.113.${++callers}` };
    const login = (at: number) =>
      harness().call("POST", "/api/account/login", { headers, body: { email: `nobody${at}@example.com`, password: PASSWORD } });
    const answers = await Promise.all(Array.from({ length: 33 }, (_, at) => login(at)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await count()) - before).toBe(3);
  });
});

describe("metrics that cannot be", () => {
  const harness = useHarness();

  it("are off by default", () => {
    expect(harness().telemetry).toMatchObject({ on: false, metricsUrl: undefined });
  });

  it("say so in one sentence where their port is taken, or is the app's", async () => {
    const other = http.createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const start = (settings: object) => createTelemetry({ ...harness().env, ...settings }, createLog("silent"));
    await expect(start({ METRICS_PORT: port })).rejects.toThrow(`Port ${port} for metrics is taken`);
    await expect(start({ METRICS_PORT: port, PORT: port })).rejects.toThrow("the app's own PORT");
    other.close();
  });
});
