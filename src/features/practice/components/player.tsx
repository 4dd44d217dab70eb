"use client";

import { useTranslations } from "next-intl";
import { type SyntheticEvent, useCallback, useRef, useState } from "react";
import type { RecordingKind } from "@/lib/enums/practice";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";

interface PlayerProps {
  src: string;
  kind: RecordingKind;
  /** Its container, where that is known: by it a browser that cannot play such a file is told from an address that has ended. */
  type?: string | undefined;
  label: string;
  /** Somebody has just asked for it: it plays at once and has the focus. */
  starts?: boolean;
  /** It is somebody else's, and only lent: the player offers no copy of it. */
  lent?: boolean;
  /** Asks for its address anew. Without it there is nowhere else to play it from. */
  onExpired?: (() => void) | undefined;
  /** Told of the element that plays, and with null when it has gone. Give it a stable function. */
  onMedia?: ((media: HTMLMediaElement | null) => void) | undefined;
}

/**
 * Plays a recording with the browser's own controls: seeking, speed and keyboard come with them, in the reader's language. A
 * new address of the same recording is taken only when the old one has ended, and playing goes on where it was.
 */
export function Player({ src, kind, type, label, starts = false, lent = false, onExpired, onMedia }: PlayerProps) {
  const t = useTranslations("practice.player");
  const [address, setAddress] = useState(src);
  const [failed, setFailed] = useState(false);
  const [unplayable, setUnplayable] = useState(false);
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
    setUnplayable(false);
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
    onError: ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => {
      setFailed(true);
      // An address that has ended is told as such a file, too: the browser's own word says which it is.
      const unknown = media.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED && !!type && media.canPlayType(type) === "";
      setUnplayable(unknown);
    },
  };
  return (
    <div className="grid gap-3" dir="ltr">
      {kind === "video" ? (
        <video {...props} playsInline className="aspect-video w-full rounded-box bg-black" />
      ) : (
        <audio {...props} className="w-full" />
      )}
      {failed ? (
        <Alert tone="warning">
          <span className="flex flex-wrap items-center gap-3" dir="auto">
            {t(unplayable ? "unplayable" : "failed")}
            {onExpired ? (
              <Button size="sm" look="outline" onClick={onExpired}>
                {t("again")}
              </Button>
            ) : null}
          </span>
        </Alert>
      ) : null}
    </div>
  );
}
