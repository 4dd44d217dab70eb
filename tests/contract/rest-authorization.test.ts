import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { REST_ROUTES, samplePath } from "#tests/factories/routes";
import { type BadToken, badTokens } from "#tests/factories/tokens";

const harness = useHarness();
let bad: BadToken[];
let good: string;

beforeAll(async () => {
  bad = await badTokens(harness());
  good = (await registerUser(harness())).token;
});

const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const withoutLogout = REST_ROUTES.filter((route) => route.procedure !== "account.logout");

/** A body without its values: some are random, a challenge for one. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}

describe("the routes of the contract's rows", () => {
  const P = "/api/user/personalization/practice";
  const A = "/api/user/personalization/account/detail";
  it.each([
    ["POST", "/api/account/login", false],
    ["POST", "/api/account/register", false],
    ["GET", "/api/account/my-account", true],
    ["POST", "/api/user/register", false],
    ["POST", "/api/user/register/validation/check", false],
    ["POST", "/api/user/login", false],
    ["GET", "/api/user/logout", true],
    ["GET", `${P}/category/get`, true],
    ["GET", `${P}/question/get`, true],
    ["POST", `${P}/answer/save`, true],
    ["GET", `${P}/answer/get`, true],
    ["POST", `${P}/answer/detail/get`, true],
    ["POST", "/api/user/social/register", false],
    ["POST", "/api/user/reset/password", false],
    ["POST", "/api/user/forget/password", false],
    ["POST", "/api/user/social/login", false],
    ["GET", `${A}/profile/get`, true],
    ["POST", `${A}/profile/update`, true],
    ["POST", `${A}/password/update`, true],
    ["GET", "/api/user/personalization/faq/get", true],
    ["GET", "/api/user/web/faq/get", false],
    ["GET", "/auth/check-provider-account-id/{id}", false],
  ])("%s %s is declared, protected: %s", (method, path, protect) => {
    expect(REST_ROUTES).toContainEqual(expect.objectContaining({ method, path, protect }));
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
    for (const answer of await Promise.all(calls)) expectError(answer, 401, "unauthorized");
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
