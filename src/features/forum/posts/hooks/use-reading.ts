"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { asAuthor } from "@/trpc/call-context";
import { api, trpc } from "@/trpc/client";
import { sendOnLeaving } from "@/trpc/send-on-leaving";
import { sender } from "@/trpc/token";
import { readReports } from "./read-reports";

/** Somebody who only scrolls by has not read: a message counts once its end has stood in sight for so long. */
const REST_MS = 700;
/** While somebody reads on, what waits in the rooms is counted anew at most so often. */
const COUNT_MS = 60_000;
/** Where it is told by a page that goes away. */
const READ_PATH = "/api/user/personalization/community/topic/read";

/**
 * What somebody has seen to its end counts as read, up to the last such message. Messages' ends are found by their `data-end`, their
 * number, within the list. @param changed anything that is another one when the list's messages are
 */
export function useReading(topicId: string, list: RefObject<HTMLElement | null>, readSeq: number, changed: unknown): void {
  const reports = useReports(topicId, readSeq);
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
      const waiting = [...inSight].filter(([seq]) => seq > reports.seen()).map(([, since]) => since);
      if (waiting.length > 0) timer ??= setTimeout(look, Math.max(0, Math.min(...waiting) + REST_MS - Date.now()));
    };
    const look = () => {
      timer = undefined;
      if (document.visibilityState !== "visible") return;
      const now = Date.now();
      reports.see(Math.max(0, ...[...inSight].filter(([, since]) => now - since >= REST_MS).map(([seq]) => seq)));
      schedule();
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
  }, [list, changed, reports]);
}

/** Tells what was read now and then, and at the latest when somebody leaves, or hides the page: it may not come back. */
function useReports(topicId: string, readSeq: number) {
  const utils = trpc.useUtils();
  const recount = useRecount();
  /** Who reads: it is told later, by when somebody else may have signed in. */
  const reader = useRef<string>(undefined);
  const [reports] = useState(() =>
    readReports(readSeq, (seq) => api.forum.topics.read.mutate({ topicId, seq }, asAuthor(reader.current)).then(recount)),
  );
  useEffect(() => {
    reader.current = sender();
    const hide = () => {
      if (document.visibilityState !== "hidden" || sender() !== reader.current) return;
      void reports.tell((seq) => sendOnLeaving(READ_PATH, { topicId, seq }).then(recount));
    };
    document.addEventListener("visibilitychange", hide);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      // A list that they go to may have been asked for before this arrived.
      void reports.tell().then((told) => (told ? utils.forum.topics.list.invalidate() : undefined));
    };
  }, [topicId, utils, reports, recount]);
  return reports;
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
