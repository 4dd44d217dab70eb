import type { AnyTRPCProcedure } from "@trpc/server";
import { generateOpenApiDocument, type OpenAPIObject } from "trpc-to-openapi";
import { appRouter } from "./root";
import type { RestMeta } from "./trpc";

const documents = new Map<string, OpenAPIObject>();

/** The OpenAPI 3.1 document of every procedure that has a REST path, made once per address. */
export function openApiDocument(publicUrl: string): OpenAPIObject {
  const known = documents.get(publicUrl);
  if (known) return known;
  const document = generateOpenApiDocument(appRouter, {
    title: "Parley",
    description:
      "Practise interviews aloud. Calls carry `Authorization: Bearer <accessToken>`. Lists hold ten items a page, counted from 1. Errors are `{ message, code, issues? }` in the language of Accept-Language. POSTs that create accept `Idempotency-Key`.",
    version: "1.0.0",
    openApiVersion: "3.1.0",
    baseUrl: publicUrl,
    securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
  });
  describeFiles(document);
  addAliases(document);
  documents.set(publicUrl, document);
  return document;
}

/** Answers that are files instead of JSON. */
function describeFiles(document: OpenAPIObject): void {
  for (const procedure of Object.values(appRouter._def.procedures) as unknown as AnyTRPCProcedure[]) {
    const { openapi, file } = (procedure._def.meta ?? {}) as RestMeta;
    const operation = openapi && file ? document.paths?.[openapi.path]?.[openapi.method.toLowerCase() as "get"] : undefined;
    const answer = operation?.responses?.["200"];
    if (file && answer && "content" in answer) answer.content = { [file]: { schema: { type: "string", contentMediaType: file } } };
  }
}

/** Second methods of a path: the same operation under its own id. */
function addAliases(document: OpenAPIObject): void {
  const procedures = Object.values(appRouter._def.procedures) as unknown as AnyTRPCProcedure[];
  for (const procedure of procedures) {
    const { openapi, alias } = (procedure._def.meta ?? {}) as RestMeta;
    const item = openapi && alias ? document.paths?.[openapi.path] : undefined;
    const operation = item?.[openapi?.method.toLowerCase() as "get"];
    // The only second method that the contract knows.
    if (item && operation) item.post = { ...operation, operationId: `${operation.operationId}-${alias?.toLowerCase()}` };
  }
}
