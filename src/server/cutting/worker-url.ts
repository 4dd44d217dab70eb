/**
 * Where the planner's thread is, beside the bundle that this is a part of (see src/bin/bundle.mjs). Node runs no TypeScript: tests put in the
 * place of this module one that knows where they have bundled it (tests/config/worker-url.ts).
 */
export const workerUrl = new URL("./cutting-worker.mjs", import.meta.url);
