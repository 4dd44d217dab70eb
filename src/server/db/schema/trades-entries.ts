import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgEnum, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { ENTRY_STATES } from "@/lib/enums/trades-forms";
import type { FormAnswers } from "@/lib/form-definitions";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId } from "./trades";
import { formVersions } from "./trades-forms";
import { jobs } from "./trades-jobs";
import { tasks } from "./trades-tasks";

export const entryStateEnum = pgEnum("entry_state", ENTRY_STATES);

/** A form that somebody fills in, or has handed in, with the version of the form that it was begun with. */
export const formEntries = pgTable(
  "form_entries",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    formId: uuid("form_id").notNull(),
    /** Of the form's version. */
    number: integer().notNull(),
    /** Null: it is the shop's own. */
    jobId: uuid("job_id"),
    /** The task that it was filled in for. */
    taskId: uuid("task_id"),
    state: entryStateEnum().notNull().default("draft"),
    answers: jsonb().$type<FormAnswers>().notNull().default({}),
    /** Shown by name while they are in the workspace. */
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id),
    submittedAt: instant("submitted_at"),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("form_entries_key").on(t.workspaceId, t.id),
    index("form_entries_created_idx").on(t.workspaceId, t.createdAt, t.id),
    index("form_entries_job_idx").on(t.workspaceId, t.jobId, t.submittedAt, t.id),
    index("form_entries_task_idx").on(t.workspaceId, t.taskId, t.formId),
    index("form_entries_form_idx").on(t.workspaceId, t.formId, t.number),
    index("form_entries_drafts_idx").on(t.workspaceId, t.authorId).where(sql`state = 'draft'`),
    check("form_entries_submitted_check", sql`(${t.submittedAt} is not null) = (${t.state} = 'submitted')`),
    foreignKey({
      name: "form_entries_version_fk",
      columns: [t.workspaceId, t.formId, t.number],
      foreignColumns: [formVersions.workspaceId, formVersions.formId, formVersions.number],
    }),
    foreignKey({ name: "form_entries_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }).onDelete(
      "cascade",
    ),
    // What was handed in stays when its task goes: whoever deletes the task takes it out of here.
    foreignKey({ name: "form_entries_task_fk", columns: [t.workspaceId, t.taskId], foreignColumns: [tasks.workspaceId, tasks.id] }),
    onlyIn(t.workspaceId),
  ],
);
