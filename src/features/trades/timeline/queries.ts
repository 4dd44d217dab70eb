import { and, desc, eq, inArray, isNotNull, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import type { JobField, WorkspaceRole } from "@/lib/enums/trades";
import type { TaskField } from "@/lib/enums/trades-tasks";
import {
  bookings,
  formEntries,
  formVersions,
  jobCosts,
  jobInvoices,
  jobMoves,
  notes,
  quotes,
  taskMoves,
  tasks,
  workspaceEvents,
  workspaceFiles,
  workspacePeople,
} from "@/server/db/schema";
import type { Transaction } from "@/server/db/workspace";
import { mentionsOf } from "../notes/queries";
import { manages } from "../rules";
import type { TimelineEntry } from "./dto";

/** Entries that come at a time. */
export const ENTRIES = 20;

/** Up to where the last answer went; all of it where nothing was asked for before. */
export interface Until {
  at: string;
  id: string;
}

type Happened = TimelineEntry extends infer One ? (One extends unknown ? Omit<One, "by" | "at"> : never) : never;

/** What one part of trades knows of a job: the latest first, as many as are asked for. */
export type Source = (
  tx: Transaction,
  about: { workspaceId: string; jobId: string },
  limit: number,
  until: Until | undefined,
) => Promise<Found[]>;

interface Found {
  at: string;
  by: string | null;
  /** Who it was, where that is nobody of the workspace. */
  name?: string;
  entry: Happened;
}

/** What is older than where the last answer ended. */
export const olderThan = (at: SQLWrapper, id: SQLWrapper, until: Until | undefined): SQL | undefined =>
  until && or(lt(at, sql`${until.at}::timestamptz`), and(eq(at, sql`${until.at}::timestamptz`), lt(id, until.id)));

/** To the microsecond, as a cursor needs it, and in UTC. */
export const exactly = (at: SQLWrapper) => sql<string>`(${at} at time zone 'UTC')::text || '+00'`;

const changes: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const rows = await tx
    .select({
      uid: workspaceEvents.id,
      at: exactly(workspaceEvents.at),
      by: workspaceEvents.actorId,
      action: workspaceEvents.action,
      before: workspaceEvents.before,
      after: workspaceEvents.after,
    })
    .from(workspaceEvents)
    .where(
      and(
        eq(workspaceEvents.workspaceId, workspaceId),
        eq(workspaceEvents.target, `job:${jobId}`),
        inArray(workspaceEvents.action, ["job.add", "job.edit", "job.unbook", "task.delete"]),
        olderThan(workspaceEvents.at, workspaceEvents.id, until),
      ),
    )
    .orderBy(desc(workspaceEvents.at), desc(workspaceEvents.id))
    .limit(limit);
  return rows.map(({ uid, at, by, action, before, after }) => {
    if (action === "job.add") return { at, by, entry: { uid, kind: "added" } };
    if (action === "task.delete") return { at, by, entry: { uid, kind: "taskDeleted" } };
    if (action === "job.unbook") return { at, by, entry: { uid, kind: "unbooked", startsAt: String(before?.startsAt) } };
    return { at, by, entry: { uid, kind: "edited", fields: (after?.fields ?? []) as JobField[] } };
  });
};

const moves: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const rows = await tx
    .select({
      uid: jobMoves.id,
      at: exactly(jobMoves.at),
      by: jobMoves.actorId,
      from: jobMoves.from,
      to: jobMoves.to,
      reason: jobMoves.reason,
    })
    .from(jobMoves)
    .where(and(eq(jobMoves.workspaceId, workspaceId), eq(jobMoves.jobId, jobId), olderThan(jobMoves.at, jobMoves.id, until)))
    .orderBy(desc(jobMoves.at), desc(jobMoves.id))
    .limit(limit);
  return rows.map(({ at, by, ...move }) => ({ at, by, entry: { kind: "moved", ...move } }));
};

