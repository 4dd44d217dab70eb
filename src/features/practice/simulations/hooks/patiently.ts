"use client";

import { TRANSIENT, toApiError } from "@/trpc/client";

/** Between two tries, in milliseconds, where the server does not say when it can be asked again. */
const PAUSE_MS = 2_000;

/** A server that breaks so many times at the same call will not stop breaking. */
const BREAKS = 3;

/**
 * Asks until an answer comes: a network that is away is waited for, and so is the moment that a busy server names; a refusal is thrown.
 * @param onWaiting told at each try that got no answer
 */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal, onWaiting: () => void): Promise<T> {
  let broken = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      const { code, retryAfter } = toApiError(error);
      if (!TRANSIENT.includes(code) || (code === "internal" && ++broken === BREAKS)) throw error;
      onWaiting();
      await pause(signal, retryAfter);
    }
  }
}

/** Until some time has gone, or the network says that it is back: a server that named a moment was not behind a lost network. */
const pause = (signal: AbortSignal, seconds: number | undefined) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(go, seconds === undefined ? PAUSE_MS : seconds * 1000);
    function go() {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      signal.removeEventListener("abort", go);
      resolve();
    }
    if (seconds === undefined) window.addEventListener("online", go);
    signal.addEventListener("abort", go);
  });
