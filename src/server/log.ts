import pino from "pino";

export type Log = pino.Logger;

/** Structured logs on standard output. No bodies, tokens, addresses of people or query strings are ever passed in. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ["*.password", "*.accessToken", "*.authorization", "*.token"], censor: "[redacted]" },
  });
