import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import SuperJSON, { type SuperJSONResult } from "superjson";
import { ERROR_STATUS, type ErrorCode } from "@/lib/app-error";
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
interface DescribedHeader {
  required?: boolean;
  schema: JsonSchema;
}
const ERROR = { "application/json": { schema: errorSchema } };

/** One of the refusals that all operations share. */
function refusalNamed(ref: string) {
  const found = document.components?.responses?.[ref.split("/").at(-1) ?? ""];
  if (!found || "$ref" in found) throw new Error(`the document has no ${ref}`);
  return found;
}

const bare = (type = ""): string => type.split(";", 1)[0] ?? "";

/**
 * Holds an answer to the document: its status is one that the operation names, its headers and its body are as it says.
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
  const told = "$ref" in documented ? refusalNamed(documented.$ref) : documented;
  for (const [name, { required, schema }] of Object.entries((told.headers ?? {}) as Record<string, DescribedHeader>)) {
    const value = answer.headers.get(name);
    if (value === null ? required : !validatorOf(schema)(schema.type === "integer" ? Number(value) : value))
      throw new Error(`${of} with the header ${name}: ${value}`);
  }
  const content: Record<string, { schema?: unknown }> = "$ref" in documented ? ERROR : (told.content ?? {});
  if (method === "HEAD" || (Object.keys(content).length === 0 && answer.body === "")) return;
  const [type, described] = Object.entries(content)[0] ?? [];
  const given = answer.headers.get("content-type") ?? "";
  if (!described || bare(given) !== bare(type)) throw new Error(`${of} as ${given}, and the document says ${type}`);
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

interface Promised {
  /** Of its answer. Files come over REST as they are, and no procedure gives them so. */
  given: object | undefined;
  /** The statuses with which it may be refused. */
  statuses: Set<string>;
}

/** By procedure: what the document says of it over REST. */
const PROMISED = new Map(
  Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { meta?: RestMeta } }>).flatMap(([procedure, { _def }]) => {
    const { openapi, file } = _def.meta ?? {};
    const responses = openapi && document.paths?.[openapi.path]?.[openapi.method.toLowerCase() as "get"]?.responses;
    if (!responses) return [];
    const answer = responses["200"];
    const given = !file && answer && "content" in answer ? answer.content?.["application/json"]?.schema : undefined;
    return [[procedure, { given, statuses: new Set(Object.keys(responses)) } as Promised] as const];
  }),
);

interface Part {
  result?: { data?: SuperJSONResult };
  error?: SuperJSONResult;
}

/** Holds what procedures gave, one or several at once, to what the document says of their answers over REST. */
function checkGiven(path: string, { status, body }: Answer): void {
  // One that cannot be read names nothing.
  const names = /%(?![\da-f]{2})/i.test(path) ? [] : path.split(/,|%2c/i);
  const parts = (Array.isArray(body) ? body : [body]) as (Part | undefined)[];
  // Where all of a batch is refused as one, nobody's part it is.
  for (const [at, part] of parts.entries()) checkPart(parts.length === names.length ? names[at] : undefined, part, status);
}

function checkPart(procedure: string | undefined, part: Part | undefined, status: number): void {
  const promised = procedure === undefined ? undefined : PROMISED.get(procedure);
  if (part?.error) checkRefused(procedure, promised, part.error);
  const data = part?.result?.data;
  if (!promised?.given || !data || (status !== 200 && status !== 207)) return;
  // As REST would send it: dates as texts, and without what is undefined.
  const given: unknown = data.meta ? JSON.parse(JSON.stringify(SuperJSON.deserialize(data))) : data.json;
  const validate = validatorOf(promised.given);
  if (!validate(given)) throw new Error(`${procedure} gives what is not in the document: ${ajv.errorsText(validate.errors)}`);
}

/** What tRPC itself says of an error beside what we do, and what REST says in a header. */
const NOT_IN_BODIES = new Set(["httpStatus", "path", "stack", "retryAfter"]);

/** A refusal says in its `data` what it says over REST, with a status that the operation names; which methods there are is another matter. */
function checkRefused(procedure: string | undefined, promised: Promised | undefined, error: SuperJSONResult): void {
  const { data } = SuperJSON.deserialize<{ data?: Record<string, unknown> }>(error);
  const told = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => !NOT_IN_BODIES.has(name))))) as {
    code?: ErrorCode;
  };
  const of = `${procedure ?? "a call"} is refused by tRPC with ${String(data?.httpStatus)} ${String(told.code)}`;
  const validate = validatorOf(errorSchema);
  if (!validate(told)) throw new Error(`${of}, which is no error of the document: ${ajv.errorsText(validate.errors)}`);
  if (/"message":"(?:errors|validation)\.\w+"/.test(JSON.stringify(told))) throw new Error(`${of} without its words`);
  const status = String(told.code && ERROR_STATUS[told.code]);
  if (promised && told.code !== "methodNotAllowed" && !promised.statuses.has(status))
    throw new Error(`${of}, and the document says nothing of ${status}`);
}
