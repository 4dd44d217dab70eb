import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aCategory, PRACTICE } from "#tests/factories/answers";
import { CATALOGUES } from "#tests/factories/catalogues";

const harness = useHarness();
let token: string;
let category: { uid: string; questions: number };
beforeAll(async () => {
  ({ token } = await registerUser(harness()));
  ({ category } = await aCategory(harness(), token));
});

const NOBODY = "0190a5f0-0000-7000-8000-000000000000";
const encode = (input: unknown) => encodeURIComponent(JSON.stringify(input));
const query = (path: string, input?: unknown, headers?: Record<string, string>) =>
  harness().call("GET", `/api/trpc/${path}${input === undefined ? "" : `?input=${encode({ json: input })}`}`, {
    token,
    ...(headers ? { headers } : {}),
  });
const rawQuery = (path: string, input: string) => harness().call("GET", `/api/trpc/${path}?input=${encodeURIComponent(input)}`, { token });
const batch = (paths: string[], inputs: Record<string, unknown>) =>
  harness().call("GET", `/api/trpc/${paths.join(",")}?batch=1&input=${encode(inputs)}`, { token });

/** A tRPC error as the typed client reads it, with REST's error inside `data`. */
function expectFailure(
  body: { error?: { json: { message: string; code: number; data: Record<string, unknown> } } },
  httpStatus: number,
  code: keyof typeof CATALOGUES.en.errors,
) {
  const { json } = body.error ?? {};
  expect({ status: json?.data.httpStatus, code: json?.data.code }).toEqual({ status: httpStatus, code });
  expect(json?.message).toBe(CATALOGUES.en.errors[code]);
  expect(JSON.stringify(body)).not.toMatch(/stack|node_modules|select /i);
}

describe("single calls", () => {
  it("answer in superjson's envelope", async () => {
    const answer = await query("practice.questions", { category_id: category.uid, page: 2 });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["result"]);
    expect(answer.body.result.data.json.meta).toEqual({ total: category.questions });
  });

  it("mutate by POST", async () => {
    const { questions } = await aCategory(harness(), token);
    const answer = await harness().call("POST", "/api/trpc/practice.saveAnswer", {
      token,
      body: { json: { question_id: questions[0]?.uid } },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.result.data.json.data.state).toBe("stored");
  });

  it("carry REST's error in tRPC's form, in the caller's language", async () => {
    const answer = await query("practice.question", { uid: NOBODY });
    expect(answer.status).toBe(404);
    expectFailure(answer.body, 404, "notFound");
    const french = await query("practice.question", { uid: NOBODY }, { "accept-language": "fr" });
    expect(french.body.error.json.message).toBe(CATALOGUES.fr.errors.notFound);
    const wrong = await query("practice.question", { uid: "x" });
    expectFailure(wrong.body, 400, "invalidInput");
    expect(wrong.body.error.json.data.issues).toEqual([{ path: ["uid"], message: CATALOGUES.en.validation.uuid }]);
  });

  it("need a token where REST does", async () => {
    const answer = await harness().call("GET", "/api/trpc/practice.categories");
    expect(answer.status).toBe(401);
    expectFailure(answer.body, 401, "unauthorized");
  });

  it.each([
    "nothing",
    "practice",
    "practice.nothing",
    "practice.categories.x",
    "__proto__",
    "constructor",
    "toString",
    "practice.__proto__",
    "",
    "%00",
    "practice.categories,practice.categories",
  ])("%j is no procedure", async (path) => {
    const answer = await query(path);
    expect(answer.status).toBe(404);
    expectFailure(answer.body, 404, "unknownPath");
  });

  it("a path that is no valid encoding is the caller's mistake", async () => {
    const answer = await query("%E0%A4%A");
    expect(answer.status).toBe(400);
    expectFailure(answer.body, 400, "badRequest");
  });
});

