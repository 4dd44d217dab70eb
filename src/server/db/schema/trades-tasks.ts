import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { TASK_STATES } from "@/lib/enums/trades-tasks";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId, workspaceMembers } from "./trades";
import { forms } from "./trades-forms";
import { jobs } from "./trades-jobs";

export const taskStateEnum = pgEnum("task_state", TASK_STATES);

/** Something that somebody does, for a job or for the shop itself. */
export const tasks = pgTable(
  "tasks",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    /** Null: it is the shop's own. */
    jobId: uuid("job_id"),
    title: text().notNull(),
    details: text().notNull().default(""),
    state: taskStateEnum().notNull().default("todo"),
    /** What it waits for from outside, as long as it is blocked. */
    blockedFor: text("blocked_for").notNull().default(""),
    dueOn: date("due_on", { mode: "string" }),
    /** What has to be filled in for it before it is done. */
    formId: uuid("form_id"),
    /** Among its job's. */
    position: integer().notNull(),
    doneAt: instant("done_at"),
    doneBy: uuid("done_by").references(() => users.id),
    /** The words of its title that it is found by (lib/search-terms), with a blank before each. */
    words: text().notNull().default(""),
    /** Counts changes of the task and steps of its state; ticks of its list are changes of their own. */
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("tasks_key").on(t.workspaceId, t.id),
    index("tasks_job_idx").on(t.workspaceId, t.jobId, t.position, t.id),
    // What is to be done yet; by a predicate, because row-level security lets no enum be compared in an index.
    index("tasks_open_idx").on(t.workspaceId, t.dueOn, t.id).where(sql`state in ('todo', 'in_progress', 'blocked')`),
    index("tasks_due_idx").on(t.workspaceId, sql`(due_on is null)`, t.dueOn, t.id),
    index("tasks_done_idx").on(t.workspaceId, t.doneBy, t.doneAt),
    index("tasks_form_idx").on(t.workspaceId, t.formId),
    check("tasks_blocked_check", sql`(${t.blockedFor} <> '') = (${t.state} = 'blocked')`),
    check("tasks_done_check", sql`(${t.doneAt} is not null) = (${t.state} = 'done')`),
    foreignKey({ name: "tasks_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ name: "tasks_form_fk", columns: [t.workspaceId, t.formId], foreignColumns: [forms.workspaceId, forms.id] }),
    onlyIn(t.workspaceId),
  ],
);

const ofTask = (name: string, t: { workspaceId: typeof tasks.workspaceId; taskId: typeof tasks.id }) =>
  foreignKey({ name, columns: [t.workspaceId, t.taskId], foreignColumns: [tasks.workspaceId, tasks.id] }).onDelete("cascade");

/** Who does it; whoever leaves the workspace does it no more. */
export const taskAssignees = pgTable(
  "task_assignees",
  {
    workspaceId: workspaceId(),
    taskId: uuid("task_id").notNull(),
    memberId: uuid("member_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.taskId, t.memberId] }),
    index("task_assignees_member_idx").on(t.workspaceId, t.memberId),
    ofTask("task_assignees_task_fk", t as never),
    foreignKey({
      name: "task_assignees_member_fk",
      columns: [t.workspaceId, t.memberId],
      foreignColumns: [workspaceMembers.workspaceId, workspaceMembers.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);

/** A line of what is to be thought of. */
export const taskChecks = pgTable(
  "task_checks",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    taskId: uuid("task_id").notNull(),
    position: integer().notNull(),
    text: text().notNull(),
    checkedAt: instant("checked_at"),
    checkedBy: uuid("checked_by").references(() => users.id),
  },
  (t) => [
    unique("task_checks_key").on(t.workspaceId, t.id),
    index("task_checks_task_idx").on(t.workspaceId, t.taskId, t.position),
    ofTask("task_checks_task_fk", t as never),
    onlyIn(t.workspaceId),
  ],
);

/** A task that cannot begin before another one of its job is done. */
export const taskNeeds = pgTable(
  "task_needs",
  {
    workspaceId: workspaceId(),
    taskId: uuid("task_id").notNull(),
    needsId: uuid("needs_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.taskId, t.needsId] }),
    index("task_needs_needs_idx").on(t.workspaceId, t.needsId),
    check("task_needs_check", sql`${t.taskId} <> ${t.needsId}`),
    ofTask("task_needs_task_fk", t as never),
    foreignKey({
      name: "task_needs_needs_fk",
      columns: [t.workspaceId, t.needsId],
      foreignColumns: [tasks.workspaceId, tasks.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);

/** Each step of a task through its states. Its id comes from the device that took it, so that one that is sent again is not taken again. */
export const taskMoves = pgTable(
  "task_moves",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    taskId: uuid("task_id").notNull(),
    at: instant("at").notNull().defaultNow(),
    actorId: uuid("actor_id")
      .notNull()
      .references(() => users.id),
    from: taskStateEnum("from").notNull(),
    to: taskStateEnum("to").notNull(),
    /** What it waits for, where it was blocked. */
    reason: text().notNull().default(""),
  },
  (t) => [
    unique("task_moves_key").on(t.workspaceId, t.id),
    index("task_moves_task_idx").on(t.workspaceId, t.taskId, t.at, t.id),
    ofTask("task_moves_task_fk", t as never),
    onlyIn(t.workspaceId),
  ],
);

/** What the shop does again and again, with what is to be thought of. */
export const standardTasks = pgTable(
  "standard_tasks",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    title: text().notNull(),
    details: text().notNull().default(""),
    checks: text().array().notNull().default([]),
    /** What has to be filled in for it before it is done. */
    formId: uuid("form_id"),
    position: integer().notNull(),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("standard_tasks_key").on(t.workspaceId, t.id),
    index("standard_tasks_position_idx").on(t.workspaceId, t.position, t.id),
    index("standard_tasks_form_idx").on(t.workspaceId, t.formId),
    foreignKey({ name: "standard_tasks_form_fk", columns: [t.workspaceId, t.formId], foreignColumns: [forms.workspaceId, forms.id] }),
    onlyIn(t.workspaceId),
  ],
);
