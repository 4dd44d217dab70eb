import { write, writeSync } from "node:fs";

/** How much waits for a disk that is full or a reader that is slow, in bytes; lines beyond that are lost. */
const MOST_WAITING = 4 * 1024 ** 2;
/** When to try again what could not be written, in milliseconds. */
const AGAIN_MS = 250;
/** How often a process that ends tries a reader who takes nothing just now. A disk that is full is tried once. */
const LAST_TRIES = 8;

export interface LogOutput {
  write(line: string): void;
  /** Writes what waits, before the process ends. */
  end(): void;
}

/** Nothing is wrong: the reader of a pipe has not come to read yet. */
const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === "EAGAIN" || code === "EBUSY";

/**
 * Lines for a file, a pipe or a terminal, which may take none of them for a while: that neither ends nor holds up whoever writes them. They
 * wait, as many as there is room for, and go out in their order once they are taken again. (Pino's own stream ends the process, and then
 * tries for ever to write what a full disk does not take, so that it hangs in its end.)
 * @param tell says that nothing can be written, once each time that this begins, and when it is over
 */
export function logOutput(fd: number, tell: (sentence: string) => void = console.error): LogOutput {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  /** What is being written, from where it goes on. */
  let current: Buffer | undefined;
  let isWriting = false;
  let isWaiting = false;
  let isFailing = false;
  let lost = 0;

  const failed = (why: string) => {
    if (!isFailing) tell(`The log cannot be written (${why}): Parley works on, and keeps what it can of it until it can be.`);
    isFailing = true;
  };
  const written = (bytes: number) => {
    current = current && bytes < current.length ? current.subarray(bytes) : undefined;
    if (!isFailing || current) return;
    isFailing = false;
    tell(`The log can be written again: ${lost} of its lines are lost.`);
    lost = 0;
  };
  const next = (): Buffer | undefined => {
    if (!current && waiting.length > 0) {
      current = Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
    }
    return current;
  };
  const flow = () => {
    if (isWriting || isWaiting) return;
    const chunk = next();
    if (!chunk) return;
    isWriting = true;
    write(fd, chunk, 0, chunk.length, null, (error, bytes) => {
      isWriting = false;
      if (!error) {
        written(bytes);
        return flow();
      }
      if (!isBusy(error)) failed(error.code ?? error.message);
      isWaiting = true;
      // It keeps no process that has nothing else to do: `end` comes last.
      setTimeout(() => {
        isWaiting = false;
        flow();
      }, AGAIN_MS).unref();
    });
  };

  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      if (waitingBytes + bytes.length > MOST_WAITING) {
        lost++;
        return failed("nobody reads it");
      }
      waiting.push(bytes);
      waitingBytes += bytes.length;
      flow();
    },
    end: () => {
      // What is on its way is written by the thread that has it, for which the process waits.
      if (isWriting) current = undefined;
      for (let tries = 0; next() && tries < LAST_TRIES; ) {
        try {
          written(writeSync(fd, current as Buffer));
        } catch (error) {
          if (!isBusy(error as NodeJS.ErrnoException)) return;
          tries++;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
        }
      }
    },
  };
}
