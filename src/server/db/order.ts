import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Move } from "@/lib/enums/service";
import type { Transaction } from "./client";

type OrderedTable = PgTable & { id: PgColumn; position: PgColumn };

/** Each row has the number twice its place, so that between any two there is room for the one that moves. */
const TARGETS: Record<Move, SQL> = {
  up: sql`2 * place - 3`,
  down: sql`2 * place + 3`,
  first: sql`0`,
  last: sql`2 * (count(*) over ()) + 1`,
};

/**
 * Moves one of the rows of a list that is ordered by `position`, and numbers the list anew where that changed anything. Two
 * moves in one table wait for one another.
 */
export async function moveRow(tx: Transaction, table: OrderedTable, list: SQL | undefined, id: string, to: Move): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order ${getTableName(table)}`}, 0))`);
  await tx.execute(sql`
    with places as (
      select ${table.id} as id, row_number() over (order by ${table.position}, ${table.id}) as place from ${table} where ${list ?? sql`true`}
    ), targets as (
      select id, case when id = ${id}::uuid then ${TARGETS[to]} else 2 * place end as target from places
    ), numbered as (
      select id, row_number() over (order by target) as position from targets
    )
    update ${table} set position = numbered.position from numbered
    where ${table.id} = numbered.id and ${table.position} <> numbered.position`);
}
