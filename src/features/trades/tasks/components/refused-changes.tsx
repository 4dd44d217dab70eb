"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { passFocusOn } from "@/ui/pass-focus-on";
import type { Queued } from "../hooks/queue-store";
import type { Queue } from "../hooks/use-queue";

/** What was done here and came too late, and why, until somebody has read it. */
export function RefusedChanges({ title, changes, queue }: { title: string; changes: Queued[]; queue: Queue }) {
  const t = useTranslations("trades.tasks");
  const problems = [...new Set(changes.flatMap(({ problem }) => problem ?? []))];
  return (
    <Alert tone="danger" title={title}>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      <Button ref={passFocusOn} look="outline" size="sm" className="mt-2 min-h-11!" onClick={() => void queue.dismiss(changes)}>
        {t("understood")}
      </Button>
    </Alert>
  );
}
