"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import type { PracticeMode, RecordingKind } from "@/lib/enums";
import { clock, minutesToMs } from "../rules";
import { containerOf, type MediaProblem, recorderBits, recorderType } from "./media";
import { finishRecording } from "./mend";
import { changeTake, type DeviceTake, putChunk, putTake, removeTake, takeLock } from "./take-store";
import { runUploads } from "./upload-queue";

/** How often the recorder hands over a piece, in milliseconds: what a killed browser loses at most. */
const TIMESLICE_MS = 500;

export interface TakePlan {
  userId: string;
  question: { uid: string; text: string };
  kind: RecordingKind;
  mode: PracticeMode;
  readingTime: number;
  answerTime: number;
}

type Phase = "idle" | "recording" | "finishing";

interface Recording {
  uid: string;
  plan: TakePlan;
  recorder: MediaRecorder;
  startedAt: number;
  /** Every piece is written before the next counts; the last one settles when all are on the disk. */
  written: Promise<void>;
  problem?: MediaProblem;
  release: () => void;
}

interface Callbacks {
  /** The take is whole and on the device. `problem` says what ended it early. */
  onCaptured: (take: DeviceTake, problem: MediaProblem | undefined) => void;
  /** Nothing could be kept. */
  onFailed: (problem: MediaProblem) => void;
}

/** Records one take at a time onto the device. The pieces go to its disk as they come; nothing waits for a network. */
export function useRecorder({ onCaptured, onFailed }: Callbacks) {
  const [phase, setPhase] = useState<Phase>("idle");
  const [startedAt, setStartedAt] = useState(0);
  const current = useRef<Recording | null>(null);
  const callbacks = useRef({ onCaptured, onFailed });
  callbacks.current = { onCaptured, onFailed };

  const finish = useCallback(async (recording: Recording) => {
    setPhase("finishing");
    const elapsed = performance.now() - recording.startedAt;
    const { overrunMs } = clock(minutesToMs(recording.plan.answerTime), recording.startedAt, performance.now());
    try {
      await recording.written;
      const take = await finishRecording(recording.uid, { durationMs: Math.round(elapsed), overrunMs: Math.round(overrunMs) });
      if (take) {
        callbacks.current.onCaptured(take, recording.problem);
        void runUploads(recording.plan.userId);
      } else {
        await removeTake(recording.uid);
        callbacks.current.onFailed(recording.problem ?? "failed");
      }
    } catch (error) {
      // The pieces are still there: the take is offered again as an interrupted one.
      console.error(error);
      await changeTake(recording.uid, { state: "recovered" }).catch(() => {});
      callbacks.current.onFailed(isQuota(error) ? "diskFull" : "failed");
    } finally {
      recording.release();
      current.current = null;
      setPhase("idle");
    }
  }, []);

  const start = useCallback(
    async (stream: MediaStream, plan: TakePlan) => {
      const mimeType = recorderType(plan.kind);
      if (!mimeType || current.current) return callbacks.current.onFailed("unsupported");
      const uid = uuidv7();
      const recorder = new MediaRecorder(stream, { mimeType, ...recorderBits(plan.kind) });
      const release = await holdLock(takeLock(uid));
      const recording: Recording = { uid, plan, recorder, startedAt: 0, written: Promise.resolve(), release };
      const stopFor = (problem: MediaProblem) => {
        recording.problem ??= problem;
        if (recorder.state !== "inactive") recorder.stop();
      };
      try {
        await putTake({
          ...plan,
          uid,
          state: "recording",
          type: containerOf(recorder.mimeType || mimeType),
          startedAt: Date.now(),
          durationMs: 0,
          overrunMs: 0,
          attempt: 0,
        });
      } catch (error) {
        release();
        return callbacks.current.onFailed(isQuota(error) ? "diskFull" : "failed");
      }
      let count = 0;
      recorder.addEventListener("dataavailable", ({ data }) => {
        if (data.size === 0) return;
        const at = count++;
        recording.written = recording.written.then(() => putChunk(uid, at, data));
        recording.written.catch((error: unknown) => stopFor(isQuota(error) ? "diskFull" : "failed"));
      });
      recorder.addEventListener("error", () => stopFor("failed"));
      recorder.addEventListener("stop", () => {
        // A full disk keeps the pieces before it.
        if (recording.problem === "diskFull") recording.written = recording.written.catch(() => {});
        void finish(recording);
      });
      for (const track of stream.getTracks()) track.addEventListener("ended", () => stopFor("unplugged"), { once: true });
      recording.startedAt = performance.now();
      recorder.start(TIMESLICE_MS);
      current.current = recording;
      setStartedAt(recording.startedAt);
      setPhase("recording");
    },
    [finish],
  );

  const stop = useCallback(() => {
    const recorder = current.current?.recorder;
    if (recorder && recorder.state !== "inactive") recorder.stop();
  }, []);

  // Leaving the page inside the app stops the recorder and keeps the take; closing the tab asks first.
  useEffect(() => stop, [stop]);
  useEffect(() => {
    if (phase !== "recording") return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [phase]);

  return { phase, startedAt, start, stop };
}

const isQuota = (error: unknown): boolean => error instanceof DOMException && error.name === "QuotaExceededError";

/** Takes a lock until the returned function is called, or the tab dies. */
function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => new Promise<void>((release) => resolve(release)));
  });
}
