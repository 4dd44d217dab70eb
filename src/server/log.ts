import pino from "pino";
import { type LogOutput, logOutput } from "./log-output";
import { currentScope } from "./telemetry/scope";

export type Log = pino.Logger;

let output: LogOutput | undefined;

/** One for all logs of the process. */
function standardOutput(): LogOutput {
  if (!output) {
    output = logOutput(1);
    process.once("exit", output.end);
  }
  return output;
}

/**
 * Structured logs on standard output. No bodies, tokens, addresses of people or query strings are ever passed in. Whatever is said while
 * a call or a job runs, by whatever part, carries its id or name.
 * @param also where each line goes, too
 */
export function createLog(level: string, also?: { write(line: string): void }): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    mixin: scopeFacts,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFacts },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ["*.password", "*.accessToken", "*.authorization", "*.token"], censor: "[redacted]" },
  };
  const out = { write: (line: string) => standardOutput().write(line) };
  if (!also) return pino(options, out);
  // What is written at all is the logger's to say.
  const everything = { level: "trace" } as const;
  return pino(
    options,
    pino.multistream([
      { ...everything, stream: out },
      { ...everything, stream: also },
    ]),
  );
}

function scopeFacts(): Record<string, string> {
  const { call, job, traceId } = currentScope() ?? {};
  return { ...(call && { requestId: call.requestId }), ...(job && { job }), ...(traceId && { traceId }) };
}

/** A mail server's refusal names the address that it refuses. */
const ADDRESSES = /(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/**
 * What an error says, without what somebody typed: parsers quote the text that they could not read, and so does PostgreSQL of values
 * that do not fit (class 22).
 */
function messageOf(error: Error): string {
  const { code, query } = error as { code?: unknown; query?: unknown };
  if (query !== undefined) return "query failed";
  if (error instanceof SyntaxError) return "not readable";
  const message =
    error.name === "PostgresError" && String(code).startsWith("22") ? error.message.replace(/:? "[\s\S]*/, "") : error.message;
  return message.replaceAll(ADDRESSES, "[address]");
}

/**
 * An error as logs may hold it: what failed and where. A failed query's own message and parameters hold what people typed;
 * of the database's errors only the code and the plain message remain.
 */
function errorFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, query } = error as { code?: unknown; query?: unknown };
  return {
    type: error.name,
    message: messageOf(error),
    ...(code === undefined ? {} : { code }),
    ...(typeof query === "string" ? { query } : {}),
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12),
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  };
}
