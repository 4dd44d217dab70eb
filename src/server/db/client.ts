import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Watch, Work } from "../telemetry/telemetry";
import type { Asked } from "./connection";
import { PgListener } from "./listener";
import { Pool, type Scope } from "./pool";
import * as schema from "./schema";
import { dialOnce } from "./socket";

export type Database = PostgresJsDatabase<typeof schema>;
/** What is called `tx`: for all that locks, or writes in more than one step. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** What is called `db`: either the pool or a transaction on it. */
export type Executor = Database | Transaction;

export interface Connection {
  db: Database;
  /** The driver by itself, beside the pool. */
  sql: postgres.Sql;
  /** Hears a channel, from the first time that somebody asks whether it does. */
  ear(channel: string, told: ConstructorParameters<typeof PgListener>[2]): PgListener;
  close(): Promise<void>;
}

export interface PoolOptions {
  url: string;
  max: number;
  /** Watches each statement and transaction. */
  watch?: Watch | undefined;
}

/** How long connecting may take, in milliseconds. */
const CONNECT_MS = 5000;

/** What still runs when a pool is closed has this long, in milliseconds; a stop has let calls end before. */
const CLOSE_MS = 2000;

/** How long a statement or a transaction waits for a connection, in milliseconds: then its caller is asked to come back. */
const PATIENCE_MS = 10_000;

/**
 * A pool whose every wait ends: for a connection after 10 s, connecting after 5 s, a statement after 15 s, an idle transaction after
 * 30 s, a server that is silent after 20 s.
 */
export function connect({ url, max, watch }: PoolOptions): Connection {
  const options = {
    connect_timeout: CONNECT_MS / 1000,
    onnotice: () => {},
    connection: {
      application_name: "parley",
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      timezone: "UTC",
      // A plan is made for the values at hand: one for any values would read what is rare like what is common.
      plan_cache_mode: "force_custom_plan",
    },
  } satisfies postgres.Options<Record<string, postgres.PostgresType>>;
  const sql = postgres(url, { ...options, max, idle_timeout: 60 });
  // Ages are ours: the driver would end a connection in the middle of a transaction that it does not know of, and while it listens.
  const single = (more: object) =>
    postgres(url, { ...options, max: 1, idle_timeout: 0, max_lifetime: null, ...more, socket: dialOnce(CONNECT_MS) } as typeof options);
  /**
   * Whose parsers and serializers count: Drizzle has changed those of `sql`; the first line that has answered knows arrays, too. The driver
   * asks for arrays' types behind every connection's back, where nobody hears that it failed: that is once, and not each time.
   */
  const known = { by: sql, arrays: false };
  const pool = new Pool({ max, patienceMs: PATIENCE_MS }, (onclose) => {
    const line = single({ fetch_types: !known.arrays, onclose });
    Object.assign(line.options.parsers, known.by.options.parsers);
    Object.assign(line.options.serializers, known.by.options.serializers);
    return line;
  });
  const learn = (line: postgres.Sql) => {
    if (!known.arrays) Object.assign(known, { by: line, arrays: true });
  };
  const ears: PgListener[] = [];
  const ear: Connection["ear"] = (channel, told) => {
    const made = new PgListener((onclose, onnotify) => single({ fetch_types: false, onclose, onnotify }), channel, told);
    ears.push(made);
    return made;
  };
  const close = async () => {
    for (const open of ears) open.close();
    await Promise.all([pool.close(CLOSE_MS), sql.end({ timeout: CLOSE_MS / 1000 })]);
  };
  return { db: drizzle(clientOf({ pool, sql, learn, watch }), { schema }), sql, ear, close };
}

interface ClientParts {
  pool: Pool;
  sql: postgres.Sql;
  /** A line has answered. */
  learn(line: postgres.Sql): void;
  watch: Watch | undefined;
}

/** Whoever has a line: the pool, or a transaction on one of its lines. */
interface Runs {
  run<T>(ask: Asked<T>): Promise<T>;
}

/**
 * What Drizzle asks of the driver, over the pool. It says of each statement that it builds whether it is worth preparing: those that
 * every call makes are, others are written anew each time and would only fill the server's memory. Raw ones are few, and prepared.
 */
function clientOf({ pool, sql, learn, watch }: ClientParts): postgres.Sql {
  const unsafe =
    (on: Runs) =>
    (text: string, parameters: unknown[] = [], given?: postgres.UnsafeQueryOptions) => {
      const ask = (values: boolean) => (line: postgres.Sql) => {
        const query = line.unsafe(text, parameters as never[], { prepare: true, ...given });
        const { debug } = sql.options;
        if (typeof debug === "function") debug(0, text, parameters, []);
        return (values ? query.values() : query).then((rows: unknown) => {
          learn(line);
          return rows;
        });
      };
      const run = async (values: boolean): Promise<unknown> => on.run(ask(values));
      const start = watch ? (values: boolean) => watch({ kind: "statement", text }, () => run(values)) : run;
      return new Statement(start);
    };
  const client = (scope: Scope) => ({
    unsafe: unsafe(scope),
    savepoint: (work: Within) => scope.part((part) => work(client(part))),
  });
  const begin = (work: Within) => {
    const kind: Extract<Work, { kind: "transaction" }> = { kind: "transaction" };
    const run = async () =>
      pool.begin(
        (scope) => work(client(scope)),
        () => kind.opened?.(),
      );
    return watch ? watch(kind, run) : run();
  };
  return { options: sql.options, unsafe: unsafe(pool), begin } as unknown as postgres.Sql;
}

type Within = (client: object) => Promise<unknown>;

/** A statement that is sent when somebody waits for it, once, as the driver's own are. */
class Statement implements PromiseLike<unknown> {
  private asValues = false;
  private answer: Promise<unknown> | undefined;

  constructor(private readonly start: (values: boolean) => Promise<unknown>) {}

  /** Rows as lists of values. */
  values(): this {
    this.asValues = true;
    return this;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise that is told when somebody waits for it
  then: PromiseLike<unknown>["then"] = (fulfilled, rejected) => {
    this.answer ??= this.start(this.asValues);
    return this.answer.then(fulfilled, rejected);
  };
}

/**
 * Prepared statements, built once per pool: building SQL text costs about as much as running it
 * for the short queries that every call makes. A transaction builds its own, and finds it prepared on its connection.
 */
export function prepared<T>(build: (db: Executor) => T): (db: Executor) => T {
  const cache = new WeakMap<Executor, T>();
  return (db) => {
    let statement = cache.get(db);
    if (!statement) {
      statement = build(db);
      cache.set(db, statement);
    }
    return statement;
  };
}
