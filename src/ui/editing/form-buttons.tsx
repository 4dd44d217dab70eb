"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { passFocusOn } from "@/ui/pass-focus-on";

/** Saves the form; throws away what was changed since the last time, where something was. */
export function FormButtons({ label, busy, dirty, onDiscard }: { label: string; busy: boolean; dirty: boolean; onDiscard: () => void }) {
  const t = useTranslations("editing");
  const common = useTranslations("common");
  return (
    <div tabIndex={-1} className="flex flex-wrap items-center gap-3">
      <Button type="submit" busy={busy}>
        {label}
      </Button>
      {dirty ? (
        <>
          <Button ref={passFocusOn} look="outline" onClick={onDiscard}>
            {common("discard")}
          </Button>
          <p className="text-sm text-ink-soft">{t("unsaved")}</p>
        </>
      ) : null}
    </div>
  );
}
