import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerTo } from "#tests/factories/raw-http";

const harness = useHarness();

/** What the server answers to this head and body, until it hangs up. */
const raw = (lines: string[], body = "") => answerTo(harness().url, `${lines.join("\r\n")}\r\n\r\n${body}`);

const CLOSE = ["host: parley", "connection: close"];

describe("a request", () => {
  it.each([
    ["by a length and by chunks", ["content-length: 5", "transfer-encoding: chunked"]],
    ["by two lengths", ["content-length: 5", "content-length: 40"]],
    ["by chunks that are not the last coding", ["transfer-encoding: chunked, identity"]],
    ["by no whole number", ["content-length: 5x"]],
  ])("whose length is told in two ways is refused: %s", async (_, headers) => {
    const hidden = "0\r\n\r\nGET /api/health/live HTTP/1.1\r\nhost: parley\r\n\r\n";
    const answer = await raw(["POST /api/account/login HTTP/1.1", ...CLOSE, "content-type: application/json", ...headers], hidden);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    // What was hidden behind it is no request of its own.
    expect(answer).not.toContain('"live"');
  });

  it.each(["/api/health/live", "/", "/dashboard"])("by TRACE sends nothing back: %s", async (target) => {
    const answer = await raw([`TRACE ${target} HTTP/1.1`, ...CLOSE, "x-secret: do not tell"]);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).not.toContain("do not tell");
  });

  it.each([
    "/.git/config",
    "/.env",
    "/package.json",
    "/api/storage/files/a/parley/../../../secrets.json",
    "/api/storage/files/a/parley/..%2f..%2f..%2fsecrets.json",
    "/api/storage/files/",
    "/pdfjs/5.4.296/cmaps/../../package.json",
    "/pdfjs/5.4.296/cmaps/..",
    "/pdfjs/5.4.296/cmaps/",
    "/api/user/avatar/../../../package.json",
  ])("opens no file of the app's own and lists no folder: %s", async (target) => {
    const answer = await raw([`GET ${target} HTTP/1.1`, ...CLOSE]);
    expect(answer).toMatch(/^HTTP\/1\.1 40[034] /);
  });
});

describe("an answer about somebody", () => {
  it.each([
    ["what is about one", "GET", "/api/user/personalization/account/detail/profile/get"],
    ["a list", "GET", "/api/user/personalization/practice/answer/get"],
    ["what changes something", "POST", "/api/user/personalization/account/detail/profile/update"],
    ["a call of the pages", "GET", "/api/trpc/account.profile"],
    ["an address that is none", "GET", "/api/nothing-here"],
  ])("is kept by no browser and no shared cache, nor is a refusal, and says how it is written: %s", async (_, method, target) => {
    const { token } = await registerUser(harness());
    for (const given of [token, undefined]) {
      const { headers } = await harness().call(method, target, { token: given, ...(method === "POST" ? { body: {} } : {}) });
      expect([headers.get("cache-control"), headers.get("content-type")]).toEqual(["no-store", "application/json; charset=utf-8"]);
    }
  });
});