const taskSteps: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const rows = await tx
    .select({
      uid: taskMoves.id,
      at: exactly(taskMoves.at),
      by: taskMoves.actorId,
      title: tasks.title,
      to: taskMoves.to,
      reason: taskMoves.reason,
    })
    .from(tasks)
    .innerJoin(taskMoves, and(eq(taskMoves.workspaceId, tasks.workspaceId), eq(taskMoves.taskId, tasks.id)))
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.jobId, jobId), olderThan(taskMoves.at, taskMoves.id, until)))
    .orderBy(desc(taskMoves.at), desc(taskMoves.id))
    .limit(limit);
  return rows.map(({ at, by, ...step }) => ({ at, by, entry: { kind: "task", ...step } }));
};

/** What became of its tasks besides their steps. That one got another place among them is of no interest. */
const taskEdits: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const { id, at: when, actorId, action, after } = workspaceEvents;
  const rows = await tx
    .select({ uid: id, at: exactly(when), by: actorId, action, title: tasks.title, fields: sql<TaskField[]>`${after}->'fields'` })
    .from(tasks)
    .innerJoin(
      workspaceEvents,
      and(eq(workspaceEvents.workspaceId, tasks.workspaceId), eq(workspaceEvents.target, sql`'task:' || ${tasks.id}`)),
    )
    .where(
      and(
        eq(tasks.workspaceId, workspaceId),
        eq(tasks.jobId, jobId),
        or(eq(action, "task.add"), and(eq(action, "task.edit"), sql`jsonb_array_length(${after}->'fields') > 0`)),
        olderThan(when, id, until),
      ),
    )
    .orderBy(desc(when), desc(id))
    .limit(limit);
  return rows.map(({ uid, at, by, action: act, title, fields }) => ({
    at,
    by,
    entry: act === "task.add" ? { uid, kind: "taskAdded", title } : { uid, kind: "taskEdited", title, fields },
  }));
};

/** @param of what names the job: the note, or the task, booking or form that it is about; each by an index of its own */
const writtenBy =
  (of: typeof notes.jobId | typeof tasks.jobId | typeof bookings.jobId | typeof formEntries.jobId): Source =>
  async (tx, { workspaceId, jobId }, limit, until) => {
    const rows = await tx
      .select({
        uid: notes.id,
        at: exactly(notes.createdAt),
        by: notes.authorId,
        body: notes.body,
        audience: notes.audience,
        task: tasks.title,
        booking: bookings.title,
        form: formVersions.name,
      })
      .from(notes)
      .leftJoin(tasks, and(eq(tasks.workspaceId, notes.workspaceId), eq(tasks.id, notes.taskId)))
      .leftJoin(bookings, and(eq(bookings.workspaceId, notes.workspaceId), eq(bookings.id, notes.bookingId)))
      .leftJoin(formEntries, and(eq(formEntries.workspaceId, notes.workspaceId), eq(formEntries.id, notes.entryId)))
      .leftJoin(
        formVersions,
        and(
          eq(formVersions.workspaceId, formEntries.workspaceId),
          eq(formVersions.formId, formEntries.formId),
          eq(formVersions.number, formEntries.number),
        ),
      )
      .where(and(eq(notes.workspaceId, workspaceId), eq(of, jobId), olderThan(notes.createdAt, notes.id, until)))
      .orderBy(desc(notes.createdAt), desc(notes.id))
      .limit(limit);
    const mentions = await mentionsOf(
      tx,
      workspaceId,
      rows.map(({ uid }) => uid),
    );
    const people = (note: string) =>
      mentions.filter(({ noteId }) => noteId === note).map(({ memberId, name }) => ({ uid: memberId, name: name ?? "" }));
    return rows.map(({ at, by, task, booking, form, ...note }) => {
      const [on = null] = Object.entries({ task, booking, form }).flatMap(([kind, title]) =>
        title === null ? [] : [{ kind: kind as "task" | "booking" | "form", title }],
      );
      return { at, by, entry: { kind: "note", ...note, on, people: people(note.uid) } };
    });
  };