describe("methods", () => {
  it("a mutation is refused by GET and does nothing", async () => {
    const answer = await query("account.logout");
    expect(answer.status).toBe(405);
    expectFailure(answer.body, 405, "methodNotAllowed");
    expect((await query("account.me")).status).toBe(200);
  });

  it("a mutation is refused by every method but POST and does nothing", async () => {
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await harness().call(method, "/api/trpc/account.logout", { token });
      expect({ method, status: answer.status }).toEqual({ method, status: 405 });
    }
    expect((await harness().call("HEAD", "/api/trpc/account.logout", { token })).status).toBe(405);
    expect((await query("account.me")).status).toBe(200);
  });

  it("a query is refused by POST", async () => {
    const answer = await harness().call("POST", "/api/trpc/practice.categories", { token, body: {} });
    expect(answer.status).toBe(405);
    expectFailure(answer.body, 405, "methodNotAllowed");
  });
});

describe("coercion of REST's texts", () => {
  it("never leaks into the schemas that tRPC and the forms share", async () => {
    const path = `${PRACTICE}/question/get?category_id=${category.uid}&page=2`;
    const before = await harness().call("GET", path, { token });
    expect(before.body.meta).toEqual({ total: category.questions });
    for (const page of ["2", "1", true, "true"]) {
      const answer = await query("practice.questions", { category_id: category.uid, page });
      expectFailure(answer.body, 400, "invalidInput");
      expect(answer.body.error.json.data.issues).toEqual([{ path: ["page"], message: CATALOGUES.en.validation.number }]);
    }
    // Nor into a body of REST, where a number has a form of its own.
    expect(
      (await harness().call("GET", `${PRACTICE}/question/get`, { token, body: { category_id: category.uid, page: "2" } })).status,
    ).toBe(400);
  });
});

describe("batches", () => {
  it("answer each call in order", async () => {
    const answer = await batch(["account.me", "practice.questions"], { 1: { json: { category_id: category.uid } } });
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(2);
    expect(answer.body[0].result.data.json.user.role).toBe("candidate");
    expect(answer.body[1].result.data.json.data).toHaveLength(10);
  });

  it("mix success and failure under 207", async () => {
    const answer = await batch(["account.me", "practice.question", "nothing"], { 1: { json: { uid: NOBODY } } });
    expect(answer.status).toBe(207);
    expect(answer.body[0].result.data.json.user.role).toBe("candidate");
    expectFailure(answer.body[1], 404, "notFound");
    expectFailure(answer.body[2], 404, "unknownPath");
  });

  it("keep the status that all failures share", async () => {
    const answer = await batch(["practice.question", "practice.question"], { 0: { json: { uid: "x" } }, 1: { json: {} } });
    expect(answer.status).toBe(400);
    expectFailure(answer.body[0], 400, "invalidInput");
    expectFailure(answer.body[1], 400, "invalidInput");
  });

  it("mutate by POST, each with its own input", async () => {
    const answer = await harness().call("POST", "/api/trpc/account.checkExistence,account.checkExistence?batch=1", {
      body: { 0: { json: { username: "nobody-has-this" } }, 1: { json: {} } },
    });
    expect(answer.status).toBe(207);
    expect(answer.body[0].result.data.json).toEqual({ data: { emailExists: false, usernameExists: false } });
    expectFailure(answer.body[1], 400, "invalidInput");
  });

  it("hold twenty calls and no more", async () => {
    const twenty = await batch(Array(20).fill("account.me"), {});
    expect(twenty.status).toBe(200);
    expect(twenty.body).toHaveLength(20);
    const more = await batch(Array(21).fill("account.me"), {});
    expect(more.status).toBe(400);
    expect(more.body).toHaveLength(1);
    expectFailure(more.body[0], 400, "badRequest");
  });

  it("are batches only when asked to be", async () => {
    const answer = await harness().call("GET", "/api/trpc/account.me,account.me?batch=10", { token });
    expect(answer.status).toBe(404);
  });

  it.each([
    "[]",
    '"text"',
    "5",
    "null",
    '{"length":-1}',
    '{"length":"x"}',
    '{"0":null}',
    '{"-1":{"json":{}}}',
    '{"0":{"json":{"uid":1},"meta":5}}',
  ])("input %s never ends in a 5xx", async (input) => {
    for (const path of ["practice.question", "practice.question,account.me"]) {
      const answer = await harness().call("GET", `/api/trpc/${path}?batch=1&input=${encodeURIComponent(input)}`, { token });
      expect(answer.status).toBeLessThan(500);
    }
  });
});

