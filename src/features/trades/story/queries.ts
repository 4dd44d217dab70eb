import { and, desc, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { JobField } from "@/lib/enums/trades";
import type { TaskField } from "@/lib/enums/trades-tasks";
import type { Transaction } from "@/server/db/client";
import { exactly, olderThan, type Until } from "@/server/db/keyset";
import {
  bookings,
  formEntries,
  formVersions,
  jobMoves,
  notes,
  taskMoves,
  tasks,
  workspaceEvents,
  workspaceFiles,
} from "@/server/db/schema";
import { mentionsOf } from "../notes/queries";
import { versionFilledIn } from "../queries";
import type { TimelineEntry } from "../timeline/dto";

type Happened = TimelineEntry extends infer One ? (One extends unknown ? Omit<One, "by" | "at"> : never) : never;

interface About {
  workspaceId: string;
  jobId: string;
}

export interface Found {
  at: string;
  by: string | null;
  /** Who it was, where that is nobody of the workspace. */
  name?: string;
  entry: Happened;
}

/** What one part of trades knows of a job: the latest first, as many as are asked for. */
export type Source = (tx: Transaction, about: About, limit: number, until: Until | undefined) => Promise<Found[]>;

/** What every entry takes from the log. */
export const LOGGED = {
  uid: workspaceEvents.id,
  at: exactly(workspaceEvents.at),
  by: workspaceEvents.actorId,
  action: workspaceEvents.action,
};

export const LATEST = [desc(workspaceEvents.at), desc(workspaceEvents.id)];

/** A row of a job that the log tells of. */
interface OfJob {
  workspaceId: PgColumn;
  id: PgColumn;
  jobId: PgColumn;
}

/**
 * The rows of this job alone, and what the log tells of these acts on them, from where the last answer ended. Which rows it has is asked first:
 * under row-level security no index is searched by what is put together in the statement.
 * @param kind what the log calls them
 */
export async function loggedOf(
  tx: Transaction,
  kind: string,
  table: OfJob,
  { workspaceId, jobId }: About,
  actions: (typeof LOGGED.action._.data)[],
  until: Until | undefined,
) {
  const rows = await tx
    .select({ target: sql<string>`${`${kind}:`}::text || ${table.id}` })
    .from(table.id.table)
    .where(and(eq(table.workspaceId, workspaceId), eq(table.jobId, jobId)));
  const { target, action, at, id } = workspaceEvents;
  return {
    of: and(eq(table.workspaceId, workspaceEvents.workspaceId), eq(sql`${`${kind}:`}::text || ${table.id}`, target)),
    where: and(
      eq(workspaceEvents.workspaceId, workspaceId),
      inArray(
        target,
        rows.map((row) => row.target),
      ),
      eq(table.workspaceId, workspaceId),
      eq(table.jobId, jobId),
      inArray(action, actions),
      olderThan(at, id, until),
    ),
  };
}

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
const taskEdits: Source = async (tx, about, limit, until) => {
  const { after } = workspaceEvents;
  const logged = await loggedOf(tx, "task", tasks, about, ["task.add", "task.edit"], until);
  const rows = await tx
    .select({ ...LOGGED, title: tasks.title, fields: sql<TaskField[]>`${after}->'fields'` })
    .from(workspaceEvents)
    .innerJoin(tasks, logged.of)
    .where(and(logged.where, or(ne(workspaceEvents.action, "task.edit"), sql`jsonb_array_length(${after}->'fields') > 0`)))
    .orderBy(...LATEST)
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
      .leftJoin(formVersions, versionFilledIn)
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

const booked: Source = async (tx, about, limit, until) => {
  const logged = await loggedOf(tx, "booking", bookings, about, ["booking.add", "booking.edit"], until);
  const rows = await tx
    .select({ ...LOGGED, title: bookings.title, startsAt: bookings.startsAt })
    .from(workspaceEvents)
    .innerJoin(bookings, logged.of)
    .where(logged.where)
    .orderBy(...LATEST)
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
    .innerJoin(formVersions, versionFilledIn)
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

/** Forms that were handed in and thrown away since, as they were called. */
const formsDiscarded: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const { before, target, action, at: when, id } = workspaceEvents;
  const rows = await tx
    .select({ ...LOGGED, name: formVersions.name })
    .from(workspaceEvents)
    .innerJoin(
      formVersions,
      and(
        eq(formVersions.workspaceId, workspaceEvents.workspaceId),
        eq(sql`${formVersions.formId}::text`, sql`${before}->>'form'`),
        eq(sql`${formVersions.number}::text`, sql`${before}->>'number'`),
      ),
    )
    .where(
      and(
        eq(workspaceEvents.workspaceId, workspaceId),
        eq(target, `job:${jobId}`),
        eq(action, "entry.discard"),
        olderThan(when, id, until),
      ),
    )
    .orderBy(...LATEST)
    .limit(limit);
  return rows.map(({ uid, at, by, name }) => ({ at, by, entry: { uid, kind: "formDiscarded", name } }));
};

/** What every member may know of a job. */
export const STORY: Source[] = [
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
  formsDiscarded,
];
