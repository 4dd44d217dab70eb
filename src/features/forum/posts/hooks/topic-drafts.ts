"use client";

import { clearDraft, moveDraft, readDraft, writeDraft } from "@/ui/drafts";
import type { Draft } from "./use-editor-draft";

/** Under which names it is kept on this device what somebody writes in a topic, and which message that answers. */
export const draftOf = (topicId: string): string => `forum-${topicId}`;
export const targetDraftOf = (topicId: string): string => `forum-to-${topicId}`;

/** What somebody was writing in a topic; empty where nothing was kept. */
export function wordsLeftIn(topicId: string): string {
  const text = readDraft<Draft>(draftOf(topicId))?.text;
  return typeof text === "string" ? text : "";
}

/** Takes what somebody was writing in a topic along to the one that it was merged into; behind what they had begun there. */
export function moveWriting(from: string, to: string): void {
  const words = wordsLeftIn(from);
  const begun = wordsLeftIn(to).trimEnd();
  if (!begun) {
    moveDraft(draftOf(from), draftOf(to));
    moveDraft(targetDraftOf(from), targetDraftOf(to));
  } else if (words.trim()) writeDraft(draftOf(to), { text: `${begun}\n\n${words}` } satisfies Draft);
  for (const name of [draftOf(from), targetDraftOf(from)]) clearDraft(name);
}
