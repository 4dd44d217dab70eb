import { and, eq, or } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { AppError, found } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import {
  bookings,
  customerSites,
  customers,
  formEntries,
  formVersions,
  jobs,
  type notes,
  resources,
  slabs,
  tasks,
} from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { manages } from "./rules";
import type { Subject } from "./schema";

/** Joins an entry to the version of its form that it was filled in with, which it keeps. */
export const versionFilledIn = and(
  eq(formVersions.workspaceId, formEntries.workspaceId),
  eq(formVersions.formId, formEntries.formId),
  eq(formVersions.number, formEntries.number),
);

/** What was handed in is there for everybody in the workspace; what was begun, for whoever began it and those who manage. */
export const entriesSeenBy = ({ member, actor }: Pick<WorkspaceContext, "member" | "actor">) =>
  and(
    eq(formEntries.workspaceId, member.workspaceId),
    manages(member.role) ? undefined : or(eq(formEntries.state, "submitted"), eq(formEntries.authorId, actor.id)),
  );

/** The column of a note that names its subject, by what a call names it with; documents have the first two. */
export const SUBJECT_COLUMNS = {
  customerUid: "customerId",
  jobUid: "jobId",
  taskUid: "taskId",
  siteUid: "siteId",
  bookingUid: "bookingId",
  resourceUid: "resourceId",
  entryUid: "entryId",
} as const satisfies Partial<Record<keyof Subject, keyof typeof notes.$inferSelect>>;
type NoteField = keyof typeof SUBJECT_COLUMNS;
type NoteColumn = (typeof SUBJECT_COLUMNS)[NoteField];

/** The same with what files alone are of. */
const COLUMNS = { ...SUBJECT_COLUMNS, slabUid: "slabId" } as const satisfies Record<keyof Subject, string>;
type SubjectField = keyof typeof COLUMNS;
type SubjectColumn = (typeof COLUMNS)[SubjectField];

/** What notes and files are about, as their rows say it, and as people call it. */
export interface SubjectRow extends Record<SubjectColumn, string | null> {
  /** The customer's, the site's or the form's name, the slab's serial, or the title of the rest. */
  title: string;
  /** The job that a task, a booking or a form is of. */
  ofJob: string | null;
  /** The customer whose site it is. */
  ofCustomer: string | null;
  /** When a booking begins. */
  startsAt: Date | null;
}

const NOTHING = {
  customerId: null,
  jobId: null,
  taskId: null,
  siteId: null,
  bookingId: null,
  resourceId: null,
  entryId: null,
  slabId: null,
  ofJob: null,
  ofCustomer: null,
  startsAt: null,
};

/** What a note says of itself, as a call would name it. */
export const namedIn = (note: Record<NoteColumn, string | null>): Subject =>
  Object.fromEntries(
    (Object.keys(SUBJECT_COLUMNS) as NoteField[]).flatMap((name) => {
      const uid = note[SUBJECT_COLUMNS[name]];
      return uid ? [[name, uid]] : [];
    }),
  );

type Told = Pick<SubjectRow, "title"> & Partial<SubjectRow>;

/** How each of them is looked up, as the beginning of a query that may hold what it finds. */
const LOOKED_UP = {
  customerUid: (tx: Transaction, at: string, uid: string) =>
    tx
      .select({ title: customers.name })
      .from(customers)
      .where(rowIn(customers, at, uid)),
  jobUid: (tx: Transaction, at: string, uid: string) =>
    tx
      .select({ title: jobs.title })
      .from(jobs)
      .where(rowIn(jobs, at, uid)),
  taskUid: (tx: Transaction, at: string, uid: string) =>
    tx
      .select({ title: tasks.title, ofJob: tasks.jobId })
      .from(tasks)
      .where(rowIn(tasks, at, uid)),
  siteUid: (tx: Transaction, at: string, uid: string) =>
    tx
      .select({ title: customerSites.name, ofCustomer: customerSites.customerId })
      .from(customerSites)
      .where(rowIn(customerSites, at, uid)),
  bookingUid: (tx: Transaction, at: string, uid: string) =>
    tx
      .select({ title: bookings.title, ofJob: bookings.jobId, startsAt: bookings.startsAt })
      .from(bookings)
      .where(rowIn(bookings, at, uid)),
  resourceUid: (tx: Transaction, at: string, uid: string) =>
    tx
      .select({ title: resources.name })
      .from(resources)
      .where(rowIn(resources, at, uid)),
  entryUid: (tx: Transaction, at: string, uid: string) =>
    tx
      .select({ title: formVersions.name, ofJob: formEntries.jobId })
      .from(formEntries)
      .innerJoin(formVersions, versionFilledIn)
      .where(rowIn(formEntries, at, uid)),
  slabUid: (tx: Transaction, at: string, uid: string) =>
    tx
      .select({ title: slabs.serial })
      .from(slabs)
      .where(rowIn(slabs, at, uid)),
} satisfies Record<SubjectField, unknown>;

const TABLES: Record<SubjectField, PgTable> = {
  customerUid: customers,
  jobUid: jobs,
  taskUid: tasks,
  siteUid: customerSites,
  bookingUid: bookings,
  resourceUid: resources,
  entryUid: formEntries,
  slabUid: slabs,
};

/**
 * The one thing that is named; held, where something is about to be written of it, so that it does not go meanwhile.
 * @throws AppError badRequest for none or several | notFound
 */
export async function subjectOf(tx: Transaction, workspaceId: string, subject: Subject, { lock = false } = {}): Promise<SubjectRow> {
  const named = (Object.keys(COLUMNS) as SubjectField[]).filter((name) => subject[name]);
  const [name] = named;
  const uid = name && subject[name];
  if (named.length !== 1 || !name || !uid) throw new AppError("badRequest");
  const query = LOOKED_UP[name](tx, workspaceId, uid);
  const [row]: Told[] = await (lock ? query.for("key share", { of: TABLES[name] }) : query);
  return { ...NOTHING, [COLUMNS[name]]: uid, ...found(row) };
}
