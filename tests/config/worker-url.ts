import { inject } from "vitest";
import type { WorkerName } from "../../src/server/worker-url";

/** In tests, in the place of src/server/worker-url.ts: where worker.setup.ts has bundled the threads. */
export const workerUrl = (name: WorkerName): URL => new URL(`${name}.mjs`, inject("workersUrl"));
