import pino from "pino";

export type Log = pino.Logger;

/** Structured logs on standard output. No bodies, tokens, addresses of people or query strings are ever passed in. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFacts },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ["*.password", "*.accessToken", "*.authorization", "*.token"], censor: "[redacted]" },
  });

/**
 * An error as logs may hold it: what failed and where. A failed query's own message and parameters hold what people typed;
 * of the database's errors only the code and the plain message remain.
 */
function errorFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, query } = error as { code?: unknown; query?: unknown };
  return {
    type: error.name,
    message: query === undefined ? error.message : "query failed",
    ...(code === undefined ? {} : { code }),
    ...(typeof query === "string" ? { query } : {}),
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12),
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  };
}
