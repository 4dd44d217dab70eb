"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { useInSight, useNow, useShortcuts } from "@/ui/hooks";
import { TimerRing } from "@/ui/timer-ring";
import { clock } from "../../rules";
import { BREATH_MS } from "../rules";

/** Between two questions: a few seconds, which can be skipped. The next one comes by itself, but never to nobody: who comes back has them anew. */
export function Breath({ next, onDone }: { next: number; onDone: () => void }) {
  const t = useTranslations("practice.simulation.run");
  const format = useFormat();
  const inSight = useInSight();
  const [startedAt, setStartedAt] = useState(() => performance.now());
  useEffect(() => {
    if (inSight) setStartedAt(performance.now());
  }, [inSight]);
  const now = useNow(inSight);
  const { remainingMs, share } = clock(BREATH_MS, startedAt, Math.max(now, startedAt));
  const done = useRef(false);
  const end = () => {
    if (done.current) return;
    done.current = true;
    onDone();
  };
  const latest = useRef(end);
  latest.current = end;
  useEffect(() => {
    if (remainingMs === 0 && inSight) latest.current();
  }, [remainingMs, inSight]);
  useShortcuts([["Space", end]]);
  return (
    <Card className="grid justify-items-center gap-6 p-6 text-center sm:p-10">
      <h2 className="text-lg font-semibold">{t("breath")}</h2>
      <TimerRing share={share} className="size-32">
        <span role="timer" className="tabular text-3xl font-bold">
          {format.number(Math.ceil(remainingMs / 1000))}
        </span>
      </TimerRing>
      <p className="max-w-prose text-ink-soft">
        {t("breathText", { position: format.number(next) })} {t("breathWaits")}
      </p>
      <Button size="lg" onClick={end} className="w-full sm:w-auto">
        {t("skip")}
      </Button>
    </Card>
  );
}
