import PgBoss from "pg-boss";
import type { Services } from "../api/context";
import type { Executor } from "../db/client";
import type { Log } from "../log";
import { publish } from "../realtime";

/** Something that runs later or on a clock. It may run twice and may run late: it reads what is due and does that. */
export interface JobDefinition {
  name: string;
  /** Also on a clock: a cron line in UTC. */
  cron?: string;
  /** Once whenever a process begins to work: for what an earlier release left behind, and nothing adds to. */
  atStart?: boolean;
  run(services: Services): Promise<void>;
}

export interface JobQueue {
  /** Asks for a run soon. The clock is the promise that it happens; this only makes it prompt, so a failure is logged. */
  send(name: string): Promise<void>;
  /** Runs the queue's work in this process. */
  work(jobs: JobDefinition[], services: Services): Promise<void>;
  stop(): Promise<void>;
}

/** On it whoever works hears which jobs are wanted. */
const TOPIC = "jobs";

/** Asks for a run soon, from within the transaction that is its reason: heard at its commit, and by no one if it fails. */
export const wakeJob = (db: Executor, name: string): Promise<void> => publish(db, TOPIC, name);

/** pg-boss keeps the queue in the same PostgreSQL, in its own schema, so that any process of the app can send or work. */
export function jobQueue(url: string, log: Log): JobQueue {
  const boss = new PgBoss({ connectionString: url, max: 2, schema: "pgboss", application_name: "parley-jobs" });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  let started: Promise<unknown> | undefined;
  const start = () => {
    started ??= boss.start();
    // A database that was away at first must not end the queue for good.
    started.catch(() => {
      started = undefined;
    });
    return started;
  };
  const ready = new Map<string, Promise<void>>();
  /** Makes a queue once. Of what is asked for while one run waits nothing more is kept: a run does all that is due. */
  const prepare = (name: string): Promise<void> => {
    const made = ready.get(name) ?? makeQueue(boss, name);
    ready.set(name, made);
    made.catch(() => ready.delete(name));
    return made;
  };
  let deafen = () => {};
  const queue: JobQueue = {
    send: async (name) => {
      try {
        await start();
        await prepare(name);
        await boss.send(name, {}, { retryLimit: 5, retryBackoff: true });
      } catch (error) {
        log.error({ err: error, job: name }, "job not sent");
      }
    },
    work: async (jobs, services) => {
      await start();
      const names = new Set(jobs.map(({ name }) => name));
      // What was missed while the database was away comes by the clock.
      const hear = (name: string | null) => (name !== null && names.has(name) ? void queue.send(name) : undefined);
      deafen = await services.realtime.subscribe(TOPIC, hear).catch((error: unknown) => {
        log.error({ err: error }, "jobs not heard");
        return () => {};
      });
      for (const job of jobs) {
        await prepare(job.name);
        await boss.work(job.name, { pollingIntervalSeconds: 2 }, async () => {
          const begun = Date.now();
          await job.run(services);
          log.info({ job: job.name, ms: Date.now() - begun }, "job done");
        });
        // The clock of an earlier release stands in the database until it is taken away.
        await (job.cron ? boss.schedule(job.name, job.cron) : boss.unschedule(job.name));
        if (job.atStart) await queue.send(job.name);
      }
    },
    stop: async () => {
      deafen();
      if (!started) return;
      await started.catch(() => {});
      await boss.stop({ graceful: true, timeout: 5000, wait: true }).catch((error: unknown) => log.error({ err: error }, "job queue stop"));
    },
  };
  return queue;
}

/** `short`: at most one job waits. A queue that an earlier release made otherwise is changed. */
async function makeQueue(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(name, { name, policy: "short" });
  await boss.updateQueue(name, { name, policy: "short" });
}
