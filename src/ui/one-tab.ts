"use client";

/** How often a tab that waits for its turn asks whoever has it, in milliseconds, and how many questions may stay without an answer. */
const ASK_MS = 5_000;
const UNANSWERED = 3;

const ASKED = "asked";
const AWAKE = "awake";

/**
 * Does something in one tab of this browser at a time; the others wait for their turn. A phone puts tabs in the background to sleep with
 * all that they hold: a tab that somebody looks at takes the turn of one that does not answer. That one is told by its signal, when it
 * wakes up. It is asked, and sends no signs of life by itself, because timers of a tab in the background are slow.
 * @param act is given a signal that tells it that its turn is over
 * @throws DOMException AbortError where the turn was taken or given up
 */
export async function inOneTab<T>(name: string, stop: AbortSignal | undefined, act: (over: AbortSignal) => Promise<T>): Promise<T> {
  for (let steal = false; ; ) {
    const turn = await takeTurn(name, steal, stop, act);
    if (!("asleep" in turn)) return turn.done;
    steal = true;
  }
}

async function takeTurn<T>(name: string, steal: boolean, stop: AbortSignal | undefined, act: (over: AbortSignal) => Promise<T>) {
  const over = new AbortController();
  const end = () => over.abort();
  if (stop?.aborted) end();
  stop?.addEventListener("abort", end);
  const channel = new BroadcastChannel(`${name}-turn`);
  let mine = false;
  let asleep = false;
  let unanswered = 0;
  channel.onmessage = ({ data }) => {
    if (data === AWAKE) unanswered = 0;
    else if (mine) channel.postMessage(AWAKE);
  };
  const ask = () => {
    // Nobody misses anything in a tab at which nobody looks, and it may have slept itself: it begins to ask anew.
    if (document.visibilityState === "hidden") unanswered = 0;
    else if (unanswered < UNANSWERED) {
      unanswered += 1;
      channel.postMessage(ASKED);
    } else {
      asleep = true;
      end();
    }
  };
  ask();
  const asking = setInterval(ask, ASK_MS);
  try {
    // A turn that is taken is not waited for: the browser allows no signal with it.
    const done = await navigator.locks.request(name, steal ? { steal } : { signal: over.signal }, () => {
      clearInterval(asking);
      mine = true;
      // Who else was about to take it waits for this tab from now on, and asks it.
      channel.postMessage(AWAKE);
      return act(over.signal);
    });
    return { done };
  } catch (error) {
    if (asleep && !mine && !stop?.aborted) return { asleep };
    throw error;
  } finally {
    clearInterval(asking);
    channel.close();
    stop?.removeEventListener("abort", end);
    // Whoever has taken the turn is at it already.
    end();
  }
}
