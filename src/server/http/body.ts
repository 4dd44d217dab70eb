import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/app-error";
import { parseJson } from "./json";

/** The largest JSON body that any call takes, in bytes. Files travel through the upload endpoint instead. */
export const MAX_JSON_BYTES = 256 * 1024;

/**
 * The request's JSON body, or undefined when it has none.
 * @throws AppError bodyTooLarge | wrongContentType | malformedJson
 */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  const declared = Number(req.headers["content-length"] ?? 0);
  if (declared > MAX_JSON_BYTES) throw new AppError("bodyTooLarge");
  if (declared === 0 && req.headers["transfer-encoding"] === undefined) return undefined;
  const text = (await readBytes(req, MAX_JSON_BYTES)).toString("utf8");
  if (text === "") return undefined;
  const type = req.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json" && !type?.endsWith("+json")) throw new AppError("wrongContentType");
  return parseJson(text);
}

/**
 * A body that is read whole has to be here by then, in milliseconds: what trickles in keeps a connection and memory from others. And what
 * is left of one behind its answer has as long again: browsers hear a refusal only where all that they send has gone.
 */
export const BODY_MS = 30_000;

/**
 * The whole body.
 * @param limit in bytes
 * @throws AppError bodyTooLarge | requestTimeout | badRequest where the connection went before its end
 */
export async function readBytes(req: IncomingMessage, limit: number): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("requestTimeout")), BODY_MS);
  });
  try {
    return await Promise.race([collect(req, limit), late]);
  } finally {
    clearTimeout(timer);
  }
}

function collect(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        req.removeAllListeners("data");
        req.resume();
        reject(new AppError("bodyTooLarge"));
      } else chunks.push(chunk);
    });
    req.once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    req.once("error", reject);
    req.once("close", () => reject(new AppError("badRequest")));
  });
}

export function sendJson(res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    // The rest of a request that came too slowly is not waited for (RFC 9110, 15.5.9).
    ...(status === 408 ? { connection: "close" } : {}),
    ...headers,
  });
  res.end(text);
}

/** For handlers that speak the web platform's Request and Response. */
export async function toWebRequest(req: IncomingMessage, origin: string, limit: number): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  return new Request(new URL(req.url ?? "/", origin), {
    method: req.method ?? "GET",
    headers,
    ...(hasBody ? { body: new Uint8Array(await readBytes(req, limit)) } : {}),
  });
}

export async function sendWebResponse(res: ServerResponse, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status, { ...Object.fromEntries(response.headers), "content-length": body.length, "cache-control": "no-store" });
  res.end(body);
}
