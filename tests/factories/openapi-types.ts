import { execFileSync } from "node:child_process";
import path from "node:path";
import type { JsonSchema } from "@/server/api/openapi-examples";

/** As much of a schema as the document writes beside what zod's schemas are written in. */
type Schema = JsonSchema & { $ref?: string; description?: string };
type Content = Record<string, { schema?: Schema }>;

interface Response {
  $ref?: string;
  content?: Content;
}

interface Operation {
  operationId?: string;
  summary?: string;
  parameters?: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: Schema }[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, Response>;
}

/** An OpenAPI document as it is served. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, { name: string; in: string; required?: boolean; schema?: Schema }>;
  };
}

/**
 * TypeScript types of some operations, in the form in which openapi-typescript writes those of a whole document and openapi-fetch
 * reads them. (openapi-typescript itself is written on the compiler's former JavaScript interface, which ours no longer has.)
 * @param ids operationIds
 * @throws Error for an operation that the document does not have, or a kind of schema that is not known here
 */
export function typesOf(document: OpenApi, ids: readonly string[]): string {
  const found = Object.entries(document.paths).flatMap(([at, item]) =>
    Object.entries(item).flatMap(([method, operation]) => (ids.includes(operation.operationId ?? "") ? [{ at, method, operation }] : [])),
  );
  if (found.length !== ids.length) throw new Error(`${ids.length} operations were asked for, and ${found.length} are in the document`);
  const paths = [...new Set(found.map(({ at }) => at))].map((at) => {
    const methods = found
      .filter((one) => one.at === at)
      .map((one) => `${remark(one.operation.summary)}${one.method}: ${operationType(document, one.operation)};`);
    return `${key(at)}: {\n${methods.join("\n")}\n};`;
  });
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => `${key(name)}: ${schemaType(schema)};`);
  return formatted(`
    // Made from /api/openapi.json: do not edit. It holds no more than what main-job.ts calls.
    export interface paths {\n${paths.join("\n")}\n}
    export interface components {\nschemas: {\n${schemas.join("\n")}\n};\n}
  `);
}

function operationType(document: OpenApi, { parameters = [], requestBody, responses = {} }: Operation): string {
  const named = parameters.map((one) => (one.$ref ? document.components.parameters[lastOf(one.$ref)] : one));
  const places = ["query", "header", "path", "cookie"].map((place) => {
    const here = named.flatMap((one) => (one?.in === place ? [one] : []));
    if (here.length === 0) return `${place}?: never;`;
    const fields = here.map(({ name = "", required, schema = {} }) => `${key(name)}${required ? "" : "?"}: ${schemaType(schema)};`);
    return `${place}${here.some(({ required }) => required) ? "" : "?"}: {\n${fields.join("\n")}\n};`;
  });
  const body = requestBody
    ? `requestBody${requestBody.required ? "" : "?"}: { content: ${contentType(requestBody.content)} };`
    : "requestBody?: never;";
  const answers = Object.entries(responses).map(([status, response]) => {
    const { content } = response.$ref ? (document.components.responses[lastOf(response.$ref)] ?? {}) : response;
    return `${status}: { headers: { [name: string]: unknown }; ${content ? `content: ${contentType(content)}` : "content?: never"}; };`;
  });
  return `{\nparameters: {\n${places.join("\n")}\n};\n${body}\nresponses: {\n${answers.join("\n")}\n};\n}`;
}

const contentType = (content: Content = {}): string =>
  `{\n${Object.entries(content)
    .map(([type, { schema = {} }]) => `${key(type)}: ${schemaType(schema)};`)
    .join("\n")}\n}`;

/** What a value of the schema is in TypeScript. Bounds and patterns have no type: the service says where a value is not as it has to be. */
function schemaType(schema: Schema): string {
  if (schema.$ref) return `components["schemas"][${JSON.stringify(lastOf(schema.$ref))}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => `(${schemaType(choice)})`).join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => `(${schemaType(part)})`).join(" & ");
  if (schema.type === undefined) return "unknown";
  return [schema.type]
    .flat()
    .map((type) => namedType(type, schema))
    .join(" | ");
}

function namedType(type: string, schema: Schema): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "array") {
    if (schema.prefixItems) return `[${schema.prefixItems.map(schemaType).join(", ")}]`;
    return `(${schema.items ? schemaType(schema.items) : "unknown"})[]`;
  }
  if (type !== "object") throw new Error(`a schema of the type ${type}`);
  const { properties, required = [], additionalProperties: others } = schema;
  if (!properties) return `{ [name: string]: ${typeof others === "object" ? schemaType(others) : "unknown"} }`;
  const fields = Object.entries(properties).map(
    ([name, field]: [string, Schema]) =>
      `${remark(field.description)}${key(name)}${required.includes(name) ? "" : "?"}: ${schemaType(field)};`,
  );
  return `{\n${fields.join("\n")}\n}`;
}

const lastOf = (reference: string): string => reference.split("/").at(-1) ?? "";
const key = (name: string): string => JSON.stringify(name);
const remark = (text: string | undefined): string => (text ? `/** ${text.replaceAll("*/", "* /")} */\n` : "");

const BIOME = path.resolve("node_modules/@biomejs/biome/bin/biome");

/** As the linter wants every file of ours. */
const formatted = (source: string): string =>
  execFileSync(process.execPath, [BIOME, "format", "--stdin-file-path=tests/client/api.ts"], { input: source, encoding: "utf8" });
