import type postgres from "postgres";

/** Whatever is done to a table fails meanwhile, or what is done to the rows of which a condition holds. */
export async function refusing<T>(
  sql: postgres.Sql,
  event: "insert" | "delete" | "update",
  table: string,
  work: () => Promise<T>,
  when = "true",
): Promise<T> {
  await sql.unsafe(`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refusing before ${event} on ${table} for each row when (${when}) execute function refuse()`);
  return work().finally(() => sql.unsafe(`drop trigger refusing on ${table}`));
}
