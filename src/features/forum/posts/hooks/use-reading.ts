"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";
import { api, trpc } from "@/trpc/client";

/** Somebody who only scrolls by has not read: a message counts once its end has stood in sight for so long. */
const REST_MS = 700;
/** While somebody reads on, what waits in the rooms is counted anew at most so often. */
const COUNT_MS = 60_000;

/**
 * What somebody has seen to its end counts as read, up to the last such message. Messages' ends are found by their `data-end`, their
 * number, within the list. @param changed anything that is another one when the list's messages are
 */
export function useReading(topicId: string, list: RefObject<HTMLElement | null>, readSeq: number, changed: unknown): void {
  const utils = trpc.useUtils();
  const told = useRef(readSeq);
  const recount = useRecount();
  /** Since when each end is in sight. */
  const ends = useRef(new Map<number, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages, another look
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const inSight = ends.current;
    const found = [...element.querySelectorAll<HTMLElement>("[data-end]")];
    const here = new Set(found.map(({ dataset }) => Number(dataset.end)));
    for (const seq of inSight.keys()) if (!here.has(seq)) inSight.delete(seq);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      const waiting = [...inSight].filter(([seq]) => seq > told.current).map(([, since]) => since);
      if (waiting.length > 0) timer ??= setTimeout(look, Math.max(0, Math.min(...waiting) + REST_MS - Date.now()));
    };
    const look = () => {
      timer = undefined;
      if (document.visibilityState !== "visible") return;
      const now = Date.now();
      tell(Math.max(0, ...[...inSight].filter(([, since]) => now - since >= REST_MS).map(([seq]) => seq)));
      schedule();
    };
    const tell = (seq: number) => {
      if (seq <= told.current) return;
      const before = told.current;
      told.current = seq;
      api.forum.topics.read.mutate({ topicId, seq }).then(
        () => {
          recount();
          void utils.account.notifications.invalidate();
        },
        () => {
          told.current = before;
        },
      );
    };
    const watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const seq = Number((target as HTMLElement).dataset.end);
        if (!isIntersecting) inSight.delete(seq);
        else if (!inSight.has(seq)) inSight.set(seq, Date.now());
      }
      schedule();
    });
    for (const end of found) watch.observe(end);
    // Nobody read while the page was hidden.
    const again = () => {
      for (const seq of inSight.keys()) inSight.set(seq, Date.now());
      schedule();
    };
    document.addEventListener("visibilitychange", again);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [topicId, list, changed, utils, recount]);
}

/** Lets what waits in the rooms be counted anew: now and then while somebody reads, and once they leave. */
function useRecount(): () => void {
  const utils = trpc.useUtils();
  const state = useRef({ at: 0, due: false, left: false });
  useEffect(() => {
    const { current } = state;
    current.left = false;
    return () => {
      current.left = true;
      if (current.due) void utils.forum.rooms.invalidate();
      current.due = false;
    };
  }, [utils]);
  return useCallback(() => {
    const { current } = state;
    current.due = !current.left && Date.now() - current.at < COUNT_MS;
    if (current.due) return;
    current.at = Date.now();
    void utils.forum.rooms.invalidate();
  }, [utils]);
}
