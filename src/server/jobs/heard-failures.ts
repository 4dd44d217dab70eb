import type { EventEmitter } from "node:events";
import { createRequire } from "node:module";

type Method = (this: EventEmitter, ...given: unknown[]) => Promise<unknown>;

/** pg-boss's manager of jobs, which its package does not show by itself. */
const Manager = createRequire(import.meta.url)("pg-boss/src/manager.js") as { prototype: Record<"complete" | "fail", Method> };

/**
 * pg-boss (10.4.2) writes down how a job ended without waiting for it: where the database is away at that moment, nobody hears of the
 * failure, and Node ends the process (github.com/timgit/pg-boss/issues/577). Heard here, it is logged as any other error of the queue. The
 * job runs again when its time is over.
 */
for (const name of ["complete", "fail"] as const) {
  const own = Manager.prototype[name];
  // pg-boss offers its methods by their names: this one has to bear the same.
  const heard = {
    [name](this: EventEmitter, ...given: unknown[]) {
      const ended = own.apply(this, given);
      ended.catch((error: unknown) => this.emit("error", error));
      return ended;
    },
  };
  Manager.prototype[name] = heard[name] as Method;
}
