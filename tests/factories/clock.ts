import type postgres from "postgres";
import { vi } from "vitest";

export interface Clock {
  now(): Date;
  /** Both clocks go to this instant: JavaScript's and the database's. */
  set(at: Date): Promise<void>;
  /** Real time again. */
  end(): void;
}

/**
 * Time that a test moves, for weeks within seconds. `Date` is vitest's; `now()` of the database is a function of ours that comes before
 * the built-in one, and columns whose default was the built-in one take ours. It holds for connections that are opened afterwards.
 */
export async function movedClock(sql: postgres.Sql, start: Date): Promise<Clock> {
  const [row] = await sql`select current_database() as name`;
  await sql.unsafe(`
    create schema clock;
    create table clock.hand (at timestamptz not null);
    insert into clock.hand values ('${start.toISOString()}');
    create function clock.now() returns timestamptz language sql stable parallel safe as 'select at from clock.hand';
    do $$
    declare held record;
    begin
      for held in select table_name, column_name from information_schema.columns where table_schema = 'public' and column_default = 'now()'
      loop
        execute format('alter table public.%I alter column %I set default clock.now()', held.table_name, held.column_name);
      end loop;
    end $$;
    alter database ${row?.name} set search_path = clock, pg_catalog, public;`);
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  return {
    now: () => new Date(),
    set: async (at) => {
      await sql`update clock.hand set at = ${at.toISOString()}`;
      vi.setSystemTime(at);
    },
    end: () => void vi.useRealTimers(),
  };
}
