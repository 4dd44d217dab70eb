"use client";

const ADDRESS = "/sw.js";

/** Registers the one service worker of the site; where that is done already, nothing happens. */
export const registerServiceWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(ADDRESS, { scope: "/" });
