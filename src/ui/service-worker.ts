"use client";

const ADDRESS = "/sw.js";

/** Takes away what this browser still shows of what was pushed: whoever is here next need not be whom it tells. */
export async function closeShown(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

/** Registers the one service worker of the site; where that is done already, nothing happens. */
export const registerServiceWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(ADDRESS, { scope: "/" });
