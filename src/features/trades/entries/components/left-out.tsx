"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { clearDraft, readDraft } from "@/ui/drafts";
import type { EntryDto } from "../dto";
import { draftOf } from "../hooks/use-entry";
import { type ChangedAnswers, leftOut, withChanged } from "../rules";
import { AnswersView } from "./answers-view";

/** What somebody filled in on this device, and is not in what they handed in from another one: to be read until they let it go. */
export function LeftOut({ workspaceId, entry: { uid, definition, answers } }: { workspaceId: string; entry: EntryDto }) {
  const t = useTranslations("trades.entries.leftOut");
  const [kept, setKept] = useState(() => readDraft<ChangedAnswers>(draftOf(uid)) ?? {});
  const left = leftOut(definition, answers, kept);
  const fields = definition.fields.filter(({ id }) => id in left).map((field) => ({ ...field, when: null }));
  if (fields.length === 0) return null;
  const forget = () => {
    clearDraft(draftOf(uid));
    setKept({});
  };
  return (
    <Alert tone="warning">
      <p className="mb-3 font-semibold">{t("told")}</p>
      <AnswersView workspaceId={workspaceId} entry={{ definition: { fields }, answers: withChanged({}, left) }} />
      <Button look="outline" className="mt-4" onClick={forget}>
        {t("forget")}
      </Button>
    </Alert>
  );
}
