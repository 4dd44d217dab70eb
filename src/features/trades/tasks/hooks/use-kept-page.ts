"use client";

import { useEffect } from "react";
import { registerServiceWorker } from "@/ui/service-worker";

/** What loads within this time is told together, in milliseconds; late enough to delay nothing. */
const TOGETHER_MS = 2_000;
/** Of the build: other files have no hash in their name. */
const STATIC = "/_next/static/";

/** Has this page kept on the device with the files that it has loaded, so that it opens without a network the next time. */
export function useKeptPage(): void {
  useEffect(() => {
    // While it is being developed its files keep their names, whatever is in them.
    if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
    const files = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = async () => {
      await registerServiceWorker();
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ type: "keep-day", files: [...files] });
    };
    const seen = new PerformanceObserver((list) => {
      const before = files.size;
      for (const { name } of list.getEntries()) if (name.includes(STATIC)) files.add(name);
      if (files.size === before) return;
      clearTimeout(timer);
      // A browser that keeps no pages shows them as long as there is a network.
      timer = setTimeout(() => tell().catch((error: unknown) => console.warn("day:", error)), TOGETHER_MS);
    });
    seen.observe({ type: "resource", buffered: true });
    return () => {
      clearTimeout(timer);
      seen.disconnect();
    };
  }, []);
}
