"use client";

/**
 * What is read within about so many milliseconds is told together: less and more by up to a half, so that not all who look at a message tell
 * of it at once.
 */
const GATHER_MS = 3000;

type Send = (seq: number) => Promise<unknown>;

/**
 * Tells how far somebody has read a topic: now and then, not message by message. What could not be told is told with what comes next.
 * @param told how far is known already
 */
export function readReports(told: number, send: Send) {
  let known = told;
  let seen = told;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = async (by: Send): Promise<boolean> => {
    clearTimeout(timer);
    timer = undefined;
    if (seen <= known) return false;
    const before = known;
    known = seen;
    try {
      await by(seen);
      return true;
    } catch {
      known = before;
      return false;
    }
  };
  return {
    /** How far they have read, told or not. */
    seen: () => seen,
    see: (seq: number) => {
      if (seq <= seen) return;
      seen = seq;
      timer ??= setTimeout(() => void tell(send), GATHER_MS * (0.5 + Math.random()));
    },
    /** Tells it at once. @param by another way than the usual one  @returns whether there was something to tell, and it has arrived */
    tell: (by: Send = send) => tell(by),
  };
}
