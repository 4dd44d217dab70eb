"use client";

import { useEffect, useRef } from "react";

/** Marks the second entry of the same page on top of the history, which going back takes away first. */
const GUARD = "parleyGuard";
const isGuard = (state: unknown): boolean => typeof state === "object" && state !== null && GUARD in state;

/** Takes the guard away again. @returns what takes its listener away: whoever is on another page by then has that brought back by the router */
function unguard(): () => void {
  const { href } = location;
  const gone = (event: PopStateEvent) => {
    // Nothing was left: the router does not hear of it.
    if (location.href === href && !isGuard(event.state)) event.stopImmediatePropagation();
  };
  window.addEventListener("popstate", gone, { capture: true, once: true });
  history.back();
  return () => window.removeEventListener("popstate", gone, true);
}

/**
 * While something runs, whoever is about to leave is asked: by the browser before a reload, by `ask` before a link of the app and
 * before going back. Once it is over, one step back leads away again.
 */
export function useLeaveGuard(active: boolean, ask: () => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  const guarded = useRef(false);
  useEffect(() => {
    if (!active) return guarded.current && isGuard(history.state) ? unguard() : undefined;
    guarded.current = true;
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
    const here = { state: { ...history.state, [GUARD]: true }, href: location.href };
    const guard = () => history.pushState(here.state, "", here.href);
    if (!isGuard(history.state)) guard();
    const back = (event: PopStateEvent) => {
      // A jump within the page leaves nothing.
      if (event.state === null || isGuard(event.state)) return;
      // The router does not hear of it: nothing was left yet.
      event.stopImmediatePropagation();
      guard();
      latest.current();
    };
    window.addEventListener("beforeunload", unload);
    window.addEventListener("popstate", back, true);
    // Before the link's own handler.
    document.addEventListener("click", click, true);
    return () => {
      window.removeEventListener("beforeunload", unload);
      window.removeEventListener("popstate", back, true);
      document.removeEventListener("click", click, true);
    };
  }, [active]);
}
