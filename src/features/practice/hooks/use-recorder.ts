"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import type { PracticeMode, RecordingKind } from "@/lib/enums/practice";
import { serverNow } from "@/trpc/token";
import { loadUploader } from "@/trpc/uploader";
import { beBusy } from "@/ui/busy";
import { clock, FULL_RECORDING_BYTES, longestMs, minutesToMs } from "../rules";
import { bareType, type MediaProblem, recorderBits, recorderType } from "./media";
import { type FinishedTake, finishRecording, isQuota, prepareFinishing } from "./mend";
import { stayAwake } from "./stay-awake";
import {
  announceTakes,
  moveTake,
  type Piece,
  putChunk,
  putTake,
  recorderLock,
  removeEmpty,
  removeTake,
  type SimulationPlace,
  takeLock,
} from "./take-store";
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
  simulation?: SimulationPlace;
}

type Phase = "idle" | "starting" | "recording" | "finishing";

interface Recording {
  uid: string;
  plan: TakePlan;
  recorder?: MediaRecorder;
  startedAt: number;
  /** Every piece is written before the next counts; it settles when all are on the disk. */
  written: Promise<void>;
  problem?: CutShort;
  /** The candidate starts over: nothing is to be kept. */
  cancelled: boolean;
  /** Given back at the end, in this order. */
  releases: (() => void)[];
  /** After them: what waited for it may go on, unless another one runs by now. */
  over: () => void;
}

/** What ended a take before its maker did; `tooLong`: it went on for longer, or became larger, than any answer does. */
export type CutShort = MediaProblem | "tooLong";

/** The words that say so (`practice.session.cutShort`). */
export const wordsOfCut = (why: CutShort) => (why === "unplugged" || why === "diskFull" || why === "tooLong" ? why : "other");

interface Callbacks {
  /** The take is whole and on the device. `why` says what ended it early. */
  onCaptured: (finished: FinishedTake, why: CutShort | undefined) => void;
  /** The take could not be finished; what was recorded, if anything, is offered as an interrupted take. */
  onFailed: (problem: MediaProblem) => void;
  onCancelled: () => void;
}

