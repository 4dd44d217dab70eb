/** The threads that are bundled as entries of their own (src/bin/bundle.mjs). */
export type WorkerName = "cutting-worker" | "pdf-worker";

/**
 * Where a thread is, beside the bundle that this is a part of. Node runs no TypeScript: tests put in the place of this module one that knows
 * where they have bundled them (tests/config/worker-url.ts).
 */
export const workerUrl = (name: WorkerName): URL => new URL(`./${name}.mjs`, import.meta.url);
