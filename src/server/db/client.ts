import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Watch, Work } from "../telemetry/telemetry";
import * as schema from "./schema";

export type Database = PostgresJsDatabase<typeof schema>;
/** Either the pool or a transaction on it: what queries and mutations take. */
export type Executor = Database | Parameters<Parameters<Database["transaction"]>[0]>[0];

export interface Connection {
  db: Database;
  sql: postgres.Sql;
  close(): Promise<void>;
}

export interface PoolOptions {
  url: string;
  max: number;
  /** Watches each statement and transaction. */
  watch?: Watch | undefined;
}

/** A database that was gone is tried again ever more slowly, but within this many seconds: the driver's own 20 are long for live updates. */
const LONGEST_BACKOFF = 1.5;

/** What still runs when a pool is closed has this long; a stop has let calls end before. */
const CLOSE_SECONDS = 2;

/** A pool whose every wait ends: connecting after 5 s, a statement after 15 s, an idle transaction after 30 s. */
export function connect({ url, max, watch }: PoolOptions): Connection {
  const sql = postgres(url, {
    max,
    connect_timeout: 5,
    idle_timeout: 60,
    backoff: (retries: number) => (0.5 + Math.random() / 2) * Math.min(2 ** retries / 50, LONGEST_BACKOFF),
    onnotice: () => {},
    connection: {
      application_name: "parley",
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      timezone: "UTC",
      // A plan is made for the values at hand: one for any values would read what is rare like what is common.
      plan_cache_mode: "force_custom_plan",
    },
  });
  return { db: drizzle(prepareAll(sql, watch), { schema }), sql, close: () => sql.end({ timeout: CLOSE_SECONDS }) };
}

type Begun = (sql: postgres.TransactionSql) => unknown;

/**
 * Drizzle hands statements over as text, which the driver describes before it runs them: two round trips for each. Prepared, a statement
 * needs one from its second use in a connection on. Connections live for an hour at most, and their statements with them.
 */
function prepareAll<S extends postgres.Sql | postgres.TransactionSql>(sql: S, watch: Watch | undefined): S {
  const { unsafe } = sql;
  const within = (name: "begin" | "savepoint") => {
    const run = (sql as unknown as Record<string, ((...given: unknown[]) => unknown) | undefined>)[name];
    return (
      run && {
        [name]: (...given: unknown[]) => {
          const work: Extract<Work, { kind: "transaction" }> = { kind: "transaction" };
          const begun = (inner: postgres.TransactionSql) => {
            work.opened?.();
            return (given.at(-1) as Begun)(prepareAll(inner, watch));
          };
          const begin = async () => run(...given.slice(0, -1), begun);
          // A savepoint is within a transaction, which has its connection.
          return watch && name === "begin" ? watch(work, begin) : begin();
        },
      }
    );
  };
  const prepared = ((text, parameters, options) => unsafe(text, parameters, { prepare: true, ...options })) as S["unsafe"];
  return Object.assign(sql, {
    unsafe: watch ? (((text, ...given) => watched(prepared(text, ...given), text, watch)) as S["unsafe"]) : prepared,
    ...within("begin"),
    ...within("savepoint"),
  });
}

/** The driver sends a statement when somebody waits for it: from then until it is answered it is watched, once. */
function watched<Q extends Promise<unknown>>(query: Q, text: string, watch: Watch): Q {
  const then = query.then.bind(query);
  let answer: Promise<unknown> | undefined;
  return Object.assign(query, {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise that is told when somebody waits for it
    then: ((...given: Parameters<Promise<unknown>["then"]>) => {
      answer ??= watch({ kind: "statement", text }, () => new Promise((resolve, reject) => void then(resolve, reject)));
      return answer.then(...given);
    }) as Q["then"],
  });
}

/**
 * Prepared statements, built once per pool: building SQL text costs about as much as running it
 * for the short queries that every call makes.
 */
export function prepared<T>(build: (db: Database) => T): (db: Database) => T {
  const cache = new WeakMap<Database, T>();
  return (db) => {
    let statement = cache.get(db);
    if (!statement) {
      statement = build(db);
      cache.set(db, statement);
    }
    return statement;
  };
}
