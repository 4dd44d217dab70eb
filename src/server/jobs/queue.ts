import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import { HOUR_MS } from "@/lib/durations";
import type { Services } from "../api/context";
import type { Executor } from "../db/client";
import { addressForPg } from "../db/pg-address";
import type { Log } from "../log";
import { publish, publishEach } from "../realtime";
import { inScope, outOfScope } from "../telemetry/scope";
import "./heard-failures";
import { sendMissed } from "./missed";

/** Something that runs later or on a clock. It may run twice and may run late: it reads what is due and does that. */
export interface JobDefinition {
  name: string;
  /** Also on a clock: a cron line in UTC. */
  cron?: string;
  /** Also whenever a process begins to work: for what an earlier release left behind, or what shall not wait for the clock then. */
  atStart?: boolean;
  /** How long a run may take, where that is more than a quarter of an hour: then it counts as failed, and is begun anew beside itself. */
  hours?: number;
  run(services: Services): Promise<void>;
}

export interface JobQueue {
  /** Asks for a run soon. The clock is the promise that it happens; this only makes it prompt, so a failure is logged. */
  send(name: string): Promise<void>;
  /** What is due and has not begun, in all processes' one queue; a job of which nothing waits is not among them. */
  waiting(): Promise<Waiting[]>;
  /** Runs the queue's work in this process. */
  work(jobs: JobDefinition[], services: Services): Promise<void>;
  /** Keeps the queue's clock, and leaves the work to others: where there are none, what is due waits in the queue, and shows. */
  keepClock(): Promise<void>;
  /** Takes nothing any more. What runs may end within five seconds; then it is given back, for whoever works next. */
  stop(): Promise<void>;
}

export interface Waiting {
  name: string;
  waiting: number;
  oldestSeconds: number;
}

/** On it whoever works hears which jobs are wanted. */
const WANTED = "jobs";
/** On it whoever works hears which jobs wait in the queue now. */
const WAITING = "jobs-waiting";

/** How long a job waits at most where nobody was told of it: one that failed and is tried again, or that the clock brought. */
const POLLING_SECONDS = 10;

/** How often it is looked for jobs whose time is over, as of a process that was killed: by one process for all. */
const LOOK_SECONDS = 30;

/** How long a job that runs has at a stop. */
const END_MS = 5000;

/**
 * Its connections end their waits as those of calls do: a server that vanished without a word would hold up jobs, and whoever asks for one,
 * for as long as the system goes on trying. pg-boss hands this to its driver, and does not name it.
 */
const LINE = { connectionTimeoutMillis: 5000, query_timeout: 20_000, keepAlive: true };

/** After so many seconds a run counts as lost, where its job sets no limit of its own, which is pg-boss's default. */
const LOST_SECONDS = 15 * 60;

/** What is wanted again within so many milliseconds is asked for once more, however often that was: a run does all that is due. */
const GATHER_MS = 50;

/** How long it waits at most before work that could not begin is begun again. */
const MAX_PAUSE_MS = 5000;
/** How often it is looked for what was due while nobody worked. */
const MISSED_MS = HOUR_MS;

/** Asks for a run soon, from within the transaction that is its reason: heard at its commit, and by no one if it fails. */
export const wakeJob = (db: Executor, name: string): Promise<void> => publish(db, WANTED, name);

/** The same of several jobs. */
export const wakeJobs = (db: Executor, names: string[]): Promise<void> => publishEach(db, WANTED, names);

