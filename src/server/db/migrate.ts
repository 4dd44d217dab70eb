import path from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { StartError } from "../start-error";
import { requireReachable } from "./reachable";

const LOCK = 7_273_011;
const MINIMUM_VERSION = 150_000;

/** PostgreSQL's words for a lock that did not come in time, and for two who wait for each other, of whom this one gave way. */
const LOCKED: unknown[] = ["55P03", "40P01"];

/** And for what a user may not do. */
const DENIED = "42501";
const denied = (message: string): string =>
  /\brole\b/.test(message)
    ? `The database's user may not make the role parley_trades (${message}): an administrator of the server runs "create role parley_trades nologin; grant parley_trades to <user>;" once.`
    : `The database's user may not bring it to this release (${message}): give DATABASE_URL the user who owns the database.`;

/**
 * Brings the database to the newest migration; processes that start together take turns. An older release may be at work on it: a table
 * that is held for longer than ten seconds is not waited for, because whoever comes behind would wait, too.
 * @throws StartError when the database is away, older than PostgreSQL 15, too busy, or does not let its user do this
 */
export async function migrateDatabase(url: string, folder = path.resolve("drizzle")): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const version = await requireReachable(sql);
    if (version < MINIMUM_VERSION)
      throw new StartError(`DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is needed.`);
    await sql`select pg_advisory_lock(${LOCK})`;
    await sql`set lock_timeout = '10s'`;
    await migrate(sql, folder);
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: unknown; message: string };
    if (code === DENIED) throw new StartError(denied(message), { cause: error });
    if (!LOCKED.includes(code)) throw error;
    throw new StartError("The database is too busy to be brought to this release: nothing was changed, start again in a moment.", {
      cause: error,
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** How a migration makes an index, by its name. */
const INDEX = /^(\s*CREATE (?:UNIQUE )?INDEX )(?!IF NOT EXISTS )"(\w+)"/i;

/**
 * An index that somebody has made before, by its name, is taken for the migration's own: that of a large table is made `concurrently`, while
 * people write to it. @throws StartError where one of those was broken off: PostgreSQL keeps it and does not use it
 */
async function migrate(sql: postgres.Sql, migrationsFolder: string): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder });
  const names = migrations.flatMap((one) => one.sql.map((statement) => INDEX.exec(statement)?.[2] ?? ""));
  const [broken] = await sql<{ name: string }[]>`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relname in ${sql(names)} limit 1`;
  if (broken) throw new StartError(`The index ${broken.name} was not made to its end: drop it, and make it once more.`);
  const kept = migrations.map((one) => ({ ...one, sql: one.sql.map((text) => text.replace(INDEX, '$1IF NOT EXISTS "$2"')) }));
  // As drizzle-orm's own `migrate` does it (0.45, postgres-js/migrator.js), which reads the files by itself.
  const { dialect, session } = drizzle(sql) as unknown as Inside;
  await dialect.migrate(kept, session, { migrationsFolder });
}

/** Of drizzle's, which its types leave out. */
interface Inside {
  session: unknown;
  dialect: { migrate(migrations: MigrationMeta[], session: unknown, config: { migrationsFolder: string }): Promise<void> };
}
