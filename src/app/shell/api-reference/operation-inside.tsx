"use client";

import { LinkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { CodeBlock } from "./code-block";
import { Described } from "./described";
import { type ApiDocument, type Entry, jsonOf, parametersOf, resolved, takesToken } from "./document";
import { SchemaFields } from "./schema-fields";
import { TryIt } from "./try-it";

/** All that the document says of one operation, and a way to try it. */
export function OperationInside({ document, entry }: { document: ApiDocument; entry: Entry }) {
  const t = useTranslations("developers");
  const { userId } = useSession();
  const { operation } = entry;
  const parameters = parametersOf(document, operation);
  const request = jsonOf(operation.requestBody)?.schema;
  // A form here takes words, and no files.
  const sendsFile = operation.requestBody !== undefined && !request;
  const answer = operation.responses?.["200"];
  const json = jsonOf(answer);
  const [type = ""] = Object.keys(answer?.content ?? {});
  return (
    <div className="grid min-w-0 gap-5 border-t border-line px-4 py-4 text-sm sm:px-5">
      <div className="grid gap-2">
        {operation.description ? <Described text={operation.description} /> : null}
        <p className="text-ink-soft">{t(takesToken(operation) === "always" ? "needsToken" : "open")}</p>
        <a
          href={`#${operation.operationId}`}
          className="inline-flex min-h-6 w-fit items-center gap-1.5 rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
        >
          <LinkIcon className="size-4" aria-hidden="true" />
          {t("link")}
        </a>
      </div>
      {parameters.length > 0 ? (
        <Section title={t("parameters")}>
          <SchemaFields
            schema={{
              properties: Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...schema, description }])),
              required: parameters.filter(({ required }) => required).map(({ name }) => name),
            }}
          />
        </Section>
      ) : null}
      {request ? (
        <Section title={t("request")}>
          <SchemaFields schema={request} />
        </Section>
      ) : null}
      <Section title={t("answer")}>
        {json?.schema ? (
          <div className="grid gap-3">
            <Folded title={t("answerFields")}>
              <SchemaFields schema={json.schema} />
            </Folded>
            <Folded title={t("answerExample")}>
              <CodeBlock label={t("answerExample")} text={JSON.stringify(json.example, null, 2)} />
            </Folded>
          </div>
        ) : type ? (
          <p>{t("file", { type })}</p>
        ) : (
          <Described text={answer?.description ?? ""} />
        )}
      </Section>
      <Section title={t("errors")}>
        <Folded title={t("errorsAll")}>
          <Errors document={document} entry={entry} />
        </Folded>
      </Section>
      {sendsFile ? null : <TryIt key={userId} document={document} entry={entry} />}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 text-base font-semibold">{title}</h3>
      {children}
    </div>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="min-w-0">
      <summary className="w-fit min-h-6 cursor-pointer rounded-sm font-medium text-primary-text">{title}</summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}

/** What a call may be refused with. */
function Errors({ document, entry }: { document: ApiDocument; entry: Entry }) {
  const refusals = Object.entries(entry.operation.responses ?? {}).flatMap(([status, response]) =>
    status === "200" ? [] : [{ status, ...resolved(response, document.components.responses) }],
  );
  return (
    <ul dir="ltr" lang="en" className="grid gap-1.5">
      {refusals.map(({ status, description }) => (
        <li key={status} className="flex gap-3">
          <code className="font-semibold">{status}</code>
          <Described text={description ?? ""} className="min-w-0" />
        </li>
      ))}
    </ul>
  );
}
