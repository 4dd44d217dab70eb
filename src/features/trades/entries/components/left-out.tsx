"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import type { EntryDto } from "../dto";
import { forgetChanges, keptChanges } from "../hooks/entry-drafts";
import { leftOut, withChanged } from "../rules";
import { AnswersView } from "./answers-view";

interface LeftOutProps {
  workspaceId: string;
  entry: Pick<EntryDto, "uid" | "definition" | "answers">;
  told: string;
}

/** What somebody filled in on this device, and is not in what the server has: to be read until they let it go. */
export function LeftOut({ workspaceId, entry: { uid, definition, answers }, told }: LeftOutProps) {
  const t = useTranslations("trades.entries.leftOut");
  const [kept, setKept] = useState(() => keptChanges(uid));
  const left = leftOut(definition, answers, kept);
  const fields = definition.fields.filter(({ id }) => id in left).map((field) => ({ ...field, when: null }));
  if (fields.length === 0) return null;
  const forget = () => {
    forgetChanges(uid);
    setKept({});
  };
  return (
    <Alert tone="warning">
      <p className="mb-3 font-semibold">{told}</p>
      <AnswersView workspaceId={workspaceId} entry={{ definition: { fields }, answers: withChanged({}, left) }} />
      <Button look="outline" className="mt-4" onClick={forget}>
        {t("forget")}
      </Button>
    </Alert>
  );
}
