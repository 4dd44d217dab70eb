import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
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
}

/** A database that was gone is tried again ever more slowly, but within this many seconds: the driver's own 20 are long for live updates. */
const LONGEST_BACKOFF = 1.5;

/** A pool whose every wait ends: connecting after 5 s, a statement after 15 s, an idle transaction after 30 s. */
export function connect({ url, max }: PoolOptions): Connection {
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
  return { db: drizzle(prepareAll(sql), { schema }), sql, close: () => sql.end({ timeout: 5 }) };
}

type Begun = (sql: postgres.TransactionSql) => unknown;

/**
 * Drizzle hands statements over as text, which the driver describes before it runs them: two round trips for each. Prepared, a statement
 * needs one from its second use in a connection on. Connections live for an hour at most, and their statements with them.
 */
function prepareAll<S extends postgres.Sql | postgres.TransactionSql>(sql: S): S {
  const { unsafe } = sql;
  const within = (name: "begin" | "savepoint") => {
    const run = (sql as unknown as Record<string, ((...given: unknown[]) => unknown) | undefined>)[name];
    return (
      run && {
        [name]: (...given: unknown[]) =>
          run(...given.slice(0, -1), (inner: postgres.TransactionSql) => (given.at(-1) as Begun)(prepareAll(inner))),
      }
    );
  };
  return Object.assign(sql, {
    unsafe: ((text, parameters, options) => unsafe(text, parameters, { prepare: true, ...options })) as S["unsafe"],
    ...within("begin"),
    ...within("savepoint"),
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
