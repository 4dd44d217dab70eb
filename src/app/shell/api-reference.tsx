"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { Badge, Card, Notice, PageHeading } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

interface Document {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
}

/** The API to read: made of the same OpenAPI document that machines get. */
export function ApiReference() {
  const t = useTranslations("developers");
  const common = useTranslations("common");
  const document = useQuery({
    queryKey: ["openapi"],
    queryFn: async (): Promise<Document> => {
      const answer = await fetch("/api/openapi.json");
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    },
  });
  const operations = Object.entries(document.data?.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <p className="mb-8">
        <a href="/api/openapi.json" className="font-semibold text-primary-text underline underline-offset-4">
          {t("document")}
        </a>
      </p>
      {document.isPending ? <LoadingList label={common("loading")} /> : null}
      {document.isError ? (
        <Notice tone="danger" title={common("offline")}>
          <Button onClick={() => void document.refetch()}>{common("retry")}</Button>
        </Notice>
      ) : null}
      {document.data ? (
        // The document itself is written in English.
        <div lang="en" dir="ltr">
          <p className="mb-8 text-ink-soft">{document.data.info.description}</p>
          {tags.map((tag) => (
            <section key={tag} aria-labelledby={headingId(tag)} className="mb-10">
              <h2 id={headingId(tag)} className="mb-3 text-xl font-semibold">
                {tag}
              </h2>
              <div className="grid gap-3">
                {operations
                  .filter(({ operation }) => operation.tags?.includes(tag))
                  .map((entry) => (
                    <OperationCard key={entry.operation.operationId} {...entry} />
                  ))}
              </div>
            </section>
          ))}
        </div>
      ) : null}
    </>
  );
}

/** An id has no blanks: they would part it in two where it is referred to. */
const headingId = (tag: string): string => `tag-${tag.replaceAll(" ", "-")}`;

function OperationCard({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const request = operation.requestBody?.content?.["application/json"]?.schema;
  const answer = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in !== "header");
  return (
    <Card>
      <details>
        <summary className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-box px-4 py-3">
          <Badge tone={method === "get" ? "info" : "success"}>{method.toUpperCase()}</Badge>
          <code className="text-sm font-semibold break-all">{path}</code>
          <span className="w-full text-sm text-ink-soft">{operation.summary}</span>
        </summary>
        <div className="grid gap-4 border-t border-line px-4 py-4 text-sm">
          {operation.description ? <p>{operation.description}</p> : null}
          <p className="text-ink-soft">{operation.security?.length ? "Needs a bearer access token." : "Open: no token needed."}</p>
          {query.length > 0 ? (
            <Fields
              title="Parameters"
              schema={{
                properties: Object.fromEntries(query.map((p) => [p.name, p.schema ?? {}])),
                required: query.filter((p) => p.required).map((p) => p.name),
              }}
            />
          ) : null}
          {request ? <Fields title="Request" schema={request} /> : null}
          {answer ? <Fields title="Answer (200)" schema={answer} /> : null}
        </div>
      </details>
    </Card>
  );
}

function Fields({ title, schema }: { title: string; schema: Schema }) {
  const rows = flatten(schema);
  return (
    <div>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {rows.length === 0 ? <p className="text-ink-soft">No fields.</p> : null}
      <ul className="grid gap-1">
        {rows.map(({ name, type, required }) => (
          <li key={name} className="flex flex-wrap gap-x-2">
            <code className="font-semibold">{name}</code>
            <span className="text-ink-soft">
              {type}
              {required ? "" : ", optional"}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A schema's fields with their dotted names, lists as `[]`. */
function flatten(schema: Schema, prefix = ""): { name: string; type: string; required: boolean }[] {
  const list = schema.items ?? schema.anyOf?.find(({ properties, items }) => properties ?? items);
  if (!schema.properties) return list ? flatten(list, schema.items ? `${prefix}[]` : prefix) : [];
  return Object.entries(schema.properties).flatMap(([key, field]) => {
    const name = prefix ? `${prefix}.${key}` : key;
    return [{ name, type: typeName(field), required: schema.required?.includes(key) ?? false }, ...flatten(field, name)];
  });
}

function typeName(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeName).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const type = [schema.type ?? "any"].flat().join(" or ");
  const bounds = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength];
  const range = bounds.some((bound) => bound !== undefined && Math.abs(bound) < 2 ** 52)
    ? ` (${bounds.map((bound) => bound ?? "").join("–")})`
    : "";
  return `${schema.format ? `${type}, ${schema.format}` : type}${range}`;
}
