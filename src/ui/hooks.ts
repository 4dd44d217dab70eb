"use client";

import { useEffect, useRef, useState } from "react";

/** The page's clock (performance.now), rendered anew every `intervalMs` while it runs. */
export function useNow(running: boolean, intervalMs = 200): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!running) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), intervalMs);
    return () => clearInterval(timer);
  }, [running, intervalMs]);
  return now;
}

/** An address of a blob for as long as it is shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

type Shortcut = [code: string, act: () => void];

/** Single-key shortcuts by `KeyboardEvent.code`, silent while somebody types, holds a modifier or has a dialog open. */
export function useShortcuts(keys: Shortcut[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("input, textarea, select, [contenteditable], [role=dialog], audio, video")) return;
      // Space on a button presses that button.
      if (event.code === "Space" && target.closest("button, a, [role=radio]")) return;
      const act = latest.current.find(([code]) => code === event.code)?.[1];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
