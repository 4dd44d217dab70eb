import pino from "pino";
import { expect } from "vitest";
import type { Log } from "@/server/log";

/** What a logger writes from now on, line by line, instead of standard output. */
export function captureLog(log: Log): string[] {
  const lines: string[] = [];
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error("pino has no stream");
  stream.write = (line) => void lines.push(line);
  return lines;
}

/** No line holds an address of anybody, a token, or a mark of what people wrote (`Person.mark`). */
export function expectNobodyIn(lines: readonly string[]): void {
  const telling = lines.filter((line) => /[\w.]@[\w-]+\.\w|eyJ[\w-]+\.|mark[a-p]{24}/.test(line));
  expect(telling.slice(0, 5)).toEqual([]);
}