describe("malformed input", () => {
  it.each(["{", "x", "", "{'json':1}"])("%j is no JSON", async (input) => {
    const answer = await rawQuery("practice.question", input);
    expect(answer.status).toBe(400);
    expectFailure(answer.body, 400, "malformedJson");
  });

  it.each([
    "null",
    "5",
    '"text"',
    "[]",
    "{}",
    '{"json":null}',
    '{"json":{"uid":1},"meta":{"values":"x"}}',
    '{"json":{"uid":1},"meta":{"values":{"uid":["nonsense"]}}}',
    '{"json":{"uid":"x"},"meta":{"values":{"uid":["Date"]}}}',
    '{"json":{"uid":"x"},"meta":{"values":{"uid":["bigint"]}}}',
    '{"json":{"uid":"x"},"meta":{"values":{"uid":[["class","Nothing"]]}}}',
    '{"json":{},"meta":{"values":{"__proto__.x":["undefined"]}}}',
    '{"json":{},"meta":{"values":{"constructor.prototype.x":["undefined"]}}}',
  ])("%s is a 400", async (input) => {
    const answer = await rawQuery("practice.question", input);
    expect(answer.status).toBe(400);
    expectFailure(answer.body, 400, answer.body.error.json.data.code);
  });

  /** Each says of a few bytes that they are much, or what no input of ours is. */
  const MUCH: [string, string][] = [
    ["a typed array of a number", '{"json":100000000,"meta":{"values":[["typed-array","Uint8Array"]],"v":1}}'],
    ["a typed array in a field", '{"json":{"uid":100000000},"meta":{"values":{"uid":[["typed-array","Float64Array"]]},"v":1}}'],
    ["one below another annotation", '{"json":{"uid":9},"meta":{"values":["undefined",{"uid":[["typed-array","Uint8Array"]]}],"v":1}}'],
    ["a bigint", '{"json":{"uid":"9"},"meta":{"values":{"uid":["bigint"]},"v":1}}'],
    ["a set", '{"json":{"uid":[1]},"meta":{"values":{"uid":["set"]},"v":1}}'],
    ["a regular expression", '{"json":{"uid":"/(a+)+$/"},"meta":{"values":{"uid":["regexp"]},"v":1}}'],
    ["an annotation that is none", '{"json":{"uid":1},"meta":{"values":5}}'],
    ["a nest", `{"json":${"[".repeat(200)}${"]".repeat(200)}}`],
  ];
  it.each(MUCH)("%s is malformed, asked and sent", async (_kind, input) => {
    expectFailure((await rawQuery("practice.question", input)).body, 400, "malformedJson");
    const headers = { "idempotency-key": crypto.randomUUID() };
    const sent = await harness().call("POST", "/api/trpc/practice.saveAnswer", { token, raw: input, headers });
    expectFailure(sent.body, 400, "malformedJson");
    expectFailure((await harness().call("POST", "/api/trpc/account.login", { raw: input })).body, 400, "malformedJson");
  });

  it("objects that are said to be equal are as they were sent: nothing of them grows", async () => {
    const meta = { referentialEqualities: [["comments"]], v: 1 };
    const { uid } = (await harness().call("GET", "/api/user/personalization/practice/category/get", { token })).body.data[0];
    const input = JSON.stringify({ json: { category_id: uid }, meta });
    const answer = await rawQuery("practice.questions", input);
    expect(answer.status).toBe(200);
  });

  it("refuses bodies as REST does", async () => {
    const post = (raw: string, headers?: Record<string, string>) =>
      harness().call("POST", "/api/trpc/practice.saveAnswer", { token, raw, ...(headers ? { headers } : {}) });
    expectFailure((await post("{")).body, 400, "malformedJson");
    expectFailure((await post("{}", { "content-type": "text/plain" })).body, 415, "wrongContentType");
    const large = await post(JSON.stringify({ json: { comments: "x".repeat(300_000) } }));
    expect(large.status).toBe(413);
    expectFailure(large.body, 413, "bodyTooLarge");
  });
});
