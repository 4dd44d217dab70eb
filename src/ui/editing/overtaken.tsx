"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";

interface OvertakenProps {
  busy: boolean;
  /** Saves it over what somebody else has saved. */
  onSaveOver: () => void;
  /** Takes theirs; without it the form has a way out of its own. */
  onDiscard?: () => void;
}

/** Somebody else has saved what is being written here: nothing of either is lost without being asked. */
export function Overtaken({ busy, onSaveOver, onDiscard }: OvertakenProps) {
  const t = useTranslations("editing.overtaken");
  const common = useTranslations("common");
  return (
    <Alert tone="danger">
      <p>{t("text")}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="outline" busy={busy} onClick={onSaveOver}>
          {t("saveOver")}
        </Button>
        {onDiscard ? (
          <Button look="ghost" onClick={onDiscard}>
            {common("discard")}
          </Button>
        ) : null}
      </div>
    </Alert>
  );
}
