import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, PASSWORD, registerUser, startHarness } from "#tests/config/harness";
import { type Collector, type ReceivedSpan, startCollector } from "#tests/factories/collector";
import { openLive } from "#tests/factories/live";
import { begun } from "#tests/factories/support";

const [SERVER, CLIENT] = [2, 3];

/** The trace that a proxy has begun, as it says in the header. */
const traceparent = () => {
  const traceId = randomBytes(16).toString("hex");
  const spanId = randomBytes(8).toString("hex");
  return { traceId, spanId, header: `00-${traceId}-${spanId}-01` };
};

/** A service that remembers which headers it got. */
async function startService() {
  const headers: http.IncomingHttpHeaders[] = [];
  const server = http.createServer((req, res) => {
    headers.push(req.headers);
    res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers, close };
}

describe("traces behind a trusted proxy", () => {
  const proxied = traceparent();
  const secrets: string[] = [];
  let collector: Collector;
  let harness: Harness;
  let spans: ReceivedSpan[];
  let login: ReceivedSpan | undefined;
  let requestId: string | null;
  let outgoing: http.IncomingHttpHeaders[];
  const named = (name: string) => spans.filter((span) => span.name === name);
  const childrenOf = (span: ReceivedSpan | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId);

  beforeAll(async () => {
    collector = await startCollector();
    const service = await startService();
    harness = await startHarness({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "parley-under-test",
      TRUST_PROXY: "on",
    });
    const { email, token, user } = await registerUser(harness, { firstName: "Zebedee" });
    secrets.push(email, token, user.uid, PASSWORD, "Zebedee");
    const body = { email, password: PASSWORD };
    const answer = await harness.call("POST", "/api/account/login", { body, headers: { traceparent: proxied.header } });
    requestId = answer.headers.get("x-request-id");
    secrets.push(answer.body.accessToken);
    await harness.call("GET", "/api/trpc/account.me,practice.categories?batch=1", { token });
    await harness.call("GET", `/api/user/${email}?token=${token}`, { token });
    secrets.push(await begun(harness, token, { message: "Marmalade in confidence" }), "Marmalade");
    const live = await openLive(harness.url, token);
    // Whatever runs as a job calls others: by fetch, and by Node's own client as Stripe's SDK does.
    await harness.telemetry.watch({ kind: "job", name: "test.outgoing" }, async () => {
      await fetch(`${service.url}/v1/customers/cus_secret?key=hidden`);
      const { hostname, port } = new URL(service.url);
      await new Promise<void>((resolve, reject) => {
        const request = http.request({ hostname, port, path: "/v1/refunds/re_secret", method: "POST" }, (response) => {
          response.resume().once("close", resolve);
        });
        request.once("error", reject).end("card=visa-of-zebedee");
      });
    });
    secrets.push("cus_secret", "hidden", "re_secret", "visa-of-zebedee");
    await expect(harness.telemetry.watch({ kind: "job", name: "test.failing" }, () => Promise.reject(new Error(email)))).rejects.toThrow();
    if (!(await live.within(10_000, () => live.events.length > 0))) throw new Error("the stream did not open");
    // Sent while the stream is open: spans end with its opening.
    await harness.telemetry.close();
    live.close();
    outgoing = service.headers;
    await service.close();
    spans = collector.spans();
    [login] = named("POST /api/account/login");
  });
  afterAll(async () => {
    await harness?.close();
    await collector?.close();
  });

  it("go to the collector's path for traces, as the service that was named", () => {
    expect(new Set(collector.bodies.map(({ path }) => path))).toEqual(new Set(["/v1/traces"]));
    expect(collector.service()).toBe("parley-under-test");
  });

  it("tell of a call its route, its status and its request id, in the proxy's trace", () => {
    expect(login).toMatchObject({
      kind: SERVER,
      traceId: proxied.traceId,
      parentSpanId: proxied.spanId,
      attributes: {
        "http.request.method": "POST",
        "http.route": "/api/account/login",
        "http.response.status_code": 200,
        "parley.request_id": requestId,
      },
    });
  });

  it("show its statements below it, with their tables and without values", () => {
    const statements = childrenOf(login);
    expect(statements.length).toBeGreaterThan(2);
    for (const span of statements) {
      expect(span).toMatchObject({ kind: CLIENT, traceId: proxied.traceId, attributes: { "db.system.name": "postgresql" } });
      expect(span.attributes["db.query.text"]).toEqual(expect.any(String));
    }
    expect(statements.map(({ name }) => name)).toContain("insert sessions");
    expect(statements.find(({ name }) => name === "select users")?.attributes["db.query.text"]).toMatch(/\$1/);
  });

  it("show the calls of a batch each, with their own statements", () => {
    const [batch] = named("GET batch");
    expect(batch?.attributes["parley.procedures"]).toEqual(["account.me", "practice.categories"]);
    const parts = childrenOf(batch).filter(({ name }) => name.includes("."));
    expect(parts.map(({ name }) => name).sort()).toEqual(["account.me", "practice.categories"]);
    expect(childrenOf(parts.find(({ name }) => name === "practice.categories")).length).toBeGreaterThan(0);
  });

  it("end a live stream's span when it is open", () => {
    expect(named("GET account.live")[0]?.attributes["http.response.status_code"]).toBe(200);
  });

  it("show calls to other services by their machine, and pass the trace on where a header can be added", () => {
    const [job] = named("job test.outgoing");
    const calls = childrenOf(job);
    expect(calls.map(({ name }) => name).sort()).toEqual(["GET 127.0.0.1", "POST 127.0.0.1"]);
    for (const span of calls) expect(span.attributes).toMatchObject({ "http.response.status_code": 404, "server.address": "127.0.0.1" });
    const fetched = calls.find(({ name }) => name === "GET 127.0.0.1");
    expect(outgoing[0]?.traceparent).toBe(`00-${fetched?.traceId}-${fetched?.spanId}-01`);
  });

  it("show nothing of what the exporter itself sends", () => {
    expect(spans.filter(({ name }) => name.endsWith("127.0.0.1"))).toHaveLength(2);
  });

  it("hold nothing that says who it was, or what was said", () => {
    const [failed] = named("job test.failing");
    expect(failed).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "Error" } });
    const text = collector.bodies.map(({ body }) => body.toString()).join("\n");
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/@example\.com/);
  });
});