const documents: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const { id, createdAt, uploaderId, name } = workspaceFiles;
  const rows = await tx
    .select({ uid: id, at: exactly(createdAt), by: uploaderId, name })
    .from(workspaceFiles)
    .where(and(eq(workspaceFiles.workspaceId, workspaceId), eq(workspaceFiles.jobId, jobId), olderThan(createdAt, id, until)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(({ at, by, ...file }) => ({ at, by, entry: { kind: "file", ...file } }));
};

const booked: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const { id, at: when, actorId, action } = workspaceEvents;
  const rows = await tx
    .select({ uid: id, at: exactly(when), by: actorId, action, title: bookings.title, startsAt: bookings.startsAt })
    .from(bookings)
    .innerJoin(
      workspaceEvents,
      and(eq(workspaceEvents.workspaceId, bookings.workspaceId), eq(workspaceEvents.target, sql`'booking:' || ${bookings.id}`)),
    )
    .where(
      and(
        eq(bookings.workspaceId, workspaceId),
        eq(bookings.jobId, jobId),
        inArray(action, ["booking.add", "booking.edit"]),
        olderThan(when, id, until),
      ),
    )
    .orderBy(desc(when), desc(id))
    .limit(limit);
  return rows.map(({ uid, at, by, action: act, title, startsAt }) => ({
    at,
    by,
    entry: { kind: "booking", uid, title, act: act === "booking.add" ? "added" : "edited", startsAt: startsAt.toISOString() },
  }));
};

const handedIn: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const { id, authorId, submittedAt } = formEntries;
  const rows = await tx
    .select({ uid: id, at: exactly(submittedAt), by: authorId, name: formVersions.name })
    .from(formEntries)
    .innerJoin(
      formVersions,
      and(
        eq(formVersions.workspaceId, formEntries.workspaceId),
        eq(formVersions.formId, formEntries.formId),
        eq(formVersions.number, formEntries.number),
      ),
    )
    .where(
      and(
        eq(formEntries.workspaceId, workspaceId),
        eq(formEntries.jobId, jobId),
        isNotNull(submittedAt),
        olderThan(submittedAt, id, until),
      ),
    )
    .orderBy(desc(submittedAt), desc(id))
    .limit(limit);
  return rows.map(({ at, by, ...form }) => ({ at, by, entry: { kind: "form", ...form } }));
};

const costs: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const { id, createdAt, actorId, kind, text, amount } = jobCosts;
  const rows = await tx
    .select({ uid: id, at: exactly(createdAt), by: actorId, cost: kind, text, amount })
    .from(jobCosts)
    .where(and(eq(jobCosts.workspaceId, workspaceId), eq(jobCosts.jobId, jobId), olderThan(createdAt, id, until)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(({ at, by, ...row }) => ({ at, by, entry: { kind: "cost", ...row } }));
};

const QUOTE_ACTS = {
  "quote.add": "added",
  "quote.revise": "revised",
  "quote.send": "sent",
  "quote.accept": "accepted",
  "quote.decline": "declined",
} as const;

const offered: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const { id, at: when, actorId, action, after } = workspaceEvents;
  const rows = await tx
    .select({
      ...{ uid: id, at: exactly(when), by: actorId, action, customer: sql<boolean>`coalesce(${after}->>'by' = 'customer', false)` },
      ...{ quoteUid: quotes.id, number: quotes.number, revision: quotes.revision, total: quotes.total, answer: quotes.answer },
    })
    .from(quotes)
    .innerJoin(
      workspaceEvents,
      and(eq(workspaceEvents.workspaceId, quotes.workspaceId), eq(workspaceEvents.target, sql`'quote:' || ${quotes.id}`)),
    )
    .where(
      and(
        eq(quotes.workspaceId, workspaceId),
        eq(quotes.jobId, jobId),
        inArray(action, Object.keys(QUOTE_ACTS) as (keyof typeof QUOTE_ACTS)[]),
        olderThan(when, id, until),
      ),
    )
    .orderBy(desc(when), desc(id))
    .limit(limit);
  return rows.map(({ at, by, action: did, customer, answer, ...quote }) => ({
    ...{ at, by },
    ...(customer && answer?.name ? { name: answer.name } : {}),
    entry: { kind: "quote", act: QUOTE_ACTS[did as keyof typeof QUOTE_ACTS], ...quote },
  }));
};

