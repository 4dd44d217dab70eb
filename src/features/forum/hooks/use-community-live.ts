"use client";

import { useEffect } from "react";
import { keepOpen } from "@/trpc/stream";
import { decodeEvent, type LiveEvent } from "../events";

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
  listener: (event: ({ topicId: string } & LiveEvent) | null, again: boolean) => void,
): void {
  useEffect(() => {
    let stop: AbortController | undefined;
    let begun = false;
    const heard = {
      onStarted: () => {
        listener(null, begun);
        begun = true;
      },
      onData: (message: string | null) => {
        const event = message === null ? null : decodeEvent(message);
        if (message === null || event) listener(event, true);
      },
    };
    const look = () => {
      if (document.visibilityState === "visible" && !stop) {
        stop = new AbortController();
        void keepOpen((live, ears) => live.forum.live.subscribe({ topicId, professionId }, ears), heard, stop.signal);
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
