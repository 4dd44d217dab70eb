"use client";

import clsx from "clsx";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { prefersReducedMotion } from "./reduced-motion";

export type WaveformTone = "primary" | "info" | "success" | "warning" | "danger" | "inverse";

/** A stretch that is set apart, with a sign that shows on it where there is room. Times are milliseconds. */
export interface WaveformRange {
  startMs: number;
  endMs: number;
  tone: WaveformTone;
  sign: string;
}

/** A moment that somebody may go to. */
export interface WaveformPin {
  id: string;
  atMs: number;
  label: string;
  /** What shows: a letter, a small icon. */
  sign: React.ReactNode;
  tone?: WaveformTone;
  onSelect: () => void;
}

interface WaveformProps {
  /** What is played; null until it is there. */
  media: HTMLMediaElement | null;
  durationMs: number;
  /** Heights of 0 to 255, evenly over the duration. */
  peaks: readonly number[];
  /** Stretches in which nothing is said. */
  gaps?: readonly { startMs: number; endMs: number }[];
  ranges?: readonly WaveformRange[];
  pins?: readonly WaveformPin[];
  label: string;
  /** A moment in words, for who cannot see it. */
  timeText: (ms: number) => string;
}

export const RANGE_TONES: Record<WaveformTone, string> = {
  primary: "bg-primary-soft text-primary-text border-primary-text",
  info: "bg-info-soft text-info border-info",
  success: "bg-success-soft text-success border-success",
  warning: "bg-warning-soft text-warning border-warning",
  danger: "bg-danger-soft text-danger border-danger",
  inverse: "bg-ink-soft text-surface border-ink",
};

/** Pixels from bar to bar. */
const PITCH = 4;

/** Seconds that a key moves by. */
const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/**
 * The sound of a recording as a picture in which one can go to any moment, by pointer, touch and keys; space plays and pauses. Time runs
 * from left to right in every language. While it plays only a style moves: nothing is rendered anew.
 */
