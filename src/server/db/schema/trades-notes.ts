import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { NOTE_AUDIENCES } from "@/lib/enums/trades";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId, workspaceMembers } from "./trades";
import { customerSites, customers } from "./trades-customers";
import { formEntries } from "./trades-entries";
import { jobs } from "./trades-jobs";
import { bookings, resources } from "./trades-schedule";
import { tasks } from "./trades-tasks";

export const noteAudienceEnum = pgEnum("note_audience", NOTE_AUDIENCES);

/** What somebody wrote about one thing: a customer, a job, a task, a site, a booking, somebody or something that is booked, or a form that was filled in. */
export const notes = pgTable(
  "notes",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    customerId: uuid("customer_id"),
    jobId: uuid("job_id"),
    taskId: uuid("task_id"),
    siteId: uuid("site_id"),
    bookingId: uuid("booking_id"),
    resourceId: uuid("resource_id"),
    entryId: uuid("entry_id"),
    /** Plain text; somebody who is mentioned stands in it by their id as a member (features/trades/notes/rules). */
    body: text().notNull(),
    audience: noteAudienceEnum().notNull().default("internal"),
    /** Shown by name while they are in the workspace. */
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    editedAt: instant("edited_at"),
  },
  (t) => [
    unique("notes_key").on(t.workspaceId, t.id),
    index("notes_customer_idx").on(t.workspaceId, t.customerId, t.createdAt, t.id),
    index("notes_job_idx").on(t.workspaceId, t.jobId, t.createdAt, t.id),
    index("notes_task_idx").on(t.workspaceId, t.taskId, t.createdAt, t.id),
    index("notes_site_idx").on(t.workspaceId, t.siteId, t.createdAt, t.id),
    index("notes_booking_idx").on(t.workspaceId, t.bookingId, t.createdAt, t.id),
    index("notes_resource_idx").on(t.workspaceId, t.resourceId, t.createdAt, t.id),
    index("notes_entry_idx").on(t.workspaceId, t.entryId, t.createdAt, t.id),
    check(
      "notes_subject_check",
      sql`num_nonnulls(${t.customerId}, ${t.jobId}, ${t.taskId}, ${t.siteId}, ${t.bookingId}, ${t.resourceId}, ${t.entryId}) = 1`,
    ),
    foreignKey({
      name: "notes_customer_fk",
      columns: [t.workspaceId, t.customerId],
      foreignColumns: [customers.workspaceId, customers.id],
    }).onDelete("cascade"),
    foreignKey({ name: "notes_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ name: "notes_task_fk", columns: [t.workspaceId, t.taskId], foreignColumns: [tasks.workspaceId, tasks.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      name: "notes_site_fk",
      columns: [t.workspaceId, t.siteId],
      foreignColumns: [customerSites.workspaceId, customerSites.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "notes_booking_fk",
      columns: [t.workspaceId, t.bookingId],
      foreignColumns: [bookings.workspaceId, bookings.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "notes_resource_fk",
      columns: [t.workspaceId, t.resourceId],
      foreignColumns: [resources.workspaceId, resources.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "notes_entry_fk",
      columns: [t.workspaceId, t.entryId],
      foreignColumns: [formEntries.workspaceId, formEntries.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);

/** Who is mentioned in a note: each of them was told of it once. */
export const noteMentions = pgTable(
  "note_mentions",
  { workspaceId: workspaceId(), noteId: uuid("note_id").notNull(), memberId: uuid("member_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.noteId, t.memberId] }),
    index("note_mentions_member_idx").on(t.workspaceId, t.memberId),
    foreignKey({
      name: "note_mentions_note_fk",
      columns: [t.workspaceId, t.noteId],
      foreignColumns: [notes.workspaceId, notes.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "note_mentions_member_fk",
      columns: [t.workspaceId, t.memberId],
      foreignColumns: [workspaceMembers.workspaceId, workspaceMembers.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);
