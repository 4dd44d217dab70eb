import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";

const harness = useHarness();
const ORIGIN = "https://elsewhere.example";

/** What browsers of other sites' pages are allowed by, of an answer. */
const allowed = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));

/** Reading and writing, over REST and tRPC, with and without a login, and what is no procedure. */
const CALLS: [method: string, path: string, body?: unknown][] = [
  ["GET", "/api/account/my-account"],
  ["POST", "/api/account/login", { email: "nobody@example.com", password: "correct horse battery" }],
  ["GET", "/api/user/web/faq/get"],
  ["GET", "/api/trpc/account.me"],
  ["POST", "/api/trpc/account.logout", { json: null }],
  ["POST", "/api/uploadthing?slug=recording&actionType=upload", { files: [] }],
  ["GET", "/api/openapi.json"],
  ["GET", "/api/health/live"],
  ["GET", "/api/nothing-here"],
  ["GET", "/api/auth/session"],
  ["GET", "/api/auth/csrf"],
  ["POST", "/api/stripe/webhook", {}],
  ["GET", "/api/user/avatar/00000000-0000-7000-8000-000000000000"],
  ["GET", "/api/storage/files/a/parley/nothing"],
  ["GET", "/api/live/account.changes"],
  ["GET", "/metrics"],
  ["GET", "/auth/login"],
  ["GET", "/nothing-here"],
];

describe("pages of other origins", () => {
  it.each(CALLS)("may read nothing of %s %s, nor ask for leave to", async (method, path, body) => {
    const { token } = await registerUser(harness());
    const headers = { origin: ORIGIN };
    for (const signedIn of [undefined, token]) {
      const answer = await fetch(harness().url + path, {
        method,
        headers: {
          ...headers,
          ...(signedIn ? { authorization: `Bearer ${signedIn}` } : {}),
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(allowed(answer.headers)).toEqual([]);
      await answer.body?.cancel();
    }
    const asked = { "access-control-request-method": method, "access-control-request-headers": "authorization, content-type" };
    const preflight = await fetch(harness().url + path, { method: "OPTIONS", headers: { ...headers, ...asked } });
    expect(allowed(preflight.headers)).toEqual([]);
    await preflight.body?.cancel();
  });
});
