"use client";

import { useTranslations } from "next-intl";
import { memo, useEffect, useRef, useState } from "react";
import { Badge, Card } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { Spinner } from "@/ui/spinner";
import type { ApiDocument, Entry } from "./document";

const Waiting = () => (
  <div className="grid place-items-center p-6 text-primary-text">
    <Spinner />
  </div>
);

/** Of hundreds of operations a visit opens a few: what is inside comes with the first of them. */
const OperationInside = lazyPart(() => import("./operation-inside").then((part) => part.OperationInside), { waiting: Waiting });

interface OperationCardProps {
  document: ApiDocument;
  entry: Entry;
  /** False where a filter leaves it out: what was filled in stays. */
  shown: boolean;
  /** Whether the address names it. */
  meant: boolean;
}

export const OperationCard = memo(function OperationCard({ document, entry, shown, meant }: OperationCardProps) {
  const t = useTranslations("developers");
  const { method, path, operation } = entry;
  const [open, setOpen] = useState(false);
  const [everOpen, setEverOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!meant) return;
    setOpen(true);
    setEverOpen(true);
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [meant]);
  return (
    <li id={operation.operationId} hidden={!shown}>
      <Card>
        <details
          open={open}
          onToggle={({ currentTarget }) => {
            setOpen(currentTarget.open);
            if (currentTarget.open) setEverOpen(true);
          }}
        >
          <summary
            ref={summary}
            dir="ltr"
            className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-box px-4 py-3 text-start sm:px-5"
          >
            <Badge tone={method === "GET" ? "info" : "success"}>{method}</Badge>
            <code className="text-sm font-semibold wrap-anywhere">{path}</code>
            {operation["x-changes"] ? <Badge tone="warning">{t("changes")}</Badge> : null}
            <span lang="en" className="w-full text-sm text-ink-soft">
              {operation.summary}
            </span>
          </summary>
          {everOpen ? <OperationInside document={document} entry={entry} /> : null}
        </details>
      </Card>
    </li>
  );
});
