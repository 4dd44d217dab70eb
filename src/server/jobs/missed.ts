import { sql } from "drizzle-orm";
import { DAY_MS } from "@/lib/durations";
import type { Database } from "../db/client";
import type { JobDefinition } from "./queue";

/** One process after the other: the next one sees what the first has sent. */
const LOCK = 7_273_014;
/** What comes once a day, at a minute and an hour in UTC. Whatever comes more often comes soon by itself. */
const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;
/** The queue's own clock brings what was due within this time. */
const CLOCK_MS = 60_000;

interface Asked extends Record<string, unknown> {
  name: string;
  now: number;
  /** When it was last asked for, or else put on the clock. */
  since: number;
}

/** When a job of the clock was last due; nothing for one that comes more often than once a day. */
export function lastDue(cron: string | undefined, now: number): number | undefined {
  const [, minute, hour] = DAILY.exec(cron ?? "") ?? [];
  if (minute === undefined || hour === undefined) return undefined;
  const today = Math.floor(now / DAY_MS) * DAY_MS + (Number(hour) * 60 + Number(minute)) * 60_000;
  return today > now ? today - DAY_MS : today;
}

/**
 * Sends what was due while nobody worked. The queue's clock knows the present minute alone: on a machine that is off at night, what
 * comes at night would never run.
 */
export async function sendMissed(db: Database, jobs: readonly JobDefinition[], send: (name: string) => Promise<void>): Promise<void> {
  const daily = jobs.filter(({ cron }) => lastDue(cron, 0) !== undefined);
  if (daily.length === 0) return;
  const names = sql.join(
    daily.map(({ name }) => sql`${name}`),
    sql`, `,
  );
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const rows = await tx.execute<Asked>(sql`
      with asked as (
        select name, created_on from pgboss.job where name in (${names}) and created_on > now() - interval '2 days'
        union all
        select name, created_on from pgboss.archive where name in (${names}) and created_on > now() - interval '2 days'
      )
      select clock.name, extract(epoch from now())::float8 * 1000 as now,
        extract(epoch from greatest(clock.created_on, max(asked.created_on)))::float8 * 1000 as since
      from pgboss.schedule clock left join asked on asked.name = clock.name
      where clock.name in (${names}) group by clock.name, clock.created_on`);
    for (const { name, now, since } of rows) {
      const due = lastDue(daily.find((job) => job.name === name)?.cron, now);
      if (due !== undefined && since < due && now - due > CLOCK_MS) await send(name);
    }
  });
}
