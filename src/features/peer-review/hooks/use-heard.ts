"use client";

import { useEffect, useRef } from "react";
import { endRange, NOTHING_PLAYED, type Played, playedTo, type Range, takeReport } from "@/features/learning/rules";

/** What was heard is told so often while it plays, in milliseconds. */
const TELL_EVERY_MS = 2_000;

/**
 * Tells which stretches of a recording were really played, in seconds, by whatever player; what was dragged over was not heard.
 * @param tell also whether it plays on
 */
export function useHeard(media: HTMLMediaElement | null, duration: number, tell: (played: Range[], goesOn: boolean) => void): void {
  const latest = useRef(tell);
  latest.current = tell;
  // Measured anew while it plays, it is still the same recording.
  const length = useRef(duration);
  length.current = duration;
  useEffect(() => {
    if (!media) return;
    let played: Played = NOTHING_PLAYED;
    let said = performance.now();
    let told = said;
    const report = () => {
      told = performance.now();
      const { ranges, rest } = takeReport(played, length.current);
      played = rest;
      if (ranges.length > 0) latest.current(ranges, !media.paused);
    };
    const update = () => {
      if (media.seeking || media.readyState === HTMLMediaElement.HAVE_NOTHING || (media.paused && !played.open)) return;
      const now = performance.now();
      played = playedTo(played, media.currentTime, { rate: media.playbackRate, elapsed: (now - said) / 1000 });
      said = now;
      if (now - told >= TELL_EVERY_MS) report();
    };
    const stop = () => {
      update();
      played = endRange(played);
      report();
    };
    const jump = () => {
      played = endRange(played);
    };
    const listening = new AbortController();
    for (const name of ["playing", "timeupdate"] as const) media.addEventListener(name, update, { signal: listening.signal });
    for (const name of ["pause", "ended"] as const) media.addEventListener(name, stop, { signal: listening.signal });
    media.addEventListener("seeking", jump, { signal: listening.signal });
    return () => {
      listening.abort();
      stop();
    };
  }, [media]);
}
