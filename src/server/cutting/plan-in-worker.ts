import { Worker } from "node:worker_threads";
import type { Progress } from "@/lib/cutting/plan";
import type { CutOrder, CutPlan } from "@/lib/cutting/types";
import { workerUrl } from "@/server/worker-url";
import type { PlannerData, PlannerMessage } from "./worker-messages";

export interface PlanningOptions {
  /** The same order, seed and effort give the same plan, unless it is stopped. */
  seed: number;
  /** 1 is about a second of a processor. */
  effort: number;
  /** Called about ten times a second; a plan that takes no time may come without. */
  onProgress?: (progress: Progress) => void;
  /** Aborting it asks for the best plan so far. */
  signal?: AbortSignal;
}

/** So long a planner that was asked to stop may take to give its plan. */
const GRACE_MS = 2000;
/** Of JavaScript objects: some hundred times what a large order takes. */
const MOST_MEGABYTES = 512;

/** The planner's thread gave no plan. */
export class PlanningFailed extends Error {}

/**
 * Plans how an order is cut, in a thread of its own, so that the process goes on answering. Aborting the signal yields the best plan found so
 * far; a planner that does not give it within two seconds is ended.
 *
 * The thread has nothing of the process but the order: neither its environment, where secrets are, nor its arguments or its input. How many
 * threads run at once is the caller's business.
 * @throws PlanningFailed when the thread broke down, or did not stop in time
 */
export function planInWorker(order: CutOrder, { seed, effort, onProgress, signal }: PlanningOptions): Promise<CutPlan> {
  const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const workerData: PlannerData = { order, seed, effort, stop };
  const worker = new Worker(workerUrl("cutting-worker"), {
    workerData,
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  let grace: NodeJS.Timeout | undefined;
  const planning = new Promise<CutPlan>((resolve, reject) => {
    const abort = () => {
      Atomics.store(new Int32Array(stop), 0, 1);
      grace = setTimeout(() => reject(new PlanningFailed("The planner did not stop in time.")), GRACE_MS);
    };
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    worker.on("message", (message: PlannerMessage) => {
      if ("plan" in message) resolve(message.plan);
      else onProgress?.(message.progress);
    });
    worker.on("error", (cause) => reject(new PlanningFailed("The planner broke down.", { cause })));
    worker.on("exit", (code) => reject(new PlanningFailed(`The planner ended with code ${code}.`)));
    // Whoever waits must not leave a listener on a signal that lives longer.
    void worker.once("exit", () => signal?.removeEventListener("abort", abort));
  });
  return planning.finally(async () => {
    clearTimeout(grace);
    await worker.terminate();
  });
}