/** Records one take at a time onto the device. The pieces go to its disk as they come; nothing waits for a network. */
export function useRecorder(callbacks: Callbacks) {
  const [phase, setPhase] = useState<Phase>("idle");
  const [startedAt, setStartedAt] = useState(0);
  const current = useRef<Recording | null>(null);
  const latest = useRef(callbacks);
  latest.current = callbacks;

  const release = useCallback((recording: Recording) => {
    for (const giveBack of recording.releases) giveBack();
    current.current = null;
    setPhase("idle");
    recording.over();
  }, []);

  const finish = useCallback(
    async (recording: Recording) => {
      setPhase("finishing");
      const { uid, plan } = recording;
      const now = performance.now();
      const overrun = plan.mode === "simulation" ? 0 : clock(minutesToMs(plan.answerTime), recording.startedAt, now).overrunMs;
      try {
        await recording.written;
        if (recording.cancelled) {
          await removeTake(uid);
          return latest.current.onCancelled();
        }
        const finished = await finishRecording(uid, { durationMs: Math.round(now - recording.startedAt), overrunMs: Math.round(overrun) });
        if (finished) latest.current.onCaptured(finished, recording.problem);
        else {
          await removeEmpty(uid);
          const { problem = "failed" } = recording;
          latest.current.onFailed(problem === "tooLong" ? "failed" : problem);
        }
      } catch (error) {
        // The pieces are still there: the take is offered again as an interrupted one.
        console.error(error);
        await moveTake(uid, "recovered").catch(() => {});
        latest.current.onFailed(isQuota(error) ? "diskFull" : "failed");
      } finally {
        release(recording);
        void runUploads();
      }
    },
    [release],
  );

  const start = useCallback(
    async (stream: MediaStream, plan: TakePlan) => {
      if (current.current) return;
      const recording: Recording = {
        uid: uuidv7(),
        plan,
        startedAt: 0,
        written: Promise.resolve(),
        cancelled: false,
        releases: [],
        over: beBusy(),
      };
      current.current = recording;
      setPhase("starting");
      prepareFinishing();
      // What sends it, too: after a deploy meanwhile it could not be loaded any more.
      loadUploader().catch(() => {});
      try {
        if (stream.getTracks().some(({ readyState }) => readyState !== "live"))
          throw new DOMException("a device has gone", "NotFoundError");
        const mimeType = recorderType(plan.kind);
        if (!mimeType) throw new DOMException("no format", "NotSupportedError");
        const recorder = new MediaRecorder(stream, { mimeType, ...recorderBits(plan.kind) });
        recording.releases.push(await holdLock(takeLock(recording.uid)), await holdLock(recorderLock(recording.uid)), await stayAwake());
        await putTake({
          ...plan,
          uid: recording.uid,
          state: "recording",
          type: bareType(recorder.mimeType || mimeType),
          startedAt: serverNow(),
          durationMs: 0,
          overrunMs: 0,
          attempt: 0,
        });
        attach(recording, recorder, stream, finish);
        recorder.start(TIMESLICE_MS);
        recording.recorder = recorder;
        recording.startedAt = performance.now();
        // The page may have been left meanwhile: then there is nothing to record for.
        if (current.current !== recording || recording.cancelled) return recorder.stop();
        setStartedAt(recording.startedAt);
        setPhase("recording");
      } catch (error) {
        console.error(error);
        await removeTake(recording.uid).catch(() => {});
        release(recording);
        latest.current.onFailed(problemOf(error));
      }
    },
    [finish, release],
  );

  const stop = useCallback(() => {
    const recorder = current.current?.recorder;
    if (recorder && recorder.state !== "inactive") recorder.stop();
  }, []);

  /** Ends the take and keeps nothing of it. */
  const cancel = useCallback(() => {
    if (!current.current) return;
    current.current.cancelled = true;
    stop();
  }, [stop]);

  useEffect(
    () => () => {
      // Left inside the app: a take that runs is kept, one that has not begun is not begun.
      if (current.current && !current.current.recorder) current.current.cancelled = true;
      stop();
    },
    [stop],
  );
  useEffect(() => {
    if (phase === "idle") return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [phase]);

  return { phase, startedAt, start, stop, cancel };
}

/** What the recorder and the devices tell while a take runs. */
function attach(recording: Recording, recorder: MediaRecorder, stream: MediaStream, finish: (recording: Recording) => Promise<void>): void {
  const { uid, plan } = recording;
  const end = (problem?: CutShort) => {
    if (problem) recording.problem ??= problem;
    if (recorder.state !== "inactive") recorder.stop();
  };
  const endTooLong = () => {
    // Somebody may have stopped it a moment before.
    if (recorder.state !== "inactive") end("tooLong");
  };
  let count = 0;
  let bytes = 0;
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size === 0) return;
    const at = count++;
    recording.written = recording.written.then(() => keepPiece(uid, at, data));
    recording.written.catch((error: unknown) => end(isQuota(error) ? "diskFull" : "failed"));
    bytes += data.size;
    if (bytes >= FULL_RECORDING_BYTES) endTooLong();
  });
  recorder.addEventListener("error", () => end("failed"));
  recorder.addEventListener("stop", () => {
    // A full disk keeps the pieces before it.
    if (recording.problem === "diskFull") recording.written = recording.written.catch(() => {});
    void finish(recording);
  });
  for (const track of stream.getTracks()) track.addEventListener("ended", () => end("unplugged"), { once: true });
  // Simulation is strict: the interviewer stops you, whether or not the page is in sight. Practice ends where nobody may be there any more.
  const timer =
    plan.mode === "simulation" ? setTimeout(end, minutesToMs(plan.answerTime)) : setTimeout(endTooLong, longestMs(plan.answerTime));
  recording.releases.push(() => clearTimeout(timer));
}

/** How long to wait before each further try to write a piece, in milliseconds. */
const AGAIN_MS = [250, 1000, 3000];

/**
 * Writes a piece of a take. Browsers lose their line to the disk now and then, above all in the background: the next try finds it anew. The
 * next one is of the bare bytes, which Safari keeps in private tabs as well.
 */
async function keepPiece(uid: string, at: number, piece: Blob): Promise<void> {
  let kept: Piece = piece;
  for (const pause of AGAIN_MS) {
    try {
      return await putChunk(uid, at, kept);
    } catch (error) {
      if (isQuota(error)) throw error;
      console.warn("A piece of the recording is written again", error);
      await new Promise((resolve) => setTimeout(resolve, pause));
      kept = await piece.arrayBuffer();
    }
  }
  return putChunk(uid, at, kept);
}

function problemOf(error: unknown): MediaProblem {
  if (isQuota(error)) return "diskFull";
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotSupportedError") return "unsupported";
  return name === "NotFoundError" ? "unplugged" : "failed";
}

/** Takes a lock until the returned function is called, or the tab dies. */
function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    // What becomes of a take shows once it is free, also where nothing more could be written down of it.
    navigator.locks.request(name, () => new Promise<void>((release) => resolve(release))).then(announceTakes, reject);
  });
}
