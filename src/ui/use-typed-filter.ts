"use client";

import { useEffect, useRef, useState } from "react";

/** While somebody types, it waits this long for the next letter. */
const PAUSE_MS = 300;

/**
 * A field of what the address says: what is typed stands in it as it was typed, and is asked for when somebody pauses. The address may take
 * a moment to say so, in which the field must not fall back to what it said before.
 * @param value what is asked for now
 * @returns what stands in the field; what takes a change, and what to ask for then, if anything; and what asks at once
 */
export function useTypedFilter(value: string, onAsk: (next: string) => void) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  // Changed by a link or by going back, not here.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const ask = (next: string) => {
    clearTimeout(waiting.current);
    if (next === asked.current) return;
    asked.current = next;
    onAsk(next);
  };
  const type = (typed: string, next: string | undefined) => {
    setText(typed);
    clearTimeout(waiting.current);
    if (next !== undefined) waiting.current = setTimeout(ask, PAUSE_MS, next);
  };
  return { text, type, ask };
}
