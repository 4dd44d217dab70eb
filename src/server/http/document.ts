import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { openApiDocument } from "../api/openapi";
import { type Encoding, encodingFor } from "./encodings";

interface Written {
  hash: string;
  /** Made when somebody first takes it, and kept. */
  bodies: Map<Encoding, Promise<Buffer>>;
  text: Buffer;
}

const written = new Map<string, Written>();

function documentOf(publicUrl: string): Written {
  const known = written.get(publicUrl);
  if (known) return known;
  const text = Buffer.from(JSON.stringify(openApiDocument(publicUrl)));
  const made = { text, hash: createHash("sha256").update(text).digest("base64url").slice(0, 22), bodies: new Map() };
  written.set(publicUrl, made);
  return made;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const WRITERS: Record<Encoding, (text: Buffer) => Promise<Buffer>> = {
  // Two megabytes of JSON say many things many times; the last levels take seconds for a few kilobytes less.
  br: (text) => compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text) => compressGzip(text, { level: 9 }),
  identity: async (text) => text,
};

function bodyIn(document: Written, encoding: Encoding): Promise<Buffer> {
  const known = document.bodies.get(encoding);
  if (known) return known;
  const body = WRITERS[encoding](document.text);
  document.bodies.set(encoding, body);
  // The next one tries again.
  body.catch(() => document.bodies.delete(encoding));
  return body;
}

/** Whether the caller has it already, by its If-None-Match. */
const has = (known: string, etag: string): boolean =>
  known.split(",").some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === etag);

/** The OpenAPI document for GET and HEAD: written once for each public address, compressed once for each encoding that is asked for. */
export async function serveDocument(req: IncomingMessage, res: ServerResponse, publicUrl: string): Promise<void> {
  const document = documentOf(publicUrl);
  const encoding = encodingFor(req.headers["accept-encoding"]);
  const etag = `"${document.hash}-${encoding}"`;
  const headers = { etag, vary: "accept-encoding", "cache-control": "public, max-age=300" };
  if (has(req.headers["if-none-match"] ?? "", etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const body = await bodyIn(document, encoding);
  res.writeHead(200, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
  });
  res.end(body);
}
