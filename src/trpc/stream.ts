"use client";

import type { live } from "./live";

/**
 * Before a stream that broke is opened again, in milliseconds: less and more by up to a half, so that all whose streams broke at once do not
 * come back at once.
 */
export const RETRY_MS = 5000;

interface Ears<Message> {
  /** A stream has opened: what came before it may have been missed. */
  onStarted: () => void;
  onData: (message: Message) => void;
}

type Handlers<Message> = Ears<Message> & { onError: () => void; onComplete: () => void };
type Subscribe<Message> = (streams: typeof live, handlers: Handlers<Message>) => { unsubscribe: () => void };

/**
 * Keeps a live stream open until it is over: one that breaks is opened again a moment later.
 * @param onBroken hears when one has ended though it was to stay, also one that could not open
 */
export async function keepOpen<Message>(
  subscribe: Subscribe<Message>,
  ears: Ears<Message>,
  over: AbortSignal,
  onBroken?: () => void,
): Promise<void> {
  while (!over.aborted) {
    // What it needs may not have been loaded: that is tried again as well.
    await stream(subscribe, ears, over).catch(console.error);
    if (!over.aborted) onBroken?.();
    await pause(RETRY_MS * (0.5 + Math.random()), over);
  }
}

/** One stream, from its opening to its end, for whatever reason. */
async function stream<Message>(subscribe: Subscribe<Message>, ears: Ears<Message>, over: AbortSignal): Promise<void> {
  // Only pages of somebody who is signed in load it.
  const { live } = await import("./live");
  if (over.aborted) return;
  const ended = new AbortController();
  await new Promise<void>((resolve) => {
    const { unsubscribe } = subscribe(live, { ...ears, onError: resolve, onComplete: resolve });
    const end = () => {
      unsubscribe();
      resolve();
    };
    over.addEventListener("abort", end, { signal: ended.signal });
  });
  ended.abort();
}

const pause = (ms: number, over: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (over.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      over.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    over.addEventListener("abort", end);
  });
