import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Env } from "../env";
import type { Waiting } from "../jobs/queue";
import { serveMetrics } from "./metrics-server";
import type { Sources, Telemetry, Watch, Work } from "./telemetry";

/** Seconds. A call is slow after one, and cut off by the database after 15. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const STATEMENT_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 15];
const JOB_BUCKETS = [0.1, 0.5, 2.5, 10, 60, 300];

/** How long a reading waits for the database: a scrape must end while that is away, because then it matters. */
const PATIENCE_MS = 2000;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const OPERATIONS = new Set(["select", "insert", "update", "delete", "with"]);

/** Labels are names of ours, or of a short list: nothing that somebody sent, so that neither people nor endless series get in. */
const methodOf = (method: string): string => (METHODS.has(method) ? method : "other");
const statusOf = (status: number | undefined): string => (status ? `${Math.floor(status / 100)}xx` : "aborted");

function operationOf(text: string): string {
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  return OPERATIONS.has(word) ? word : "other";
}

/** Prometheus metrics of this process on a port of their own. @throws StartError when the port is taken */
export async function startMetrics(
  env: Env,
  port: number,
): Promise<Pick<Telemetry, "watch" | "refused" | "uploaded" | "scanned" | "observe" | "close" | "metricsUrl">> {
  const register = new Registry();
  let sources: Sources | undefined;
  const series = createSeries(register, () => sources);
  const server = await serveMetrics({ host: env.METRICS_HOST, port, token: env.METRICS_TOKEN, taken: env.PORT }, register);
  return {
    watch: watchWith(series),
    refused: (limit) => series.refusals.inc({ class: limit }),
    uploaded: (route, bytes) => {
      series.uploads.inc({ route });
      series.uploadBytes.inc({ route }, bytes);
    },
    scanned: (outcome) => series.scans.inc({ outcome }),
    observe: (given) => {
      sources = given;
    },
    metricsUrl: server.url,
    close: server.close,
  };
}

type Series = ReturnType<typeof createSeries>;

function createSeries(register: Registry, sources: () => Sources | undefined) {
  const registers = [register];
  collectDefaultMetrics({ register });
  /** @param collect looks the figure up when somebody reads, and at no other time */
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = [], collect?: (gauge: Gauge<L>) => void | Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      ...(collect && {
        collect() {
          return collect(this);
        },
      }),
    });
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name, help, labelNames, registers });
  let reading: Promise<Waiting[] | undefined> | undefined;
  /** Both of the queue's gauges are of one reading. A database that is away leaves none: that would be true of no figure. */
  const readQueue = async (own: Gauge<"job">, figure: (one: Waiting) => number) => {
    const from = sources();
    if (!from) return;
    reading ??= within(from.waiting(), PATIENCE_MS).finally(() => {
      reading = undefined;
    });
    const found = await reading;
    own.reset();
    if (!found) return;
    const known = new Map(found.map((one) => [one.name, figure(one)]));
    for (const job of from.jobs) own.set({ job }, known.get(job) ?? 0);
  };
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  return {
    requests: histogram(
      "parley_http_request_duration_seconds",
      "Requests by route pattern, from their arrival to the end of their answer; live streams until they are open.",
      ["route", "method", "status"],
      CALL_BUCKETS,
    ),
    inFlight: gauge("parley_http_requests_in_flight", "Requests whose answer has not ended; without live streams that are open."),
    parts: histogram(
      "parley_batched_call_duration_seconds",
      "Calls that came together in one request of the route batch, by procedure.",
      ["procedure", "status"],
      CALL_BUCKETS,
    ),
    liveStreams: gauge("parley_live_streams_open", "Live streams that are open in this process.", [], (own) =>
      own.set(sources()?.liveStreams() ?? 0),
    ),
    statements: histogram(
      "parley_db_statement_duration_seconds",
      "Statements by what they do, with the wait for a connection.",
      ["operation", "outcome"],
      STATEMENT_BUCKETS,
    ),
    statementsInFlight: gauge("parley_db_statements_in_flight", "Statements that were sent or wait for a connection."),
    transactions: gauge("parley_db_transactions_open", "Transactions, each of which holds a connection."),
    transactionsWaiting: gauge("parley_db_transactions_waiting", "Transactions that wait for a connection or for their begin."),
    beginnings: histogram(
      "parley_db_transaction_wait_seconds",
      "How long transactions waited for a connection and their begin.",
      [],
      STATEMENT_BUCKETS,
    ),
    connections: gauge("parley_db_connections_max", "Connections that this process opens at most for calls (DATABASE_POOL).", [], (own) =>
      own.set(sources()?.connections ?? 0),
    ),
    jobsWaiting: gauge(
      "parley_jobs_waiting",
      "Jobs that are due and have not begun, in the queue that all processes share.",
      ["job"],
      (own) => readQueue(own, ({ waiting }) => waiting),
    ),
    oldest: gauge("parley_jobs_oldest_waiting_seconds", "For how long the oldest of these has been due; 0 where none is.", ["job"], (own) =>
      readQueue(own, ({ oldestSeconds }) => oldestSeconds),
    ),
    jobs: histogram("parley_job_duration_seconds", "Jobs that ran in this process.", ["job", "outcome"], JOB_BUCKETS),
    uploads: counter("parley_uploads_total", "Files that arrived, by what they are for.", ["route"]),
    uploadBytes: counter("parley_upload_bytes_total", "Bytes of files that arrived, by what they are for.", ["route"]),
    scans: counter("parley_malware_scans_total", "Files that were to be looked at by the malware scanner, by what it said.", ["outcome"]),
    refusals: counter("parley_rate_limit_refusals_total", "Calls refused because a budget was spent, by its class.", ["class"]),
    mails: counter("parley_mails_total", "Mails handed to the mail server.", ["outcome"]),
  };
}

function watchWith(series: Series): Watch {
  return async (work, run) => {
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    const end = begin(series, work, seconds);
    try {
      const result = await run();
      end("done");
      return result;
    } catch (error) {
      end("failed");
      throw error;
    }
  };
}

type End = (outcome: "done" | "failed") => void;

function begin(series: Series, work: Work, seconds: () => number): End {
  switch (work.kind) {
    case "request": {
      series.inFlight.inc();
      return () => {
        series.inFlight.dec();
        const { route, method, status } = work.call;
        series.requests.observe({ route, method: methodOf(method), status: statusOf(status) }, seconds());
      };
    }
    case "part":
      return () => series.parts.observe({ procedure: work.procedure, status: statusOf(work.status) }, seconds());
    case "job":
      return (outcome) => series.jobs.observe({ job: work.name, outcome }, seconds());
    case "statement": {
      series.statementsInFlight.inc();
      return (outcome) => {
        series.statementsInFlight.dec();
        series.statements.observe({ operation: operationOf(work.text), outcome }, seconds());
      };
    }
    case "transaction": {
      series.transactionsWaiting.inc();
      let state = series.transactionsWaiting;
      work.opened = () => {
        state.dec();
        state = series.transactions;
        state.inc();
        series.beginnings.observe(seconds());
      };
      return () => state.dec();
    }
    case "mail":
      return (outcome) => series.mails.inc({ outcome });
  }
}

function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}
