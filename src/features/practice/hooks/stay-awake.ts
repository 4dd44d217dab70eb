"use client";

import { useEffect } from "react";

/** Keeps the screen on where the browser can: a phone that falls asleep ends the microphone. */
export async function stayAwake(): Promise<() => void> {
  const sentinel = await navigator.wakeLock?.request("screen").catch(() => undefined);
  return () => void sentinel?.release().catch(() => {});
}

/** The same for as long as something runs. A hidden page loses its hold on the screen, and takes it again when it is seen. */
export function useStayAwake(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    let held: Promise<() => void> | undefined;
    const giveBack = () => void held?.then((release) => release());
    const take = () => {
      if (document.visibilityState !== "visible") return;
      giveBack();
      held = stayAwake();
    };
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      document.removeEventListener("visibilitychange", take);
      giveBack();
    };
  }, [active]);
}
