import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Executor, Transaction } from "./client";
import { workspaces } from "./schema";

/** Does what has to do with tables that are not of trades, in the same transaction, as the app itself. */
export type Outside = <T>(act: (tx: Transaction) => Promise<T>) => Promise<T>;

/** That it is this row, and of this workspace: another one's does not exist. */
export const rowIn = (table: { workspaceId: PgColumn; id: PgColumn }, workspaceId: string, id: string): SQL | undefined =>
  and(eq(table.workspaceId, workspaceId), eq(table.id, id));

type Work<T> = (tx: Transaction, outside: Outside) => Promise<T>;
export type InWorkspace = <T>(work: Work<T>) => Promise<T>;

const ROLE = "parley_trades";

/** From here to the end of the transaction, or of what is nested in it, the database gives and takes rows of this workspace alone. */
export async function enterWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.execute(sql`select set_config('parley.workspace', ${workspaceId}, true), set_config('role', ${ROLE}, true)`);
}

const become = (tx: Transaction, role: string) => tx.execute(sql`select set_config('role', ${role}, true)`);

/**
 * How work that writes locks the row of the workspace itself: beside others, or alone, as whoever changes it, takes somebody out, or ends it. All
 * that is written names it; locked first, it is waited for before anything that another one could wait for is locked.
 */
export type RowLock = "key share" | "update";

/**
 * Work in one workspace that reads, or writes what nothing waits for, in a transaction of its own. Whatever a query forgets to ask for,
 * the rows are this workspace's: the database sees to it (schema/trades). What is written elsewhere for it, such as a mail, a notification
 * or an area, goes through `outside`: the role is not granted those tables, because they hold what is other people's, and few places write
 * there.
 */
export const withWorkspace = <T>(db: Executor, workspaceId: string, work: Work<T>): Promise<T> =>
  db.transaction((tx) => within(tx, workspaceId, isTransaction(db), work));

/** Work in one workspace that writes, and so locks it from its first query to its end. */
export const withLockedWorkspace = <T>(db: Executor, workspaceId: string, lock: RowLock, work: Work<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for(lock);
    return within(tx, workspaceId, isTransaction(db), work);
  });

async function within<T>(tx: Transaction, workspaceId: string, nested: boolean, work: Work<T>): Promise<T> {
  await enterWorkspace(tx, workspaceId);
  // Nested, so that the role is taken on again whatever happens: what is rolled back takes the change of roles with it.
  const outside: Outside = (act) =>
    tx.transaction(async (inner) => {
      await become(inner, "none");
      const result = await act(inner);
      await become(inner, ROLE);
      return result;
    });
  const result = await work(tx, outside);
  // Within a larger transaction what is set would last to its end.
  if (nested) await tx.execute(sql`select set_config('role', 'none', true), set_config('parley.workspace', '', true)`);
  return result;
}

const isTransaction = (db: Executor): boolean => "rollback" in db;
