import { once } from "node:events";
import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import send from "send";
import { encodingFor } from "./encodings";
import { answerUnsent, type Unsent } from "./send-failures";

/** Answers for a file of the build, if it can; false leaves it to the pages' server. */
export type StaticFiles = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>;

/** Where the build's static files are asked for. Their names tell their contents. */
const PREFIX = "/_next/static";
const COMPRESSED = ".br";

const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=utf-8",
  ".mjs": "application/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
};

/**
 * Sends scripts and styles in the form to which the build compressed them (bin/compress-static.mjs), to whoever takes that: nothing is
 * compressed for a request, and there is a sixth less to load than by what compresses as it goes.
 * @param root the build's static files as they are now
 */
export function staticFiles(root = ".next/static"): StaticFiles {
  const names = readdirSync(root, { recursive: true }).map((name) => `/${String(name).split(path.sep).join("/")}`);
  const compressed = new Set(names.filter((name) => name.endsWith(COMPRESSED)));
  return async (req, res) => {
    const [target = ""] = (req.url ?? "").split("?", 1);
    const file = `${target.slice(PREFIX.length)}${COMPRESSED}`;
    if (!target.startsWith(`${PREFIX}/`) || !compressed.has(file)) return false;
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    if (encodingFor(req.headers["accept-encoding"]) !== "br") return false;
    const sent = once(res, "close");
    send(req, file, { root, index: false, acceptRanges: false, maxAge: "1y", immutable: true })
      .on("headers", (to: ServerResponse) => {
        to.setHeader("content-type", TYPES[path.extname(target)] ?? "application/octet-stream");
        to.setHeader("content-encoding", "br");
        to.setHeader("vary", "accept-encoding");
      })
      .on("error", (error: Unsent) => answerUnsent(res, error))
      .pipe(res);
    await sent;
    return true;
  };
}
