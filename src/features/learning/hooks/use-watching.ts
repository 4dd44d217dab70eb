"use client";

import { useEffect, useState } from "react";
import type { WatchState } from "@/lib/enums/learning";
import { api } from "@/trpc/client";
import { sender } from "@/trpc/token";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { endRange, giveBack, isReset, NOTHING_PLAYED, playedTo, type Range, startAt, takeReport } from "../rules";
import { keptName, type Progress, send, sendLast, type Unreported, watchingLock } from "./reports";
import { useWatchNews } from "./use-watch-news";

interface Watched {
  uid: string;
  duration: number;
  position: number;
  status: WatchState;
}

const REPORT_EVERY_MS = 15_000;
/** A device that dies between two reports takes no more than this with it. */
const KEEP_EVERY_MS = 1000;

/** Gathers what is played of one video, and reports it; what nobody accepted goes with the next report, also at the next opening. */
function createRecorder({ uid, duration, ...left }: Watched) {
  const name = keptName(uid);
  const viewer = sender();
  const found = readDraft<Unreported>(name);
  const kept = found && isReset(found.status, left.status) ? undefined : found;
  if (!kept) clearDraft(name);
  const start = startAt({ duration, ...left, ...(kept?.since === left.position ? { position: kept.position } : {}) });
  let known: Pick<Watched, "position" | "status"> = left;
  let played = giveBack(NOTHING_PLAYED, kept?.ranges ?? []);
  let position = start;
  let reported = startAt({ duration, ...left });
  let underWay: Range[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  let newest: Unreported | undefined;
  let said = performance.now();
  let keptAt = said;
  let tell: (progress: Progress) => void = () => {};

  // What one person has watched is not another's, who has signed in since, or who will where nobody is signed in any more.
  const isTheirs = () => sender() === viewer;
  const keep = (ranges: Range[]) => {
    newest = { ranges, position, since: known.position, status: known.status };
    writeDraft(name, newest);
    return newest;
  };

  const push = async (way: typeof send, again: Range[] = []) => {
    if (!isTheirs()) return;
    const { ranges, rest } = takeReport(giveBack(played, again), duration);
    const before = reported;
    if (ranges.length === 0 && Math.abs(position - before) < 1) return;
    played = rest;
    reported = position;
    underWay = ranges;
    const unreported = keep([...ranges, ...rest.ended]);
    try {
      const progress = await way({ uid, ranges, position });
      known = progress;
      // What is under way behind it is still to be accepted.
      if (newest === unreported) clearDraft(name);
      tell(progress);
    } catch {
      played = giveBack(played, ranges);
      reported = before;
    }
    underWay = [];
  };

  return {
    onProgress: (listener: typeof tell) => {
      tell = listener;
    },
    position: () => position,
    moveTo: (second: number) => {
      position = second;
    },
    playTo: (second: number, rate: number) => {
      const now = performance.now();
      position = second;
      played = playedTo(played, second, { rate, elapsed: (now - said) / 1000 });
      said = now;
      if (now - keptAt < KEEP_EVERY_MS || !isTheirs()) return;
      keptAt = now;
      keep(takeReport(giveBack(played, underWay), duration).ranges);
    },
    isPlaying: () => played.open !== null,
    stop: () => {
      played = endRange(played);
    },
    /** One report after the other, so that the last position is the one that stays. */
    report: () => {
      queue = queue.then(() => push(send));
    },
    /** At once, and with what is still under way: leaving the page may end that. The server unites what comes twice. */
    reportLast: () => void push(sendLast, underWay),
    forget: async () => {
      played = NOTHING_PLAYED;
      await queue;
      clearDraft(name);
      const { data } = await api.learning.recordWatching.mutate({ uid, status: "not_started" });
      played = NOTHING_PLAYED;
      position = 0;
      reported = 0;
      known = data;
      tell(data);
    },
  };
}

type Recorder = ReturnType<typeof createRecorder>;

/** Follows the video's own events: they come in the background and in picture in picture, too, where nothing is painted. */
function follow(video: HTMLVideoElement, recorder: Recorder): () => void {
  const update = () => {
    // Without anything loaded its time says nothing.
    if (video.seeking || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    if (recorder.isPlaying() || !video.paused) recorder.playTo(video.currentTime, video.playbackRate);
    else recorder.moveTo(video.currentTime);
  };
  const pause = () => {
    update();
    recorder.stop();
    recorder.report();
  };
  // Also when the address of the video was renewed: it goes on where it was.
  const restore = () => {
    if (recorder.position() > 0) video.currentTime = recorder.position();
  };
  const leave = () => {
    update();
    recorder.reportLast();
  };
  const hide = () => {
    if (document.visibilityState === "hidden") leave();
  };
  const timer = setInterval(() => {
    if (!video.paused) recorder.report();
  }, REPORT_EVERY_MS);
  const listening = new AbortController();
  const { signal } = listening;
  const on = (name: keyof HTMLMediaElementEventMap, act: () => void) => video.addEventListener(name, act, { signal });
  on("loadedmetadata", restore);
  on("playing", update);
  on("timeupdate", update);
  on("seeking", recorder.stop);
  on("pause", pause);
  on("ended", pause);
  document.addEventListener("visibilitychange", hide, { signal });
  // A reload asks for the new page before it hides the old one, and that page wants to know where the video was left.
  window.addEventListener("beforeunload", leave, { signal });
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener("online", recorder.report, { signal });
  // What the last visit could not report any more.
  recorder.report();
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) restore();
  return () => {
    clearInterval(timer);
    listening.abort();
    recorder.stop();
    recorder.reportLast();
  };
}

/** Says to other pages of this browser that what is kept of a video is reported here. @returns how to end that */
function announceWatching(uid: string): () => void {
  const over = new AbortController();
  navigator.locks
    ?.request(
      watchingLock(uid),
      { mode: "shared", signal: over.signal },
      () => new Promise<void>((done) => over.signal.addEventListener("abort", () => done())),
    )
    .catch(() => {});
  return () => over.abort();
}

/** Keeps how much of a video was really played, and where it was left. */
export function useWatching(video: HTMLVideoElement | null, watched: Watched) {
  const tell = useWatchNews();
  const [recorder] = useState(() => createRecorder(watched));
  useEffect(() => recorder.onProgress(tell), [recorder, tell]);
  useEffect(() => announceWatching(watched.uid), [watched.uid]);
  useEffect(() => (video ? follow(video, recorder) : undefined), [video, recorder]);

  const jump = (second: number) => {
    recorder.moveTo(second);
    if (video) video.currentTime = second;
  };
  return {
    now: recorder.position,
    jump,
    /** Nothing was watched, and it begins again. */
    forget: async () => {
      await recorder.forget();
      jump(0);
    },
  };
}
