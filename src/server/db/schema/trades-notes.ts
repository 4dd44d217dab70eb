import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { NOTE_AUDIENCES } from "@/lib/enums/trades";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId, workspaceMembers } from "./trades";
import { customers } from "./trades-customers";
import { jobs } from "./trades-jobs";
import { tasks } from "./trades-tasks";

export const noteAudienceEnum = pgEnum("note_audience", NOTE_AUDIENCES);

/** What somebody wrote about a customer, a job or a task. */
export const notes = pgTable(
  "notes",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    customerId: uuid("customer_id"),
    jobId: uuid("job_id"),
    taskId: uuid("task_id"),
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
    check("notes_subject_check", sql`num_nonnulls(${t.customerId}, ${t.jobId}, ${t.taskId}) = 1`),
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
