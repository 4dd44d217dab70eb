import { setTimeout as wait } from "node:timers/promises";

/** What is done one after the other by what it is about; whoever waits holds nothing meanwhile. */
export interface Turns {
  /** Does it once all are done that came before it with this key, however they ended. @throws what it throws */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function turns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take: (key, work) => {
      const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, mine);
      const leave = () => {
        if (last.get(key) === mine) last.delete(key);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}

/** Brings a file's bytes, once it is its turn: those that wait take up no memory. */
export type Load = () => Promise<Uint8Array>;

/** A storage that does not answer holds up the files that wait no longer than this, once as it gives and once as it takes. */
const MAX_STEP_MS = 60_000;

/** One file at a time: each takes much memory, and people wait more gladly for one than for all. */
export function oneFileAtATime(): <Made>(load: Load, make: (bytes: Uint8Array) => Promise<Made>) => Promise<Made> {
  const files = turns();
  return (load, make) => files.take("", async () => inTime(make(await inTime(load()))));
}

function inTime<T>(step: Promise<T>): Promise<T> {
  const late = async () => {
    await wait(MAX_STEP_MS, undefined, { ref: false });
    throw new Error("a file took too long");
  };
  return Promise.race([step, late()]);
}
