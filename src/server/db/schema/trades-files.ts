import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId } from "./trades";
import { customers } from "./trades-customers";
import { formEntries } from "./trades-entries";
import { jobs } from "./trades-jobs";
import { notes } from "./trades-notes";
import { slabs } from "./trades-slabs";

/**
 * Files of a workspace: documents of a customer or a job, what came with a note, photos of a form that is filled in, and of a slab. One of
 * none waits for the note that it was chosen for.
 */
export const workspaceFiles = pgTable(
  "workspace_files",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    customerId: uuid("customer_id"),
    jobId: uuid("job_id"),
    noteId: uuid("note_id"),
    entryId: uuid("entry_id"),
    slabId: uuid("slab_id"),
    /** Its place among the note's files. */
    position: integer().notNull().default(0),
    /** Shown by name while they are in the workspace. */
    uploaderId: uuid("uploader_id")
      .notNull()
      .references(() => users.id),
    fileKey: text("file_key").notNull(),
    /** A small picture of it, for pictures. */
    previewKey: text("preview_key"),
    name: text().notNull(),
    type: text().notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    /** In pixels, for pictures. */
    width: integer(),
    height: integer(),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("workspace_files_key").on(t.workspaceId, t.id),
    index("workspace_files_customer_idx").on(t.workspaceId, t.customerId, t.createdAt, t.id),
    index("workspace_files_job_idx").on(t.workspaceId, t.jobId, t.createdAt, t.id),
    index("workspace_files_note_idx").on(t.workspaceId, t.noteId, t.position),
    index("workspace_files_waiting_idx")
      .on(t.workspaceId, t.createdAt)
      .where(sql`customer_id is null and job_id is null and note_id is null and entry_id is null and slab_id is null`),
    index("workspace_files_entry_idx").on(t.workspaceId, t.entryId),
    index("workspace_files_slab_idx").on(t.workspaceId, t.slabId, t.createdAt, t.id),
    check("workspace_files_subject_check", sql`num_nonnulls(${t.customerId}, ${t.jobId}, ${t.noteId}, ${t.entryId}, ${t.slabId}) <= 1`),
    foreignKey({
      name: "workspace_files_customer_fk",
      columns: [t.workspaceId, t.customerId],
      foreignColumns: [customers.workspaceId, customers.id],
    }).onDelete("cascade"),
    foreignKey({ name: "workspace_files_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      name: "workspace_files_note_fk",
      columns: [t.workspaceId, t.noteId],
      foreignColumns: [notes.workspaceId, notes.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "workspace_files_entry_fk",
      columns: [t.workspaceId, t.entryId],
      foreignColumns: [formEntries.workspaceId, formEntries.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "workspace_files_slab_fk",
      columns: [t.workspaceId, t.slabId],
      foreignColumns: [slabs.workspaceId, slabs.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);

/**
 * Stored files whose rows are gone, until the storage has dropped them as well. A trigger writes them, whatever takes a row away: its
 * own end, a note's, a customer's, a job's or the workspace's.
 */
export const discardedFiles = pgTable("discarded_files", { key: text().primaryKey(), at: instant("at").notNull().defaultNow() });
