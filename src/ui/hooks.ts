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

const WRITES = "input, textarea, select, [contenteditable]";

/** What a key does: by its sign, then by its place. Where the keyboard writes another script, the place says which letter is meant. */
function actOf(keys: Shortcut[], { key, code }: KeyboardEvent): (() => void) | undefined {
  const names = [key, code, ...(code.startsWith("Key") ? [code.slice(3).toLowerCase()] : [])];
  return names.map((name) => keys.find(([wanted]) => wanted === name)?.[1]).find(Boolean);
}

/**
 * Single-key shortcuts by `KeyboardEvent.code`, or by `key` where the sign counts and not its place. They work only where the
 * focus is inside a part marked `data-shortcuts` (WCAG 2.1.4), and are silent while somebody types or holds a modifier.
 * @param onMedia also where the focus is in a player with the browser's own controls: for keys that those leave alone
 * @param everywhere on the whole page but its dialogs and menus: for keys that can be switched off
 */
export function useShortcuts(keys: Shortcut[], { onMedia = false, everywhere = false } = {}): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || target.closest(WRITES)) return;
      if (everywhere ? target.closest("[role=dialog], [role=menu]") : !target.closest("[data-shortcuts]")) return;
      if (!onMedia && target.closest("audio, video")) return;
      // Space on a button presses that button.
      if (event.code === "Space" && target.closest("button, a, [role=radio]")) return;
      const act = actOf(latest.current, event);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [onMedia, everywhere]);
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

const followSight = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Whether the page is in sight: no other tab or app is before it, and no lock screen. */
export const useInSight = (): boolean =>
  useSyncExternalStore(
    followSight,
    () => document.visibilityState === "visible",
    () => true,
  );

/** Media queries: the app was opened from a home screen or a desktop, without a browser's bars; and fingers rather than a mouse point. */
export const INSTALLED = "(display-mode: standalone)";
export const TOUCH = "(pointer: coarse)";

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
