"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Once what a control opened in the page itself is done, the focus goes back to the control, unless it went elsewhere meanwhile. */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const control = useRef<HTMLButtonElement>(null);
  const was = useRef(open);
  useEffect(() => {
    const done = was.current && !open;
    was.current = open;
    if (done && (document.activeElement === document.body || document.activeElement === null)) control.current?.focus();
  }, [open]);
  return control;
}
