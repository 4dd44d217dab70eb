"use client";

/**
 * How much goes on that must not be interrupted: a recording runs, another is still being finished. What would take the page away (a session
 * that ends, a logout in another tab) waits until all of it is over; a reload or a closed tab asks first.
 */
let busy = 0;
/** How much goes on that a new document would only interrupt: uploads, a simulation between two recordings. */
let held = 0;
const waiting = new Set<() => void>();
const followers = new Set<() => void>();
const tell = () => {
  for (const follower of followers) follower();
};

/** @returns what takes the step back, once however often it is called */
function counted(step: (by: 1 | -1) => void, ended = () => {}): () => void {
  step(1);
  tell();
  let over = false;
  return () => {
    if (over) return;
    over = true;
    step(-1);
    tell();
    ended();
  };
}

function ready(): void {
  if (busy > 0) return;
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) act();
}

/** Nothing is to interrupt what begins now. @returns what ends that */
export const beBusy = (): (() => void) =>
  counted((by) => {
    busy += by;
  }, ready);

/** Runs at once, or as soon as nothing is busy any more. */
export function whenIdle(act: () => void): void {
  if (busy > 0) waiting.add(act);
  else act();
}

/** The page is not to load itself anew meanwhile. @returns what ends that */
export const keepPage = (): (() => void) =>
  counted((by) => {
    held += by;
  });

/** Whether something goes on for whose sake the page does not load itself anew. */
export const isKept = (): boolean => busy + held > 0;

/** Told whenever that may have changed. @returns how to stop */
export function onKept(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}
