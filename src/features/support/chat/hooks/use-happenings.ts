"use client";

import { useCallback } from "react";
import { useLiveMessages } from "@/features/account/hooks/use-live-account";
import type { ConversationSide } from "@/lib/enums/support";
import { useTyping } from "@/ui/typing";
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

/** Whether the other side is typing in a conversation. */
export function useOtherTyping(conversationId: string, other: ConversationSide): boolean {
  const { typing, hear, said } = useTyping();
  useHappenings(
    useCallback(
      (happening) => {
        if (happening?.conversationId !== conversationId) return;
        if (happening.what === "typing" && happening.side === other) hear(conversationId);
        if (happening.what === "message") said(conversationId);
      },
      [conversationId, other, hear, said],
    ),
  );
  return typing.includes(conversationId);
}
