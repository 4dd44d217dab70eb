import { sql } from "drizzle-orm";
import { DAY_MS } from "@/lib/durations";
import type { Database } from "../db/client";

/** When sweeps of files began, in milliseconds, beside the service's settings: it goes back with the database, and nobody changes it. */
const KEY = "sweeps";

/**
 * Notes that a sweep begins. @returns when the latest one began that was at least so many days ago, or 1970 where this database knows of none.
 * What no row knows and nobody has written to since then was nobody's that day. Where the database was set back to an earlier moment, files
 * that came after that moment are younger than all sweeps of which it knows: from the first sweep after it on they have these days, too.
 */
export async function sweptBefore(db: Database, days: number): Promise<Date> {
  const now = Date.now();
  const [row] = await db.execute<{ times: string }>(sql`select value::text as times from settings where key = ${KEY}`);
  const times = row ? (JSON.parse(row.times) as number[]) : [];
  const latest = Math.max(0, ...times.filter((at) => at <= now - days * DAY_MS));
  const kept = JSON.stringify([...times.filter((at) => at >= latest), now]);
  await db.execute(sql`insert into settings (key, value, version) values (${KEY}, ${kept}::jsonb, 1)
    on conflict (key) do update set value = excluded.value, changed_at = now()`);
  return new Date(latest);
}
