import type postgres from "postgres";
import { StartError } from "../start-error";

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
