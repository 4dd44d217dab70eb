"use client";

import { useEffect, useState } from "react";
import type { StarPart } from "@/lib/enums/practice";
import type { StarMark } from "../rules";

/** The part of the story that is heard just now; null between them. */
export function usePart(media: HTMLMediaElement | null, marks: readonly StarMark[]): StarPart | null {
  const [part, setPart] = useState<StarPart | null>(null);
  useEffect(() => {
    if (!media) return;
    const look = () => {
      const now = media.currentTime * 1000;
      setPart(marks.find(({ startMs, endMs }) => startMs <= now && now < endMs)?.part ?? null);
    };
    look();
    const listening = new AbortController();
    for (const name of ["timeupdate", "seeked"] as const) media.addEventListener(name, look, { signal: listening.signal });
    return () => listening.abort();
  }, [media, marks]);
  return part;
}
