"use client";

import { isViewing } from "./viewing-tab";

const PREFIX = "parley-draft-";

/**
 * What was entered and not yet saved: it outlives a reload, a crash and a lost network, but not a logout. Whoever looks at somebody
 * else's account finds none and leaves none.
 */
export function readDraft<T>(key: string): T | undefined {
  if (isViewing()) return undefined;
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, draft: unknown): void {
  if (isViewing()) return;
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // A full storage costs the draft's backup, not the form.
  }
}

export function clearDraft(key: string): void {
  if (isViewing()) return;
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
  }
}

export function clearAllDrafts(): void {
  if (isViewing()) return;
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
