// The thread in which a cut plan is sought: an entry of its own in the server's bundle.
import { parentPort, workerData } from "node:worker_threads";
import { planCuts } from "@/lib/cutting/plan";
import { seededRandom } from "@/lib/seeded-random";
import type { PlannerData, PlannerMessage } from "./worker-messages";

/** Progress is told this often at most. */
const TELL_MS = 100;

const { order, seed, effort, stop } = workerData as PlannerData;
const asked = new Int32Array(stop);
const tell = (message: PlannerMessage) => parentPort?.postMessage(message);

let told = Number.NEGATIVE_INFINITY;
const plan = planCuts(order, {
  random: seededRandom(seed),
  effort,
  stopped: () => Atomics.load(asked, 0) === 1,
  onProgress: (progress) => {
    const now = performance.now();
    if (now - told < TELL_MS) return;
    told = now;
    tell({ progress });
  },
});
tell({ plan });
