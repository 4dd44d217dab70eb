import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import SuperJSON, { type SuperJSONResult } from "superjson";
import { openApiDocument } from "@/server/api/openapi";
import type { JsonSchema } from "@/server/api/openapi-examples";
import { appRouter } from "@/server/api/root";
import type { RestMeta } from "@/server/api/trpc";

// What the document says of values is checked, its remarks to people are passed over.
const ajv = new Ajv2020({ strict: false, allErrors: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addFormat("base64", /^[A-Za-z0-9+/]*={0,2}$/);

const document = openApiDocument("https://parley.app");
const validators = new WeakMap<object, ValidateFunction>();

/** Whether a value is as a schema of the document says; the same schema object is compiled once. */
export function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const made = ajv.compile(
    JSON.parse(
      JSON.stringify(schema),
      (_key, value) => document.components?.schemas?.[/^#\/components\/schemas\/(\w+)$/.exec(value?.$ref)?.[1] ?? ""] ?? value,
    ),
  );
  validators.set(schema, made);
  return made;
}

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** By path as a client sends it: which of the document's it is. */
function pathFinder(paths: string[]): (pathname: string) => string | undefined {
  const fixed = new Set(paths.filter((path) => !path.includes("{")));
  const patterns = paths
    .filter((path) => path.includes("{"))
    .map((path) => ({ path, expression: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }));
  return (pathname) => (fixed.has(pathname) ? pathname : patterns.find(({ expression }) => expression.test(pathname))?.path);
}

const findPath = pathFinder(Object.keys(document.paths ?? {}));
const errorSchema = document.components?.schemas?.Error as object;

const bare = (type = ""): string => type.split(";", 1)[0] ?? "";

/**
 * Holds an answer to the document: its status is one that the operation names, its body is as the schema says.
 * @param target path and query; what is no operation of the document is passed over
 * @throws Error that names the operation and what is wrong
 */
export function checkAnswer(method: string, target: string, answer: Answer): void {
  const [pathname = ""] = target.split("?", 1);
  if (pathname.startsWith(RPC)) {
    checkGiven(pathname.slice(RPC.length), answer);
    return;
  }
  const path = findPath(pathname);
  const operation = path ? document.paths?.[path]?.[method.toLowerCase() as "get"] : undefined;
  if (!operation) return;
  const of = `${method} ${path} answers ${answer.status}`;
  const documented = operation.responses?.[String(answer.status) as "200"];
  if (!documented) throw new Error(`${of}, of which the document says nothing: ${JSON.stringify(answer.body).slice(0, 300)}`);
  const content: Record<string, { schema?: unknown }> =
    "$ref" in documented ? { "application/json": { schema: errorSchema } } : (documented.content ?? {});
  if (method === "HEAD" || (Object.keys(content).length === 0 && answer.body === "")) return;
  const [type, described] = Object.entries(content)[0] ?? [];
  const told = answer.headers.get("content-type") ?? "";
  if (!described || bare(told) !== bare(type)) throw new Error(`${of} as ${told}, and the document says ${type}`);
  // What a sentence speaks of was not there: people would read its key.
  const unsaid = answer.status >= 400 ? /"message":"((?:errors|validation)\.\w+)"/.exec(JSON.stringify(answer.body))?.[1] : undefined;
  if (unsaid) throw new Error(`${of} without the words of ${unsaid}`);
  // A file is no matter of schemas.
  const schema = ofSlug(described.schema as JsonSchema, target);
  if (schema.contentMediaType) return;
  const validate = validatorOf(schema);
  if (!validate(answer.body)) throw new Error(`${of} with what is not in the document: ${ajv.errorsText(validate.errors)}`);
}

const slugged = new WeakMap<object, Map<string, JsonSchema>>();

/** Of what a file is answered: that of its own kind alone, which the address names. The same object each time, which is compiled once. */
function ofSlug(schema: JsonSchema, target: string): JsonSchema {
  const slug = new URLSearchParams(target.split("?")[1]).get("x-ut-slug");
  const outcomes = schema.properties?.serverData?.anyOf;
  if (slug === null || !outcomes) return schema;
  const known = slugged.get(schema) ?? new Map<string, JsonSchema>();
  slugged.set(schema, known);
  const own = known.get(slug) ?? {
    ...schema,
    properties: { ...schema.properties, serverData: { anyOf: outcomes.filter(({ title }) => title === slug) } },
  };
  known.set(slug, own);
  return own;
}

const RPC = "/api/trpc/";

/** By procedure: what the document says of its answer over REST. Files come there as they are, and no procedure gives them so. */
const GIVEN = new Map(
  Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { meta?: RestMeta } }>).flatMap(([procedure, { _def }]) => {
    const { openapi, file } = _def.meta ?? {};
    if (!openapi || file) return [];
    const answer = document.paths?.[openapi.path]?.[openapi.method.toLowerCase() as "get"]?.responses?.["200"];
    const schema = answer && "content" in answer ? answer.content?.["application/json"]?.schema : undefined;
    return schema ? [[procedure, schema as object] as const] : [];
  }),
);

/** Holds what a procedure gave to what the document says of its answer over REST; several at once are passed over. */
function checkGiven(procedure: string, { status, body }: Answer): void {
  const schema = GIVEN.get(procedure);
  const data = (body as { result?: { data?: SuperJSONResult } } | undefined)?.result?.data;
  if (status !== 200 || !schema || !data) return;
  // As REST would send it: dates as texts, and without what is undefined.
  const given: unknown = data.meta ? JSON.parse(JSON.stringify(SuperJSON.deserialize(data))) : data.json;
  const validate = validatorOf(schema);
  if (!validate(given)) throw new Error(`${procedure} gives what is not in the document: ${ajv.errorsText(validate.errors)}`);
}
