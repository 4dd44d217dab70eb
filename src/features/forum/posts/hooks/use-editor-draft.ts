"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { clearDraft, readDraft, typedOn, writeDraft } from "@/ui/drafts";

export interface Draft {
  text: string;
  /** What was sent and may have arrived: the same words sent again are the same message, and begin the same topic. */
  attempt?: { text: string; uid: string; topicUid: string };
}

/** What is being written, under a name by which it outlives a reload. */
export function useEditorDraft(name: string, initial: string) {
  const [text, setText] = useState(initial);
  const draft = useRef<Draft>({ text: initial });
  useEffect(() => {
    const kept = readDraft<Draft>(name);
    draft.current = typeof kept?.text === "string" ? kept : { text: initial };
    setText(draft.current.text);
  }, [name, initial]);
  const keep = useCallback(
    (next: Draft) => {
      draft.current = next;
      setText(next.text);
      // A change of a message to nothing is none: it cannot be sent.
      if (!next.text || next.text === initial) clearDraft(name);
      else writeDraft(name, next);
    },
    [name, initial],
  );
  const change = useCallback((next: string) => keep({ ...draft.current, text: next }), [keep]);
  /** The ids under which these words are sent: the message's, and the topic's where they begin one. */
  const attempt = useCallback(
    (sent: string) => {
      const { attempt: before } = draft.current;
      const now = before?.text === sent ? before : { text: sent, uid: crypto.randomUUID(), topicUid: crypto.randomUUID() };
      keep({ ...draft.current, attempt: now });
      return now;
    },
    [keep],
  );
  /** They have arrived; what somebody typed on meanwhile stays, of a message that is changed as a whole. */
  const sent = useCallback(
    (words: string) => {
      const { text: now } = draft.current;
      // They were sent without the blanks and new lines before them.
      const rest = typedOn(now.trimStart(), words);
      keep({ text: rest && initial ? now : rest });
    },
    [keep, initial],
  );
  const drop = useCallback(() => {
    clearDraft(name);
    draft.current = { text: initial };
    setText(initial);
  }, [name, initial]);
  return { text, change, attempt, sent, drop, latest: () => draft.current.text };
}
