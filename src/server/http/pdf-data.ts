import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import send from "send";
import { answerUnsent, type Unsent } from "./send-failures";

/** Below it stand pdf.js's version, then its folder and file: what changes with a release has another address. */
const PATTERN = /^\/pdfjs\/[\d.]+\/((?:cmaps|standard_fonts|iccs|wasm)\/\w[\w.-]*)$/;

const require = createRequire(import.meta.url);

/**
 * What pdf.js fetches by name while it reads a document: character maps, stand-ins for fonts that a file lacks, decoders of
 * pictures. They are served from where npm put them, so that nothing is copied and nothing comes from another host.
 * @returns whether the address is one of theirs
 */
export function servePdfData(req: IncomingMessage, res: ServerResponse): boolean {
  const file = PATTERN.exec(req.url ?? "")?.[1];
  if (!file) return false;
  if (req.method !== "GET" && req.method !== "HEAD") {
    res.writeHead(405, { allow: "GET" }).end();
    return true;
  }
  const root = path.dirname(require.resolve("pdfjs-dist/package.json"));
  send(req, `/${file}`, { root, index: false, maxAge: "1y", immutable: true })
    .on("error", (error: Unsent) => answerUnsent(res, error))
    .pipe(res);
  return true;
}
