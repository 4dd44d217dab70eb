import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { DELETION_GRACE_DAYS } from "@/features/account/rules";
import type { Executor } from "@/server/db/client";
import { answers, avatars, dataExports, forumImages, outboxMails, stripeEvents, supportAttachments, users } from "@/server/db/schema";
import { isFailing, SHOWN_FAILURES } from "./rules";

interface JobRow extends Record<string, unknown> {
  name: string;
  cron: string | null;
  done: number | null;
  failed: number | null;
  error: string | null;
  waiting: number;
  running: number;
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/**
 * The queue's jobs with how they went lately. The queue keeps what is done for some hours and moves it to an archive then, of which the
 * last days are read along its index; it makes its own tables when it first starts.
 */
export async function listJobs(db: Executor) {
  const [made] = await db.execute<{ there: boolean }>(sql`select to_regclass('pgboss.archive') is not null as there`);
  if (!made?.there) return [];
  const rows = await db.execute<JobRow>(sql`
    with runs as (
      select name, state::text, coalesce(completed_on, started_on) as at, output from pgboss.job
      union all
      select name, state::text, coalesce(completed_on, started_on), output from pgboss.archive where archived_on > now() - interval '3 days'
    ), broken as (
      select distinct on (name) name, at, coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value', '') as said
      from runs where state in ('failed', 'retry') order by name, at desc
    )
    select
      queue.name,
      schedule.cron,
      extract(epoch from max(runs.at) filter (where state = 'completed'))::float8 * 1000 as done,
      extract(epoch from broken.at)::float8 * 1000 as failed,
      left(split_part(broken.said, chr(10), 1), 300) as error,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as running
    from pgboss.queue
      left join pgboss.schedule on schedule.name = queue.name
      left join runs on runs.name = queue.name
      left join broken on broken.name = queue.name
    where not starts_with(queue.name, '__pgboss')
    group by queue.name, schedule.cron, broken.at, broken.said
    order by queue.name`);
  return rows.map(({ done, failed, ...job }) => ({ ...job, doneAt: isoOf(done), failedAt: isoOf(failed) }));
}

const stuckEvent = and(isNull(stripeEvents.handledAt), gt(stripeEvents.attempts, 0));
/** One that came too late for its link has nobody any more to whom it could go. */
const stuckMail = and(isNull(outboxMails.sentAt), isNotNull(outboxMails.lastError), isNotNull(outboxMails.recipient));

/** Due for longer than the job that does it takes to come round, or begun and not ended. */
const stuckErasure: SQL | undefined = and(
  isNotNull(users.deletionRequestedAt),
  or(isNotNull(users.erasedAt), lt(users.deletionRequestedAt, sql`now() - make_interval(days => ${DELETION_GRACE_DAYS}, hours => 3)`)),
);

/** Stripe's events that were not handled, the next to be tried first. */
export async function listFailedEvents(db: Executor) {
  const [rows, [totals]] = await Promise.all([
    db.select().from(stripeEvents).where(stuckEvent).orderBy(asc(stripeEvents.dueAt)).limit(SHOWN_FAILURES),
    db.select({ total: count() }).from(stripeEvents).where(stuckEvent),
  ]);
  const data = rows.map(({ id, type, attempts, receivedAt, dueAt, lastError }) => ({
    uid: id,
    type,
    receivedAt: receivedAt.toISOString(),
    attempts,
    error: (lastError ?? "").split("\n")[0] ?? "",
    nextAt: dueAt.toISOString(),
  }));
  return { data, meta: { total: totals?.total ?? 0 } };
}

/** Mails that no server took, the next to be tried first; those that were given up come last. */
export async function listFailedMails(db: Executor) {
  const [data, [totals]] = await Promise.all([
    db
      .select({
        uid: outboxMails.id,
        template: outboxMails.template,
        domain: sql<string>`coalesce(split_part(${outboxMails.recipient}, '@', 2), '')`,
        createdAt: outboxMails.createdAt,
        attempts: outboxMails.attempts,
        error: sql<string>`coalesce(${outboxMails.lastError}, '')`,
        // An infinite one has no date that a program could hold.
        nextAt: sql<number | null>`extract(epoch from nullif(${outboxMails.dueAt}, 'infinity'))::float8 * 1000`,
      })
      .from(outboxMails)
      .where(stuckMail)
      .orderBy(asc(outboxMails.dueAt))
      .limit(SHOWN_FAILURES),
    db.select({ total: count() }).from(outboxMails).where(stuckMail),
  ]);
  return {
    data: data.map((mail) => ({ ...mail, createdAt: mail.createdAt.toISOString(), nextAt: isoOf(mail.nextAt) })),
    meta: { total: totals?.total ?? 0 },
  };
}

/** Accounts that should be gone and are not, the oldest request first. */
export async function listFailedErasures(db: Executor) {
  const dueAt = sql<number>`extract(epoch from coalesce(${users.erasedAt}, ${users.deletionRequestedAt} + make_interval(days => ${DELETION_GRACE_DAYS})))::float8 * 1000`;
  const requestedAt = sql<number>`extract(epoch from ${users.deletionRequestedAt})::float8 * 1000`;
  const [rows, [totals]] = await Promise.all([
    db
      .select({ uid: users.id, requestedAt, dueAt, begun: sql<boolean>`${users.erasedAt} is not null` })
      .from(users)
      .where(stuckErasure)
      .orderBy(asc(users.deletionRequestedAt))
      .limit(SHOWN_FAILURES),
    db.select({ total: count() }).from(users).where(stuckErasure),
  ]);
  return {
    data: rows.map((row) => ({
      ...row,
      requestedAt: new Date(row.requestedAt).toISOString(),
      dueAt: new Date(row.dueAt).toISOString(),
    })),
    meta: { total: totals?.total ?? 0 },
  };
}

/** How much of each has failed and was not made good since. */
export async function countFailures(db: Executor) {
  const [jobs, [events], [mails], [erasures]] = await Promise.all([
    listJobs(db),
    db.select({ total: count() }).from(stripeEvents).where(stuckEvent),
    db.select({ total: count() }).from(outboxMails).where(stuckMail),
    db.select({ total: count() }).from(users).where(stuckErasure),
  ]);
  return {
    jobs: jobs.filter(isFailing).length,
    events: events?.total ?? 0,
    mails: mails?.total ?? 0,
    erasures: erasures?.total ?? 0,
  };
}

const bytesOf = (size: SQL | typeof answers.sizeBytes): SQL<number> => sql<number>`coalesce(sum(${size}), 0)::float8`;

/** How many takes of each kind are stored, and how large they are. */
export const sumsOfTakes = (db: Executor) =>
  db
    .select({ kind: answers.recordingKind, files: count(), bytes: bytesOf(answers.sizeBytes) })
    .from(answers)
    .where(and(isNotNull(answers.fileKey), isNotNull(answers.storedAt)))
    .groupBy(answers.recordingKind);

/** The room that people's files take up, as our own tables have it. */
export async function getStorage(db: Executor) {
  const [takes, [support], [community], [archives], [pictures], [overdue]] = await Promise.all([
    sumsOfTakes(db),
    db.select({ files: count(), bytes: bytesOf(sql`${supportAttachments.sizeBytes}`) }).from(supportAttachments),
    db.select({ files: count(), bytes: bytesOf(sql`${forumImages.sizeBytes}`) }).from(forumImages),
    db
      .select({ files: count(), bytes: bytesOf(sql`${dataExports.sizeBytes}`) })
      .from(dataExports)
      .where(eq(dataExports.state, "ready")),
    // The length stands in the row: no picture is read for it.
    db.select({ files: count(), bytes: bytesOf(sql`octet_length(${avatars.image})`) }).from(avatars),
    db
      .select({ total: count() })
      .from(answers)
      .where(and(isNotNull(answers.deletedAt), isNull(answers.erasedAt), lt(answers.deletedAt, sql`now() - interval '1 day'`))),
  ]);
  const none = { files: 0, bytes: 0 };
  const takesOf = (kind: "audio" | "video") => {
    const { files, bytes } = takes.find((row) => row.kind === kind) ?? none;
    return { kind, files, bytes };
  };
  return {
    kinds: [
      takesOf("video"),
      takesOf("audio"),
      { kind: "support" as const, ...(support ?? none) },
      { kind: "community" as const, ...(community ?? none) },
      { kind: "archives" as const, ...(archives ?? none) },
      { kind: "avatars" as const, ...(pictures ?? none) },
    ],
    overdue: overdue?.total ?? 0,
  };
}

/** Those of the names that are jobs of the queue. */
export async function knownJobs(db: Executor, names: string[]): Promise<string[]> {
  const jobs = await listJobs(db);
  return jobs.flatMap(({ name }) => (names.includes(name) ? name : []));
}

/** Those of the events and mails that wait for another try. */
export const whichEvents = (uids: string[]): SQL | undefined => and(inArray(stripeEvents.id, uids), stuckEvent);
export const whichMails = (uids: string[]): SQL | undefined => and(inArray(outboxMails.id, uids), stuckMail);
