import { setTimeout as wait } from "node:timers/promises";

/** A queue of tasks for each key: those of one key run one after the other; whoever waits holds nothing meanwhile. */
export interface KeyedQueue {
  /** Does it once all are done that came before it with this key, however they ended. @throws what it throws, or that its turn did not come */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface KeyedQueueOptions {
  /** So many at once, whatever they are about. Keys are served in turn: next is the one that has waited longest, however long the queues of others are. */
  atOnce?: number;
  /** Whoever has waited for so long, in milliseconds, is told this instead, and nothing is done. */
  patience?: { ms: number; refusal: () => Error };
}

export function keyedQueue({ atOnce = Number.POSITIVE_INFINITY, patience }: KeyedQueueOptions = {}): KeyedQueue {
  const waiting = new Map<string, Set<() => Promise<void>>>();
  const running = new Set<string>();
  /** The keys of which something waits and nothing runs, in the order of their turns. */
  const ready = new Set<string>();

  const queue = (key: string, start: () => Promise<void>) => {
    const others = waiting.get(key);
    if (others) others.add(start);
    else waiting.set(key, new Set([start]));
    if (!running.has(key)) ready.add(key);
  };
  const leave = (key: string, start: () => Promise<void>) => {
    const others = waiting.get(key);
    others?.delete(start);
    if (others?.size !== 0) return;
    waiting.delete(key);
    ready.delete(key);
  };
  const goOn = () => {
    for (const key of ready) {
      if (running.size >= atOnce) return;
      const [start] = waiting.get(key) ?? [];
      if (!start) continue;
      leave(key, start);
      ready.delete(key);
      running.add(key);
      void start().then(() => {
        running.delete(key);
        if (waiting.has(key)) ready.add(key);
        goOn();
      });
    }
  };
  return {
    take: (key, work) =>
      new Promise((resolve, reject) => {
        let late: NodeJS.Timeout | undefined;
        const start = async () => {
          clearTimeout(late);
          await work().then(resolve, reject);
        };
        if (patience) {
          const giveUp = () => {
            leave(key, start);
            reject(patience.refusal());
          };
          late = setTimeout(giveUp, patience.ms).unref();
        }
        queue(key, start);
        goOn();
      }),
  };
}

/** Brings a file's bytes, once it is its turn: those that wait take up no memory. */
export type Load = () => Promise<Uint8Array>;

/** A storage that does not answer holds up the files that wait no longer than this, once as it gives and once as it takes. */
const MAX_STEP_MS = 60_000;

/**
 * One file at a time: each takes much memory, and people wait more gladly for one than for all. Whoever has many of them waits for others
 * between them.
 */
export function oneFileAtATime(): <Made>(whose: string, load: Load, make: (bytes: Uint8Array) => Promise<Made>) => Promise<Made> {
  const files = keyedQueue({ atOnce: 1 });
  return (whose, load, make) => files.take(whose, async () => inTime(make(await inTime(load()))));
}

function inTime<T>(step: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = async () => {
    await wait(MAX_STEP_MS, undefined, { ref: false, signal: done.signal });
    throw new Error("a file took too long");
  };
  return Promise.race([step, late()]).finally(() => done.abort());
}
