import type { AnySchemaObject } from "ajv";
import { describe, expect, it } from "vitest";
import { CONTRACT_ROWS } from "#tests/factories/contract-rows";
import { openApiDocument } from "@/server/api/openapi";

// What every answer of the tests is held to is the document; this holds the document to the contract.
const document = openApiDocument("https://parley.app") as { paths: Record<string, AnySchemaObject>; components: AnySchemaObject };

/** What a schema stands for where it refers to another, or may be null besides. */
function meant(schema: AnySchemaObject): AnySchemaObject {
  if (schema.$ref)
    return meant(
      schema.$ref
        .slice(2)
        .split("/")
        .reduce((part: AnySchemaObject, key: string) => part[key], document),
    );
  const kinds: AnySchemaObject[] | undefined = schema.anyOf ?? schema.oneOf;
  const [only, ...others] = kinds?.filter(({ type }) => type !== "null") ?? [];
  return only && others.length === 0 ? meant(only) : schema;
}

const part = (schema: AnySchemaObject, name: string): AnySchemaObject =>
  meant(meant(schema).properties?.[name] ?? expect.fail(`there is no ${name}`));

describe("the document names the fields that the contract names", () => {
  it.each(CONTRACT_ROWS)("%s %s", (method, path, _tier, answer) => {
    const { content } = (document.paths[path] ?? expect.fail("there is no such path"))[method.toLowerCase()].responses[200];
    if ("file" in answer) return expect(Object.keys(content)).toEqual([answer.file]);
    const whole = meant(content["application/json"].schema);
    if (answer.in === "items") expect(part(part(whole, "meta"), "total").type).toBe("integer");
    const place = { whole: () => whole, data: () => part(whole, "data"), items: () => meant(part(whole, "data").items) }[answer.in]();
    for (const field of answer.fields) {
      expect(Object.keys(place.properties)).toContain(field);
      expect(place.required).toContain(field);
    }
  });
});
