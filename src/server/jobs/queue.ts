import PgBoss from "pg-boss";
import type { Services } from "../api/context";
import type { Log } from "../log";

/** Something that runs later or on a clock. It may run twice and may run late: it reads what is due and does that. */
export interface JobDefinition {
  name: string;
  /** Also on a clock: a cron line in UTC. */
  cron?: string;
  run(services: Services): Promise<void>;
}

export interface JobQueue {
  /** Asks for a run soon. The clock is the promise that it happens; this only makes it prompt, so a failure is logged. */
  send(name: string): Promise<void>;
  /** Runs the queue's work in this process. */
  work(jobs: JobDefinition[], services: Services): Promise<void>;
  stop(): Promise<void>;
}

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
  return {
    send: async (name) => {
      try {
        await start();
        await boss.createQueue(name);
        await boss.send(name, {}, { singletonKey: name, retryLimit: 5, retryBackoff: true });
      } catch (error) {
        log.error({ err: error, job: name }, "job not sent");
      }
    },
    work: async (jobs, services) => {
      await start();
      for (const job of jobs) {
        await boss.createQueue(job.name);
        await boss.work(job.name, { pollingIntervalSeconds: 2 }, async () => {
          const begun = Date.now();
          await job.run(services);
          log.info({ job: job.name, ms: Date.now() - begun }, "job done");
        });
        if (job.cron) await boss.schedule(job.name, job.cron);
      }
    },
    stop: async () => {
      if (!started) return;
      await started.catch(() => {});
      await boss.stop({ graceful: true, timeout: 5000, wait: true }).catch((error: unknown) => log.error({ err: error }, "job queue stop"));
    },
  };
}
