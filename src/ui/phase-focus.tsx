"use client";

import { type ReactNode, useEffect, useRef } from "react";

interface PhaseFocusProps {
  children: ReactNode;
  label: string;
  /** It leaves the focus where it is. */
  wait?: boolean;
  /** What it replaces may have been longer, or have stood elsewhere: the page is scrolled to it. */
  intoSight?: boolean;
}

/** Takes the focus when it appears, so that keyboard and screen reader follow where one step replaces another. */
export function PhaseFocus({ children, label, wait = false, intoSight = false }: PhaseFocusProps) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its appearance counts
  useEffect(() => {
    if (!wait) box.current?.focus({ preventScroll: !intoSight });
  }, []);
  return (
    <section ref={box} tabIndex={-1} data-shortcuts aria-label={label} className="grid gap-6 outline-none">
      {children}
    </section>
  );
}

/** Steps of which one replaces another: the first leaves the focus where the page put it, each later one takes it. */
export function Phases({ step, ...rest }: { step: string; label: string; children: ReactNode }) {
  const first = useRef(true);
  useEffect(() => {
    first.current = false;
  }, []);
  return <PhaseFocus key={step} wait={first.current} {...rest} />;
}
