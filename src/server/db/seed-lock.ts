import { asc, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "./client";

/**
 * Locks what a release is about to bring up to date, as far as it is here. Whoever is editing or deleting some of it is waited for, and what
 * is read afterwards (of the rows, and of what was removed) shows what they did; whoever comes later waits for the release.
 */
export async function lockSeeded(tx: Transaction, table: PgTable & { id: PgColumn }, content: { id: string }[]): Promise<void> {
  const ids = content.map(({ id }) => id);
  // As writing does. An import locks the whole table before its rows: it comes before or after, or each would wait for the other.
  await tx.execute(sql`lock table ${table} in row exclusive mode`);
  await tx.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(asc(table.id)).for("no key update");
}
