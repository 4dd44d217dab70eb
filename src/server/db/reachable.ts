import type postgres from "postgres";
import { StartError } from "../start-error";
import type { Database } from "./client";

/** @returns the server's version, such as 170002. @throws StartError where it is away, or does not let this user in */
export async function requireReachable(sql: postgres.Sql): Promise<number> {
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

/**
 * Writes nothing, and fails as a write would: where the database is away, and where it takes none, as one that another has taken over
 * from, or that is set so because its disk is full.
 */
export async function requireWrites(db: Database): Promise<void> {
  const refused = "current_setting('transaction_read_only')::boolean";
  await db.execute(`do $$ begin if ${refused} then raise read_only_sql_transaction; end if; end $$`);
}
