import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type Call, curlOf, targetOf } from "@/app/shell/api-reference/call";
import { type ApiDocument, fits, jsonOf, parametersOf, partsOf, requiredOnly, takesToken } from "@/app/shell/api-reference/document";
import { fieldsOf, typeName } from "@/app/shell/api-reference/fields";
import { openApiDocument } from "@/server/api/openapi";

const CALL: Call = {
  method: "POST",
  path: "/api/thing/{id}/save",
  parameters: [
    { name: "id", in: "path", required: true },
    { name: "page", in: "query" },
    { name: "search", in: "query" },
    { name: "Idempotency-Key", in: "header" },
  ],
  values: { id: "a/b c", search: "x&y=é", page: "", "Idempotency-Key": "it's" },
  body: '{ "text": "it\'s $HOME, `date` and \\"more\\"",\n  "n": 1 }',
  signed: true,
};

/** What a shell makes of a command: its words. */
const wordsOf = (command: string): string[] =>
  execFileSync("sh", ["-c", command.replace(/^curl/, "printf '%s\\0'")], { env: { ...process.env, PARLEY_TOKEN: "of.the.shell" } })
    .toString()
    .split("\0")
    .slice(0, -1);

describe("a call", () => {
  it("leaves out what is empty and keeps signs from changing its address", () => {
    expect(targetOf(CALL)).toBe("/api/thing/a%2Fb%20c/save?search=x%26y%3D%C3%A9");
  });

  it("as a command says to a shell what was filled in, whatever signs it has, and takes the token from a variable", () => {
    expect(wordsOf(curlOf(CALL, "https://parley.example"))).toEqual([
      ...["-X", "POST", "https://parley.example/api/thing/a%2Fb%20c/save?search=x%26y%3D%C3%A9"],
      ...["-H", "Authorization: Bearer of.the.shell", "-H", "Content-Type: application/json", "-H", "Idempotency-Key: it's"],
      ...["--data", CALL.body],
    ]);
    const open = { ...CALL, method: "GET", body: undefined, signed: false, values: { id: "1" } };
    expect(wordsOf(curlOf(open, "https://parley.example"))).toEqual(["https://parley.example/api/thing/1/save"]);
    const head = { ...open, method: "HEAD" };
    expect(wordsOf(curlOf(head, "https://parley.example"))).toEqual(["--head", "https://parley.example/api/thing/1/save"]);
  });
});

it("a list stands in a call's address once for each of its lines, in the command as well", () => {
  const call: Call = {
    ...{ method: "GET", path: "/api/labels", body: undefined, signed: false },
    parameters: [{ name: "uids", in: "query", required: true, schema: { type: "array", items: { type: "string" } } }],
    values: { uids: "a\n b&c \n\n" },
  };
  expect(targetOf(call)).toBe("/api/labels?uids=a&uids=b%26c");
  expect(wordsOf(curlOf(call, ""))).toEqual(["/api/labels?uids=a&uids=b%26c"]);
});

