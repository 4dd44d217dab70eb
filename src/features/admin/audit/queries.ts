import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, sql } from "drizzle-orm";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import { spanOf } from "@/lib/days";
import { fullName } from "@/lib/names";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { exactly, olderThan } from "@/server/db/keyset";
import { auditEvents, users } from "@/server/db/schema";
import type { AuditEntryDto } from "./dto";
import { type AuditFilters, type AuditInput, ENTRIES } from "./schema";

async function namesOf(db: Executor, ids: Iterable<string | null>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(rows.map((row) => [row.id, fullName(row)]));
}

function fits({ actorId, action, subjectId, target, ...days }: AuditFilters) {
  const { since, until } = spanOf(days);
  return and(
    actorId ? eq(auditEvents.actorId, actorId) : undefined,
    action ? eq(auditEvents.action, action) : undefined,
    subjectId ? eq(auditEvents.subjectId, subjectId) : undefined,
    target ? eq(auditEvents.target, target) : undefined,
    since ? gte(auditEvents.at, since) : undefined,
    until ? lt(auditEvents.at, until) : undefined,
  );
}

/** A kind and an id, as they stand in one column. */
function toTarget(target: string): { kind: string; id: string } {
  const at = target.indexOf(":");
  return { kind: target.slice(0, at), id: target.slice(at + 1) };
}

/** Entries that fit, the newest first. @param before where the ones before them ended */
export function entriesQuery(db: Executor, { before, ...filters }: AuditInput, limit: number) {
  const cursor = before ? beforeCursor(before) : undefined;
  return db
    .select({ ...getTableColumns(auditEvents), instant: exactly(auditEvents.at) })
    .from(auditEvents)
    .where(and(fits(filters), olderThan(auditEvents.at, auditEvents.id, cursor)))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(limit);
}

/** The same with the names of those whom they tell of. */
export async function readEntries(db: Executor, input: AuditInput, limit: number): Promise<{ data: AuditEntryDto[]; next: string | null }> {
  const rows = await entriesQuery(db, input, limit + 1);
  const shown = rows.slice(0, limit);
  const names = await namesOf(
    db,
    shown.flatMap(({ actorId, subjectId }) => [actorId, subjectId]),
  );
  const person = (id: string | null) => (id === null ? null : { uid: id, name: names.get(id) ?? "" });
  const last = shown.at(-1);
  const data = shown.map(({ id, at, action, actorId, subjectId, target, before, after, detail, address }) => ({
    uid: id,
    at: at.toISOString(),
    action,
    actor: person(actorId),
    subject: person(subjectId),
    target: target ? toTarget(target) : null,
    before,
    after,
    detail,
    address,
  }));
  return { data, next: rows.length > limit && last ? cursorOf(last.instant, last.id) : null };
}

/** What those who run the service did, the newest first. */
export async function listAudit({ db }: UserContext, input: AuditInput) {
  const { data, next } = await readEntries(db, input, ENTRIES);
  return { data, meta: { next } };
}

/** Whoever has ever done something, each found by the index of the entries: there are few of them, and entries without end. */
const DID = sql`with recursive did(id) as (
    (select actor_id from ${auditEvents} where actor_id is not null order by actor_id limit 1)
    union all
    select (select actor_id from ${auditEvents} where actor_id > did.id order by actor_id limit 1) from did where did.id is not null
  ) select id from did where id is not null`;
const TEAM = sql`select id from ${users} where role <> 'candidate' and erased_at is null`;

/** Those of whom there are entries, or may be: whoever runs the service, and whoever once did something. */
export const actorsQuery = (db: Executor) =>
  db
    .select({ uid: users.id, firstName: users.firstName, lastName: users.lastName, role: users.role })
    .from(users)
    .where(sql`${users.id} in (${TEAM} union (${DID}))`)
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id));

export async function listActors({ db }: UserContext) {
  const rows = await actorsQuery(db);
  return rows.map(({ uid, role, ...names }) => ({ uid, role, name: fullName(names) }));
}
