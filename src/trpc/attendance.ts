"use client";

import { UNATTENDED_HEADER } from "@/lib/intent";

/** Milliseconds without a touch after which nobody is taken to be at this page. */
const ALONE_AFTER_MS = 5 * 60_000;

/** What a person does; a screen reader and a voice press without a pointer or a key. */
const TOUCHES = ["pointerdown", "pointermove", "wheel", "keydown", "input", "click"] as const;

let touchedAt = Date.now();
if (typeof window !== "undefined") {
  const touch = ({ isTrusted }: Event) => {
    if (isTrusted) touchedAt = Date.now();
  };
  for (const name of TOUCHES) window.addEventListener(name, touch, { capture: true, passive: true });
}

/** What a call says of a page that goes on asking by itself: it keeps no session from ending for lack of use. */
export const unattended = (): Record<string, string> => (Date.now() - touchedAt > ALONE_AFTER_MS ? { [UNATTENDED_HEADER]: "1" } : {});
