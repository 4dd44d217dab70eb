import { sql } from "drizzle-orm";
import type { Database } from "@/server/db/client";

const TRIES = 40;

/**
 * Brings tables to where autovacuum would have them: counted, and known to be visible to everybody, on which the planner's choice of an
 * index alone rests. One pass is not always enough: it leaves pages that anything else holds at that moment, and rows that are younger
 * than whatever is still open in this database.
 * @throws Error for a table that something keeps open
 */
export async function settleTables(db: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    for (let tries = 1; ; tries++) {
      await db.execute(sql.raw(`vacuum analyze ${table}`));
      const [row] = await db.execute<{ settled: boolean }>(
        sql`select relallvisible >= relpages * 0.95 as settled from pg_class where oid = ${table}::regclass`,
      );
      if (row?.settled) break;
      if (tries === TRIES) throw new Error(`${table} does not settle: something in this database is kept open.`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
