"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import type { VoiceUpload } from "../hooks/use-voice-upload";

/** How far the copy with the voice alone is, or why it did not get there and another try. */
export function VoiceProgress({ upload, onAgain }: { upload: VoiceUpload; onAgain: () => void }) {
  const t = useTranslations("peerReview.voice");
  const common = useTranslations("common");
  const format = useFormat();
  if (upload.step === "idle") return null;
  if (upload.step === "failed") {
    return (
      <Alert tone="warning">
        <span className="flex flex-wrap items-center gap-3">
          {upload.message ?? t(`problem.${upload.problem}`)}
          {upload.problem === "noAudio" ? null : (
            <Button size="sm" look="outline" onClick={onAgain}>
              {common("retry")}
            </Button>
          )}
        </span>
      </Alert>
    );
  }
  return (
    <div className="grid gap-2 text-sm text-ink-soft">
      <p role="status">{t(upload.step)}</p>
      <div className="flex items-center gap-3">
        <div
          role="progressbar"
          aria-label={t(upload.step)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(upload.share * 100)}
          className="h-1.5 min-w-32 grow overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full rounded-full bg-primary" style={{ width: `${upload.share * 100}%` }} />
        </div>
        <span className="tabular">{format.percent(upload.share)}</span>
      </div>
    </div>
  );
}
