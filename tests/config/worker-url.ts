import { inject } from "vitest";

/** In tests, in the place of src/server/cutting/worker-url.ts: where worker.setup.ts has bundled the planner's thread. */
export const workerUrl = new URL(inject("cuttingWorkerUrl"));
