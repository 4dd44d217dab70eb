import pino from "pino";
import type { Log } from "@/server/log";

/** What a logger writes from now on, line by line, instead of standard output. */
export function captureLog(log: Log): string[] {
  const lines: string[] = [];
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error("pino has no stream");
  stream.write = (line) => void lines.push(line);
  return lines;
}
