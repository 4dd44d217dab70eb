"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import type { PracticeMode, RecordingKind } from "@/lib/enums/practice";
import { toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Badge, Notice } from "@/ui/card";
import { useClientState } from "@/ui/client-state";
import { useShortcuts } from "@/ui/hooks";
import { Phases } from "@/ui/phase-focus";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import { loadDelivery } from "../delivery/components/later";
import { choiceOf, closeDevices, type DeviceChoice, type MediaProblem, openDevices } from "../hooks/media";
import type { FinishedTake } from "../hooks/mend";
import { useStayAwake } from "../hooks/stay-awake";
import { useLeaveGuard } from "../hooks/use-leave-guard";
import { useRecorder, wordsOfCut } from "../hooks/use-recorder";
import { DeviceCheck } from "./device-check";
import { DeviceTakes } from "./device-takes";
import { ProblemNotice } from "./problem-notice";
import { StopFirst } from "./stop-first";
import { ReadingPhase, RecordingPhase } from "./take-live";
import { type AfterTake, TakeReview } from "./take-review";
import { TakeSetup } from "./take-setup";

type Phase = "check" | "ready" | "reading" | "recording" | "review";

/** Where each phase's words stand in the catalogue. */
const PHASE_PARTS = { check: "check", ready: "setup", reading: "reading", recording: "recording", review: "review" } as const;

interface PracticeSessionProps {
  /** Whom the question is owed to. */
  credit?: ReactNode;
  /** What else there is to do with each take. */
  after?: AfterTake;
}

/** One question, from the device check to the rated answer. The question stays readable throughout. */
export function PracticeSession({ credit, after }: PracticeSessionProps) {
  const t = useTranslations("practice.session");
  const common = useTranslations("common");
  const uid = useSearchParams().get("question") ?? "";
  const { userId } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const question = trpc.practice.question.useQuery({ uid }, { enabled: uid !== "", staleTime: Number.POSITIVE_INFINITY });
  if (uid === "" || isMissing(question)) {
    const { code, message } = toApiError(question.error);
    const missing = uid === "" || code === "notFound" || code === "invalidInput";
    return (
      <Notice level={1} tone="danger" title={missing ? t("missing") : (message ?? common("offline"))}>
        {missing ? null : <Button onClick={() => void question.refetch()}>{common("retry")}</Button>}
        <ButtonLink href="/dashboard/practice">{t("choose")}</ButtonLink>
      </Notice>
    );
  }
  if (!question.data || !userId) return <LoadingList />;
  const { data } = question.data;
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <header>
        <Badge tone="primary">{data.category}</Badge>
        <h1 ref={heading} className="mt-3 text-2xl font-bold lg:text-[1.75rem]">
          {data.text}
        </h1>
        {credit}
      </header>
      <TakeFlow key={data.uid} question={data} heading={heading} userId={userId} after={after} />
    </div>
  );
}

interface FlowQuestion {
  uid: string;
  text: string;
  reading_time: number;
  answer_time: number;
  guidance: string[];
}

interface TakeFlowProps {
  question: FlowQuestion;
  /** Where the question stands. */
  heading: RefObject<HTMLElement | null>;
  userId: string;
  after?: AfterTake | undefined;
}

