import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ABSENCE_KINDS, BOOKING_STATES, RESOURCE_COLORS, RESOURCE_KINDS } from "@/lib/enums/trades";
import type { Holiday, WeekHours } from "@/lib/working-time";
import { instant } from "./columns";
import { onlyIn, workspaceId, workspaceMembers, workspaces } from "./trades";
import { jobs } from "./trades-jobs";

export const resourceKindEnum = pgEnum("resource_kind", RESOURCE_KINDS);
export const resourceColorEnum = pgEnum("resource_color", RESOURCE_COLORS);
export const bookingStateEnum = pgEnum("booking_state", BOOKING_STATES);
export const absenceKindEnum = pgEnum("absence_kind", ABSENCE_KINDS);

/** When a shop works. A row is there as soon as somebody has said it. */
export const scheduleSettings = pgTable(
  "schedule_settings",
  {
    workspaceId: uuid("workspace_id")
      .primaryKey()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** Of every resource that has none of its own. */
    hours: jsonb().$type<WeekHours>().notNull(),
    /** Days on which nobody works, in their order. */
    holidays: jsonb().$type<Holiday[]>().notNull().default([]),
    version: integer().notNull().default(1),
  },
  (t) => [onlyIn(t.workspaceId)],
);

/** Who or what does the work: people, vehicles and machines, and teams of them. */
export const resources = pgTable(
  "resources",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    kind: resourceKindEnum().notNull(),
    name: text().notNull(),
    color: resourceColorEnum().notNull(),
    /** Whose time it is, where that one has an account in the workspace. */
    memberId: uuid("member_id"),
    /** When it works; null: whenever the shop does. */
    hours: jsonb().$type<WeekHours>(),
    /** It takes no new bookings. What it was booked for stays. */
    retired: boolean().notNull().default(false),
    /** Names the address at which calendars read its bookings; another one ends that, and null is none. */
    feedId: uuid("feed_id"),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("resources_key").on(t.workspaceId, t.id),
    uniqueIndex("resources_member_key").on(t.workspaceId, t.memberId),
    uniqueIndex("resources_feed_key").on(t.workspaceId, t.feedId),
    check("resources_member_check", sql`${t.memberId} is null or ${t.kind} = 'person'`),
    check("resources_team_check", sql`${t.kind} <> 'team' or (${t.hours} is null and ${t.feedId} is null)`),
    // Whoever leaves the workspace is taken off their resource first.
    foreignKey({
      name: "resources_member_fk",
      columns: [t.workspaceId, t.memberId],
      foreignColumns: [workspaceMembers.workspaceId, workspaceMembers.id],
    }),
    onlyIn(t.workspaceId),
  ],
);

/** Who is in a team. */
export const teamResources = pgTable(
  "team_resources",
  {
    workspaceId: workspaceId(),
    teamId: uuid("team_id").notNull(),
    resourceId: uuid("resource_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.teamId, t.resourceId] }),
    index("team_resources_resource_idx").on(t.workspaceId, t.resourceId),
    check("team_resources_check", sql`${t.teamId} <> ${t.resourceId}`),
    foreignKey({
      name: "team_resources_team_fk",
      columns: [t.workspaceId, t.teamId],
      foreignColumns: [resources.workspaceId, resources.id],
    }),
    foreignKey({
      name: "team_resources_resource_fk",
      columns: [t.workspaceId, t.resourceId],
      foreignColumns: [resources.workspaceId, resources.id],
    }),
    onlyIn(t.workspaceId),
  ],
);

/** When a resource is away. */
export const absences = pgTable(
  "absences",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    resourceId: uuid("resource_id").notNull(),
    kind: absenceKindEnum().notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [
    unique("absences_key").on(t.workspaceId, t.id),
    index("absences_time_idx").on(t.workspaceId, t.endsAt),
    index("absences_resource_idx").on(t.workspaceId, t.resourceId),
    check("absences_time_check", sql`${t.startsAt} < ${t.endsAt}`),
    foreignKey({
      name: "absences_resource_fk",
      columns: [t.workspaceId, t.resourceId],
      foreignColumns: [resources.workspaceId, resources.id],
    }),
    onlyIn(t.workspaceId),
  ],
);

/** A piece of work at its time. */
export const bookings = pgTable(
  "bookings",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    title: text().notNull(),
    jobId: uuid("job_id"),
    note: text().notNull().default(""),
    state: bookingStateEnum().notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    version: integer().notNull().default(1),
    changedAt: instant("changed_at").notNull().defaultNow(),
  },
  (t) => [
    unique("bookings_key").on(t.workspaceId, t.id),
    // What a slot points at: it cannot have another time than its booking.
    unique("bookings_time_key").on(t.workspaceId, t.id, t.startsAt, t.endsAt),
    index("bookings_time_idx").on(t.workspaceId, t.startsAt),
    index("bookings_job_idx").on(t.workspaceId, t.jobId),
    check("bookings_time_check", sql`${t.startsAt} < ${t.endsAt}`),
    foreignKey({ name: "bookings_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }),
    onlyIn(t.workspaceId),
  ],
);

/**
 * The time that a booking takes of a resource. No two of one resource overlap, however they come to be: the migration that made the table
 * has a constraint (`booking_slots_taken`) which excludes it.
 */
export const bookingSlots = pgTable(
  "booking_slots",
  {
    workspaceId: workspaceId(),
    bookingId: uuid("booking_id").notNull(),
    resourceId: uuid("resource_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.bookingId, t.resourceId] }),
    index("booking_slots_time_idx").on(t.workspaceId, t.resourceId, t.startsAt),
    foreignKey({
      name: "booking_slots_booking_fk",
      columns: [t.workspaceId, t.bookingId, t.startsAt, t.endsAt],
      foreignColumns: [bookings.workspaceId, bookings.id, bookings.startsAt, bookings.endsAt],
    }).onDelete("cascade"),
    foreignKey({
      name: "booking_slots_resource_fk",
      columns: [t.workspaceId, t.resourceId],
      foreignColumns: [resources.workspaceId, resources.id],
    }),
    onlyIn(t.workspaceId),
  ],
);
