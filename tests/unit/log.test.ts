import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, it } from "vitest";
import { captureLog } from "#tests/factories/log-lines";
import { createLog } from "@/server/log";
import { inScope, newCall, outOfScope } from "@/server/telemetry/scope";

it("tells of a failed query what failed, and nothing of what people typed", () => {
  const driver = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const failed = new DrizzleQueryError("insert into users values ($1, $2)", ["amal@example.com", "$argon2id$hash"], driver);
  const log = createLog("info");
  const lines = captureLog(log);
  log.error({ err: failed, requestId: "r-1" }, "call failed");
  const [line = ""] = lines;
  expect(line).not.toContain("amal@example.com");
  expect(line).not.toContain("argon2id");
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    msg: "call failed",
    requestId: "r-1",
    err: { query: "insert into users values ($1, $2)", cause: { code: "ECONNREFUSED", message: "connection refused" } },
  });
});

it("keeps to its line and its instant in UTC, whatever is in an entry", () => {
  const log = createLog("info");
  const lines = captureLog(log);
  const path = 'a\r\n{"level":"info","msg":"signed in"}\u001b[2J\u2028';
  log.warn({ path, token: "t", user: { password: "p", token: "t" } }, "refused");
  expect(lines).toHaveLength(1);
  for (const sign of ["\r", "\n", "\u001b"]) expect(lines[0]?.trimEnd()).not.toContain(sign);
  const entry = JSON.parse(lines[0] ?? "");
  expect(entry).toMatchObject({ level: "warn", msg: "refused", path, user: { password: "[redacted]", token: "[redacted]" } });
  expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

it.each([
  [
    "a mail server's refusal",
    Object.assign(new Error("Can't send mail - 550 5.1.1 <amal@example.com>: Recipient rejected"), { code: "EENVELOPE" }),
    { code: "EENVELOPE", message: "Can't send mail - 550 5.1.1 <[address]>: Recipient rejected" },
  ],
  ["a parser", parseError('{"password":"amal@example.com'), { type: "SyntaxError", message: "not readable" }],
  [
    "a value that does not fit",
    Object.assign(new Error('invalid input syntax for type uuid: "amal@example.com said"'), { name: "PostgresError", code: "22P02" }),
    { code: "22P02", message: "invalid input syntax for type uuid" },
  ],
])("tells of an error's message nothing that it quotes: %s", (_name, error, told) => {
  const log = createLog("info");
  const lines = captureLog(log);
  log.error({ err: error }, "failed");
  expect(lines[0]).not.toContain("amal");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ err: told });
});

function parseError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

it("carries what the line belongs to", async () => {
  const log = createLog("info");
  const lines = captureLog(log);
  const call = newCall("GET");
  await inScope({ call, traceId: "t-1" }, async () => {
    await Promise.resolve();
    log.info("within");
    outOfScope(() => log.info("beside"));
  });
  inScope({ job: "mail.send" }, () => log.info("work"));
  const [within, beside, work] = lines.map((line) => JSON.parse(line));
  expect(within).toMatchObject({ requestId: call.requestId, traceId: "t-1" });
  expect(Object.keys(beside).sort()).toEqual(["level", "msg", "time"]);
  expect(work).toMatchObject({ job: "mail.send" });
});
