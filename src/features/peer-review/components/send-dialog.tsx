"use client";

import { useTranslations } from "next-intl";
import type { Ratings } from "@/features/practice/schema";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import type { ReviewDraft } from "../hooks/kept-draft";
import { RatingLine } from "./rating-line";

interface SendDialogProps {
  draft: ReviewDraft;
  ratings: Ratings;
  busy: boolean;
  problem: string | undefined;
  onSend: (ratings: Ratings) => void;
  onClose: () => void;
}

/** A review as its reader will get it, before it is sent for good. */
export function SendDialog({ draft, ratings, busy, problem, onSend, onClose }: SendDialogProps) {
  const t = useTranslations("peerReview.reviewing");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("sendTitle")}
      cross={false}
      footer={
        <DialogActions onCancel={onClose} cancelLabel={t("back")} busy={busy} onClick={() => onSend(ratings)}>
          {t("sendNow")}
        </DialogActions>
      }
    >
      <div className="grid gap-4">
        <p>{t("sendText")}</p>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <div className="grid gap-4 text-ink">
          <RatingLine label={t("rate")} ratings={ratings} />
          {(["good", "suggestion"] as const).map((field) => (
            <div key={field}>
              <p className="text-sm font-medium text-ink-soft">{t(field)}</p>
              <p className="mt-0.5 line-clamp-4 break-words whitespace-pre-line" dir="auto">
                {draft[field]}
              </p>
            </div>
          ))}
          <p className="font-medium">{t("commentCount", { count: draft.pins.length })}</p>
          {draft.writing?.text.trim() ? <Alert tone="warning">{t("unfinished")}</Alert> : null}
        </div>
      </div>
    </Dialog>
  );
}
