import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";
import { expect, it } from "vitest";
import { createLog } from "@/server/log";

/** A log, and the lines that it writes. */
function captured() {
  const lines: string[] = [];
  const log = createLog("info");
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error("pino has no stream");
  stream.write = (line: string) => void lines.push(line);
  return { log, lines };
}

it("tells of a failed query what failed, and nothing of what people typed", () => {
  const driver = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const failed = new DrizzleQueryError("insert into users values ($1, $2)", ["amal@example.com", "$argon2id$hash"], driver);
  const { log, lines } = captured();
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
  const { log, lines } = captured();
  const path = 'a\r\n{"level":"info","msg":"signed in"}\u001b[2J\u2028';
  log.warn({ path, token: "t", user: { password: "p", token: "t" } }, "refused");
  expect(lines).toHaveLength(1);
  for (const sign of ["\r", "\n", "\u001b"]) expect(lines[0]?.trimEnd()).not.toContain(sign);
  const entry = JSON.parse(lines[0] ?? "");
  expect(entry).toMatchObject({ level: "warn", msg: "refused", path, user: { password: "[redacted]", token: "[redacted]" } });
  expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});
