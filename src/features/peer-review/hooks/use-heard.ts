"use client";

import { useEffect, useRef, useState } from "react";
import { coverage, endRange, mergeRanges, NOTHING_PLAYED, type Played, playedTo, type Range } from "@/features/learning/rules";

interface Heard {
  /** Seconds from and to, in order and apart. */
  ranges: Range[];
  /** How much of the recording they are, 0 to 1. */
  share: number;
}

/** What is known to have been heard changes so often at most, in milliseconds: nothing on the page moves faster. */
const TELL_EVERY_MS = 2_000;

/** How much of a recording was really played, by whatever player; what was dragged over was not heard. */
export function useHeard(media: HTMLMediaElement | null, durationMs: number, before: readonly Range[]): Heard {
  const duration = durationMs / 1000;
  const [ranges, setRanges] = useState<Range[]>([...before]);
  const played = useRef<Played>(NOTHING_PLAYED);
  useEffect(() => {
    if (!media) return;
    let said = performance.now();
    let told = said;
    const tell = () => {
      told = performance.now();
      const { ended } = endRange(played.current);
      setRanges((known) => {
        const all = mergeRanges([...known, ...ended], duration);
        return coverage(all, duration) > coverage(known, duration) ? all : known;
      });
    };
    const update = () => {
      if (media.seeking || media.readyState === HTMLMediaElement.HAVE_NOTHING || (media.paused && !played.current.open)) return;
      const now = performance.now();
      played.current = playedTo(played.current, media.currentTime, { rate: media.playbackRate, elapsed: (now - said) / 1000 });
      said = now;
      if (now - told >= TELL_EVERY_MS) tell();
    };
    const pause = () => {
      update();
      played.current = endRange(played.current);
      tell();
      played.current = NOTHING_PLAYED;
    };
    const jump = () => {
      played.current = endRange(played.current);
    };
    const listening = new AbortController();
    for (const name of ["playing", "timeupdate"] as const) media.addEventListener(name, update, { signal: listening.signal });
    for (const name of ["pause", "ended"] as const) media.addEventListener(name, pause, { signal: listening.signal });
    media.addEventListener("seeking", jump, { signal: listening.signal });
    return () => listening.abort();
  }, [media, duration]);
  return { ranges, share: coverage(ranges, duration) };
}
