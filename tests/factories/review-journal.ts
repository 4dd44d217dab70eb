import type postgres from "postgres";

/**
 * Writes down every lease of a recording as it comes and goes, in a table that nothing of the app knows of: what is checked against it
 * holds for what happened in between as well, and outlives what is deleted.
 */
export async function keepJournal(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create table journal (
      id uuid primary key, request_id uuid not null, place int not null, answer_id uuid not null, author_id uuid not null, reviewer_id uuid not null,
      language text not null, leased_at timestamptz not null, ends_at timestamptz not null, ended_at timestamptz, outcome text
    );
    create index on journal (reviewer_id);
    create index on journal (author_id);
    create function write_journal() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update journal set ended_at = coalesce(ended_at, now()), outcome = coalesce(outcome, 'deleted') where id = old.id;
        return old;
      end if;
      if new.state = 'leased' and (tg_op = 'INSERT' or old.state <> 'leased') then
        insert into journal (id, request_id, place, answer_id, author_id, reviewer_id, language, leased_at, ends_at)
        values (new.id, new.request_id, new.place, new.answer_id, new.author_id, new.reviewer_id, new.language, new.leased_at, new.lease_ends_at);
      elsif tg_op = 'UPDATE' and old.state = 'leased' and new.state <> 'leased' then
        update journal set ended_at = coalesce(new.ended_at, now()), outcome = new.state where id = new.id;
      end if;
      return new;
    end $$;
    create trigger journal after insert or update or delete on review_assignments for each row execute function write_journal();`);
}

/** During which a lease held: to its end by the clock at the latest, whenever a job saw that. */
const HELD = "tstzrange(leased_at, greatest(leased_at, least(coalesce(ended_at, 'infinity'), ends_at)), '[)')";

/** What must never be, each with a query that finds it. None of them uses what the feature itself asks. */
const NEVER: Record<string, string> = {
  "somebody has their own recording": "select id from journal where reviewer_id = author_id",
  "two people meet again within thirty days, whichever way round": `
    select a.id, b.id as other from journal a join journal b
      on least(a.reviewer_id, a.author_id) = least(b.reviewer_id, b.author_id) and greatest(a.reviewer_id, a.author_id) = greatest(b.reviewer_id, b.author_id)
    where a.id < b.id and a.request_id <> b.request_id
      and greatest(a.leased_at, b.leased_at) < least(a.leased_at, b.leased_at) + interval '30 days'`,
  "somebody has the same request twice without having let it run out": `
    select a.id from journal a join journal b on a.request_id = b.request_id and a.reviewer_id = b.reviewer_id and a.id <> b.id
    where a.leased_at <= b.leased_at and a.outcome <> 'expired'`,
  "somebody holds two leases at once": `
    select a.id, b.id as other from journal a join journal b on a.reviewer_id = b.reviewer_id and a.id < b.id
    where ${held("a")} && ${held("b")}`,
  "one place of a request is lent to two": `
    select a.id, b.id as other from journal a join journal b on a.request_id = b.request_id and a.place = b.place and a.id < b.id
    where ${held("a")} && ${held("b")}`,
  "a lease is longer than eight hours": "select id from journal where ends_at > leased_at + interval '8 hours'",
  "a request has more reviews, or leases, than it wants": `
    select r.id from review_requests r where r.wanted < (select count(*) from review_assignments a where a.request_id = r.id and a.state in ('leased', 'submitted') and not a.voided)`,
  "an open request has lost a place, or has one more": `
    select r.id from review_requests r join answers t on t.id = r.answer_id
    where r.state = 'open' and r.opened_at is not null and t.deleted_at is null
      and r.wanted - r.received <> (select count(distinct a.place) from review_assignments a where a.request_id = r.id and a.state in ('queued', 'leased'))`,
  "something waits, or is lent, of a request that is over": `
    select a.id from review_assignments a join review_requests r on r.id = a.request_id where r.state <> 'open' and a.state in ('queued', 'leased')`,
  "a lease that was submitted without a review, or one with a review that was not": `
    select a.id from review_assignments a where (a.state = 'submitted') <> exists (select 1 from peer_reviews v where v.assignment_id = a.id)`,
  "a review by another than its lease's holder, or of another's take": `
    select v.id from peer_reviews v join review_assignments a on a.id = v.assignment_id
    where v.reviewer_id is distinct from a.reviewer_id or v.author_id is distinct from a.author_id or v.request_id is distinct from a.request_id`,
  "a review from after the end of its lease": `
    select v.id from peer_reviews v join journal j on j.id = v.assignment_id where v.created_at >= j.ends_at or v.created_at < j.leased_at`,
  "a count of reviews that is not theirs": `
    select r.id from review_requests r join answers t on t.id = r.answer_id where t.deleted_at is null
      and r.received not between (select count(*) from peer_reviews v where v.request_id = r.id and v.state <> 'removed')
        and (select count(*) from peer_reviews v where v.request_id = r.id)`,
  "a request that stands as satisfied with less, or as open with all": `
    select r.id from review_requests r where (r.state = 'satisfied' and r.received < r.wanted) or (r.state = 'open' and r.received >= r.wanted)`,
  "a take that stands otherwise than its request": `
    select t.id from answers t left join review_requests r on r.answer_id = t.id and r.state <> 'withdrawn'
    where t.deleted_at is null and (t.state = 'in_review') is distinct from coalesce(r.state = 'open', false)`,
  "a request beyond the first that was not paid for": `
    select id from (
      select r.*, row_number() over (partition by r.author_id order by r.created_at, r.id) as nth from review_requests r
      where r.state <> 'withdrawn' or r.received > 0
    ) x where nth > 1 and (select count(*) from peer_reviews v where v.reviewer_id = x.author_id and v.created_at <= x.created_at) < 2 * nth
      and not exists (select 1 from users u where u.id = x.author_id and u.erased_at is not null)`,
  "one letter for two reviewers of a request": `
    select request_id from peer_reviews where request_id is not null group by request_id, letter having count(*) > 1`,
};

function held(name: string): string {
  return HELD.replaceAll(/leased_at|ended_at|ends_at/g, (column) => `${name}.${column}`);
}

/** Which of all that must never be is there, with the first rows that show it. */
export async function broken(sql: postgres.Sql): Promise<string[]> {
  const found: string[] = [];
  for (const [what, query] of Object.entries(NEVER)) {
    const rows = await sql.unsafe(`${query} limit 3`);
    if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows)}`);
  }
  return found;
}

/** How many places wait that somebody could take now, as the rules in words have it. */
export async function couldTake(sql: postgres.Sql, { id, language }: { id: string; language: string }, now: Date): Promise<string[]> {
  const at = now.toISOString();
  const rows = await sql`
    select q.id from review_assignments q
    join review_requests r on r.id = q.request_id join users u on u.id = q.author_id join answers t on t.id = q.answer_id
    where q.state = 'queued' and r.state = 'open' and q.author_id <> ${id} and t.deleted_at is null
      and u.suspended_at is null and u.deletion_requested_at is null
      and (q.language::text = ${language} or q.turn_at < ${at}::timestamptz - interval '12 hours')
      and not exists (select 1 from journal j where j.leased_at > ${at}::timestamptz - interval '30 days'
        and ((j.reviewer_id = ${id} and j.author_id = q.author_id) or (j.author_id = ${id} and j.reviewer_id = q.author_id)))
      and not exists (select 1 from journal j where j.reviewer_id = ${id} and j.answer_id = q.answer_id)
    limit 5`;
  return rows.map((row) => row.id as string);
}
