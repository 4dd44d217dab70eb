"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * What somebody reads stays where it is when messages come in above it. Browsers do so by themselves only sometimes, and some never:
 * the list turns theirs off (`overflow-anchor: none`). @param posts the messages that the list shows
 */
export function useKeptPlace(list: RefObject<HTMLElement | null>, posts: readonly { seq: number }[]): void {
  const held = useRef<{ seq: number; top: number }>(undefined);
  const first = posts[0]?.seq;
  const before = useRef(first);
  const find = (seq: number) => list.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
  // Read while the page still is as it was: what was the first message stands there.
  if (before.current !== undefined && first !== undefined && first < before.current && held.current?.seq !== before.current) {
    const top = find(before.current)?.getBoundingClientRect().top;
    if (top !== undefined) held.current = { seq: before.current, top };
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another first message moves the others
  useLayoutEffect(() => {
    before.current = first;
    const { current } = held;
    held.current = undefined;
    if (!current) return;
    const now = find(current.seq)?.getBoundingClientRect().top;
    if (now !== undefined && now !== current.top) window.scrollBy({ top: now - current.top, behavior: "instant" });
  }, [first]);
}
