"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { isComing, isMissing } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { TextField } from "@/ui/field";
import { useFragment } from "@/ui/hooks";
import { LoadingList } from "@/ui/spinner";
import { Contents } from "./contents";
import { Described } from "./described";
import { type ApiDocument, fits, type Part, partsOf } from "./document";
import { OperationCard } from "./operation-card";
import { keepToken } from "./typed-token";
import { useDocument } from "./use-document";

/** The API to read and to try: made of the same OpenAPI document that machines get. */
export function ApiReference() {
  const t = useTranslations("developers");
  const common = useTranslations("common");
  const document = useDocument();
  // A page of the app is left without the browser leaving anything: its memory stays.
  useEffect(() => () => keepToken(""), []);
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <p className="mb-6">
        <a href="/api/openapi.json" className="font-semibold text-primary-text underline underline-offset-4">
          {t("document")}
        </a>
      </p>
      {isComing(document) ? <LoadingList tall /> : null}
      {isMissing(document) ? (
        <Notice tone="danger" title={common("offline")}>
          <Button onClick={() => void document.refetch()}>{common("retry")}</Button>
        </Notice>
      ) : null}
      {document.data ? <Operations document={document.data} /> : null}
    </>
  );
}

function Operations({ document }: { document: ApiDocument }) {
  const t = useTranslations("developers");
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter.trim());
  const meant = useFragment();
  const all = useMemo(() => partsOf(document), [document]);
  const shown = useMemo(() => {
    const names = all.flatMap(({ entries }) => entries.filter((entry) => fits(entry, wanted)).map((entry) => entry.operation.operationId));
    return new Set(names);
  }, [all, wanted]);
  // What the address names shows whatever is filtered.
  const shows = (id: string) => shown.has(id) || id === meant;
  const parts = all.map((part) => ({ part, count: part.entries.filter(({ operation }) => shows(operation.operationId)).length }));
  const found = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Described className="mb-6 max-w-3xl text-ink-soft" text={document.info.description ?? ""} />
      <search className="mb-6 block max-w-xl">
        <TextField
          label={t("filter")}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
          help={<span role="status">{t("found", { count: found })}</span>}
        />
      </search>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        {/* The grid's row, not the list, is as tall as all operations: there it stays in sight. */}
        <div>
          <Contents parts={parts.filter(({ count }) => count > 0)} />
        </div>
        <div className="min-w-0">
          {found === 0 ? (
            <Notice title={t("nothing")}>
              <Button look="outline" onClick={() => setFilter("")}>
                {t("all")}
              </Button>
            </Notice>
          ) : null}
          {parts.map(({ part, count }) => (
            <OperationPart key={part.id} document={document} part={part} hidden={count === 0} shows={shows} meant={meant} />
          ))}
        </div>
      </div>
    </>
  );
}

interface PartProps {
  document: ApiDocument;
  part: Part;
  hidden: boolean;
  shows: (id: string) => boolean;
  meant: string | undefined;
}

function OperationPart({ document, part: { id, name, description, entries }, hidden, shows, meant }: PartProps) {
  return (
    <section aria-labelledby={id} hidden={hidden} className="mb-10">
      <div lang="en" dir="ltr" className="mb-3">
        <h2 id={id} className="text-xl font-semibold">
          {name}
        </h2>
        <p className="text-ink-soft">{description}</p>
      </div>
      <ul className="grid gap-3">
        {entries.map((entry) => {
          const { operationId } = entry.operation;
          return (
            <OperationCard key={operationId} document={document} entry={entry} shown={shows(operationId)} meant={operationId === meant} />
          );
        })}
      </ul>
    </section>
  );
}
