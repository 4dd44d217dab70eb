"use client";

import { useCallback, useEffect, useState } from "react";
import { useLiveMessages } from "@/features/account/hooks/use-live-account";
import type { ConversationSide } from "@/lib/enums/support";
import { type Happening, readHappening } from "../events";

/** Hears what happens in conversations; null after a time in which something may have been missed. Give it a stable function. */
export function useHappenings(listener: (happening: ({ conversationId: string } & Happening) | null) => void): void {
  useLiveMessages(
    useCallback(
      (message) => {
        const happening = message === null ? null : readHappening(message);
        if (message === null || happening) listener(happening);
      },
      [listener],
    ),
  );
}

/** A sign of typing stands for so long; whoever goes on typing gives another one before. */
const TYPING_MS = 6000;
const SIGN_EVERY_MS = 3000;

/** Whether the other side is typing in a conversation. */
export function useOtherTyping(conversationId: string, other: ConversationSide): boolean {
  const [until, setUntil] = useState(0);
  useHappenings(
    useCallback(
      (happening) => {
        if (happening?.conversationId !== conversationId) return;
        if (happening.what === "typing" && happening.side === other) setUntil(Date.now() + TYPING_MS);
        if (happening.what === "message") setUntil(0);
      },
      [conversationId, other],
    ),
  );
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(() => setUntil(0), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return until > 0;
}

/** Tells that somebody is typing, at most every few seconds; nobody needs to know whether that arrived. */
export function typingSign(send: () => Promise<unknown>): () => void {
  let last = 0;
  return () => {
    if (Date.now() - last < SIGN_EVERY_MS) return;
    last = Date.now();
    send().catch(() => {});
  };
}
