import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { startCollector } from "#tests/factories/collector";
import { parseExposition, total } from "#tests/factories/exposition";
import { openLive } from "#tests/factories/live";
import { freePort } from "#tests/factories/ports";
import { finish } from "#tests/factories/uploads";
import { callApi } from "./actions";
import { type RunningApp, startApp, startWithWorker } from "./app";
import { expect, newAccount, test } from "./fixtures";
import { halfSentHead, halfSentLogin, halfSentUpload } from "./half-sent";

/** Its process id, which the server itself notes. */
const postmasterOf = ({ dataDir }: RunningApp) =>
  Number(readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);

/** Opens a connection to a server, and ends it. @throws what the system says where nobody listens */
async function connected(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect").finally(() => socket.destroy());
}

test("SIGTERM: balancers and streams hear it at once, and what cannot end goes on later", async ({ own }) => {
  const app = await own(startApp());
  const account = await newAccount(app.url);
  const live = await openLive(app.url, account.token);
  const upload = await halfSentUpload(app.url, account.token);
  const call = await halfSentLogin(app.url, account);
  const asked = await halfSentHead(app.url, "/api/health/ready");

  const stopped = app.terminate();
  expect(await live.within(10_000, () => live.ended())).toBe(true);
  const ready = await asked.complete();
  expect(ready).toContain("503 Service Unavailable");
  expect(ready).toMatch(/connection: close/i);
  expect(ready).toContain("stopping");
  // A connection of its own: one that was open already may be answered still, for the last time.
  await expect(connected(app.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(await call.complete()).toContain("200 OK");
  // An upload has no end of its own: it is cut, so that the process ends in time, by itself and not by its last resort.
  await upload.cut;
  expect(await stopped).toBe(0);
  // By itself: the last resort comes after ten seconds, and ends with 1.
  await app.restart();
  // What the process could not give back any more is another's after a moment.
  const { from, put } = await finish(upload.address, upload.bytes, upload.type);
  expect([from, put.status]).toEqual([3000, 200]);
  expect(await app.terminate()).toBe(0);
});

test("a stop that cannot end is ended after ten seconds with code 1, and the next start goes on", async ({ own }) => {
  const app = await own(startApp());
  const account = await newAccount(app.url);
  // PostgreSQL hears nothing any more, neither statements nor that it is to stop.
  const postmaster = postmasterOf(app);
  process.kill(postmaster, "SIGSTOP");
  try {
    const began = Date.now();
    expect(await app.terminate()).toBe(1);
    // How long a supervisor waits before it kills is promised, and nothing that work takes.
    expect(Math.round((Date.now() - began) / 1000)).toBeGreaterThanOrEqual(10);
    expect(Date.now() - began).toBeLessThan(20_000);
  } finally {
    process.kill(postmaster, "SIGCONT");
  }
  await app.restart();
  const me = await fetch(`${app.url}/api/account/my-account`, { headers: { authorization: `Bearer ${account.token}` } });
  expect(me.status).toBe(200);
  expect(await app.terminate()).toBe(0);
});

test("an embedded PostgreSQL that dies is started again under the running app, which goes on with all that it had", async ({ own }) => {
  const app = await own(startApp());
  const account = await newAccount(app.url);
  const live = await openLive(app.url, account.token);
  process.kill(postmasterOf(app), "SIGKILL");
  const me = () => fetch(`${app.url}/api/account/my-account`, { headers: { authorization: `Bearer ${account.token}` } });
  const refused = await me();
  // A first call may come before anybody has noticed, and after it is back.
  if (refused.status !== 200) expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.any(String)]);
  await expect.poll(async () => (await me()).status, { timeout: 60_000 }).toBe(200);
  // The stream stayed, and hears what is told once the app listens to its database again, which may be after calls are answered.
  const told = async () => {
    await callApi(app.url, account.token, "/api/user/personalization/account/detail/profile/update", { profession: "Mason" });
    return live.within(500, () => live.events.some(({ data }) => data?.json === "account"));
  };
  await expect.poll(told, { timeout: 60_000 }).toBe(true);
  live.close();
  expect(await app.terminate()).toBe(0);
});

test("metrics and traces: the app and its worker each at a port of its own, and none at the public one", async ({ own }) => {
  const collector = await startCollector();
  const [apps, workers] = [await freePort(), await freePort()];
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
  const beside = { METRICS_PORT: String(workers), OTEL_SERVICE_NAME: "parley-worker" };
  const app = await own(startWithWorker({ METRICS_PORT: String(apps), ...settings }, beside));
  const read = async (port: number) => parseExposition(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  try {
    const account = await newAccount(app.url);
    await fetch(`${app.url}/dashboard`);
    const registered = { route: "/api/account/register", method: "POST", status: "2xx" };
    const [calls, jobs] = ["parley_http_request_duration_seconds_count", "parley_job_duration_seconds_count"] as const;
    await expect.poll(async () => total(await read(apps), calls, registered)).toBe(1);
    await expect.poll(async () => total(await read(apps), calls, { route: "page", status: "2xx" })).toBeGreaterThan(0);
    // Whoever registers gets a mail, which a worker sends.
    await expect
      .poll(async () => total(await read(workers), jobs, { job: "mail.send", outcome: "done" }), { timeout: 60_000 })
      .toBeGreaterThan(0);
    expect(total(await read(apps), jobs)).toBe(0);
    expect(await (await fetch(`${app.url}/metrics`)).text()).not.toContain("parley_http");

    expect(await app.terminate()).toBe(0);
    expect(await app.worker.terminate()).toBe(0);
    const spans = collector.spans();
    const call = spans.find(({ name }) => name === "POST /api/account/register");
    expect(spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId).length).toBeGreaterThan(2);
    expect(spans.some(({ name }) => name === "job mail.send")).toBe(true);
    const sent = collector.bodies.map(({ body }) => body.toString()).join("\n");
    for (const secret of [account.email, account.token]) expect(sent).not.toContain(secret);
  } finally {
    await collector.close();
  }
});
