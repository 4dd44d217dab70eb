"use client";

import { type RefObject, useEffect, useRef } from "react";
import { api, trpc } from "@/trpc/client";

/** Somebody who only scrolls by has not read: a message counts once it has stood there so long. */
const REST_MS = 700;

/**
 * What somebody has seen counts as read, up to the last message that stood in sight. Messages are found by their `data-seq` within
 * the list. @param changed anything that is another one when the list's messages are
 */
export function useReading(topicId: string, list: RefObject<HTMLElement | null>, readSeq: number, changed: unknown): void {
  const utils = trpc.useUtils();
  const told = useRef(readSeq);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages, another look
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let seen = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      if (document.visibilityState !== "visible" || seen <= told.current) return;
      const before = told.current;
      told.current = seen;
      api.forum.topics.read.mutate({ topicId, seq: seen }).then(
        () => {
          void utils.forum.rooms.invalidate();
          void utils.account.notifications.invalidate();
        },
        () => {
          told.current = before;
        },
      );
    };
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) seen = Math.max(seen, Number((target as HTMLElement).dataset.seq));
        }
        clearTimeout(timer);
        timer = setTimeout(tell, REST_MS);
      },
      // Its end, not its beginning: long messages take a while.
      { threshold: 0, rootMargin: "0px 0px -10% 0px" },
    );
    for (const post of element.querySelectorAll("[data-seq]")) watch.observe(post);
    document.addEventListener("visibilitychange", tell);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", tell);
    };
  }, [topicId, list, changed, utils]);
}
