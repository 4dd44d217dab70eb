import { expect, it } from "vitest";
import { checkAnswer } from "#tests/factories/openapi";

/** As the harness hears a procedure that succeeded. */
const given = (json: unknown, meta?: object) => ({
  status: 200,
  headers: new Headers(),
  body: { result: { data: { json, ...(meta ? { meta } : {}) } } },
});

const told = (status: number, body: unknown) => ({ status, headers: new Headers({ "content-type": "application/json" }), body });

it("what becomes of a file is held to what the document says of files of its kind", () => {
  const address = "http://files.local/a/parley/key";
  const check = (slug: string, serverData: object) => () =>
    checkAnswer(
      "PUT",
      `/api/storage/ingest/key?x-ut-slug=${slug}`,
      told(200, { url: address, appUrl: address, ufsUrl: address, fileHash: "", serverData }),
    );
  expect(check("reviewVoice", { stored: true })).not.toThrow();
  expect(check("recording", { stored: true })).toThrow("not in the document");
  expect(check("avatar", { avatar: null })).not.toThrow();
  expect(check("avatar", { taken: true })).toThrow("not in the document");
  expect(check("supportAttachment", { taken: false, problem: "notPdf" })).toThrow("not in the document");
});

it("a refusal that goes by says in a header when to come back, as the document has it", () => {
  const body = { code: "unavailable", message: "Parley is away for a moment." };
  const check = (wait?: string) => () =>
    checkAnswer("GET", "/api/account/my-account", {
      status: 503,
      headers: new Headers({ "content-type": "application/json", ...(wait === undefined ? {} : { "retry-after": wait }) }),
      body,
    });
  expect(check("5")).not.toThrow();
  for (const wrong of [undefined, "0", "soon"]) expect(check(wrong)).toThrow("with the header Retry-After");
});

it("a refusal is a sentence, and not the key of one", () => {
  const check = (message: string) => () =>
    checkAnswer(
      "POST",
      "/api/user/web/quote/accept",
      told(400, { code: "invalidInput", message: "Something is wrong.", issues: [{ path: ["strokes"], message }] }),
    );
  expect(check("Give at most 5000.")).not.toThrow();
  expect(check("validation.tooLong")).toThrow("without the words of validation.tooLong");
});

it("what a procedure gives is held to what the document says of its answer over REST", () => {
  const [uid, name] = ["0198c5f0-7a4e-7000-8000-5d3a1b2c4e6f", "Kitchens"];
  const page = (category: object) => ({ data: [category], meta: { total: 1 } });
  const category = { uid, name, description: "", questions: 3 };
  const check = (json: unknown, meta?: object) => () => checkAnswer("GET", "/api/trpc/practice.categories?input=1", given(json, meta));
  expect(check(page(category))).not.toThrow();
  // As superjson says that something is undefined.
  expect(check({ ...page(category), more: null }, { values: { more: ["undefined"] } })).not.toThrow();
  for (const wrong of [
    { ...category, secret: 1 },
    { ...category, questions: "3" },
    { uid, name, description: "" },
  ])
    expect(check(page(wrong))).toThrow("practice.categories gives what is not in the document");
});

it("each part of several calls at once is held to its own procedure", () => {
  const right = given({ data: [], meta: { total: 0 } }).body;
  const check =
    (...body: unknown[]) =>
    () =>
      checkAnswer("GET", "/api/trpc/practice.categories,practice.categories?batch=1", { ...given(null), status: 207, body });
  expect(check(right, right)).not.toThrow();
  expect(check(right, given({ data: [], meta: {} }).body)).toThrow("practice.categories gives what is not in the document");
});

it("a refusal by tRPC is held to the form of errors, and to the statuses that the operation names", () => {
  const check =
    (data: object, procedure = "practice.categories") =>
    () =>
      checkAnswer("GET", `/api/trpc/${procedure}`, { ...told(400, { error: { json: { message: "x", code: -32600, data } } }) });
  const refusal = { code: "unauthorized", message: "Please sign in.", httpStatus: 401, path: "practice.categories", retryAfter: 1 };
  expect(check(refusal)).not.toThrow();
  expect(check({ ...refusal, secret: 1 })).toThrow("no error of the document");
  expect(check({ ...refusal, message: "errors.unauthorized" })).toThrow("without its words");
  expect(check({ ...refusal, code: "cardDeclined" })).toThrow("the document says nothing of 402");
});
