"use client";

import { useEffect, useState } from "react";

/** How long the browser may take to give what nobody holds, in milliseconds. */
const PATIENCE_MS = 400;

/**
 * Whether this tab is the one of this browser in which something runs. Another tab waits, and gets its turn when the first one is
 * closed.
 * @returns undefined until that is known
 */
export function useSoleTab(name: string): boolean | undefined {
  const [sole, setSole] = useState<boolean>();
  useEffect(() => {
    const stop = new AbortController();
    let release = () => {};
    const timer = setTimeout(() => setSole((known) => known ?? false), PATIENCE_MS);
    navigator.locks
      .request(name, { signal: stop.signal }, () => {
        setSole(true);
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      })
      // The page was left before its turn came.
      .catch(() => {});
    return () => {
      clearTimeout(timer);
      stop.abort();
      release();
      setSole(undefined);
    };
  }, [name]);
  return sole;
}
