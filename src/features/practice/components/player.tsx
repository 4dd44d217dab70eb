"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordingKind } from "@/lib/enums";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";

/** Plays a recording with the browser's own controls: seeking, speed and keyboard come with them, in the reader's language. */
export function Player({ src, kind, label, onExpired }: { src: string; kind: RecordingKind; label: string; onExpired?: () => void }) {
  const t = useTranslations("practice.player");
  const [failed, setFailed] = useState(false);
  const props = {
    src,
    controls: true,
    preload: "metadata" as const,
    "aria-label": t("label", { question: label }),
    onError: () => setFailed(true),
    onLoadedMetadata: () => setFailed(false),
  };
  return (
    <div className="grid gap-3" dir="ltr">
      {kind === "video" ? (
        <video {...props} key={src} playsInline className="aspect-video w-full rounded-box bg-black" />
      ) : (
        <audio {...props} key={src} className="w-full" />
      )}
      {failed && onExpired ? (
        <Alert tone="warning">
          <span className="flex flex-wrap items-center gap-3" dir="auto">
            {t("failed")}
            <Button size="sm" look="outline" onClick={onExpired}>
              {t("again")}
            </Button>
          </span>
        </Alert>
      ) : null}
    </div>
  );
}
