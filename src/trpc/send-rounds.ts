"use client";

import { inOneTab } from "@/ui/one-tab";
import { sender } from "./token";

/** Waits between rounds that left something unsent, in milliseconds: soon at first, then every minute while the page is open. */
const WAITS = [1_000, 3_000, 10_000, 30_000, 60_000];

/** How long what has arrived stays among what is on its way while pages load it, at most, in milliseconds. */
const SHOWN_WITHIN_MS = 5_000;

export interface SendRounds {
  /** Starts a round, or has the one that goes on be followed by another. @returns when all that was asked for until now is tried */
  run(): Promise<void>;
  /** The same at once, whatever was waited for. */
  now(): Promise<void>;
}

/**
 * Sends what waits on this device, while somebody is signed in: in rounds, one tab of the browser at a time, and again after a while where a
 * round left something unsent.
 * @param name of the lock that tabs share
 * @param sendAll one round. Its signal says that another tab has taken the turn, because this one slept.
 * @returns whether something is worth another round
 */
export function sendRounds(name: string, sendAll: (over: AbortSignal) => Promise<boolean>): SendRounds {
  let running: Promise<void> | undefined;
  let again = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const round = async () => {
    clearTimeout(timer);
    let unsent = true;
    try {
      unsent = await inOneTab(name, undefined, sendAll);
    } catch (error) {
      console.error(error);
    }
    if (!unsent) failures = 0;
    else timer = setTimeout(() => void run(), WAITS[Math.min(failures++, WAITS.length - 1)]);
  };
  const rounds = async () => {
    do {
      again = false;
      await round();
    } while (again);
    running = undefined;
  };
  const run = async () => {
    if (running) again = true;
    else if (sender()) running = rounds();
    return running;
  };
  return {
    run,
    now: () => {
      failures = 0;
      return run();
    },
  };
}

/** Waits until pages show what has arrived, before it leaves what is on its way: but not for ever. */
export const shown = (pages: Iterable<Promise<unknown>>): Promise<unknown> =>
  Promise.race([Promise.allSettled(pages), new Promise((resolve) => setTimeout(resolve, SHOWN_WITHIN_MS))]);
