"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Waveform, type WaveformPin, type WaveformRange } from "@/ui/waveform";
import type { DeliveryState } from "../hooks/use-delivery";

interface TakeSoundProps {
  state: DeliveryState;
  media: HTMLMediaElement | null;
  /** Of the recording, until it has been measured. */
  durationMs: number;
  ranges?: readonly WaveformRange[];
  pins?: readonly WaveformPin[];
}

/** A take's sound as a picture to go about in, and how measuring it stands. It can be gone about in before, and without. */
export function TakeSound({ state, media, durationMs, ranges, pins }: TakeSoundProps) {
  const t = useTranslations("practice.delivery");
  const format = useFormat();
  const delivery = state.step === "done" ? state.delivery : undefined;
  const total = delivery?.durationMs ?? durationMs;
  return (
    <div className="relative grid gap-2">
      <Waveform
        media={media}
        durationMs={total}
        peaks={delivery?.peaks ?? []}
        gaps={delivery?.pauses}
        ranges={ranges}
        pins={pins}
        label={t("waveform")}
        timeText={(ms) => t("at", { time: format.clock(ms), total: format.clock(total) })}
      />
      {/* Where the picture will be: it comes while somebody reads or rates below, and must not move that. */}
      {state.step === "running" ? (
        <p
          role="status"
          className="pointer-events-none absolute inset-x-0 bottom-0 grid h-20 place-items-center text-sm text-ink-soft sm:h-24"
        >
          {t("running")}
        </p>
      ) : null}
      {state.step === "offered" ? (
        <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
          {t("offer", { size: format.size(state.bytes) })}
          <Button size="sm" look="outline" onClick={state.start}>
            {t("start")}
          </Button>
        </p>
      ) : null}
      {state.step === "failed" ? (
        <Alert tone={state.problem === "noAudio" ? "info" : "warning"}>
          <span className="flex flex-wrap items-center gap-3">
            {t(`problem.${state.problem}`)}
            {state.problem === "unreadable" ? (
              <Button size="sm" look="outline" onClick={state.again}>
                {t("again")}
              </Button>
            ) : null}
          </span>
        </Alert>
      ) : null}
    </div>
  );
}
