import { Worker } from "node:worker_threads";
import type { Locale } from "@/lib/locales";
import { keyedQueue } from "@/server/keyed-queue";
import { workerUrl } from "@/server/worker-url";
import type { DocumentKind, Documents, DrawMessage, DrawnMessage } from "./worker-messages";

/** A thread without work is let go after so long: it holds some hundred megabytes. */
const IDLE_MS = 60_000;
/** A document that takes longer than this never ends; most take a tenth of a second to one. */
const MOST_MS = 60_000;
/** Of JavaScript objects. */
const MOST_MEGABYTES = 512;

/** No document came of it. */
export class DrawingFailed extends Error {}

interface Thread {
  worker: Worker;
  idle: NodeJS.Timeout | undefined;
}

let thread: Thread | undefined;

/** The thread that draws, begun where there is none. It has of the process neither its environment, where secrets are, nor its arguments. */
function aThread(): Thread {
  if (thread) {
    clearTimeout(thread.idle);
    return thread;
  }
  const worker = new Worker(workerUrl("pdf-worker"), {
    // React is a slower one without it.
    env: { NODE_ENV: process.env.NODE_ENV },
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const begun = { worker, idle: undefined };
  worker.once("exit", () => forget(begun));
  // What broke it down is told to whoever waits for a document; by itself it must not end the process.
  worker.on("error", () => forget(begun));
  thread = begun;
  return begun;
}

/** It takes a while to end: meanwhile the next document has a thread of its own. */
function forget(one: Thread): void {
  clearTimeout(one.idle);
  if (thread === one) thread = undefined;
}

function end(one: Thread): void {
  forget(one);
  void one.worker.terminate();
}

function rest(used: Thread): void {
  // What only waits for work keeps no process from ending.
  used.worker.unref();
  used.idle = setTimeout(() => end(used), IDLE_MS).unref();
}

function drawn(used: Thread, message: DrawMessage): Promise<Uint8Array> {
  const { worker } = used;
  worker.ref();
  let late: NodeJS.Timeout | undefined;
  let quiet = () => {};
  const drawing = new Promise<Uint8Array>((resolve, reject) => {
    const hear = (answer: DrawnMessage) => {
      if ("bytes" in answer) resolve(answer.bytes);
      else reject(new DrawingFailed("A document could not be drawn.", { cause: answer.error }));
    };
    const broken = (cause: unknown) => reject(new DrawingFailed("The thread of documents broke down.", { cause }));
    const ended = (code: number) => reject(new DrawingFailed(`The thread of documents ended with code ${code}.`));
    worker.on("message", hear).on("error", broken).on("exit", ended);
    quiet = () => void worker.off("message", hear).off("error", broken).off("exit", ended);
    late = setTimeout(() => end(used), MOST_MS);
    worker.postMessage(message);
  });
  return drawing.finally(() => {
    clearTimeout(late);
    quiet();
    if (thread === used) rest(used);
  });
}

const documents = keyedQueue({ atOnce: 1 });

/**
 * Draws a document as a PDF, in a thread of its own, one after the other, so that the process goes on answering meanwhile.
 * @param whose who asks, or the shop for whose customers it is: whoever has many of them drawn waits for others between them
 * @throws DrawingFailed when it cannot be drawn, or not within a minute
 */
export const drawDocument = <Kind extends DocumentKind>(
  whose: string,
  kind: Kind,
  content: Documents[Kind],
  locale: Locale,
): Promise<Buffer> =>
  documents.take(whose, async () => {
    const bytes = await drawn(aThread(), { kind, content, locale } as DrawMessage);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  });
