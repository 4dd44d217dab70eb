import { sql } from "drizzle-orm";
import type { Database } from "@/server/db/client";
import { settleTables } from "./settled";

/** A statement ends after fifteen seconds, and every person goes into many indexes. */
const BATCH = 10_000;

/**
 * So many people at once: of every language, of whom few are suspended, leaving, unconfirmed, locked or of the team, and some pay
 * or were given a plan. The n-th is "First<n % 500> Name<n>", and registered n minutes before now.
 */
export async function insertPeople(db: Database, howMany: number): Promise<void> {
  for (let from = 1; from <= howMany; from += BATCH) {
    const to = Math.min(howMany, from + BATCH - 1);
    await db.execute(sql`
    insert into users (id, email, username, first_name, last_name, role, language, email_verified_at, suspended_at, suspension_reason,
      deletion_requested_at, created_at, last_seen_at)
    select gen_random_uuid(), 'person' || n || '@mail' || n % 100 || '.example.com', case when n % 3 = 0 then 'user' || n end,
      'First' || n % 500, 'Name' || n,
      (case when n % 5000 = 0 then 'super_admin' when n % 1000 = 0 then 'admin' else 'candidate' end)::role,
      (array['en', 'fr', 'vi', 'cn', 'ar'])[1 + (n / 7) % 5]::locale,
      case when (n / 11) % 50 > 0 then now() end, case when n % 400 = 0 then now() end, case when n % 400 = 0 then 'A reason' end,
      case when n % 700 = 0 then now() end, now() - make_interval(mins => n), now() - make_interval(secs => (n * 7919) % 5000000)
    from generate_series(${from}::int, ${to}::int) n`);
  }
  await db.execute(sql`
    insert into login_failures (subject, failures, locked_until)
    select id::text, 6, now() + interval '10 minutes' from users where first_name = 'First7' limit 40`);
  await db.execute(sql`
    insert into login_failures (subject, failures, locked_until)
    select encode(sha256(n::text::bytea), 'hex'), 6, now() + interval '10 minutes' from generate_series(1, 1000) n`);
  await db.execute(sql`
    insert into complimentary_periods (id, user_id, plan, starts_at, ends_at, reason)
    select gen_random_uuid(), id, (case when right(last_name, 1) = '1' then 'pro' else 'plus' end)::plan, now() - interval '1 day', now() + interval '30 days', 'A gift'
    from users where first_name in ('First3', 'First11', 'First21')`);
  await settleTables(db, ["users", "login_failures", "complimentary_periods"]);
}
