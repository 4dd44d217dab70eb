import type { IncomingHttpHeaders } from "node:http";
import type { Env } from "../env";
import type { LimitClass } from "../http/rate-limits";
import type { Waiting } from "../jobs/queue";
import type { Log } from "../log";
import type { Call } from "./scope";
import { logsUrl, tracesUrl } from "./settings";

/** A piece of work that is counted, timed and traced. */
export type Work =
  | { kind: "request"; call: Call; headers: IncomingHttpHeaders }
  /** One of the calls of a batch; its status is known at its end. */
  | { kind: "part"; procedure: string; status?: number }
  | { kind: "job"; name: string }
  /** A statement's text, in which parameters stand for all values. */
  | { kind: "statement"; text: string }
  /** `opened`: a connection was found for it, and it has begun. */
  | { kind: "transaction"; opened?: () => void }
  | { kind: "mail" };

export type Watch = <T>(work: Work, run: () => Promise<T>) => Promise<T>;

/** What is looked up at the moment that metrics are read. */
export interface Sources {
  /** The live streams that are open in this process. */
  liveStreams(): number;
  /** The names of all jobs. */
  jobs: string[];
  /** What waits in the queue that all processes share. */
  waiting(): Promise<Waiting[]>;
  /** Connections that calls share at most. */
  connections: number;
}

export interface Telemetry {
  /** Runs a piece of work and gives what it gave. */
  watch: Watch;
  /** Somebody spent more than their budget. */
  refused(limit: LimitClass): void;
  /** A file of this upload route has arrived. */
  uploaded(route: string, bytes: number): void;
  /** A file was sent to the malware scanner, or was to be. */
  scanned(outcome: "clean" | "found" | "tooLarge" | "away"): void;
  /** Says where figures of the moment are found; what was said before no longer counts. */
  observe(sources: Sources): void;
  /** Whether anybody watches: what costs something only for watching need not be done otherwise. */
  on: boolean;
  /** Where metrics are read, by the port that was found; undefined where they are off. */
  metricsUrl: string | undefined;
  /** Sends what has been noted and lets go of the port. */
  close(): Promise<void>;
}

export const OFF: Telemetry = {
  watch: (_work, run) => run(),
  refused: () => {},
  uploaded: () => {},
  scanned: () => {},
  observe: () => {},
  on: false,
  metricsUrl: undefined,
  close: async () => {},
};

/**
 * Metrics and traces as the environment asks for them. Their packages are loaded here and only then, so that a process without them
 * is what it was.
 * @throws StartError when the port of metrics is taken
 */
export async function createTelemetry(env: Env, log: Log): Promise<Telemetry> {
  const url = tracesUrl(env);
  if (url !== undefined || logsUrl(env) !== undefined) (await import("./diagnostics")).hearDiagnostics(log);
  const metrics = env.METRICS_PORT === undefined ? undefined : await (await import("./metrics")).startMetrics(env, env.METRICS_PORT);
  const traces = url === undefined ? undefined : await (await import("./traces")).startTraces(env, url, log);
  if (!metrics && !traces) return OFF;
  const counted: Watch = metrics?.watch ?? OFF.watch;
  const traced: Watch = traces?.watch ?? OFF.watch;
  return {
    ...OFF,
    ...metrics,
    watch: (work, run) => counted(work, () => traced(work, run)),
    on: true,
    close: async () => {
      await Promise.all([metrics?.close(), traces?.close()]);
    },
  };
}
