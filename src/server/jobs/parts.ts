import type { Log } from "../log";

/**
 * Runs the parts of a job one after the other, each by what is said where it fails: one that does keeps no other from being done, and the
 * run has failed all the same.
 */
export const runParts = (log: Log, parts: Record<string, () => PromiseLike<unknown>>): Promise<void> =>
  runEach(
    log,
    Object.entries(parts),
    ([part]) => part,
    ([, run]) => run(),
  );

/** Does a job's work for one after the other, as its parts are run. @param named what a failure is logged by */
export async function runEach<One>(
  log: Log,
  all: readonly One[],
  named: (one: One) => string,
  run: (one: One) => PromiseLike<unknown>,
): Promise<void> {
  const failed: string[] = [];
  for (const one of all) {
    try {
      await run(one);
    } catch (error) {
      log.error({ err: error, part: named(one) }, "not tidied");
      failed.push(named(one));
    }
  }
  if (failed.length > 0) throw new Error(`not tidied: ${failed.join(", ")}`);
}
