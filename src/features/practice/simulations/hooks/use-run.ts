"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { DAY_MS } from "@/lib/durations";
import type { RecordingKind } from "@/lib/enums/practice";
import { api, type RouterOutputs } from "@/trpc/client";
import { keepPage } from "@/ui/busy";
import { closeDevices, type MediaProblem } from "../../hooks/media";
import { prepareFinishing } from "../../hooks/mend";
import { useStayAwake } from "../../hooks/stay-awake";
import { type CutShort, useRecorder } from "../../hooks/use-recorder";
import { minutesToMs } from "../../rules";
import { nextPlace } from "../rules";
import { patiently } from "./patiently";

export type Simulation = RouterOutputs["practice"]["simulation"]["get"]["data"];
export type Question = NonNullable<Simulation["places"][number]["question"]>;

/** What is asked now. */
export interface Asked {
  position: number;
  question: Question;
  readingTime: number;
  answerTime: number;
  /** On the page's clock. */
  shownAt: number;
  /** What of the reading time had gone already, in milliseconds: it runs on while somebody reloads the page. */
  goneMs: number;
}

/** So much later than the end of its reading time a question may still come back: then recording begins in time. */
const BACK_SLACK_MS = 5_000;
/** A lid that was closed over days: it is late either way, and more is not told. */
const LATEST_MS = DAY_MS;

export type RunPhase = "check" | "ready" | "asking" | "reading" | "recording" | "breath" | "ending";

interface Run {
  simulation: Simulation;
  /** How long ago that was told, in milliseconds. */
  ageMs: number;
  userId: string;
  kind: RecordingKind;
  /** Places of which this device holds a take. */
  onDevice: readonly number[];
  onOver: () => void;
  onCutShort: (why: CutShort) => void;
  onRefused: (error: unknown) => void;
}

