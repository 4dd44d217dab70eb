"use client";

import { useRef } from "react";
import { DAY_MS } from "@/lib/durations";
import { hashOf } from "@/lib/hash";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";

interface Attempt {
  draft: string;
  /** A hash: what somebody has deleted must not stay here in words. */
  what: string;
  uid: string;
  /** When it was first tried, in milliseconds since 1970. */
  at: number;
}

/** What is sent later than this after its first try is meant once more, in milliseconds. */
const MEANT_MS = DAY_MS;

/**
 * The id under which something is sent. The same sent again after a lost answer is the same message, after a reload, too: that is kept
 * beside the draft of it.
 */
export function useAttempt(draft: string) {
  const last = useRef<Attempt>(undefined);
  const name = `${draft}-attempt`;
  return {
    uidOf: (words: string): string => {
      const before = last.current?.draft === draft ? last.current : readDraft<Attempt>(name);
      const [what, at] = [hashOf(words), Date.now()];
      last.current = before?.what === what && at - before.at < MEANT_MS ? before : { draft, what, uid: crypto.randomUUID(), at };
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
