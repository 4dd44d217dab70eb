import http from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { PRACTICE } from "#tests/factories/answers";
import { CATALOGUES, expectError, expectIssues } from "#tests/factories/catalogues";
import { REST_ROUTES, samplePath } from "#tests/factories/routes";
import { LOCALES, localeTag } from "@/lib/locales";

const harness = useHarness();
const SAVE = `${PRACTICE}/answer/save`;
let token: string;
beforeAll(async () => {
  token = (await registerUser(harness())).token;
});

const LIMIT = 256 * 1024;

describe("bodies", () => {
  it.each(["{", "{'a':1}", '{"a":1,}', "undefined", "{}{}", "\u0000"])("%j is malformed JSON", async (raw) => {
    expectError(await harness().call("POST", SAVE, { token, raw }), 400, "malformedJson");
  });

  it.each(["[]", '[{"uid":1}]', '"text"', "5", "null", "true"])("%s is no object", async (raw) => {
    const answer = await harness().call("POST", SAVE, { token, raw });
    expect(answer.status).toBe(400);
    expectError(answer, 400, answer.body.code);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp"])(
    "%s is the wrong content type",
    async (type) => {
      expectError(await harness().call("POST", SAVE, { token, raw: "{}", headers: { "content-type": type } }), 415, "wrongContentType");
    },
  );

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"])("%s is JSON", async (type) => {
    const answer = await harness().call("POST", SAVE, { token, raw: "{}", headers: { "content-type": type } });
    expectError(answer, 400, "invalidInput");
  });

  it("takes a body of exactly the limit and refuses one byte more", async () => {
    const frame = JSON.stringify({ comments: "" }).length;
    const fits = JSON.stringify({ comments: "x".repeat(LIMIT - frame) });
    expect(fits).toHaveLength(LIMIT);
    expectError(await harness().call("POST", SAVE, { token, raw: fits }), 400, "invalidInput");
    expectError(await harness().call("POST", SAVE, { token, raw: `${fits} ` }), 413, "bodyTooLarge");
  });

  it("counts a body that does not tell its length", async () => {
    const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const request = http.request(
        new URL(SAVE, harness().url),
        { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` } },
        (response) => {
          let body = "";
          response.on("data", (chunk) => {
            body += chunk;
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
        },
      );
      request.on("error", reject);
      for (let sent = 0; sent <= LIMIT; sent += 32 * 1024) request.write("x".repeat(32 * 1024));
      request.end();
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toEqual({ message: CATALOGUES.en.errors.bodyTooLarge, code: "bodyTooLarge" });
  });

  it.each([
    ["twice in the query", "GET", "/api/account/my-account?page=1&page=2", undefined, ["page"]],
    ["in the query and in the body", "POST", `${PRACTICE}/answer/detail/get?uid=1`, { uid: "2" }, ["uid"]],
    ["twice in two ways", "POST", `${PRACTICE}/answer/detail/get?uid=1&uid=2&a=1`, { a: 2 }, ["a", "uid"]],
  ])("a name that stands there %s is refused: nobody guesses which one counts", async (_, method, path, body, names) => {
    const answer = await harness().call(method, path, { token, body });
    expectError(answer, 400, "invalidInput");
    const issues = names.map((name) => ({ path: [name], message: CATALOGUES.en.validation.repeated }));
    expect(answer.body.issues.sort((a: { path: string[] }, b: { path: string[] }) => String(a.path).localeCompare(String(b.path)))).toEqual(
      issues,
    );
  });

  it("a POST without any body reads as an empty object", async () => {
    const answer = await harness().call("POST", `${PRACTICE}/answer/detail/get`, { token });
    expectError(answer, 400, "invalidInput");
    expect(answer.body.issues).toEqual([{ path: ["uid"], message: CATALOGUES.en.validation.required }]);
  });
});

describe("addresses", () => {
  it.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/account",
    "/api/account/login/",
    "/api/account/LOGIN",
    "/api/account/login/x",
    "/api//account/login",
  ])("%s is a 404 in JSON", async (path) => {
    for (const method of ["GET", "POST", "DELETE"]) expectError(await harness().call(method, path), 404, "unknownPath");
  });

  it("leaves everything else to the pages", async () => {
    const answer = await harness().call("GET", "/dashboard");
    expect(answer.body).toBe("page");
  });

  const paths = [...new Set(REST_ROUTES.map((route) => route.path))];
  it.each(paths)("%s answers 405 with Allow to other methods", async (path) => {
    const allowed = REST_ROUTES.filter((route) => route.path === path).map((route) => route.method as string);
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter((method) => !allowed.includes(method));
    for (const method of others) {
      const answer = await harness().call(method, samplePath(path), { token });
      expectError(answer, 405, "methodNotAllowed");
      expect(answer.headers.get("allow")?.split(", ").sort()).toEqual(allowed.sort());
    }
  });

  it("answers HEAD as GET, without a body", async () => {
    const path = "/api/account/my-account";
    const [get, head] = await Promise.all([harness().call("GET", path, { token }), harness().call("HEAD", path, { token })]);
    expect(head.status).toBe(200);
    expect(head.body).toBe("");
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
  });

  it("answers HEAD with 405 where a GET changes something", async () => {
    const somebody = await registerUser(harness());
    const changing = REST_ROUTES.filter((route) => route.method === "GET" && route.changes);
    expect(changing.map(({ path }) => path)).toContain("/api/user/logout");
    for (const { path } of changing) {
      const head = await harness().call("HEAD", samplePath(path), { token: somebody.token });
      expect([path, head.status]).toEqual([path, 405]);
    }
    expect((await harness().call("GET", "/api/account/my-account", { token: somebody.token })).status).toBe(200);
  });

  it("what visitors send counts in the body alone: no password stands in an address", async () => {
    const { email } = await registerUser(harness());
    const password = PASSWORD;
    const fields = new URLSearchParams({ email, password });
    expectIssues(await harness().call("POST", `/api/account/login?${fields}`), ["email", "password"]);
    expect((await harness().call("POST", "/api/account/login?password=other", { body: { email, password } })).status).toBe(200);
  });

  it.each(["/api/user/avatar/x", "/api/user/notifications/unsubscribe/x", "/api/trpc/account.login", "/api/trpc/practice.categories"])(
    "%s says by which methods it is asked",
    async (path) => {
      const answer = await harness().call("DELETE", path);
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, expect.stringMatching(/GET|POST/)]);
    },
  );

  it.each(["/api/openapi.json", "/api/health/live", "/api/health/ready"])("%s is read only", async (path) => {
    expect((await harness().call("GET", path)).status).toBe(200);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await harness().call(method, path);
      expectError(answer, 405, "methodNotAllowed");
      expect(answer.headers.get("allow")).toBe("GET");
    }
  });
});

describe("languages", () => {
  it.each(LOCALES)("%s: errors and issues come in the caller's language", async (locale) => {
    const headers = { "accept-language": `${localeTag(locale)},en;q=0.5` };
    expectError(await harness().call("GET", "/api/nothing", { headers }), 404, "unknownPath", locale);
    expectError(await harness().call("PUT", SAVE, { headers }), 405, "methodNotAllowed", locale);
    expectError(await harness().call("GET", "/api/account/my-account", { headers }), 401, "unauthorized", locale);
    const answer = await harness().call("POST", `${PRACTICE}/answer/detail/get`, { token, headers, body: { uid: "x" } });
    expectError(answer, 400, "invalidInput", locale);
    expect(answer.body.issues).toEqual([{ path: ["uid"], message: CATALOGUES[locale].validation.uuid }]);
  });

  it("an unknown language reads English", async () => {
    expectError(await harness().call("GET", "/api/nothing", { headers: { "accept-language": "de, *;q=0.1" } }), 404, "unknownPath", "en");
  });
});

describe("what is written in percent signs twice", () => {
  it("is decoded once: what comes out is what is looked for", async () => {
    const uid = "0190a5f0-0000-7000-8000-000000000000";
    const once = uid.replaceAll("-", "%2D");
    const twice = once.replaceAll("%", "%25");
    const about = (userId: string) => harness().call("GET", `/answer/peer-review/${userId}`, { token });
    for (const spelling of [uid, once]) expectError(await about(spelling), 404, "notFound");
    expectError(await about(twice), 400, "invalidInput");
    const field = async (value: string) => (await harness().call("GET", `${PRACTICE}/question/get?category_id=${value}`, { token })).status;
    expect([await field(once), await field(twice)]).toEqual([200, 400]);
  });
});

describe("every answer", () => {
  it("carries a request id of its own and the security headers", async () => {
    const answers = await Promise.all([
      harness().call("GET", "/api/nothing"),
      harness().call("GET", "/api/account/my-account", { token }),
      harness().call("GET", "/api/openapi.json"),
    ]);
    expect(new Set(answers.map((answer) => answer.headers.get("x-request-id"))).size).toBe(3);
    for (const { headers } of answers) {
      expect(headers.get("x-request-id")).toMatch(/^[\w-]{10,}$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'self'");
    }
  });
});
