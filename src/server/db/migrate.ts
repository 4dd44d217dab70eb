import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { StartError } from "../env";

const LOCK = 7_273_011;
const MINIMUM_VERSION = 150_000;

/**
 * Brings the database to the newest migration; processes that start together take turns.
 * @throws StartError when the database is away or older than PostgreSQL 15
 */
export async function migrateDatabase(url: string, folder = path.resolve("drizzle")): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const version = await serverVersion(sql);
    if (version < MINIMUM_VERSION)
      throw new StartError(`DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is needed.`);
    await sql`select pg_advisory_lock(${LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function serverVersion(sql: postgres.Sql): Promise<number> {
  try {
    const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
    return row?.version ?? 0;
  } catch (cause) {
    const { host, port } = sql.options;
    throw new StartError(`The database at ${host[0]}:${port[0]} cannot be reached: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    });
  }
}
