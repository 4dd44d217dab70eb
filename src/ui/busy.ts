"use client";

/**
 * Something on this page must not be interrupted: a recording runs. What would take the page away (a session that ends, a
 * logout in another tab) waits until it is over; a reload or a closed tab asks first.
 */
let busy = false;
const waiting = new Set<() => void>();

export function setBusy(next: boolean): void {
  busy = next;
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
