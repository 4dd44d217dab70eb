"use client";

/**
 * Something on this page must not be interrupted: a recording runs. What would take the page away (a session that ends, a
 * logout in another tab) waits until it is over; a reload or a closed tab asks first.
 */
let busy = false;
/** How much goes on that a new document would only interrupt: uploads, a simulation between two recordings. */
let held = 0;
const waiting = new Set<() => void>();
const followers = new Set<() => void>();
const tell = () => {
  for (const follower of followers) follower();
};

export function setBusy(next: boolean): void {
  busy = next;
  tell();
  if (busy) return;
  const ready = [...waiting];
  waiting.clear();
  for (const act of ready) act();
}

/** Runs at once, or as soon as nothing is busy any more. */
export function whenIdle(act: () => void): void {
  if (busy) waiting.add(act);
  else act();
}

/** The page is not to load itself anew meanwhile. @returns what ends that */
export function keepPage(): () => void {
  held += 1;
  tell();
  let over = false;
  return () => {
    if (over) return;
    over = true;
    held -= 1;
    tell();
  };
}

/** Whether something goes on for whose sake the page does not load itself anew. */
export const isKept = (): boolean => busy || held > 0;

/** Told whenever that may have changed. @returns how to stop */
export function onKept(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}
