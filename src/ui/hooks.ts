"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";

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

export type Shortcut = [key: string, act: () => void];

/**
 * Single-key shortcuts by `KeyboardEvent.code`, or by `key` where the sign counts and not its place. They work only where the
 * focus is inside a part marked `data-shortcuts` (WCAG 2.1.4), and are silent while somebody types or holds a modifier.
 * @param onMedia also where the focus is in a player with the browser's own controls: for keys that those leave alone
 */
export function useShortcuts(keys: Shortcut[], { onMedia = false } = {}): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!target.closest("[data-shortcuts]") || target.closest("input, textarea, select, [contenteditable]")) return;
      if (!onMedia && target.closest("audio, video")) return;
      // Space on a button presses that button.
      if (event.code === "Space" && target.closest("button, a, [role=radio]")) return;
      const act = latest.current.find(([key]) => key === event.code || key === event.key)?.[1];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [onMedia]);
}

const followHash = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

/** What stands behind # in the address, empty without; undefined until the page runs in the browser. */
export const useFragment = (): string | undefined =>
  useSyncExternalStore(
    followHash,
    () => window.location.hash.slice(1),
    () => undefined,
  );

/** Whether the page fits a media query; not before it runs in the browser. Give it a fixed one. */
export function useMedia(query: string): boolean {
  const [listen] = useState(() => (listener: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  });
  return useSyncExternalStore(
    listen,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
