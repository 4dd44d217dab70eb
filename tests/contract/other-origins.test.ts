import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";

const harness = useHarness();
const ORIGIN = "https://elsewhere.example";

/** What browsers of other sites' pages are allowed by, of an answer. */
const allowed = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));

/** Reading and writing, over REST and tRPC, and what is no procedure; with what comes to a stranger, and with a login. */
const CALLS: [method: string, path: string, statuses: [stranger: number, member: number], body?: unknown][] = [
  ["GET", "/api/account/my-account", [401, 200]],
  ["POST", "/api/account/login", [401, 401], { email: "nobody@example.com", password: "correct horse battery" }],
  ["GET", "/api/user/web/faq/get", [200, 200]],
  ["GET", "/api/trpc/account.me", [401, 200]],
  ["POST", "/api/trpc/account.logout", [401, 200], { json: null }],
  ["POST", "/api/uploadthing?slug=recording&actionType=upload", [400, 400], { files: [] }],
  ["GET", "/api/openapi.json", [200, 200]],
  ["GET", "/api/health/live", [200, 200]],
  ["GET", "/api/nothing-here", [404, 404]],
  ["GET", "/api/auth/session", [200, 200]],
  ["GET", "/api/auth/csrf", [200, 200]],
  ["POST", "/api/stripe/webhook", [400, 400], {}],
  ["GET", "/api/user/avatar/00000000-0000-7000-8000-000000000000", [404, 404]],
  ["GET", "/api/storage/files/a/parley/nothing", [403, 403]],
  ["GET", "/api/trpc/account.live", [401, 200]],
  ["GET", "/metrics", [404, 404]],
];

describe("pages of other origins", () => {
  it.each(CALLS)("may read nothing of %s %s, nor ask for leave to", async (method, path, statuses, body) => {
    const { token } = await registerUser(harness());
    const headers = { origin: ORIGIN };
    const told: number[] = [];
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
      told.push(answer.status);
      await answer.body?.cancel();
    }
    expect(told).toEqual(statuses);
    const asked = { "access-control-request-method": method, "access-control-request-headers": "authorization, content-type" };
    const preflight = await fetch(harness().url + path, { method: "OPTIONS", headers: { ...headers, ...asked } });
    expect(allowed(preflight.headers)).toEqual([]);
    await preflight.body?.cancel();
  });
});