/** pg-boss keeps the queue in the same PostgreSQL, in its own schema, so that any process of the app can send or work. */
export function jobQueue(url: string, db: Executor, log: Log): JobQueue {
  const make = () => {
    const ours = { max: 2, schema: "pgboss", application_name: "parley-jobs", maintenanceIntervalSeconds: LOOK_SECONDS };
    const made = new PgBoss({ ...LINE, connectionString: addressForPg(url), ...ours });
    made.on("error", (error) => log.error({ err: error }, "job queue"));
    return made;
  };
  let boss = make();
  let started: Promise<unknown> | undefined;
  const start = () => {
    // A database that was away at first must not end the queue for good; an instance that could not start never does.
    started ??= outOfScope(() => boss.start()).catch((error: unknown) => {
      boss = make();
      started = undefined;
      throw error;
    });
    return started;
  };
  let policies: Promise<Map<string, PgBoss.QueuePolicy | undefined>> | undefined;
  const ready = new Map<string, Promise<void>>();
  /** Makes a queue once. Of what is asked for while one run waits nothing more is kept: a run does all that is due. */
  const prepare = (name: string): Promise<void> => {
    const there = ready.get(name);
    if (there) return there;
    // Asked for only where somebody waits for the answer: a failure that nobody hears would end the process.
    policies ??= policiesOf(boss);
    const made = policies.then((known) => makeQueue(boss, name, known.get(name)));
    ready.set(name, made);
    made.catch(() => {
      ready.delete(name);
      policies = undefined;
    });
    return made;
  };
  /** Who works in this process, by the job. */
  const workers = new Map<string, string>();
  const rouse = (name: string) => {
    const worker = workers.get(name);
    if (worker) boss.notifyWorker(worker);
  };
  const deafen: (() => void)[] = [];
  const stopping = new AbortController();
  /** Begins to work on these jobs; each that is begun is taken from the list. */
  const begin = async (waiting: JobDefinition[], services: Services) => {
    await start();
    const clocks = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
    const lost = new Map((await boss.getQueues()).map(({ name, expireInSeconds }) => [name, expireInSeconds]));
    for (let next = waiting[0]; next; next = waiting[0]) {
      const job = next;
      const { name, cron, atStart, hours } = job;
      await prepare(name);
      // The queue's own, which holds for what is sent and for what the clock brings, by whichever process.
      const expireInSeconds = hours === undefined ? LOST_SECONDS : hours * 3600;
      if ((lost.get(name) ?? LOST_SECONDS) !== expireInSeconds) await boss.updateQueue(name, { name, policy: "short", expireInSeconds });
      if (cron && clocks.get(name) !== cron) await boss.schedule(name, cron);
      // The clock of an earlier release stands in the database until it is taken away.
      if (!cron && clocks.has(name)) await boss.unschedule(name);
      const worker = await boss.work(name, { pollingIntervalSeconds: POLLING_SECONDS }, async () => {
        const begun = Date.now();
        try {
          await inScope({ job: name }, () => services.telemetry.watch({ kind: "job", name }, () => job.run(services)));
        } catch (error) {
          // The queue writes it into its table alone.
          log.error({ err: error, job: name, ms: Date.now() - begun }, "job failed");
          throw error;
        }
        log.info({ job: name, ms: Date.now() - begun }, "job done");
      });
      workers.set(name, worker);
      waiting.shift();
      if (atStart) await queue.send(name);
    }
  };
  /** Tries until it is done: a database that is away passes, and a process whose work never began would be missed only when mails stay out. */
  const insist = async (what: () => Promise<void>) => {
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      try {
        return await what();
      } catch (error) {
        log.error({ err: error }, "job queue not begun");
        await pause(Math.min(1000 * 2 ** tries, MAX_PAUSE_MS), undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  /** What this process asks for at the moment, and whether it was wanted again since. */
  const asking = new Map<string, boolean>();
  const ask = async (name: string) => {
    if (asking.has(name)) return void asking.set(name, true);
    do {
      asking.set(name, false);
      await queue.send(name);
      await pause(GATHER_MS, undefined, { signal: stopping.signal }).catch(() => {});
    } while (asking.get(name) && !stopping.signal.aborted);
    asking.delete(name);
  };
  let stopped: Promise<void> | undefined;
  const end = async () => {
    stopping.abort();
    for (const stop of deafen.splice(0)) stop();
    if (!started) return;
    await started.catch(() => {});
    await boss.stop({ graceful: true, timeout: END_MS, wait: true }).catch((error: unknown) => log.error({ err: error }, "job queue stop"));
  };
  const queue: JobQueue = {
    send: async (name) => {
      try {
        await start();
        await prepare(name);
        await boss.send(name, {}, { retryLimit: 5, retryBackoff: true });
        await publish(db, WAITING, name);
      } catch (error) {
        log.error({ err: error, job: name }, "job not sent");
      }
    },
    work: async (jobs, services) => {
      const names = new Set(jobs.map(({ name }) => name));
      // What was missed while the database was away comes by the clock.
      const heard = (listener: (name: string) => void) => (name: string | null) =>
        name !== null && names.has(name) ? listener(name) : undefined;
      const deaf = [
        { topic: WANTED, listener: heard((name) => void ask(name)) },
        { topic: WAITING, listener: heard(rouse) },
      ];
      const waiting = [...jobs];
      await insist(async () => {
        // Before the queue is made: what is wanted meanwhile waits for it, and is not lost.
        for (let next = deaf[0]; next; next = deaf[0]) {
          deafen.push(await services.realtime.subscribe(next.topic, next.listener));
          deaf.shift();
        }
        if (stopping.signal.aborted) return;
        await begin(waiting, services);
        const missed = () =>
          sendMissed(services.db, jobs, queue.send).catch((error: unknown) => log.error({ err: error }, "missed jobs not sent"));
        await missed();
        // A machine that sleeps at night goes on in the morning as if it had not.
        const looking = setInterval(() => void missed(), MISSED_MS);
        looking.unref();
        if (stopping.signal.aborted) clearInterval(looking);
        else deafen.push(() => clearInterval(looking));
      });
    },
    keepClock: () => insist(async () => void (await start())),
    waiting: async () =>
      await db.execute<Waiting & Record<string, unknown>>(sql`
        select name, count(*)::int as waiting, extract(epoch from now() - min(start_after))::float8 as "oldestSeconds"
        from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`),
    stop: () => {
      stopped ??= end();
      return stopped;
    },
  };
  return queue;
}

/** How the queues that are there treat what is asked for twice. One statement, where asking for each would be some sixty at every start. */
const policiesOf = async (boss: PgBoss): Promise<Map<string, PgBoss.QueuePolicy | undefined>> =>
  new Map((await boss.getQueues()).map(({ name, policy }) => [name, policy]));

/**
 * `short`: at most one job waits. A queue that an earlier release made otherwise is changed. To be made it needs the table of all queues for
 * itself: whoever sends to another one meanwhile may hold it up and be held up, and PostgreSQL gives up one of the two.
 */
async function makeQueue(boss: PgBoss, name: string, policy: PgBoss.QueuePolicy | undefined): Promise<void> {
  if (policy === undefined) await unlessDeadlocked(() => boss.createQueue(name, { name, policy: "short" }));
  else if (policy !== "short") await boss.updateQueue(name, { name, policy: "short" });
}

const DEADLOCKS = 5;

/** Does it again where it was given up for somebody else's sake. It is as if it had not been tried. */
async function unlessDeadlocked(make: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (error) {
      if ((error as { code?: unknown }).code !== "40P01" || tries === DEADLOCKS) throw error;
    }
  }
}
