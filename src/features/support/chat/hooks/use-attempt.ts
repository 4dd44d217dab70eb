"use client";

import { useRef } from "react";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";

interface Attempt {
  draft: string;
  what: string;
  uid: string;
}

/**
 * The id under which something is sent. The same sent again after a lost answer is the same message, after a reload, too: that is kept
 * beside the draft of it.
 */
export function useAttempt(draft: string) {
  const last = useRef<Attempt>(undefined);
  const name = `${draft}-attempt`;
  return {
    uidOf: (what: string): string => {
      const before = last.current?.draft === draft ? last.current : readDraft<Attempt>(name);
      last.current = before?.what === what ? before : { draft, what, uid: crypto.randomUUID() };
      writeDraft(name, last.current);
      return last.current.uid;
    },
    /** It has arrived, or nobody means to send it any more. */
    forget: (): void => {
      last.current = undefined;
      clearDraft(name);
    },
  };
}
