"use client";

import { useCallback, useLayoutEffect, useRef, useState } from "react";

/** From how near to the end somebody is taken to read along, in pixels. */
const NEAR_END = 80;

/**
 * Who reads at the end of what was said stays there when something comes; who reads above is not moved. Browsers have a way of their own:
 * the box turns theirs off (`overflow-anchor: none`).
 * @param first what tells the first entry from others; empty or 0 without any
 * @param contents whatever changes the height: always as many
 * @param begins whether it begins at its end
 */
export function useStayAtEnd(first: string | number, contents: readonly unknown[], begins = true) {
  const box = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const before = useRef({ height: 0, first, atEnd: begins });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { height, first: was, atEnd } = before.current;
    if (atEnd) element.scrollTop = element.scrollHeight;
    // Older ones came in above: what was read stays where it was.
    else if (was && was !== first) element.scrollTop += element.scrollHeight - height;
    before.current = { ...before.current, height: element.scrollHeight, first };
  }, [first, ...contents]);
  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    before.current.atEnd = atEnd;
    setAway(!atEnd);
  }, []);
  const toEnd = useCallback(() => {
    before.current.atEnd = true;
    requestAnimationFrame(() => {
      if (box.current) box.current.scrollTop = box.current.scrollHeight;
    });
  }, []);
  return { box, onScroll, away, toEnd };
}
