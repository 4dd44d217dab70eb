import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";
import { expect, it } from "vitest";
import { createLog } from "@/server/log";

it("tells of a failed query what failed, and nothing of what people typed", () => {
  const driver = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const failed = new DrizzleQueryError("insert into users values ($1, $2)", ["amal@example.com", "$argon2id$hash"], driver);
  const lines: string[] = [];
  const log = createLog("info");
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error("pino has no stream");
  stream.write = (line: string) => void lines.push(line);
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
