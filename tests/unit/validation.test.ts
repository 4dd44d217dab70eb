import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CATALOGUES } from "#tests/factories/catalogues";
import { signature } from "@/features/trades/quotes/schema";
import { ERROR_STATUS } from "@/lib/app-error";
import { LOCALES } from "@/lib/locales";
import { toErrorIssues, VALIDATION_KEYS } from "@/lib/validation";

function issuesOf(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input);
  if (result.success) throw new Error("this input should be refused");
  return toErrorIssues(result.error);
}

/** The one issue of a field that is refused. */
function issueOf(field: z.ZodType, value: unknown) {
  const issues = issuesOf(z.object({ field }), { field: value });
  expect(issues).toHaveLength(1);
  expect(issues[0]?.path).toEqual(["field"]);
  return { key: issues[0]?.key, values: issues[0]?.values };
}

describe("zod's issues as message keys", () => {
  it.each<[string, z.ZodType, unknown, string, Record<string, string | number>]>([
    ["a missing text", z.string(), undefined, "required", {}],
    ["a missing number", z.number(), undefined, "required", {}],
    ["a missing object", z.object({}), undefined, "required", {}],
    ["null for a text", z.string(), null, "text", {}],
    ["a number for a text", z.string(), 5, "text", {}],
    ["a text for a number", z.number(), "5", "number", {}],
    ["NaN for a number", z.number(), Number.NaN, "number", {}],
    ["a fraction for a whole number", z.int(), 1.5, "integer", {}],
    ["a text for a boolean", z.boolean(), "true", "boolean", {}],
    ["a text for a list", z.array(z.string()), "x", "list", {}],
    ["a list for an object", z.object({}), [], "object", {}],
    ["a text for a record", z.record(z.string(), z.string()), "x", "object", {}],
    ["an empty text", z.string().min(1), "", "required", { minimum: 1 }],
    ["a short text", z.string().min(10), "x", "tooShort", { minimum: 10 }],
    ["a long text", z.string().max(3), "xxxx", "tooLong", { maximum: 3 }],
    ["a small number", z.number().min(2), 1, "tooSmall", { minimum: 2 }],
    ["a large number", z.number().max(2), 3, "tooLarge", { maximum: 2 }],
    ["a short list", z.array(z.string()).min(1), [], "tooFew", { minimum: 1 }],
    ["a long list", z.array(z.string()).max(1), ["a", "b"], "tooMany", { maximum: 1 }],
    ["no e-mail", z.string().email(), "x", "email", {}],
    ["no uuid", z.uuid(), "x", "uuid", {}],
    ["no choice", z.enum(["a", "b"]), "c", "choice", { choices: "a, b" }],
    ["no literal", z.literal("a"), "c", "choice", { choices: "a" }],
    ["none of a union", z.union([z.string(), z.number()]), true, "choice", {}],
    ["no half", z.number().multipleOf(0.5), 0.7, "halfSteps", {}],
    ["a pattern without a key", z.string().regex(/^a$/), "b", "format", {}],
    ["a pattern with a key", z.string().regex(/^a$/, "username"), "b", "username", {}],
    ["a refinement with a key", z.string().refine(() => false, "passwordCommon"), "b", "passwordCommon", {}],
    [
      "one that says how many",
      z.string().refine(() => false, { error: "tooMany", params: { maximum: 2 } }),
      "b",
      "tooMany",
      { maximum: 2 },
    ],
    ["a drawing with too many points", signature, Array(6).fill(Array(1000).fill([0, 0])), "tooMany", { maximum: 5000 }],
    ["a refinement without one", z.string().refine(() => false), "b", "invalid", {}],
    ["a refinement with some other text", z.string().refine(() => false, "some text"), "b", "invalid", {}],
  ])("%s", (_kind, field, value, key, values) => {
    expect(issueOf(field, value)).toEqual({ key, values });
  });

  it("a field that may not be there is named itself", () => {
    expect(issuesOf(z.strictObject({}), { role: "admin" })).toEqual([{ path: ["role"], key: "unknownField", values: { field: "role" } }]);
    const nested = z.object({ inner: z.strictObject({ a: z.string() }) });
    expect(issuesOf(nested, { inner: { a: "", b: 1 } })[0]?.path).toEqual(["inner", "b"]);
  });

  it("names the place in a list and tells of every field at once", () => {
    const schema = z.object({ list: z.array(z.object({ size: z.int() })), name: z.string() });
    expect(issuesOf(schema, { list: [{ size: 1 }, { size: "x" }] })).toEqual([
      { path: ["list", 1, "size"], key: "number", values: {} },
      { path: ["name"], key: "required", values: {} },
    ]);
  });
});

describe("the catalogues", () => {
  it.each(LOCALES)("%s has a sentence for every validation key and error code, and none besides", (locale) => {
    const { validation, errors } = CATALOGUES[locale];
    expect(Object.keys(validation).sort()).toEqual([...VALIDATION_KEYS].sort());
    expect(Object.keys(errors).sort()).toEqual(Object.keys(ERROR_STATUS).sort());
    for (const sentence of [...Object.values(validation), ...Object.values(errors)]) expect(sentence).toMatch(/\S/);
  });
});
