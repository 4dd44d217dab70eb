/** As much of JSON Schema as is shown here. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema | false;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: "query" | "path" | "header";
  description?: string;
  required?: boolean;
  schema?: Schema;
  example?: unknown;
}

export interface Answer {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema?: Schema; example?: unknown }>;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  /** Each way in which a call may be signed; one of them may be not to sign it. */
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: Answer;
  responses?: Record<string, Answer>;
  /** Whether it changes something, which its method does not say. */
  "x-changes"?: boolean;
}

export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter>; responses: Record<string, Answer> };
}

/** One operation, with where it is and by which words it is found. */
export interface Entry {
  method: string;
  path: string;
  operation: Operation;
  words: string;
}

export interface Part {
  name: string;
  /** An id has no blanks: they would part it in two where it is referred to. */
  id: string;
  description: string;
  entries: Entry[];
}

/** The document's operations by the parts of the API, in its order. */
export function partsOf({ tags, paths }: ApiDocument): Part[] {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => {
      const words = [method, path, operation.summary, operation.operationId, ...(operation.tags ?? [])].join(" ").toLowerCase();
      return { method: method.toUpperCase(), path, operation, words };
    }),
  );
  return tags.map(({ name, description }) => ({
    name,
    id: `tag-${name.replaceAll(/[ ,]+/g, "-")}`,
    description,
    entries: entries.filter(({ operation }) => operation.tags?.[0] === name),
  }));
}

/** Whether every word of a filter occurs in what an operation is found by. */
export function fits({ words }: Entry, filter: string): boolean {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

/** What a reference names, or the thing itself. */
export function resolved<Thing extends { $ref?: string }>(thing: Thing, among: Record<string, Thing>): Thing {
  return (thing.$ref && among[thing.$ref.split("/").at(-1) ?? ""]) || thing;
}

/** What is filled in of a call. Its language is that of the page from which it is sent. */
export const parametersOf = (document: ApiDocument, { parameters = [] }: Operation): Parameter[] =>
  parameters.map((parameter) => resolved(parameter, document.components.parameters)).filter(({ name }) => name !== "Accept-Language");

export const isList = ({ schema }: Pick<Parameter, "schema">): boolean => [schema?.type].flat().includes("array");

/** Whether a call takes a token: it has to, it may, or none of it is looked at. */
export function takesToken({ security = [] }: Operation): "always" | "maybe" | "never" {
  if (security.length === 0) return "never";
  return security.some((way) => Object.keys(way).length === 0) ? "maybe" : "always";
}

/** The JSON body of a call or of an answer. */
export const jsonOf = (part: Answer | undefined): { schema?: Schema; example?: unknown } | undefined => part?.content?.["application/json"];

/** One of several schemas that says something, as the examples are made of it. */
const told = ({ anyOf, oneOf }: Schema): Schema | undefined => {
  const choices = anyOf ?? oneOf;
  return choices?.find(({ type }) => type !== "null") ?? choices?.[0];
};

/** An example without what may be left out. One that was written by hand needs all that it has. */
export function requiredOnly(schema: Schema | undefined, example: unknown): unknown {
  if (!schema || schema.examples) return example;
  const choice = told(schema);
  if (choice) return requiredOnly(choice, example);
  if (Array.isArray(example)) return example.map((item) => requiredOnly(schema.items || undefined, item));
  const { properties, required = [] } = schema;
  if (!properties || typeof example !== "object" || example === null) return example;
  const kept = Object.entries(example).filter(([name]) => required.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, requiredOnly(properties[name], value)]));
}
