import type { AnyTRPCProcedure } from "@trpc/server";
import { generateOpenApiDocument, type OpenAPIObject } from "trpc-to-openapi";
import type { z } from "zod";
import { IN_PLACE } from "@/lib/workspace-input";
import { BUDGETS } from "../http/rate-limits";
import { type RefusalStatus, refusalComponents, refusalsOf } from "./openapi-answers";
import { exampleOf, type JsonSchema } from "./openapi-examples";
import { SHARED_PARAMETERS, sharedParameters } from "./openapi-parameters";
import { tagsOf } from "./openapi-tags";
import { STORAGE_REFUSAL, withUploads } from "./openapi-uploads";
import { appRouter } from "./root";
import { RECENT_MINUTES, type RestMeta } from "./trpc";

type Operation = NonNullable<NonNullable<OpenAPIObject["paths"]>[string]["get"]>;

const documents = new Map<string, OpenAPIObject>();

const aMinute = (budget: keyof typeof BUDGETS): string => BUDGETS[budget].points.toLocaleString("en");

/** What holds for all operations, a paragraph for each thing. */
const ABOUT = [
  "Practise interviews aloud.",
  "Calls carry `Authorization: Bearer <accessToken>`, which logging in and registering answer with. A token holds for twelve hours, where whoever runs the service has not set another time, and is not renewed: log in again when a call answers 401.",
  "Lists hold ten items a page, counted from 1. Errors are `{ message, code, issues? }`: the message is for a person, the code for a program. POSTs that create accept `Idempotency-Key`.",
  "`Accept-Language` says in which language everything comes that the service itself says, such as questions, videos, answers of the FAQ, notifications and errors: `en`, `fr`, `vi`, `zh` or `ar`, and English without it. The `language` of an account is that of its mails, and never that of an answer.",
  `In a minute an account can read ${aMinute("read")} times and change something ${aMinute("change")} times, and an address can call ${aMinute("visit")} times without a token and log in or register ${aMinute("credentials")} times. Fewer go through of what sends mails (${aMinute("mail")}), asks a payment service (${aMinute("payment")}) or draws a document (${aMinute("drawing")}). Past that a call is a 429, and \`Retry-After\` says when to come again.`,
  "The API grows: what is answered may get more fields, lists of kinds and states more values, and errors more codes. Pass over what you do not know.",
].join("\n\n");

/** The OpenAPI 3.1 document of every procedure that has a REST path, and of how files are sent, made once per address. */
export function openApiDocument(publicUrl: string): OpenAPIObject {
  const known = documents.get(publicUrl);
  if (known) return known;
  const generated = generateOpenApiDocument(appRouter, {
    title: "Parley",
    description: ABOUT,
    version: "1.0.0",
    openApiVersion: "3.1.0",
    baseUrl: publicUrl,
    securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
  });
  const document = complete(generated, publicUrl);
  documents.set(publicUrl, document);
  return document;
}

/** Adds what the generator does not know: this service's errors, who may call, examples, files, second methods. */
function complete(generated: OpenAPIObject, publicUrl: string): OpenAPIObject {
  plainly(generated.paths);
  const procedures = Object.values(appRouter._def.procedures) as unknown as AnyTRPCProcedure[];
  for (const procedure of procedures) {
    const meta = (procedure._def.meta ?? {}) as RestMeta;
    const item = meta.openapi ? generated.paths?.[meta.openapi.path] : undefined;
    const operation = item?.[meta.openapi?.method.toLowerCase() as "get"];
    if (!item || !operation) continue;
    completeOperation(operation, meta, procedure);
    sayFormatsAlone(operation.responses);
    // The only second method that the contract knows.
    if (meta.alias) item.post = asPost(operation);
  }
  const { securitySchemes } = generated.components ?? {};
  const { schemas, responses } = refusalComponents();
  const paths = withUploads(generated.paths ?? {}, { [CHANGES]: true });
  return {
    ...generated,
    paths,
    info: {
      ...generated.info,
      contact: { name: "Parley", url: `${publicUrl}/contact` },
      license: { name: "All rights reserved", identifier: "LicenseRef-Parley" },
    },
    tags: tagsOf(paths),
    components: {
      ...(securitySchemes ? { securitySchemes } : {}),
      parameters: SHARED_PARAMETERS,
      schemas: { ...schemas, StorageRefusal: STORAGE_REFUSAL as never },
      responses: responses as never,
    },
  };
}

/**
 * Says what zod means in words that readers of older drafts understand, too: how long tuples are, and what records with given keys hold.
 * A field that is a trap is told nobody.
 */
function plainly(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const schema = part as JsonSchema;
  for (const [name, field] of Object.entries(schema.properties ?? {})) if (field.trap) delete schema.properties?.[name];
  const { prefixItems, required, properties, additionalProperties } = schema;
  if (Array.isArray(prefixItems) && !schema.items)
    Object.assign(schema, { items: {}, minItems: prefixItems.length, maxItems: prefixItems.length });
  if (Array.isArray(required) && !properties && typeof additionalProperties === "object") {
    const same = required.map((name) => [name, structuredClone(additionalProperties)]);
    Object.assign(schema, { properties: Object.fromEntries(same), additionalProperties: false, propertyNames: undefined });
  }
  for (const inner of Object.values(part)) plainly(inner);
}

