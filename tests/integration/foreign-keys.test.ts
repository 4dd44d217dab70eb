import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 1 });
});
afterAll(() => sql.end());

/**
 * Foreign keys to rows of a workspace whose columns begin no index of all rows. With a workspace go all of its rows at once, and for each
 * of them PostgreSQL looks for whatever names it: without an index it would read a whole table each time, and a shop that has grown for
 * years could never be ended. Elsewhere one row ends at a time, which may take a moment.
 */
const unindexed = () => sql<{ name: string; table: string; columns: string[] }[]>`
  select c.conname as name, c.conrelid::regclass::text as table,
    array(select a.attname from unnest(c.conkey) with ordinality k(n, at)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.at)::text[] as columns
  from pg_constraint c
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    and exists (select from pg_attribute a where a.attrelid = c.confrelid and a.attname = 'workspace_id')
    and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indpred is null and i.indisvalid
        and cardinality(i.indkey::int2[]) > 1 and (i.indkey::int2[])[0:1] <@ c.conkey
    )
  order by 2, 1`;

it("a workspace can be ended however much is in it: what names one of its rows is found by an index", async () => {
  expect(await unindexed()).toEqual([]);
});
