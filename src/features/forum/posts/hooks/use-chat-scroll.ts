"use client";

import { useCallback, useLayoutEffect, useRef } from "react";
import { useStayAtEnd } from "@/ui/use-stay-at-end";

/** Where a chat is read: at its end, or at a message that was asked for. @param spot the message to begin at, if not the last */
export function useChatScroll(posts: readonly { seq: number }[], spot: number | undefined) {
  const { box, onScroll, away, toEnd } = useStayAtEnd(posts[0]?.seq ?? 0, [posts], spot === undefined);
  const begun = useRef(false);
  const show = useCallback(
    (seq: number) => {
      const element = box.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
      if (!element) return false;
      element.scrollIntoView({ block: "center" });
      element.focus({ preventScroll: true });
      onScroll();
      return true;
    },
    [box, onScroll],
  );
  useLayoutEffect(() => {
    if (begun.current || posts.length === 0) return;
    begun.current = true;
    if (spot !== undefined) show(spot);
  }, [posts, spot, show]);
  return { box, onScroll, away, toEnd, show };
}
