import { asc, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { AppError } from "@/lib/app-error";
import type { Transaction } from "./client";

type KeyedTable = PgTable & { id: PgColumn };

/**
 * The rows that somebody is about to change, locked in one order: of two who choose the same neither waits for the other in vain.
 * @throws AppError notFound where one of them is missing
 */
export async function lockRows<T extends KeyedTable>(tx: Transaction, table: T, uids: readonly string[]): Promise<T["$inferSelect"][]> {
  const wanted = [...new Set(uids)];
  // As writing does. An import locks the whole table before its rows: it comes before or after, or each would wait for the other.
  await tx.execute(sql`lock table ${table} in row exclusive mode`);
  const rows = await tx
    .select()
    .from(table as PgTable)
    .where(inArray(table.id, wanted))
    .orderBy(asc(table.id))
    .for("update");
  if (rows.length < wanted.length) throw new AppError("notFound");
  return rows as T["$inferSelect"][];
}
