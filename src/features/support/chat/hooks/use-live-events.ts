"use client";

import { useCallback } from "react";
import { useLiveMessages } from "@/features/account/hooks/use-live-account";
import type { ConversationSide } from "@/lib/enums/support";
import { useTyping } from "@/ui/typing";
import { decodeEvent, type LiveEvent } from "../events";

/** Hears what happens in conversations; null after a time in which something may have been missed. Give it a stable function. */
export function useLiveEvents(listener: (event: ({ conversationId: string } & LiveEvent) | null) => void): void {
  useLiveMessages(
    useCallback(
      (message) => {
        const event = message === null ? null : decodeEvent(message);
        if (message === null || event) listener(event);
      },
      [listener],
    ),
  );
}

/** Whether the other side is typing in a conversation. */
export function useOtherTyping(conversationId: string, other: ConversationSide): boolean {
  const { typing, hear, said } = useTyping();
  useLiveEvents(
    useCallback(
      (event) => {
        if (event?.conversationId !== conversationId) return;
        if (event.what === "typing" && event.side === other) hear(conversationId);
        if (event.what === "message") said(conversationId);
      },
      [conversationId, other, hear, said],
    ),
  );
  return typing.includes(conversationId);
}
