import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { staticFiles } from "@/server/http/static-files";
import { compressStatic } from "../../src/bin/compress-static.mjs";

const SCRIPT = "export const words = ['لا', 'không', '不'];\n".repeat(200);
const FILES: Record<string, string> = {
  "chunks/one.js": SCRIPT,
  "chunks/gone.js": SCRIPT,
  "chunks/short.js": "export {};",
  "css/page.css": "p { color: rebeccapurple }\n".repeat(200),
  "media/font.woff2": SCRIPT,
};

let root: string;
let server: http.Server;
beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), "parley-static-"));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  await compressStatic(root);
  const serve = staticFiles(root);
  rmSync(path.join(root, "chunks/gone.js.br"));
  server = http.createServer(async (req, res) => (await serve(req, res)) || res.writeHead(200, { "x-from": "pages" }).end("page"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

/** As a browser asks: nothing is unpacked on the way, as `fetch` would. */
const ask = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<{ status?: number; headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    http
      .request({ port, path: target, method, headers: { "accept-encoding": "gzip, deflate, br, zstd", ...headers } }, async (res) => {
        const pieces: Buffer[] = [];
        for await (const piece of res) pieces.push(piece);
        resolve({ status: res.statusCode, headers: res.headers, bytes: Buffer.concat(pieces) });
      })
      .once("error", reject)
      .end();
  });

describe("a script or style of the build", () => {
  it.each([
    ["chunks/one.js", "application/javascript; charset=utf-8"],
    ["css/page.css", "text/css; charset=utf-8"],
  ])("%s is sent as the build compressed it, for good", async (name, type) => {
    const { status, headers, bytes } = await ask(`/_next/static/${name}?dpl=1`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": type,
      "content-encoding": "br",
      "content-length": String(bytes.length),
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    expect(brotliDecompressSync(bytes).toString()).toBe(FILES[name]);
  });

  it("is not sent to whoever has it", async () => {
    const { headers } = await ask("/_next/static/chunks/one.js");
    const again = await ask("/_next/static/chunks/one.js", { "if-none-match": String(headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it("tells its head alone where that is asked for", async () => {
    const { status, headers, bytes } = await ask("/_next/static/chunks/one.js", {}, "HEAD");
    expect([status, headers["content-encoding"], bytes.length]).toEqual([200, "br", 0]);
  });

  it("whose compressed form has gone meanwhile is not there, and nobody keeps that", async () => {
    const { status, headers, bytes } = await ask("/_next/static/chunks/gone.js");
    expect([status, headers["cache-control"], headers["content-encoding"], bytes.length]).toEqual([404, "no-store", undefined, 0]);
  });
});

describe("is left to the pages", () => {
  it.each([
    ["a file that is too short to gain by it", "/_next/static/chunks/short.js", {}],
    ["a file that is no text", "/_next/static/media/font.woff2", {}],
    ["a file that is none", "/_next/static/chunks/none.js", {}],
    ["the compressed form by its own name", "/_next/static/chunks/one.js.br", {}],
    ["a way out of the folder", "/_next/static/../static/chunks/one.js", {}],
    ["another address", "/chunks/one.js", {}],
    ["who takes gzip alone", "/_next/static/chunks/one.js", { "accept-encoding": "gzip" }],
    ["who refuses Brotli", "/_next/static/chunks/one.js", { "accept-encoding": "gzip, br;q=0" }],
    ["who says nothing of it", "/_next/static/chunks/one.js", { "accept-encoding": "" }],
  ])("%s", async (_case, target, headers) => {
    expect((await ask(target, headers)).headers["x-from"]).toBe("pages");
  });

  it("what is not asked for by GET or HEAD", async () => {
    expect((await ask("/_next/static/chunks/one.js", {}, "POST")).headers["x-from"]).toBe("pages");
  });
});
