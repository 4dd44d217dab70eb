import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { openApiDocument } from "@/server/api/openapi";

// What the document says of values is checked, its remarks to people are passed over.
const ajv = new Ajv2020({ strict: false, allErrors: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addFormat("base64", /^[A-Za-z0-9+/]*={0,2}$/);

/** Whether a value is as a schema of the document says; the same schema object is compiled once. */
export const validatorOf = (schema: object): ValidateFunction => ajv.compile(schema);

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

const document = openApiDocument("https://parley.app");
const findPath = pathFinder(Object.keys(document.paths ?? {}));
const errorSchema = document.components?.schemas?.Error as object;

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
  const content = "content" in documented ? (documented.content ?? {}) : { "application/json": { schema: errorSchema } };
  const type = answer.headers.get("content-type")?.split(";", 1)[0] ?? "";
  const described = content[type];
  if (!described) throw new Error(`${of} as ${type}, and the document says ${Object.keys(content).join()}`);
  if (type !== "application/json") return;
  const validate = validatorOf(described.schema as object);
  if (!validate(answer.body)) throw new Error(`${of} with what is not in the document: ${ajv.errorsText(validate.errors)}`);
}
