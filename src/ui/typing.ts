"use client";

import { useCallback, useEffect, useState } from "react";

/** A sign of typing stands for so long; whoever goes on typing gives another one before. */
const TYPING_MS = 6000;
const SIGN_EVERY_MS = 3000;

/** Tells that somebody is typing, at most every few seconds; nobody needs to know whether that arrived. */
export function typingSign(send: () => Promise<unknown>): () => void {
  let last = 0;
  return () => {
    if (Date.now() - last < SIGN_EVERY_MS) return;
    last = Date.now();
    send().catch(() => {});
  };
}

const without = (until: Record<string, number>, who: string): Record<string, number> => {
  const { [who]: had, ...others } = until;
  return had === undefined ? until : others;
};

/** Who is typing, by the last sign of each; what they said ends it. */
export function useTyping() {
  const [until, setUntil] = useState<Record<string, number>>({});
  useEffect(() => {
    const ends = Object.values(until);
    if (ends.length === 0) return;
    const left = () => setUntil((now) => Object.fromEntries(Object.entries(now).filter(([, end]) => end > Date.now())));
    const timer = setTimeout(left, Math.max(0, Math.min(...ends) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  const hear = useCallback((who: string) => setUntil((now) => ({ ...now, [who]: Date.now() + TYPING_MS })), []);
  const said = useCallback((who: string) => setUntil((now) => without(now, who)), []);
  return { typing: Object.keys(until), hear, said };
}
