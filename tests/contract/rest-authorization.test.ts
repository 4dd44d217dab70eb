import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { CONTRACT_ROWS } from "#tests/factories/contract-rows";
import { aStranger } from "#tests/factories/forum";
import { tierOf } from "#tests/factories/permissions/table";
import { rowsOf, TABLES } from "#tests/factories/permissions/tables";
import { REST_ROUTES, samplePath } from "#tests/factories/routes";
import { type BadToken, badTokens } from "#tests/factories/tokens";

const harness = useHarness();
let bad: BadToken[];
let good: string;
let admin: string;

beforeAll(async () => {
  bad = await badTokens(harness());
  good = (await registerUser(harness())).token;
  admin = (await aStranger(harness(), {}, "admin")).token;
});

const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const withoutLogout = REST_ROUTES.filter((route) => route.procedure !== "account.logout");

/** A body without its values: some are random, a challenge for one. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}

/** Whom a route answers: anybody, those who are signed in, the team, or those alone who look after the service as a whole. */
type Tier = ReturnType<typeof tierOf>;
const TIERS = new Map<string, Tier>(rowsOf(TABLES).map(([name, row]) => [name, tierOf(row)]));
const tierOfRoute = ({ procedure }: { procedure: string }) => TIERS.get(procedure);

describe("the routes of the contract's rows", () => {
  it.each(CONTRACT_ROWS)("%s %s is declared, for: %s", (method, path, tier) => {
    const route = REST_ROUTES.find((known) => known.method === method && known.path === path);
    expect(route && { protect: route.protect, tier: tierOfRoute(route) }).toEqual({ protect: tier !== "none", tier });
  });
});

describe("a route's path and its place in the document", () => {
  it.each(REST_ROUTES.map((route) => [name(route), route] as const))("%s fit whom it answers", (_, route) => {
    const tier = tierOfRoute(route);
    expect(route.protect).toBe(tier !== "none");
    if (route.path.startsWith("/api/super/")) expect(tier).toBe("super");
    else if (route.path.startsWith("/api/admin/")) expect(tier).toBe("admin");
    else if (route.path.startsWith("/api/user/personalization/")) expect(tier).toBe("user");
    else expect(tier).not.toBe("super");
  });
});

describe("routes of the team", () => {
  const bodyFor = (method: string) => (method === "POST" ? { body: {} } : {});
  const ofTeam = REST_ROUTES.filter((route) => ["admin", "super"].includes(tierOfRoute(route) ?? ""));

  // Before it is looked at what was sent: whoever may not call learns nothing of the input either.
  it.each(ofTeam.map((route) => [name(route), route] as const))("%s answers 403 to whoever is not of it", async (_, route) => {
    const path = samplePath(route.path);
    expectError(await harness().call(route.method, path, { token: good, ...bodyFor(route.method) }), 403, "forbidden");
    if (tierOfRoute(route) !== "super") return;
    expectError(await harness().call(route.method, path, { token: admin, ...bodyFor(route.method) }), 403, "forbidden");
  });
});

describe("protected routes", () => {
  for (const route of REST_ROUTES.filter(({ protect }) => protect)) {
    it(`${name(route)} answers 401 without a token`, async () => {
      const body = route.method === "POST" ? {} : undefined;
      expectError(await harness().call(route.method, samplePath(route.path), { body }), 401, "unauthorized");
    });

    it(`${name(route)} answers 401 to every bad token`, async () => {
      for (const { name: kind, token, code } of bad) {
        const body = route.method === "POST" ? {} : undefined;
        const answer = await harness().call(route.method, samplePath(route.path), { token, body });
        expect({ kind, status: answer.status, code: answer.body.code }).toEqual({ kind, status: 401, code });
      }
    });
  }

  it("take a bearer header only: neither a cookie nor a query nor another scheme", async () => {
    const path = "/api/account/my-account";
    const calls = [
      harness().call("GET", path, { headers: { cookie: `accessToken=${good}` } }),
      harness().call("GET", `${path}?accessToken=${good}&authorization=Bearer%20${good}`),
      harness().call("GET", path, { headers: { authorization: `Basic ${good}` } }),
      harness().call("GET", path, { headers: { authorization: good } }),
      harness().call("GET", path, { headers: { authorization: "Bearer" } }),
      harness().call("GET", path, { headers: { authorization: "Bearer " } }),
    ];
    for (const answer of await Promise.all(calls)) {
      expectError(answer, 401, "unauthorized");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    expect((await harness().call("GET", path, { headers: { authorization: `bearer ${good}` } })).status).toBe(200);
  });
});

describe("open routes", () => {
  // A stale token in local storage must not keep a person from logging in again.
  for (const route of REST_ROUTES.filter(({ protect }) => !protect)) {
    it(`${name(route)} answers as without a token when a bad one is sent`, async () => {
      const plain = await harness().call(route.method, samplePath(route.path), route.method === "POST" ? { body: {} } : {});
      // What needs no input answers; what needs some says what is missing.
      expect([200, 400]).toContain(plain.status);
      for (const { token } of bad) {
        const answer = await harness().call(
          route.method,
          samplePath(route.path),
          route.method === "POST" ? { token, body: {} } : { token },
        );
        expect({ status: answer.status, shape: shapeOf(answer.body) }).toEqual({ status: plain.status, shape: shapeOf(plain.body) });
      }
    });
  }
});

describe("every route", () => {
  const bodies: [string, string][] = [
    ["an empty object", "{}"],
    ["nested rubbish", JSON.stringify({ uid: { a: [1] }, page: {}, email: [], password: 1, token: null })],
    ["a prototype", '{"__proto__":{"uid":"x"},"constructor":{"prototype":{}}}'],
    [
      "NUL characters",
      JSON.stringify({ email: "a\u0000b", username: "a\u0000b", password: "\u0000".repeat(12), token: "\u0000", uid: "\u0000" }),
    ],
    ["a nest", `{"uid":${"[".repeat(5000)}${"]".repeat(5000)}}`],
    ["half a character", '{"email":"\\ud800","password":"\\ud800","token":"\\ud800","comments":"\\ud800"}'],
  ];
  for (const route of withoutLogout) {
    it.each(bodies)(`${name(route)} survives %s`, async (_kind, raw) => {
      const answer = await harness().call(route.method, samplePath(route.path), { token: good, raw });
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    });

    it(`${name(route)} survives strange queries`, async () => {
      for (const query of ["page=&uid=", "page=1&page=2", "%", "uid=%00&token=%00&category_id=%E0%A4%A", "__proto__=1&constructor=2"]) {
        const body = route.method === "POST" ? {} : undefined;
        const answer = await harness().call(route.method, `${samplePath(route.path)}?${query}`, { token: good, body });
        expect({ query, fine: answer.status < 500 }).toEqual({ query, fine: true });
      }
    });
  }
});
