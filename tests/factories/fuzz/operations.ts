import { REST_ROUTES } from "#tests/factories/routes";
import { openApiDocument } from "@/server/api/openapi";
import type { JsonSchema } from "@/server/api/openapi-examples";
import { MAX_JSON_BYTES } from "@/server/http/body";
import { MAX_HEADER_BYTES } from "@/server/http/server";

export interface Operation {
  method: "GET" | "POST";
  path: string;
  noun: string;
  tier: "candidate" | "admin" | "super_admin";
  input: JsonSchema;
  /** What of it stands in the query or the path, and so arrives as text. */
  texts: Set<string>;
  open: boolean;
  /** Whether it takes an Idempotency-Key, and keeps its answer under it. */
  keyed: boolean;
}

export const keyOf = ({ method, path }: Pick<Operation, "method" | "path">): string => `${method} ${path}`;

const KEY = "#/components/parameters/IdempotencyKey";

/** Where a token that opens nothing is passed over, whatever a good one does. */
const OPEN = new Set(REST_ROUTES.filter(({ protect }) => !protect).map(keyOf));

/** What the document says can be asked for; how a file itself is sent is another matter. */
export const OPERATIONS: Operation[] = Object.entries(openApiDocument("https://parley.app").paths ?? {}).flatMap(([path, item]) =>
  (["get", "post"] as const).flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    const parameters = (operation.parameters ?? []).flatMap((one) => ("schema" in one ? one : []));
    const body =
      operation.requestBody && "content" in operation.requestBody ? operation.requestBody.content["application/json"]?.schema : undefined;
    const asked = parameters.filter(({ in: place }) => place !== "header");
    const inBody = body as JsonSchema | undefined;
    const properties = Object.fromEntries(asked.map(({ name, schema }) => [name, schema as JsonSchema]));
    const required = asked.flatMap(({ name, required: needed }) => (needed ? name : []));
    // A body may be one of several, which have no fields of their own.
    const several = inBody && !inBody.properties && asked.length > 0;
    const input: JsonSchema = {
      ...(several ? { allOf: [{ type: "object", properties, required }, inBody] } : inBody),
      type: "object",
      properties: { ...properties, ...inBody?.properties },
      required: [...required, ...(inBody?.required ?? [])],
    };
    return {
      method: method.toUpperCase() as "GET" | "POST",
      path,
      noun:
        path
          .split("/")
          .filter((part) => !/^(get|save|detail|view|delete)$/.test(part))
          .at(-1) ?? "",
      tier: path.includes("/super/") ? "super_admin" : path.includes("/admin/") ? "admin" : "candidate",
      // A body may be one of several, which have no fields of their own.
      input: inBody && asked.length === 0 ? inBody : input,
      texts: new Set(asked.map(({ name }) => name)),
      open: OPEN.has(`${method.toUpperCase()} ${path}`),
      keyed: operation.parameters?.some((one) => "$ref" in one && one.$ref === KEY) ?? false,
    };
  }),
);

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** What the service makes of a text in a query or a path: the number or the yes or no that its schema wants, where it can be one. */
function heardAs(value: unknown, schema: JsonSchema): unknown {
  const { type, items } = schema;
  if (type === "array") return [value].flat().map((one) => heardAs(one, items || {}));
  const text = asText(value);
  if ((type === "number" || type === "integer") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return type === "boolean" && /^(true|false)$/.test(text) ? text === "true" : text;
}

/** What stands in a path where nothing is given: there is none without. */
const inPath = (value: unknown): string => asText(value ?? "none") || "none";

/** A request as it arrives. */
export const heard = ({ input: { properties = {} }, path, texts }: Operation, request: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...request, ...Object.fromEntries(namesIn(path).map((name) => [name, inPath(request[name])])) })
      // A list without members stands nowhere in a query.
      .filter(([name, value]) => !(texts.has(name) && Array.isArray(value) && value.length === 0))
      .map(([name, value]) => [name, texts.has(name) ? heardAs(value, properties[name] ?? {}) : value]),
  );

/** A request's path with its query, and its body. */
export function written({ method, path, texts }: Operation, input: Record<string, unknown>) {
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(inPath(value));
  });
  const inQuery = Object.entries(rest).filter(([name]) => method === "GET" || texts.has(name));
  // A list's name stands once for each of its members.
  const query = new URLSearchParams(inQuery.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, asText(one)])));
  const target = query.size > 0 ? `${filled}?${query}` : filled;
  const body = Object.fromEntries(Object.entries(rest).filter(([name]) => !texts.has(name)));
  return { target, ...(method === "GET" ? {} : { body }) };
}

/** What headers besides the first line may take of a request, in bytes. */
const HEADERS = 6144;

/** Whether it is small enough to be sent, headers included. */
export function fits(operation: Operation, input: Record<string, unknown>): boolean {
  const { target, body } = written(operation, input);
  return target.length < MAX_HEADER_BYTES - HEADERS && Buffer.byteLength(JSON.stringify(body ?? {})) <= MAX_JSON_BYTES;
}