/** A simulation from the first question to the last. Clocks run on this page; the server knows when each question was given out. */
export function useRun({ simulation, ageMs, userId, kind, onDevice, onOver, onCutShort, onRefused }: Run) {
  const { uid } = simulation;
  const [phase, setPhase] = useState<RunPhase>("check");
  const [told, setTold] = useState(() => ({ places: simulation.places, at: performance.now() - ageMs }));
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<MediaProblem | null>(null);
  /** Nothing answers at the moment. */
  const [waiting, setWaiting] = useState(false);
  const stream = useRef<MediaStream | null>(null);
  /** Places for which recording has begun on this page, and those that came back too late for it. */
  const recorded = useRef<number[]>([]);
  /** Places of which this device has held a take: one that reaches the server leaves the device before this page is told of it there. */
  const held = useRef(new Set<number>());
  for (const position of onDevice) held.current.add(position);
  const leaving = useRef(false);
  const gone = useRef(new AbortController());

  // Reading and breathing touch nothing, and recording has to begin by itself.
  const running = phase !== "check" && phase !== "ready" && phase !== "ending";
  useStayAwake(running);
  useEffect(() => (running ? keepPage() : undefined), [running]);

  const leaveDevices = useCallback(() => {
    closeDevices(stream.current);
    stream.current = null;
  }, []);
  useEffect(() => {
    gone.current = new AbortController();
    return () => {
      gone.current.abort();
      leaveDevices();
    };
  }, [leaveDevices]);

  // A device that goes while a question is read is asked for at once: what is left of the reading time may be enough.
  useEffect(() => {
    if (phase !== "reading") return;
    const tracks = stream.current?.getTracks() ?? [];
    const lost = () => {
      leaveDevices();
      setProblem("unplugged");
      setPhase("check");
    };
    for (const track of tracks) track.addEventListener("ended", lost);
    return () => {
      for (const track of tracks) track.removeEventListener("ended", lost);
    };
  }, [phase, leaveDevices]);

  const upNext = () =>
    nextPlace(
      told.places.map(({ position, begunMs, readingTime, taken }) => ({
        position,
        begunMs: begunMs === null ? null : begunMs + performance.now() - told.at,
        readingMs: minutesToMs(readingTime),
        // What is recorded may not be known to the server yet.
        taken: taken || held.current.has(position) || recorded.current.includes(position),
      })),
    );

  /** Asks the server until it answers; undefined when it refused, or the page was left. */
  const ask = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
    const { signal } = gone.current;
    try {
      const answer = await patiently(call, signal, () => setWaiting(true));
      return signal.aborted ? undefined : answer;
    } catch (error) {
      if (!signal.aborted) onRefused(error);
      return undefined;
    } finally {
      if (!signal.aborted) setWaiting(false);
    }
  };

  const finish = async () => {
    setPhase("ending");
    leaveDevices();
    if (await ask(() => api.practice.simulation.finish.mutate({ uid }))) onOver();
  };

  const leave = async () => {
    // What is being asked for is not wanted any more.
    gone.current.abort();
    gone.current = new AbortController();
    setPhase("ending");
    leaveDevices();
    if (await ask(() => api.practice.simulation.leave.mutate({ uid }))) onOver();
  };

  /** The next question, or the end when there is none. */
  const goOn = async () => {
    const next = upNext();
    if (!next) return finish();
    // No clock starts before there is something to record with.
    if (!stream.current?.active) return setPhase("check");
    setPhase("asking");
    const answer = await ask(async () => {
      if (simulation.state === "planned" && told.places.every(({ begunMs }) => begunMs === null))
        await api.practice.simulation.start.mutate({ uid });
      return api.practice.simulation.begin.mutate({ uid, position: next.position });
    });
    const place = answer?.data.places.find(({ position }) => position === next.position);
    if (!answer || !place?.question) return;
    setTold({ places: answer.data.places, at: performance.now() });
    // The clock runs from when it shows, however slow the network was; that of one that was read before has run on.
    const goneMs = next.begunMs === null ? 0 : (place.begunMs ?? 0);
    const { position, question, readingTime, answerTime } = place;
    // The network was away for longer than there was to read: no answer could count any more.
    if (goneMs > minutesToMs(readingTime) + BACK_SLACK_MS) {
      recorded.current.push(position);
      return goOn();
    }
    setAsked({ position, question, readingTime, answerTime, shownAt: performance.now(), goneMs });
    setPhase("reading");
  };

  const answered = () => {
    setProblem(null);
    if (leaving.current) return void leave();
    if (upNext()) setPhase("breath");
    else void finish();
  };

  const recorder = useRecorder({
    onCaptured: (_finished, why) => {
      if (why) onCutShort(why);
      answered();
    },
    onCancelled: answered,
    onFailed: (why) => {
      leaveDevices();
      // What was kept of it all the same is on this device. Where nothing was, the question can be read on.
      recorded.current = recorded.current.filter((position) => position !== asked?.position);
      if (leaving.current) return void leave();
      setProblem(why);
      setPhase("check");
    },
  });

  const { start, stop } = recorder;
  // Somebody left in the moment in which the recorder started.
  useEffect(() => {
    if (recorder.phase === "recording" && leaving.current) stop();
  }, [recorder.phase, stop]);

  const record = useCallback(() => {
    const devices = stream.current;
    if (!asked) return;
    if (!devices?.active) {
      setProblem("unplugged");
      return setPhase("check");
    }
    setPhase("recording");
    const { position, question, readingTime, answerTime, shownAt, goneMs } = asked;
    const startedAfterMs = Math.min(Math.round(performance.now() - shownAt + goneMs), LATEST_MS);
    recorded.current.push(position);
    void start(devices, {
      userId,
      question: { uid: question.uid, text: question.text },
      kind,
      mode: "simulation",
      readingTime,
      answerTime,
      simulation: { uid, position, startedAfterMs },
    });
  }, [asked, start, userId, kind, uid]);

  return {
    phase,
    asked,
    problem,
    waiting,
    recorder,
    stream,
    upNext,
    goOn,
    record,
    retry: () => setProblem(null),
    /** The devices work. */
    ready: (devices: MediaStream) => {
      stream.current = devices;
      // No network may be there any more when the first answer ends.
      prepareFinishing();
      setPhase("ready");
    },
    /** An answer that is being recorded is ended first, and kept. */
    quit: () => {
      leaving.current = true;
      if (recorder.phase === "idle") void leave();
      else recorder.stop();
    },
  };
}
