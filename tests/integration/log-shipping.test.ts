import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Harness, PASSWORD, registerUser, startHarness } from "#tests/config/harness";
import { type Collector, type ReceivedLine, startCollector } from "#tests/factories/collector";
import { createLog } from "@/server/log";
import { startLogShipping } from "@/server/telemetry/logs";
import { telemetrySettings } from "@/server/telemetry/settings";

const [INFO, ERROR] = [9, 17];
const settingsOf = (environment: Record<string, string>) => z.object(telemetrySettings).parse(environment);

describe("the log, sent to another system", () => {
  const secrets: string[] = [];
  let collector: Collector;
  let harness: Harness;
  let requestId: string | null;
  let lines: ReceivedLine[];
  const begun = Date.now();
  const lineOf = (route: string) => lines.find(({ attributes }) => attributes.route === route);

  beforeAll(async () => {
    collector = await startCollector();
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "parley-under-test",
    };
    const shipping = await startLogShipping(settingsOf(environment));
    harness = await startHarness({ ...environment, LOG_LEVEL: "info" }, shipping);
    const { email, token } = await registerUser(harness, { firstName: "Zebedee" });
    const answer = await harness.call("POST", "/api/account/login", { body: { email, password: PASSWORD } });
    requestId = answer.headers.get("x-request-id");
    secrets.push(email, token, PASSWORD, "Zebedee", answer.body.accessToken);
    harness.app.services.log.error({ err: new Error("nothing worked") }, "a failure");
    harness.app.services.log.debug("not asked for");
    await harness.close();
    await shipping?.close();
    lines = collector.lines();
  });
  afterAll(() => collector.close());

  it("is each line of it, with its time, its level and what it knows of its call", () => {
    const line = lineOf("/api/account/login");
    expect(line).toMatchObject({ body: "call", severityNumber: INFO, severityText: "info" });
    expect(line?.attributes).toMatchObject({ requestId, method: "POST", status: 200 });
    expect(line?.at).toBeGreaterThanOrEqual(begun - 1000);
    expect(line?.at).toBeLessThanOrEqual(Date.now() + 1000);
    expect(collector.service()).toBe("parley-under-test");
    expect(collector.bodies.some(({ path }) => path === "/v1/logs")).toBe(true);
    expect(lines.find(({ body }) => body === "a failure")).toMatchObject({ severityNumber: ERROR, severityText: "error" });
    expect(lines.some(({ body }) => body === "not asked for")).toBe(false);
  });

  it("names the trace and span that it belongs to", () => {
    const line = lineOf("/api/account/login");
    const span = collector.spans().find(({ attributes }) => attributes["parley.request_id"] === requestId);
    expect(span).toBeDefined();
    expect(line).toMatchObject({ traceId: span?.traceId, spanId: span?.spanId });
  });

  it("holds nothing of what people are or say", () => {
    const sent = Buffer.concat(collector.bodies.filter(({ path }) => path === "/v1/logs").map(({ body }) => body)).toString();
    for (const secret of secrets) expect(sent).not.toContain(secret);
  });
});

describe("sending the log", () => {
  it("is off unless the environment names a collector, or where it says so", async () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";
    const environments: Record<string, string>[] = [
      {},
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" },
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_LOGS_EXPORTER: "none" },
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "true" },
    ];
    for (const environment of environments) expect(await startLogShipping(settingsOf(environment))).toBeUndefined();
  });

  it("goes to an address of its own as protobuf, unless told otherwise", async () => {
    const collector = await startCollector();
    const shipping = await startLogShipping(settingsOf({ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${collector.url}/elsewhere` }));
    createLog("info", shipping).info("a word of its own");
    await shipping?.close();
    await collector.close();
    expect(collector.bodies.map(({ path, type }) => ({ path, type }))).toEqual([{ path: "/elsewhere", type: "application/x-protobuf" }]);
    expect(collector.bodies[0]?.body.includes("a word of its own")).toBe(true);
  });

  it("holds nothing up where the collector is away", async () => {
    const collector = await startCollector();
    await collector.close();
    const shipping = await startLogShipping(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }));
    for (let n = 0; n < 5000; n++) shipping?.write(JSON.stringify({ level: "info", time: new Date().toISOString(), n, msg: "said" }));
    await expect(shipping?.close()).resolves.toBeUndefined();
  });
});
