"use client";

import { useCallback, useLayoutEffect, useRef, useState } from "react";

/** From how near to the end somebody is taken to read along, in pixels. */
const NEAR_END = 80;

/** Who reads at the end of a chat stays there when something comes; who reads above is not moved. @param spot the message to begin at, if not the last */
export function useChatScroll(posts: readonly { seq: number }[], spot: number | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const before = useRef({ height: 0, first: 0, atEnd: spot === undefined, begun: false });
  const first = posts[0]?.seq ?? 0;
  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    before.current.atEnd = atEnd;
    setAway(!atEnd);
  }, []);
  const show = useCallback(
    (seq: number) => {
      const element = box.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
      if (!element) return false;
      element.scrollIntoView({ block: "center" });
      element.focus({ preventScroll: true });
      onScroll();
      return true;
    },
    [onScroll],
  );
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || posts.length === 0) return;
    const { height, first: was, atEnd, begun } = before.current;
    if (!begun && spot !== undefined) show(spot);
    else if (atEnd) element.scrollTop = element.scrollHeight;
    // Older ones came in above: what was read stays where it was.
    else if (first < was) element.scrollTop += element.scrollHeight - height;
    before.current = { ...before.current, height: element.scrollHeight, first, begun: true };
  }, [posts, first, spot, show]);
  const toEnd = useCallback(() => {
    before.current.atEnd = true;
    requestAnimationFrame(() => {
      if (box.current) box.current.scrollTop = box.current.scrollHeight;
    });
  }, []);
  return { box, onScroll, away, toEnd, show };
}
