import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { openApiDocument } from "@/server/api/openapi";
import type { JsonSchema } from "@/server/api/openapi-examples";

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
  const path = findPath(target.split("?", 1)[0] ?? "");
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
  // A file is no matter of schemas.
  const schema = described.schema as JsonSchema;
  if (schema.contentMediaType) return;
  const validate = validatorOf(schema);
  if (!validate(answer.body)) throw new Error(`${of} with what is not in the document: ${ajv.errorsText(validate.errors)}`);
}
