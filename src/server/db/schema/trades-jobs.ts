import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, jsonb, pgEnum, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { JOB_STATES, type JobState } from "@/lib/enums/trades";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId, workspaces } from "./trades";
import { customerSites, customers } from "./trades-customers";

export const jobStateEnum = pgEnum("job_state", JOB_STATES);

/** How a workspace counts its jobs, and what it calls their states. A row is there as soon as either is needed. */
export const jobSettings = pgTable(
  "job_settings",
  {
    workspaceId: uuid("workspace_id")
      .primaryKey()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** Of the latest job; whoever makes one counts it up in the transaction that makes it, so that no number is left out. */
    lastNumber: integer("last_number").notNull().default(0),
    /** The shop's own words for states; one that is missing has the language's. */
    labels: jsonb().$type<Partial<Record<JobState, string>>>().notNull().default({}),
    /** Counts changes of the words; 0 before the first one, whether or not there is a row. */
    version: integer().notNull().default(0),
  },
  (t) => [onlyIn(t.workspaceId)],
);

/** A piece of work for a customer, from the first call to the last payment. */
export const jobs = pgTable(
  "jobs",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    /** As people call it: counted in the workspace from 1, without gaps. */
    number: integer().notNull(),
    title: text().notNull(),
    description: text().notNull().default(""),
    customerId: uuid("customer_id").notNull(),
    /** One of that customer's. */
    siteId: uuid("site_id"),
    state: jobStateEnum().notNull().default("enquiry"),
    /** Where it was when it was put on hold, lost or cancelled, and where it comes back to. */
    leftFrom: jobStateEnum("left_from"),
    /** The day by which it is to be done. */
    dueOn: date("due_on", { mode: "string" }),
    /** The words of number and title that it is found by (lib/search-terms), with a blank before each. */
    words: text().notNull().default(""),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("jobs_key").on(t.workspaceId, t.id),
    unique("jobs_number_key").on(t.workspaceId, t.number),
    index("jobs_state_idx").on(t.workspaceId, t.state, t.dueOn, t.number),
    index("jobs_customer_idx").on(t.workspaceId, t.customerId),
    index("jobs_site_idx").on(t.workspaceId, t.siteId),
    check("jobs_left_from_check", sql`(${t.leftFrom} is not null) = (${t.state} in ('on_hold', 'lost', 'cancelled'))`),
    check("jobs_left_from_way_check", sql`${t.leftFrom} not in ('on_hold', 'lost', 'cancelled')`),
    // Neither goes while there is work for it.
    foreignKey({
      name: "jobs_customer_fk",
      columns: [t.workspaceId, t.customerId],
      foreignColumns: [customers.workspaceId, customers.id],
    }),
    foreignKey({
      name: "jobs_site_fk",
      columns: [t.workspaceId, t.siteId],
      foreignColumns: [customerSites.workspaceId, customerSites.id],
    }),
    onlyIn(t.workspaceId),
  ],
);

/** Each step of a job through its states: by whom, and why. */
export const jobMoves = pgTable(
  "job_moves",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    jobId: uuid("job_id").notNull(),
    at: instant("at").notNull().defaultNow(),
    actorId: uuid("actor_id")
      .notNull()
      .references(() => users.id),
    from: jobStateEnum("from").notNull(),
    to: jobStateEnum("to").notNull(),
    reason: text().notNull().default(""),
  },
  (t) => [
    unique("job_moves_key").on(t.workspaceId, t.id),
    index("job_moves_job_idx").on(t.workspaceId, t.jobId, t.at, t.id),
    foreignKey({ name: "job_moves_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }).onDelete(
      "cascade",
    ),
    onlyIn(t.workspaceId),
  ],
);