describe("traces by default", () => {
  it("are sent as protobuf, and a stranger's trace is not taken on", async () => {
    const collector = await startCollector();
    const harness = await startHarness({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path` });
    const { traceId, header } = traceparent();
    const answer = await harness.call("GET", "/api/health/ready", { headers: { traceparent: header } });
    await harness.close();
    expect(collector.bodies.length).toBeGreaterThan(0);
    for (const { path, type } of collector.bodies) expect({ path, type }).toEqual({ path: "/own/path", type: "application/x-protobuf" });
    const sent = Buffer.concat(collector.bodies.map(({ body }) => body));
    expect(sent.includes("GET /api/health/ready")).toBe(true);
    expect(sent.includes(answer.headers.get("x-request-id") ?? "none")).toBe(true);
    expect(sent.includes(Buffer.from(traceId, "hex"))).toBe(false);
    await collector.close();
  });

  it("are sampled as the environment says", async () => {
    const collector = await startCollector();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" };
    const harness = await startHarness(settings);
    expect((await harness.call("GET", "/api/health/ready")).status).toBe(200);
    await harness.close();
    expect(collector.bodies).toEqual([]);
    await collector.close();
  });

  it("are off where the environment names no collector, or says off", async () => {
    const off = [{}, { OTEL_SDK_DISABLED: "true" }, { OTEL_TRACES_EXPORTER: "none" }] as Record<string, string>[];
    for (const settings of off) {
      const endpoint: Record<string, string> =
        Object.keys(settings).length > 0 ? { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" } : {};
      const harness = await startHarness({ ...settings, ...endpoint });
      expect(harness.telemetry.on).toBe(false);
      await harness.close();
    }
  });

  it("a collector that is away delays no call and no stop for long", async () => {
    const harness = await startHarness({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
    expect((await harness.call("GET", "/api/health/ready")).status).toBe(200);
    await harness.close();
  });
});
