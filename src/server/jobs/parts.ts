import type { Log } from "../log";

/**
 * Runs the parts of a job one after the other, each by what is said where it fails: one that does keeps no other from being done, and the
 * run has failed all the same.
 */
export async function runParts(log: Log, parts: Record<string, () => PromiseLike<unknown>>): Promise<void> {
  const failed: string[] = [];
  for (const [part, run] of Object.entries(parts)) {
    try {
      await run();
    } catch (error) {
      log.error({ err: error, part }, "not tidied");
      failed.push(part);
    }
  }
  if (failed.length > 0) throw new Error(`not tidied: ${failed.join(", ")}`);
}
