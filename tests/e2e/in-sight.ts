import type { Page } from "@playwright/test";

/** Tells a page that it is in sight, or that another tab or a lock screen is before it: headless browsers hide none. */
export const putInSight = (page: Page, state: "hidden" | "visible"): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
