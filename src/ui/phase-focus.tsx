"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** Takes the focus when it appears, so that keyboard and screen reader follow where one step replaces another; not while it is to `wait`. */
export function PhaseFocus({ children, label, wait = false }: { children: ReactNode; label: string; wait?: boolean }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its appearance counts
  useEffect(() => {
    if (!wait) box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={box} tabIndex={-1} data-shortcuts aria-label={label} className="grid gap-6 outline-none">
      {children}
    </section>
  );
}