describe("the fields of a schema", () => {
  const form = (kind: string, field: string) => ({
    properties: { kind: { const: kind }, [field]: { type: "string" } },
    required: ["kind"],
  });

  it("stand under each of its forms, with titles and descriptions", () => {
    const titled = { ...form("a", "x"), title: "First", description: "What comes first." };
    const rows = fieldsOf({ properties: { of: { anyOf: [titled, form("b", "x"), { type: "null" }], description: "Either." } } });
    expect(rows.map(({ name, choice, description }) => [name, choice, description])).toEqual([
      ["of", undefined, "Either."],
      ["of", "First", "What comes first."],
      ...["of.kind", "of.x"].map((name) => [name, undefined, undefined]),
      ["of", 'kind: "b"', undefined],
      ...["of.kind", "of.x"].map((name) => [name, undefined, undefined]),
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it("stand without a heading where there is one form, and go on into lists and what has any name", () => {
    const inner = { properties: { x: { type: "integer" } } };
    const names = fieldsOf({
      properties: {
        one: { anyOf: [inner, { type: "null" }] },
        many: { type: "array", items: inner },
        any: { additionalProperties: inner },
      },
    }).map(({ name }) => name);
    expect(names).toEqual(["one", "one.x", "many", "many[].x", "any", "any.*.x"]);
  });

  it("say what they are, with bounds, steps, forms and what stands where nothing is said", () => {
    expect(typeName({ type: "number", minimum: 0.5, maximum: 10, multipleOf: 0.5, default: 1 })).toBe(
      "number (0.5–10) in steps of 0.5 = 1",
    );
    expect(typeName({ type: "string", pattern: "^pm_", maxLength: 20 })).toBe("string, /^pm_/ (–20)");
    expect(typeName({ type: "array", items: { type: "string", format: "uuid", pattern: "…" }, maxItems: 9 })).toBe(
      "array of string, uuid (–9)",
    );
  });
});

describe("the document's operations", () => {
  const document = openApiDocument("https://parley.example") as unknown as ApiDocument;
  const parts = partsOf(document);
  const entries = parts.flatMap((part) => part.entries);

  it("stand each in one part", () => {
    const ids = entries.map(({ operation }) => operation.operationId).sort();
    const all = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(ids).toEqual(all.sort());
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
    for (const { id } of parts) expect(id).toMatch(/^tag-[A-Za-z-]+$/);
  });

  it("are found by all words of a filter, in any order and case", () => {
    const found = (filter: string) => entries.filter((entry) => fits(entry, filter)).map(({ operation }) => operation.operationId);
    expect(found("")).toHaveLength(entries.length);
    expect(found("RECORD practice save")).toEqual(["practice-saveAnswer"]);
    expect(found("practice nonsense")).toEqual([]);
  });

  const operation = (id: string) => {
    const found = entries.find((entry) => entry.operation.operationId === id)?.operation;
    if (!found) throw new Error(id);
    return found;
  };

  it("show each kind of file that is sent, with what is said of it", () => {
    const kinds = fieldsOf(jsonOf(operation("files-address").requestBody)?.schema ?? {}).filter(({ choice }) => choice);
    expect(kinds.map(({ choice }) => choice)).toEqual(expect.arrayContaining(["avatar", "recording", "workspaceFile"]));
    for (const { description } of kinds) expect(description).toMatch(/\w/);
  });

  it("take a token always, maybe or never, and their parameters are told, but for the language, which is the page's", () => {
    const taken = ["account-me", "admin-service-now", "account-signInOptions", "account-links-verifyEmail"].map((id) =>
      takesToken(operation(id)),
    );
    expect(taken).toEqual(["always", "maybe", "never", "always"]);
    const told = parametersOf(document, operation("practice-saveAnswer"));
    expect(told.map(({ name }) => name)).toEqual(["Idempotency-Key", "Idempotency-Unanswered"]);
    for (const { description } of told) expect(description).toMatch(/\w/);
  });

  it("have examples of which the least still holds all that is required", () => {
    const save = entries.find(({ operation }) => operation.operationId === "account-register")?.operation;
    const body = save?.requestBody?.content?.["application/json"];
    expect(requiredOnly(body?.schema, body?.example)).toEqual(body?.example);
    const schema = {
      properties: {
        list: { type: "array", items: { properties: { a: {}, b: {} }, required: ["a"] } },
        either: { anyOf: [{ type: "null" }, { properties: { c: {}, d: {} }, required: ["d"] }] },
        extra: {},
      },
      required: ["list", "either"],
    };
    const example = { list: [{ a: 1, b: 2 }], either: { c: 3, d: 4 }, extra: 5 };
    expect(requiredOnly(schema, example)).toEqual({ list: [{ a: 1 }], either: { d: 4 } });
    // What was written by hand needs all that it has.
    expect(requiredOnly({ ...schema, examples: [example] }, example)).toEqual(example);
  });
});
