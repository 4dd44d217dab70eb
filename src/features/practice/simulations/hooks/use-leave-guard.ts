"use client";

import { useEffect, useRef } from "react";

/** While something runs, whoever is about to leave is asked: by the browser before a reload, by `ask` before a link of the app. */
export function useLeaveGuard(active: boolean, ask: () => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const link = (event.target as HTMLElement).closest("a[href]");
      // What opens elsewhere leaves this page as it is.
      if (!link || link.hasAttribute("download") || link.getAttribute("target") === "_blank") return;
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.getAttribute("href")?.startsWith("#")) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener("beforeunload", unload);
    // Before the link's own handler.
    document.addEventListener("click", click, true);
    return () => {
      window.removeEventListener("beforeunload", unload);
      document.removeEventListener("click", click, true);
    };
  }, [active]);
}
