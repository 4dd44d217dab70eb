"use client";

import { useEffect } from "react";
import { type Happening, readHappening } from "../events";

/** Before a stream that broke is opened again, in milliseconds. */
const RETRY_MS = 5000;

/** A topic, a room's list, or the lists of all rooms. */
interface Place {
  topicId?: string | undefined;
  professionId?: string | undefined;
}

/**
 * Follows what happens in a topic, or in a room's list, while somebody looks: a browser opens only six connections to a host. The
 * listener gets null whenever a stream opens, because something may have been missed before, and then whether it is not the first.
 * Give it a stable function.
 */
export function useCommunityLive(
  { topicId, professionId }: Place,
  listener: (happening: ({ topicId: string } & Happening) | null, again: boolean) => void,
): void {
  useEffect(() => {
    let stop: AbortController | undefined;
    let begun = false;
    const ears: Ears = {
      onOpen: () => {
        listener(null, begun);
        begun = true;
      },
      onMessage: (message) => {
        const happening = message === null ? null : readHappening(message);
        if (message === null || happening) listener(happening, true);
      },
    };
    const follow = async (signal: AbortSignal) => {
      while (!signal.aborted) {
        // What it needs may not have been loaded: that is tried again as well.
        await stream({ topicId, professionId }, signal, ears).catch(console.error);
        await pause(RETRY_MS, signal);
      }
    };
    const look = () => {
      if (document.visibilityState === "visible" && !stop) {
        stop = new AbortController();
        void follow(stop.signal);
      } else if (document.visibilityState !== "visible") {
        stop?.abort();
        stop = undefined;
      }
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      stop?.abort();
    };
  }, [topicId, professionId, listener]);
}

interface Ears {
  onOpen: () => void;
  onMessage: (message: string | null) => void;
}

/** One stream, from its opening to its end, for whatever reason. */
async function stream(place: Place, signal: AbortSignal, ears: Ears): Promise<void> {
  const { live } = await import("@/trpc/live");
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const { unsubscribe } = live.forum.live.subscribe(place, {
      onStarted: ears.onOpen,
      onData: ears.onMessage,
      onError: () => resolve(),
      onComplete: () => resolve(),
    });
    signal.addEventListener("abort", () => {
      unsubscribe();
      resolve();
    });
  });
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
