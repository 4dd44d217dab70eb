import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type Call, curlOf, targetOf } from "@/app/shell/api-reference/call";
import { type ApiDocument, fits, partsOf, requiredOnly } from "@/app/shell/api-reference/document";
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
  });
});
