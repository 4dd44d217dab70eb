"use client";

const key = (uid: string) => `parley-rating-${uid}`;

/** What was entered for a take and not yet saved: it outlives a reload, a crash and a lost network. */
export function readDraft<T>(uid: string): T | undefined {
  try {
    const text = localStorage.getItem(key(uid));
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(uid: string, draft: unknown): void {
  try {
    localStorage.setItem(key(uid), JSON.stringify(draft));
  } catch {
    // A full storage costs the draft's backup, not the form.
  }
}

export function clearDraft(uid: string): void {
  try {
    localStorage.removeItem(key(uid));
  } catch {
    // Nothing was kept.
  }
}