function TakeFlow({ question, heading, userId, after }: TakeFlowProps) {
  const t = useTranslations("practice.session");
  const names = useTranslations("practice");
  const router = useRouter();
  const { record, promptMe } = useClientState();
  const kind: RecordingKind = record.audioRecord ? "audio" : "video";
  const [phase, setPhase] = useState<Phase>("check");
  const [mode, setMode] = useState<PracticeMode>("practice");
  const [problem, setProblem] = useState<MediaProblem | null>(null);
  const [finished, setFinished] = useState<FinishedTake | null>(null);
  const [tooLong, setTooLong] = useState(false);
  const stream = useRef<MediaStream | null>(null);

  /** Which devices were checked: a retake opens them again without asking. */
  const checked = useRef<Omit<DeviceChoice, "kind">>({});

  /** Counts who wants the devices: what opens for an earlier wish, or after the page was left, is turned off at once. */
  const wish = useRef(0);
  const leaveDevices = useCallback(() => {
    wish.current++;
    closeDevices(stream.current);
    stream.current = null;
  }, []);

  const recorder = useRecorder({
    onCaptured: (captured, why) => {
      leaveDevices();
      setFinished(captured);
      setProblem(null);
      setPhase("review");
      // Nobody may be there to read a word that goes again.
      setTooLong(why === "tooLong");
      if (why && why !== "tooLong") notify("warning", t(`cutShort.${wordsOfCut(why)}`));
    },
    onCancelled: () => setPhase("ready"),
    onFailed: (why) => {
      leaveDevices();
      setProblem(why);
      setPhase("check");
    },
  });

  // A thumb at the edge of a phone goes back: that must not end an answer.
  const [leaves, setLeaves] = useState(false);
  const recording = recorder.phase === "recording";
  useLeaveGuard(
    recording,
    useCallback(() => setLeaves(true), []),
  );

  // Reading touches nothing, and a phone that falls asleep ends the microphone.
  useStayAwake(phase === "reading" || phase === "recording");
  // The step before may be longer than a phone is high: the question is in sight when it is to be read, and answered.
  useEffect(() => {
    if (phase === "reading" || phase === "recording") heading.current?.scrollIntoView({ block: "nearest" });
  }, [phase, heading]);
  // Leaving the page turns camera and microphone off.
  useEffect(() => leaveDevices, [leaveDevices]);

  const beginRecording = useCallback(() => {
    const devices = stream.current;
    if (!devices?.active) {
      setProblem("unplugged");
      return setPhase("check");
    }
    setPhase("recording");
    setLeaves(false);
    const plan = {
      userId,
      question: { uid: question.uid, text: question.text },
      kind,
      mode,
      readingTime: record.readingTime,
      answerTime: record.timeToAnswer,
    };
    loadDelivery();
    void recorder.start(devices, plan);
  }, [recorder.start, userId, question.uid, question.text, kind, mode, record.readingTime, record.timeToAnswer]);

  const retake = useCallback(async () => {
    const mine = ++wish.current;
    try {
      const devices = await openDevices({ kind, ...checked.current });
      if (mine !== wish.current) return closeDevices(devices);
      stream.current = devices;
      setPhase("ready");
    } catch {
      // Whatever is wrong with the devices now, the check says it.
      if (mine === wish.current) setPhase("check");
    }
  }, [kind]);

  const backToReady = useCallback(() => setPhase("ready"), []);
  useShortcuts(
    phase === "ready"
      ? [
          ["Space", () => setPhase("reading")],
          ["Escape", () => router.push("/dashboard/practice")],
        ]
      : [],
  );

  return (
    <Phases step={problem ?? phase} label={problem ? names(`problem.${problem}.title`) : names(`${PHASE_PARTS[phase]}.title`)}>
      {problem ? (
        <>
          <ProblemNotice problem={problem} onRetry={() => setProblem(null)} />
          <DeviceTakes />
        </>
      ) : (
        phaseContent()
      )}
      <StopFirst open={leaves && recording} onClose={() => setLeaves(false)} onStop={recorder.stop} />
    </Phases>
  );

  function phaseContent() {
    switch (phase) {
      case "check":
        return (
          <DeviceCheck
            kind={kind}
            onReady={(devices) => {
              stream.current = devices;
              checked.current = choiceOf(devices);
              setPhase("ready");
            }}
          />
        );
      case "ready":
        return (
          <TakeSetup
            question={question}
            kind={kind}
            mode={mode}
            onMode={setMode}
            onStart={() => setPhase("reading")}
            onSkipReading={beginRecording}
            onCheckAgain={() => {
              leaveDevices();
              setPhase("check");
            }}
          />
        );
      case "reading":
        return <ReadingPhase minutes={record.readingTime} onDone={beginRecording} onCancel={backToReady} />;
      case "recording":
        // The clock starts with the recorder, not with the wish to record.
        return stream.current && (recorder.phase === "recording" || recorder.phase === "finishing") ? (
          <RecordingPhase
            stream={stream.current}
            kind={kind}
            mode={mode}
            minutes={record.timeToAnswer}
            startedAt={recorder.startedAt}
            keyPoints={promptMe[question.uid] ?? ""}
            finishing={recorder.phase === "finishing"}
            onStop={recorder.stop}
            onCancel={recorder.cancel}
          />
        ) : (
          <LoadingList />
        );
      case "review":
        return finished ? (
          <>
            {tooLong ? <Alert tone="warning">{t("cutShort.tooLong")}</Alert> : null}
            <TakeReview finished={finished} guidance={question.guidance} onRetake={() => void retake()} after={after} />
          </>
        ) : null;
    }
  }
}
