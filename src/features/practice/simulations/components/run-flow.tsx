"use client";

import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { RoomNotice } from "@/features/subscription/components/room-notice";
import { useFormat } from "@/i18n/use-format";
import type { RecordingKind } from "@/lib/enums/practice";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert, Badge, Card, Notice } from "@/ui/card";
import { useClientState } from "@/ui/client-state";
import { useShortcuts } from "@/ui/hooks";
import { Phases } from "@/ui/phase-focus";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { DeviceCheck } from "../../components/device-check";
import { ProblemNotice } from "../../components/problem-notice";
import { ReadingPhase, RecordingPhase } from "../../components/take-live";
import { useLeaveGuard } from "../../hooks/use-leave-guard";
import { wordsOfCut } from "../../hooks/use-recorder";
import { useTightStorage } from "../../hooks/use-tight-storage";
import { type Simulation, useRun } from "../hooks/use-run";
import { Breath } from "./breath";
import { LeaveDialog } from "./leave-dialog";

interface RunFlowProps {
  simulation: Simulation;
  ageMs: number;
  userId: string;
  onDevice: readonly number[];
  onOver: () => void;
  onRefused: () => void;
}

/** One question after the other. The question stays in sight while it is answered; nothing else of the set shows. */
export function RunFlow({ onRefused, ...props }: RunFlowProps) {
  const t = useTranslations("practice.simulation.run");
  const names = useTranslations("practice");
  const showError = useErrorToast();
  const format = useFormat();
  const { record } = useClientState();
  const kind: RecordingKind = record.audioRecord ? "audio" : "video";
  const [leaves, setLeaves] = useState(false);
  const run = useRun({
    ...props,
    kind,
    onCutShort: (why) => notify("warning", names(`session.cutShort.${wordsOfCut(why)}`)),
    onRefused: (error) => {
      showError(error);
      onRefused();
    },
  });
  const { phase, asked, problem, recorder, stream } = run;
  const begun = phase !== "check" && phase !== "ready";
  const askToLeave = useCallback(() => setLeaves(true), []);
  useLeaveGuard(begun && phase !== "ending", askToLeave);
  useShortcuts(begun && phase !== "ending" ? [["Escape", askToLeave]] : []);
  const count = props.simulation.places.length;
  const progress = (position: number) => t("progress", { position: format.number(position), count: format.number(count) });
  const shows = phase === "reading" || phase === "recording" ? asked : undefined;

  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <header>
        {shows ? (
          <>
            <p className="flex flex-wrap gap-2">
              <Badge tone="primary">{progress(shows.position)}</Badge>
              <Badge>{shows.question.category}</Badge>
            </p>
            <h1 className="mt-3 text-2xl font-bold lg:text-[1.75rem]">{shows.question.text}</h1>
          </>
        ) : (
          <h1 className="text-2xl font-bold lg:text-[1.75rem]">{names("simulation.setup.title")}</h1>
        )}
      </header>
      <Phases step={`${problem ?? phase} ${asked?.position}`} label={label()}>
        {problem ? <ProblemNotice problem={problem} onRetry={run.retry} /> : content()}
      </Phases>
      {(begun || props.simulation.state === "running") && phase !== "ending" ? (
        <Button look="ghost" size="sm" className="mx-auto" onClick={askToLeave}>
          {t("leave")}
        </Button>
      ) : null}
      <LeaveDialog
        open={leaves}
        onClose={() => setLeaves(false)}
        onLeave={() => {
          setLeaves(false);
          run.quit();
        }}
      />
    </div>
  );

  /** What a screen reader says when a step replaces another. */
  function label(): string {
    if (problem) return names(`problem.${problem}.title`);
    if (shows) return `${progress(shows.position)}. ${shows.question.text}`;
    return phase === "breath" ? t("breath") : t("ready");
  }

  function content() {
    switch (phase) {
      case "check":
        return <DeviceCheck kind={kind} onReady={run.ready} />;
      case "ready":
        return <Ready simulation={props.simulation} kind={kind} next={run.upNext()?.position} onGo={() => void run.goOn()} />;
      case "reading":
        return asked ? <ReadingPhase minutes={asked.readingTime} goneMs={asked.goneMs} onDone={run.record} /> : null;
      case "recording":
        // The clock starts with the recorder, not with the wish to record.
        return asked && stream.current && (recorder.phase === "recording" || recorder.phase === "finishing") ? (
          <RecordingPhase
            stream={stream.current}
            kind={kind}
            mode="simulation"
            minutes={asked.answerTime}
            startedAt={recorder.startedAt}
            keyPoints=""
            finishing={recorder.phase === "finishing"}
            onStop={recorder.stop}
            onCancel={recorder.cancel}
          />
        ) : (
          <LoadingList />
        );
      case "breath":
        return <Breath next={run.upNext()?.position ?? count} onDone={() => void run.goOn()} />;
      case "asking":
      case "ending":
        return run.waiting ? <Notice title={t("waiting")} text={t("waitingText")} /> : <LoadingList />;
    }
  }
}

interface ReadyProps {
  simulation: Simulation;
  kind: RecordingKind;
  /** The question that comes now; undefined when there is none left. */
  next: number | undefined;
  onGo: () => void;
}

/** The devices work: what is ahead, and one button. */
function Ready({ simulation, kind, next, onGo }: ReadyProps) {
  const t = useTranslations("practice.simulation.run");
  const setup = useTranslations("practice.setup");
  const format = useFormat();
  const ahead = simulation.places.filter(({ position }) => next !== undefined && position >= next);
  const minutes = ahead.reduce((sum, place) => sum + place.readingTime + place.answerTime, 0);
  const tight = useTightStorage(
    kind,
    ahead.reduce((sum, place) => sum + place.answerTime, 0),
  );
  const first = simulation.state === "planned";
  return (
    <Card className="grid gap-4 p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t(first ? "ready" : "back")}</h2>
      {first ? null : <p className="text-ink-soft">{t(next === undefined ? "toReport" : "backText")}</p>}
      {ahead.length > 0 ? (
        <>
          <p className="text-ink-soft">
            {t("facts", { count: ahead.length, time: format.minutes(minutes) })} {t("reminder")}
          </p>
          <RoomNotice planned={ahead.length} />
          {tight ? <Alert tone="warning">{setup("tightStorage")}</Alert> : null}
        </>
      ) : null}
      <Button size="lg" onClick={onGo} className="w-full sm:w-auto sm:justify-self-start">
        {next === undefined ? t("seeReport") : t(first ? "start" : "goOn", { position: format.number(next) })}
      </Button>
    </Card>
  );
}
