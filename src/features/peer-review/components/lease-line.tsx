"use client";

import { ClockIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { serverNow } from "@/trpc/token";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { useNow } from "@/ui/hooks";

/** From so many seconds before the end on it is said more clearly. */
const SOON_SECONDS = 3600;

interface LeaseLineProps {
  assignmentId: string;
  endsAt: string;
  /** It has been given back. */
  onReleased: () => void;
}

/** How long a recording is kept for whoever reviews it, and a way to give it to somebody else without any harm done. */
export function LeaseLine({ assignmentId, endsAt, onReleased }: LeaseLineProps) {
  const t = useTranslations("peerReview.lease");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  useNow(true, 30_000);
  const seconds = Math.max(0, (Date.parse(endsAt) - serverNow()) / 1000);
  const release = trpc.peerReview.assignments.release.useMutation({ onSuccess: onReleased });
  const show = (open: boolean) => {
    release.reset();
    setAsking(open);
  };
  const text = seconds > 0 ? t("left", { time: format.duration(seconds) }) : t("over");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p
          className={seconds < SOON_SECONDS ? "flex items-center gap-2 font-medium text-warning" : "flex items-center gap-2 text-ink-soft"}
        >
          <ClockIcon className="size-5 shrink-0" aria-hidden="true" />
          <time dateTime={endsAt} title={format.dateTime(endsAt)}>
            {text}
          </time>
        </p>
        <Button look="ghost" size="sm" onClick={() => show(true)}>
          {t("release")}
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => show(false)}
        title={t("releaseTitle")}
        footer={
          <DialogActions
            onCancel={() => show(false)}
            cancelLabel={t("goOn")}
            busy={release.isPending}
            onClick={() => release.mutate({ uid: assignmentId })}
          >
            {t("release")}
          </DialogActions>
        }
      >
        <div className="grid gap-3">
          <p>{t("releaseText")}</p>
          {release.isError ? <Alert tone="danger">{errorMessage(release.error)}</Alert> : null}
        </div>
      </Dialog>
    </>
  );
}
