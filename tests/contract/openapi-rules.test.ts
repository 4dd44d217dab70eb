import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Document, Spectral } from "@stoplight/spectral-core";
import { Json } from "@stoplight/spectral-parsers";
import { oas } from "@stoplight/spectral-rulesets";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { validatorOf } from "#tests/factories/openapi";
import { requiredOnly, type Schema as Shown } from "@/app/shell/api-reference/document";
import { openApiDocument } from "@/server/api/openapi";
import type { JsonSchema } from "@/server/api/openapi-examples";
import { appRouter } from "@/server/api/root";
import type { RestMeta } from "@/server/api/trpc";

/** As it is where people reach the service: rules do not like addresses of one's own machine. */
const document = openApiDocument("https://parley.app");
const text = JSON.stringify(document);

const OPERATIONS = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  (["get", "post", "put", "head"] as const).flatMap((method) => {
    const operation = item[method];
    return operation ? [{ method, path, operation }] : [];
  }),
);

describe("the document", () => {
  it("passes Redocly's recommended rules without a warning", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
  });

  it("passes Spectral's recommended rules without a warning", { timeout: 300_000 }, async () => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas as never, "recommended"]] });
    const problems = await spectral.run(new Document(text, Json));
    expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`)).toEqual([]);
  });

  it("fails both where something is missing", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const [path, item] = Object.entries(document.paths ?? {})[0] ?? [];
    const nameless = JSON.stringify({ openapi: "3.1.0", info: { title: "Parley" }, paths: { [String(path)]: item } });
    expect(await lintFromString({ source: nameless, absoluteRef: "openapi.json", config })).not.toEqual([]);
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas as never, "recommended"]] });
    expect(await spectral.run(new Document(nameless, Json))).not.toEqual([]);
  });

  it("gives every operation a summary, a description, tags, examples, error answers and security", () => {
    const lacking = OPERATIONS.flatMap(({ method, path, operation }) => {
      const { summary, description, tags, security, responses, requestBody, parameters } = operation;
      const bodies = [requestBody, responses?.["200"]].flatMap((part) =>
        part && "content" in part ? [part.content?.["application/json"]] : [],
      );
      const lacks = [
        summary ? "" : "summary",
        description ? "" : "description",
        tags?.length ? "" : "tags",
        security ? "" : "security",
        bodies.every((body) => !body || body.example !== undefined) ? "" : "example of a body",
        (parameters ?? []).every((parameter) => "$ref" in parameter || parameter.example !== undefined) ? "" : "example of a parameter",
        ["400", ...(security?.length ? ["401"] : []), "403", "404", "429", "500", "503"].every((status) => responses?.[status as "400"])
          ? ""
          : "error answers",
      ].filter(Boolean);
      return lacks.map((lack) => `${method} ${path}: ${lack}`);
    });
    expect(lacking).toEqual([]);
  });

  it("shows examples that are valid", () => {
    const wrong = OPERATIONS.flatMap(({ method, path, operation }) => {
      const bodies = [operation.requestBody, operation.responses?.["200"]].flatMap((part) =>
        part && "content" in part ? [part.content?.["application/json"]] : [],
      );
      const parameters = (operation.parameters ?? []).flatMap((one) => ("schema" in one ? one : []));
      return [...bodies, ...parameters].flatMap((part) => {
        if (!part) return [];
        const { schema, example } = part;
        const validate = validatorOf(schema as object);
        return validate(example) ? [] : [`${method} ${path}: ${JSON.stringify(validate.errors?.slice(0, 2))}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it("says of every time in an answer how it is written, and of what is counted in which unit", () => {
    const COUNTED = ["reading_time", "answer_time", "duration_ms", "overrun_ms", "second", "coverage", "progress", "amount", "length"];
    const silent = OPERATIONS.flatMap(({ method, path, operation }) => {
      const answer = operation.responses?.["200"];
      const schema = answer && "content" in answer ? answer.content?.["application/json"]?.schema : undefined;
      return fieldsOf(schema as JsonSchema | undefined).flatMap(([name, field]) => {
        const told = [field, ...(field.anyOf ?? [])];
        const text = told.some(({ type }) => type === "string");
        const says = COUNTED.includes(name)
          ? told.some((one) => "description" in one)
          : !text || !/(At|Until)$/.test(name) || told.some(({ format }) => format?.startsWith("date"));
        return says ? [] : [`${method} ${path}: ${name}`];
      });
    });
    expect(silent).toEqual([]);
  });

  it("shows requests that the procedures take: whole, with the required fields alone, and with each parameter", () => {
    const procedures = Object.values(appRouter._def.procedures) as unknown as { _def: { inputs: z.ZodType[]; meta?: RestMeta } }[];
    const inputs = new Map<string | undefined, z.ZodType[]>(procedures.map(({ _def }) => [_def.meta?.openapi?.path, _def.inputs]));
    const refused = OPERATIONS.flatMap(({ method, path, operation }) => {
      const body =
        operation.requestBody && "content" in operation.requestBody ? operation.requestBody.content["application/json"] : undefined;
      const parameters = (operation.parameters ?? []).flatMap((one) => ("schema" in one ? one : []));
      const [needed, free] = [true, false].map((is) => parameters.filter(({ required = false }) => required === is));
      const given = Object.fromEntries(needed?.map(({ name, example }) => [name, example]) ?? []);
      const bodies = body ? [body.example, requiredOnly(body.schema as unknown as Shown, body.example)] : [{}];
      const requests = [
        ...bodies.map((one) => ({ ...given, ...(one as object) })),
        ...(free ?? []).map(({ name, example }) => ({ ...given, [name]: example })),
      ];
      return requests.flatMap((request) =>
        (inputs.get(path) ?? []).flatMap((input) => {
          const { error } = input.safeParse(request);
          return error
            ? [`${method} ${path} ${JSON.stringify(request)}: ${error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`)}`]
            : [];
        }),
      );
    });
    expect([...new Set(refused)]).toEqual([]);
  });

  it("shows no id that a caller may choose, and no field that is a trap", () => {
    const contact = document.paths?.["/api/user/web/contact/us/save"]?.post?.requestBody;
    const { schema, example } = (contact && "content" in contact && contact.content["application/json"]) || {};
    expect(Object.keys((schema as unknown as Shown).properties ?? {}).sort()).toEqual(["email", "message", "name", "subject", "uid"]);
    expect(Object.keys(example as object).sort()).toEqual(["email", "message", "name", "subject"]);
    expect(text).not.toContain('"trap"');
  });
});

/** The fields of a schema with their names, however deep they stand. */
function fieldsOf(schema: JsonSchema | undefined): [string, JsonSchema][] {
  if (!schema) return [];
  const fields = Object.entries(schema.properties ?? {});
  const { items, additionalProperties: more } = schema;
  const inside = [
    ...fields.map(([, field]) => field),
    ...[schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap((parts) => parts ?? []),
    ...[items, more].filter((part) => typeof part === "object"),
  ];
  return [...fields, ...inside.flatMap(fieldsOf)];
}
