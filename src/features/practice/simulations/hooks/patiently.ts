"use client";

import { toApiError } from "@/trpc/client";

/** Between two tries, in milliseconds. */
const PAUSE_MS = 2_000;

/** Codes of a server or a network that is away for a moment. */
const PASSING: readonly string[] = ["network", "unavailable", "tooManyRequests", "internal"];

/**
 * Asks until an answer comes: a network that is away is waited for, a refusal is thrown.
 * @param onWaiting told at each try that got no answer
 */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal, onWaiting: () => void): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!PASSING.includes(toApiError(error).code)) throw error;
      onWaiting();
      await pause(signal);
    }
  }
}

/** Until some time has gone, or the network says that it is back. */
const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(go, PAUSE_MS);
    function go() {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      signal.removeEventListener("abort", go);
      resolve();
    }
    window.addEventListener("online", go);
    signal.addEventListener("abort", go);
  });