/** Of these formats an answer's fields say no pattern beside them: those have hundreds of letters, and stand at each id and instant. */
const FORMATS: readonly unknown[] = ["date-time", "date", "uuid"];

function sayFormatsAlone(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const schema = part as JsonSchema;
  if (FORMATS.includes(schema.format)) delete schema.pattern;
  for (const inner of Object.values(part)) sayFormatsAlone(inner);
}

/** Stands at each operation that changes something, so that whoever offers to try it can say so. */
const CHANGES = "x-changes";

const IN_PLACE_TOLD = "With `uid` and `version`, which go together, it takes the place of what was seen; without them it is a new one.";

const BEARER = { bearer: [] };

/** Whether it takes a token: it has to be there, may be there, or does nothing. */
function securityOf({ openapi, token }: RestMeta): Record<string, string[]>[] {
  if (openapi?.protect !== false || token === "needed") return [BEARER];
  return token === "helps" ? [BEARER, {}] : [];
}

function completeOperation(operation: Operation, meta: RestMeta, { _def: { type, inputs } }: AnyTRPCProcedure): void {
  const { file, openapi, example } = meta;
  // The method does not say it: some read by POST, and a logout is a GET.
  if (type === "mutation") Object.assign(operation, { [CHANGES]: true });
  operation.security = securityOf(meta);
  // The generator leaves it out.
  const { dependentRequired } = (inputs as unknown as z.ZodType[])[0]?.meta() ?? {};
  const whole = dependentRequired === IN_PLACE ? IN_PLACE_TOLD : "";
  operation.description = [operation.description, whole, ...remarks(operation, meta)].filter(Boolean).join(" ");
  for (const parameter of operation.parameters ?? [])
    if ("schema" in parameter) parameter.example = exampleOf(parameter.schema as JsonSchema, parameter.name);
  operation.parameters = [...(operation.parameters ?? []), ...sharedParameters(meta)];
  const answer = operation.responses?.["200"];
  if (answer && "content" in answer && file) answer.content = { [file]: { schema: { type: "string", contentMediaType: file } } };
  const [asked, given] = [operation.requestBody, answer].map((part) =>
    part && "content" in part ? part.content?.["application/json"] : undefined,
  );
  if (asked?.schema) {
    Object.assign(asked.schema, { ...(dependentRequired ? { dependentRequired } : {}), ...(example ? { examples: [example] } : {}) });
    asked.example = exampleOf(asked.schema as JsonSchema, "", true);
  }
  if (given?.schema) given.example = exampleOf(given.schema as JsonSchema);
  operation.responses = { ...(answer ? { 200: answer } : {}), ...refusalsOf(refusals(openapi)) };
}

/** The same by POST, under an id of its own: what a GET says in its query stands in the body. */
function asPost({ parameters = [], ...operation }: Operation): Operation {
  const asked = parameters.flatMap((one) => ("schema" in one && one.in === "query" ? [one] : []));
  const schema = {
    type: "object",
    properties: Object.fromEntries(asked.map((one) => [one.name, one.schema as JsonSchema])),
    required: asked.filter(({ required }) => required).map(({ name }) => name),
  } as const;
  return {
    ...operation,
    operationId: `${operation.operationId}-post`,
    parameters: parameters.filter((one) => !asked.some((query) => query === one)),
    requestBody: {
      required: schema.required.length > 0,
      content: { "application/json": { schema: schema as never, example: exampleOf(schema, "", true) } },
    },
    responses: { ...operation.responses, ...refusalsOf([408]) },
  };
}

/** Lists that can be read on from a place hold more than a page then, and say so themselves. */
const PLACES = ["before", "fromSeq"];

/** Who may call it, and what its kind of call has in common with others. */
function remarks(operation: Operation, { openapi, tier, workspace, token, recent, confirmed, file }: RestMeta): string[] {
  const names = operation.parameters?.flatMap((parameter) => ("name" in parameter ? parameter.name : [])) ?? [];
  const open = openapi?.protect === false && token !== "needed";
  return [
    open ? "For everybody." : (CALLERS[workspace ?? tier ?? "user"] ?? ""),
    token === "helps" ? "With a token the answer is about its account." : "",
    recent
      ? `It needs a login, a registration or a \`reauthenticate\` in the last ${RECENT_MINUTES} minutes, and is refused with \`reauthenticationRequired\` otherwise.`
      : "",
    confirmed ? "The account's address has to be confirmed, or it is refused with `emailUnconfirmed`." : "",
    names.includes("page") && !names.some((name) => PLACES.includes(name)) ? "A page holds ten; `meta.total` counts all." : "",
    file ? "The answer is the file itself." : "",
  ].filter(Boolean);
}

const CALLERS: Record<string, string> = {
  user: "For whoever is signed in.",
  admin: "For those who run the service.",
  super: "For super admins.",
  member: "For everybody in the workspace.",
  manager: "For the workspace's owner and managers.",
  owner: "For the workspace's owner.",
};

function refusals(openapi: RestMeta["openapi"]): RefusalStatus[] {
  const money = openapi?.tags?.some((tag) => /^(Subscription|Demo payments)/.test(tag));
  const slow = openapi?.method === "POST" ? ([408] as const) : [];
  return [400, 401, ...(money ? ([402] as const) : []), 403, 404, ...slow, 409, 413, 415, 422, 429, 500, 503];
}