export function Waveform({ media, durationMs, peaks, gaps = [], ranges = [], pins = [], label, timeText }: WaveformProps) {
  const root = useRef<HTMLDivElement>(null);
  const second = usePlace(media, durationMs, root);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const bars = useMemo(() => barsOf(peaks, Math.max(1, Math.floor(width / PITCH))), [peaks, width]);
  const share = (ms: number) => `${(Math.min(1, Math.max(0, ms / Math.max(1, durationMs))) * 100).toFixed(3)}%`;
  const stretch = ({ startMs, endMs }: { startMs: number; endMs: number }) => ({ left: share(startMs), width: share(endMs - startMs) });

  const seek = (seconds: number) => {
    if (media) media.currentTime = Math.min(durationMs / 1000, Math.max(0, seconds));
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const now = media?.currentTime ?? 0;
    const step = STEPS[event.key];
    if (event.key === "Home") seek(0);
    else if (event.key === "End") seek(durationMs / 1000);
    else if (step !== undefined) seek(now + step);
    else if (event.key === " ") void (media?.paused ? media.play().catch(() => {}) : media?.pause());
    else return;
    event.preventDefault();
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.type === "pointermove" && !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    if (event.type === "pointerdown") {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    const box = event.currentTarget.getBoundingClientRect();
    seek(((event.clientX - box.left) / box.width) * (durationMs / 1000));
  };

  return (
    <div ref={root} dir="ltr" className="relative select-none [--at:0]">
      {pins.length > 0 ? (
        <div className="relative h-8">
          {pins.map(({ id, atMs, label: name, sign, tone = "primary", onSelect }) => (
            <button
              key={id}
              type="button"
              aria-label={name}
              title={name}
              onClick={onSelect}
              style={{ left: share(atMs) }}
              className={clsx(
                "absolute grid size-7 -translate-x-1/2 place-items-center rounded-full border text-xs font-bold",
                RANGE_TONES[tone],
              )}
            >
              {sign}
            </button>
          ))}
        </div>
      ) : null}
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.round(durationMs / 1000)}
        aria-valuenow={second}
        aria-valuetext={timeText(second * 1000)}
        onKeyDown={press}
        onPointerDown={point}
        onPointerMove={point}
        // A finger that moves up or down scrolls the page.
        className="relative h-20 cursor-pointer touch-pan-y overflow-hidden rounded-box bg-sunken sm:h-24"
      >
        {gaps.map((gap) => (
          <div
            key={gap.startMs}
            style={stretch(gap)}
            className="absolute inset-y-0 bg-[repeating-linear-gradient(135deg,var(--line)_0_2px,transparent_2px_7px)]"
          />
        ))}
        <Bars bars={bars} width={width} className="text-line-strong" />
        <Bars
          bars={bars}
          width={width}
          className="text-primary [clip-path:inset(0_calc((1-var(--at))*100%)_0_0)] forced-colors:text-[Highlight] forced-colors:forced-color-adjust-none"
        />
        <div className="absolute inset-y-0 left-[calc(var(--at)*100%)] w-0.5 -translate-x-1/2 bg-ink" />
      </div>
      {ranges.length > 0 ? (
        <div className="relative mt-1 h-6 overflow-hidden rounded-sm" aria-hidden="true">
          {ranges.map((range) => (
            <div
              key={range.startMs}
              style={stretch(range)}
              className={clsx(
                "absolute inset-y-0 overflow-hidden border-s-2 ps-1 text-xs leading-6 font-bold text-ellipsis whitespace-nowrap",
                RANGE_TONES[range.tone],
              )}
            >
              {range.sign}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** As many bars as there is room for, each as high as the highest of what it stands for. */
function barsOf(peaks: readonly number[], room: number): number[] {
  const count = Math.min(room, peaks.length);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    return Math.max(0, ...peaks.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count))));
  });
}

function Bars({ bars, width, className }: { bars: readonly number[]; width: number; className: string }) {
  const pitch = width / Math.max(1, bars.length);
  // Loud and quiet differ a hundredfold: their root shows both.
  const half = (height: number) => Math.max(0.75, Math.sqrt(height / 255) * 44);
  const path = bars
    .map((height, at) => `M${((at + 0.5) * pitch).toFixed(1)} ${(50 - half(height)).toFixed(1)}V${(50 + half(height)).toFixed(1)}`)
    .join("");
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, width)} 100`}
      preserveAspectRatio="none"
      className={clsx("absolute inset-0 size-full", className)}
      aria-hidden="true"
    >
      <path d={path} stroke="currentColor" strokeWidth={Math.min(2.5, pitch * 0.62)} strokeLinecap="round" fill="none" />
    </svg>
  );
}

/**
 * Keeps `--at` (0 to 1) of an element where the media plays: with each picture of the screen, or a few times a second for whoever wants
 * less motion.
 * @returns the second, for what is told in words
 */
function usePlace(media: HTMLMediaElement | null, durationMs: number, root: React.RefObject<HTMLElement | null>): number {
  const [second, setSecond] = useState(0);
  useEffect(() => {
    if (!media) return;
    const still = prefersReducedMotion();
    let frame = 0;
    const show = () => {
      root.current?.style.setProperty("--at", String(Math.min(1, (media.currentTime * 1000) / Math.max(1, durationMs))));
      setSecond(Math.floor(media.currentTime));
    };
    const follow = () => {
      show();
      cancelAnimationFrame(frame);
      if (!media.paused && !still) frame = requestAnimationFrame(follow);
    };
    const listening = new AbortController();
    for (const name of ["timeupdate", "seeking", "seeked", "pause", "ended", "loadedmetadata"] as const)
      media.addEventListener(name, show, { signal: listening.signal });
    media.addEventListener("playing", follow, { signal: listening.signal });
    follow();
    return () => {
      listening.abort();
      cancelAnimationFrame(frame);
    };
  }, [media, durationMs, root]);
  return second;
}
