"use client";

import { ServiceBanners } from "@/features/service/components/service-banners";
import { NewVersion } from "./new-version";

/** Says in the page's style how high the notices are: what gets the focus does not stand behind them (globals.css). */
function tellHeight(box: HTMLElement | null) {
  if (!box) return;
  const watch = new ResizeObserver(() => document.documentElement.style.setProperty("--notices", `${box.offsetHeight}px`));
  watch.observe(box);
  return () => watch.disconnect();
}

/**
 * What everybody should know, wherever they are. It stands at the end of the page and sticks to the screen's: what comes after the
 * page is there moves nothing that somebody reads. Where the page has a bar of its own at the screen's end, it stays at the page's.
 */
export function Notices() {
  return (
    <div
      ref={tellHeight}
      data-notices=""
      className="pointer-events-none tall:unbarred:sticky bottom-0 z-30 grid gap-2 p-3 empty:hidden lg:ms-auto lg:me-4 lg:max-w-2xl print:hidden [&_[data-banner]]:pointer-events-auto [&_[data-banner]]:rounded-box [&_[data-banner]]:shadow-float"
    >
      <ServiceBanners />
      <NewVersion />
    </div>
  );
}
