"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";

/** A comment on one moment of a recording. */
export interface Pin {
  id: string;
  second: number;
  text: string;
}

export const jumpTo = (media: HTMLMediaElement | null, second: number): void => {
  if (media) media.currentTime = second;
};

/** Pins in the order in which they are heard. */
export const inOrder = (pins: readonly Pin[]): Pin[] => pins.toSorted((a, b) => a.second - b.second);

/** Comments on moments of a recording, each with a button that goes there. */
export function PinList({
  pins,
  media,
  actions,
}: {
  pins: readonly Pin[];
  media: HTMLMediaElement | null;
  actions?: (pin: Pin) => ReactNode;
}) {
  const t = useTranslations("peerReview.pins");
  const format = useFormat();
  return (
    <ol className="grid divide-y divide-line">
      {inOrder(pins).map((pin) => {
        const time = format.clock(pin.second * 1000);
        return (
          <li key={pin.id} className="flex items-start gap-3 py-2.5">
            <button
              type="button"
              disabled={!media}
              aria-label={t("jump", { time })}
              onClick={() => jumpTo(media, pin.second)}
              className="tabular min-h-9 shrink-0 rounded-box border border-line-strong/60 px-3 text-sm font-semibold text-primary-text hover:border-line-strong hover:bg-sunken disabled:opacity-55"
            >
              {time}
            </button>
            <p className="min-w-0 grow py-1.5 break-words whitespace-pre-line" dir="auto">
              {pin.text}
            </p>
            {actions ? <div className="flex shrink-0">{actions(pin)}</div> : null}
          </li>
        );
      })}
    </ol>
  );
}
