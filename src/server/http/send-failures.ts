import type { ServerResponse } from "node:http";

/** What `send` says of a file that it could not send. */
export interface Unsent {
  status?: number;
  headers?: Record<string, string>;
}

/** What `send` and whoever uses it had said of the file by then. */
const OF_THE_FILE = [
  "accept-ranges",
  "content-disposition",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
];

/**
 * Answers where a file could not be sent. What has begun cannot be taken back: it breaks off, so that whoever loads it asks again. What has
 * not is no file, and not to be kept.
 */
export function answerUnsent(
  res: ServerResponse,
  { status = 500, headers = {} }: Unsent,
  answer: () => void = () => res.writeHead(status, { "cache-control": "no-store", ...headers }).end(),
): void {
  if (res.headersSent) return void res.destroy();
  for (const name of OF_THE_FILE) res.removeHeader(name);
  answer();
}
