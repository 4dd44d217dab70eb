"use client";

import { StopIcon } from "@heroicons/react/24/solid";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { PracticeMode, RecordingKind } from "@/lib/enums/practice";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { type Shortcut, useNow, useShortcuts } from "@/ui/hooks";
import { TimerRing } from "@/ui/timer-ring";
import { useLevel } from "../hooks/use-level";
import { useMuted } from "../hooks/use-muted";
import { clock, minutesToMs } from "../rules";
import { CameraPreview, LevelMeter } from "./live-media";

interface ReadingPhaseProps {
  minutes: number;
  /** How much of them has gone already, in milliseconds. */
  goneMs?: number;
  onDone: () => void;
  /** Without it there is no way back. */
  onCancel?: () => void;
}

/** Reading: the question and a countdown; the answer starts by itself when it is over. */
export function ReadingPhase({ minutes, goneMs = 0, onDone, onCancel }: ReadingPhaseProps) {
  const t = useTranslations("practice.reading");
  const format = useFormat();
  const [startedAt] = useState(() => performance.now() - goneMs);
  const now = useNow(true);
  const { remainingMs, share } = clock(minutesToMs(minutes), startedAt, Math.max(now, startedAt));
  const done = useRef(false);
  useEffect(() => {
    if (remainingMs > 0 || done.current) return;
    done.current = true;
    onDone();
  }, [remainingMs, onDone]);
  useShortcuts([["Space", onDone], ...(onCancel ? ([["Escape", onCancel]] satisfies Shortcut[]) : [])]);
  return (
    <Card className="grid justify-items-center gap-6 p-6 text-center sm:p-10">
      <h2 className="font-semibold text-ink-soft">{t("title")}</h2>
      <TimerRing share={share}>
        <span role="timer" className="tabular text-4xl font-bold">
          {format.clock(remainingMs)}
        </span>
      </TimerRing>
      <p className="max-w-prose text-ink-soft">{t("hint")}</p>
      <div className="flex w-full flex-wrap justify-center gap-3">
        <Button size="lg" onClick={onDone} className="w-full sm:w-auto">
          {t("answerNow")}
        </Button>
        {onCancel ? (
          <Button size="lg" look="ghost" onClick={onCancel} className="w-full sm:w-auto">
            {t("back")}
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

interface RecordingPhaseProps {
  stream: MediaStream;
  kind: RecordingKind;
  mode: PracticeMode;
  minutes: number;
  startedAt: number;
  keyPoints: string;
  finishing: boolean;
  onStop: () => void;
  onCancel: () => void;
}

/** Answering: timer, level, own key points, and one large button. */
export function RecordingPhase({ stream, kind, mode, minutes, startedAt, keyPoints, finishing, onStop, onCancel }: RecordingPhaseProps) {
  const t = useTranslations("practice.recording");
  const format = useFormat();
  const meter = useRef<HTMLDivElement>(null);
  const now = useNow(!finishing);
  const planned = minutesToMs(minutes);
  const { remainingMs, overrunMs, share } = clock(planned, startedAt, Math.max(now, startedAt));
  const over = overrunMs > 0;
  useLevel(stream, meter);
  const muted = useMuted(stream);
  useShortcuts([["Space", onStop]]);
  return (
    <Card className="grid gap-4 p-5 sm:gap-6 sm:p-8">
      <h2 className="flex items-center justify-center gap-2.5 font-semibold text-ink">
        <span className="size-3 rounded-full bg-record [animation:record-pulse_1.4s_ease-in-out_infinite]" aria-hidden="true" />
        {t(finishing ? "finishing" : "title")}
      </h2>
      {muted ? <Alert tone="warning">{t("muted")}</Alert> : null}
      <div className="grid items-center justify-items-center gap-6 md:grid-cols-[minmax(0,1fr)_auto]">
        {kind === "video" ? (
          <CameraPreview stream={stream} label={t("preview")} />
        ) : (
          <div className="grid w-full max-w-md gap-2">
            <LevelMeter ref={meter} label={t("level")} />
            <p className="text-center text-sm text-ink-soft">{t("levelHint")}</p>
          </div>
        )}
        <TimerRing share={share} tone={over ? "over" : "record"} className="size-32 md:size-44">
          <span role="timer" className="tabular block text-3xl font-bold md:text-4xl">
            {over ? `+${format.clock(overrunMs)}` : format.clock(remainingMs)}
          </span>
          <span className="text-sm text-ink-soft">{t(over ? "over" : "left")}</span>
        </TimerRing>
      </div>
      {kind === "video" ? <LevelMeter ref={meter} label={t("level")} /> : null}
      <Milestones remainingMs={remainingMs} plannedMs={planned} />
      {keyPoints.trim() ? (
        <section aria-label={t("keyPoints")} className="rounded-box bg-sunken px-4 py-3">
          <h3 className="text-sm font-semibold text-ink-soft">{t("keyPoints")}</h3>
          <p dir="auto" className="mt-1 text-lg whitespace-pre-wrap">
            {keyPoints}
          </p>
        </section>
      ) : null}
      {/* On a phone the button stays in reach, whatever else is on the screen. */}
      <div data-bottom-bar="" className="sticky bottom-0 -mx-5 flex justify-center bg-surface px-5 py-3 sm:static sm:mx-0 sm:p-0">
        <Button
          look="record"
          size="lg"
          busy={finishing}
          icon={<StopIcon className="size-6" />}
          onClick={onStop}
          className="min-h-16 w-full max-w-sm text-lg"
        >
          {t("stop")}
        </Button>
      </div>
      {mode === "practice" && !finishing ? <StartOver onStartOver={onCancel} /> : null}
    </Card>
  );
}

/** Throws the answer away, once whoever speaks says so: it lies below the button that keeps it, and the recording goes on meanwhile. */
function StartOver({ onStartOver }: { onStartOver: () => void }) {
  const t = useTranslations("practice.recording");
  const device = useTranslations("practice.device");
  const [asking, setAsking] = useState(false);
  const goOn = () => setAsking(false);
  return (
    <>
      <Button look="ghost" size="sm" onClick={() => setAsking(true)} className="mx-auto">
        {t("startOver")}
      </Button>
      <Dialog
        open={asking}
        onClose={goOn}
        title={device("discardTitle")}
        footer={
          <DialogActions onCancel={goOn} cancelLabel={t("goOn")} look="danger" onClick={onStartOver}>
            {t("startOver")}
          </DialogActions>
        }
      >
        {t("startOverText")}
      </Dialog>
    </>
  );
}

/** Says the moments that matter: half the time, ten seconds left, time over. Never each second. */
function Milestones({ remainingMs, plannedMs }: { remainingMs: number; plannedMs: number }) {
  const t = useTranslations("practice.recording");
  const key = remainingMs === 0 ? "timeOver" : remainingMs <= 10_000 ? "tenSeconds" : remainingMs <= plannedMs / 2 ? "halfTime" : null;
  return (
    <p aria-live="polite" className="min-h-6 text-center font-medium text-ink-soft">
      {key ? t(key) : ""}
    </p>
  );
}