const INVOICE_ACTS = {
  "invoice.add": "added",
  "invoice.issue": "issued",
  "invoice.send": "sent",
  "payment.add": "paid",
  "payment.refund": "refunded",
  "payment.reverse": "reversed",
} as const;

const asked: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const { id, at: when, actorId, action, after } = workspaceEvents;
  const rows = await tx
    .select({
      ...{ uid: id, at: exactly(when), by: actorId, action },
      ...{ invoiceUid: jobInvoices.id, invoice: jobInvoices.kind, number: jobInvoices.number },
      // Of a payment what it was, of the invoice itself what it comes to.
      amount: sql`abs(coalesce((${after}->>'amount')::bigint, ${jobInvoices.total}))`.mapWith(Number),
    })
    .from(jobInvoices)
    .innerJoin(
      workspaceEvents,
      and(eq(workspaceEvents.workspaceId, jobInvoices.workspaceId), eq(workspaceEvents.target, sql`'invoice:' || ${jobInvoices.id}`)),
    )
    .where(
      and(
        eq(jobInvoices.workspaceId, workspaceId),
        eq(jobInvoices.jobId, jobId),
        inArray(action, Object.keys(INVOICE_ACTS) as (keyof typeof INVOICE_ACTS)[]),
        olderThan(when, id, until),
      ),
    )
    .orderBy(desc(when), desc(id))
    .limit(limit);
  return rows.map(({ at, by, action: did, ...invoice }) => ({
    ...{ at, by },
    entry: { kind: "invoice", act: INVOICE_ACTS[did as keyof typeof INVOICE_ACTS], ...invoice },
  }));
};

/** Every part of trades that has to do with jobs. */
const SOURCES: Source[] = [
  changes,
  moves,
  taskSteps,
  taskEdits,
  writtenBy(notes.jobId),
  writtenBy(tasks.jobId),
  writtenBy(bookings.jobId),
  writtenBy(formEntries.jobId),
  documents,
  booked,
  handedIn,
];

/** What those alone see who manage the workspace. */
const MANAGERS_SOURCES: Source[] = [costs, offered, asked];

/** All that happened to a job, as somebody of a role may see it, from whichever part of trades, the latest first. */
export async function timelineOf(
  tx: Transaction,
  about: { workspaceId: string; jobId: string },
  role: WorkspaceRole,
  before: string | undefined,
) {
  const until = before === undefined ? undefined : beforeCursor(before);
  const found: Found[] = [];
  // One after the other: they share the transaction's connection.
  for (const source of [...SOURCES, ...(manages(role) ? MANAGERS_SOURCES : [])])
    found.push(...(await source(tx, about, ENTRIES + 1, until)));
  const key = ({ at, entry }: (typeof found)[number]) => `${at} ${entry.uid}`;
  const all = found.toSorted((one, other) => (key(one) < key(other) ? 1 : -1));
  const shown = all.slice(0, ENTRIES);
  const names = await namesOf(tx, about.workspaceId, [...new Set(shown.flatMap(({ by }) => by ?? []))]);
  const last = shown.at(-1);
  return {
    data: shown.map(({ at, by, name, entry }) => ({ ...entry, at: new Date(at).toISOString(), by: name ?? (by && names.get(by)) ?? null })),
    meta: { next: all.length > ENTRIES && last ? cursorOf(last.at, last.entry.uid) : null },
  };
}

/** Who of these accounts is in the workspace, by name. */
async function namesOf(tx: Transaction, workspaceId: string, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .select({ userId: workspacePeople.userId, name: sql<string>`${workspacePeople.firstName} || ' ' || ${workspacePeople.lastName}` })
    .from(workspacePeople)
    .where(and(eq(workspacePeople.workspaceId, workspaceId), inArray(workspacePeople.userId, userIds)));
  return new Map(rows.map(({ userId, name }) => [userId, name.trim()]));
}
