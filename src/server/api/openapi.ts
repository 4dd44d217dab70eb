import type { AnyTRPCProcedure } from "@trpc/server";
import { generateOpenApiDocument, type OpenAPIObject } from "trpc-to-openapi";
import { MOST_UNANSWERED } from "@/lib/intent";
import { MAX_KEY } from "./idempotency";
import { type RefusalStatus, refusalComponents, refusalsOf } from "./openapi-answers";
import { exampleOf, type JsonSchema } from "./openapi-examples";
import { tagsOf } from "./openapi-tags";
import { STORAGE_REFUSAL, withUploads } from "./openapi-uploads";
import { appRouter } from "./root";
import type { RestMeta } from "./trpc";

type Operation = NonNullable<NonNullable<OpenAPIObject["paths"]>[string]["get"]>;

const documents = new Map<string, OpenAPIObject>();

/** The OpenAPI 3.1 document of every procedure that has a REST path, and of how files are sent, made once per address. */
export function openApiDocument(publicUrl: string): OpenAPIObject {
  const known = documents.get(publicUrl);
  if (known) return known;
  const generated = generateOpenApiDocument(appRouter, {
    title: "Parley",
    description:
      "Practise interviews aloud. Calls carry `Authorization: Bearer <accessToken>`. Lists hold ten items a page, counted from 1. Errors are `{ message, code, issues? }` in the language of Accept-Language. POSTs that create accept `Idempotency-Key`.",
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
    completeOperation(operation, meta, procedure._def.type === "mutation");
    // The only second method that the contract knows: the same operation under its own id.
    if (meta.alias) item.post = { ...operation, operationId: `${operation.operationId}-${meta.alias.toLowerCase()}` };
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
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, IdempotencyUnanswered: IDEMPOTENCY_UNANSWERED },
      schemas: { ...schemas, StorageRefusal: STORAGE_REFUSAL as never },
      responses: responses as never,
    },
  };
}

/** Says what zod means in words that readers of older drafts understand, too: how long tuples are, and what records with given keys hold. */
function plainly(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const schema = part as JsonSchema;
  const { prefixItems, required, properties, additionalProperties } = schema;
  if (Array.isArray(prefixItems) && !schema.items)
    Object.assign(schema, { items: {}, minItems: prefixItems.length, maxItems: prefixItems.length });
  if (Array.isArray(required) && !properties && typeof additionalProperties === "object") {
    const same = required.map((name) => [name, structuredClone(additionalProperties)]);
    Object.assign(schema, { properties: Object.fromEntries(same), additionalProperties: false, propertyNames: undefined });
  }
  for (const inner of Object.values(part)) plainly(inner);
}

/** Stands at each operation that changes something, so that whoever offers to try it can say so. */
const CHANGES = "x-changes";

const IDEMPOTENCY_UNANSWERED = {
  name: "Idempotency-Unanswered",
  in: "header",
  description: `Keys of earlier calls of this operation that got no answer, parted by commas, at most ${MOST_UNANSWERED}: for a person who typed something else since. Where one of them did arrive, the call is refused once with \`savedBefore\`, so that nothing is made twice unseen.`,
  schema: { type: "string", minLength: 1, maxLength: MOST_UNANSWERED * (MAX_KEY + 1) },
  example: "5d3a1b2c-4e6f-4a7b-8c9d-0e1f2a3b4c5d",
} as const;

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Stands for one call for good, and is best a random UUID. The same key from the same account has one effect, and the same answer for 24 hours; that comes with a header `Idempotency-Replayed`, which says when it was first given. Which `version` was seen does not count, but for one that is later than the answer's own: that means the same once more.",
  schema: { type: "string", minLength: 1, maxLength: MAX_KEY },
  example: "5d3a1b2c-4e6f-4a7b-8c9d-0e1f2a3b4c5d",
} as const;

function completeOperation(operation: Operation, meta: RestMeta, changes: boolean): void {
  const { file, creates, once, openapi } = meta;
  // The method does not say it: some read by POST, and a logout is a GET.
  if (changes) Object.assign(operation, { [CHANGES]: true });
  operation.security = openapi?.protect === false ? [] : [{ bearer: [] }];
  operation.description = [operation.description, ...remarks(operation, meta)].filter(Boolean).join(" ");
  for (const parameter of operation.parameters ?? [])
    if ("schema" in parameter) parameter.example = exampleOf(parameter.schema as JsonSchema, parameter.name);
  if (creates || once) operation.parameters = [...(operation.parameters ?? []), { $ref: "#/components/parameters/IdempotencyKey" }];
  if (creates) operation.parameters?.push({ $ref: "#/components/parameters/IdempotencyUnanswered" });
  const answer = operation.responses?.["200"];
  if (answer && "content" in answer && file) answer.content = { [file]: { schema: { type: "string", contentMediaType: file } } };
  const bodies = [operation.requestBody, answer].map((part) =>
    part && "content" in part ? part.content?.["application/json"] : undefined,
  );
  for (const body of bodies) if (body?.schema) body.example = exampleOf(body.schema as JsonSchema);
  operation.responses = { ...(answer ? { 200: answer } : {}), ...refusalsOf(refusals(openapi)) };
}

/** Who may call it, and what its kind of call has in common with others. */
function remarks(operation: Operation, { openapi, tier, workspace, file }: RestMeta): string[] {
  const paged = operation.parameters?.some((parameter) => "name" in parameter && parameter.name === "page");
  return [
    openapi?.protect === false ? "For everybody." : (CALLERS[workspace ?? tier ?? "user"] ?? ""),
    paged ? "A page holds ten; `meta.total` counts all." : "",
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
