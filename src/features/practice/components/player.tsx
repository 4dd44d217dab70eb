"use client";

import { useTranslations } from "next-intl";
import { type SyntheticEvent, useCallback, useRef, useState } from "react";
import type { RecordingKind } from "@/lib/enums/practice";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";

interface PlayerProps {
  src: string;
  kind: RecordingKind;
  label: string;
  /** Somebody has just asked for it: it plays at once and has the focus. */
  starts?: boolean;
  /** It is somebody else's, and only lent: the player offers no copy of it. */
  lent?: boolean;
  onExpired?: () => void;
  /** Told of the element that plays, and with null when it has gone. Give it a stable function. */
  onMedia?: ((media: HTMLMediaElement | null) => void) | undefined;
}

/**
 * Plays a recording with the browser's own controls: seeking, speed and keyboard come with them, in the reader's language. A
 * new address of the same recording is taken only when the old one has ended, and playing goes on where it was.
 */
export function Player({ src, kind, label, starts = false, lent = false, onExpired, onMedia }: PlayerProps) {
  const t = useTranslations("practice.player");
  const [address, setAddress] = useState(src);
  const [failed, setFailed] = useState(false);
  const resumeAt = useRef(0);
  const begun = useRef(false);
  const attach = useCallback(
    (element: HTMLMediaElement | null) => {
      onMedia?.(element);
      if (element && starts && !begun.current) element.focus();
      begun.current = true;
    },
    [onMedia, starts],
  );
  if (failed && address !== src) {
    setAddress(src);
    setFailed(false);
  }
  const props = {
    ref: attach,
    src: address,
    controls: true,
    ...(lent ? { controlsList: "nodownload" } : {}),
    autoPlay: starts,
    preload: "metadata" as const,
    "aria-label": t("label", { question: label }),
    onTimeUpdate: (event: SyntheticEvent<HTMLMediaElement>) => {
      resumeAt.current = event.currentTarget.currentTime;
    },
    onLoadedMetadata: (event: SyntheticEvent<HTMLMediaElement>) => {
      if (resumeAt.current > 0) event.currentTarget.currentTime = resumeAt.current;
    },
    onError: () => setFailed(true),
  };
  return (
    <div className="grid gap-3" dir="ltr">
      {kind === "video" ? (
        <video {...props} playsInline className="aspect-video w-full rounded-box bg-black" />
      ) : (
        <audio {...props} className="w-full" />
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
