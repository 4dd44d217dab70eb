import { eq, type SQLWrapper, sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgPolicy,
  pgRole,
  pgTable,
  pgView,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { INVITED_ROLES, TAX_MODES, WORKSPACE_ROLES, type WorkspaceAct } from "@/lib/enums/trades";
import { localeEnum, users } from "./account";
import { instant } from "./columns";

/**
 * Every row of trades belongs to one workspace, and the database sees to it: work in a workspace runs as this role, which is
 * granted nothing but these tables, and of them sees and writes the rows alone of the workspace that the transaction names
 * (`server/db/workspace`). Row-level security is forced, so that it holds for whoever owns the tables as well. The
 * migration that made them makes the role: all databases of one server share it, so it may be there already.
 */
export const tradesRole = pgRole("parley_trades").existing();

/** The workspace that a transaction works in; none where it has not said so. */
const HERE = sql`nullif(current_setting('parley.workspace', true), '')::uuid`;

/** A row is there for its own workspace alone. Each table of trades has this, and forced row-level security and its grants by hand in its migration. */
export const onlyIn = (workspaceId: SQLWrapper) => {
  const here = sql`${workspaceId} = ${HERE}`;
  return pgPolicy("workspace", { for: "all", to: tradesRole, using: here, withCheck: here });
};

/**
 * Who belongs where is asked before there is a workspace to work in: whose account it is, whose invitation. That is asked
 * as the app itself, which on a server of one's own owns the tables; of all other tables it sees nothing but by a workspace.
 */
const directory = () => pgPolicy("directory", { for: "all", to: "current_user", using: sql`true`, withCheck: sql`true` });

export const workspaceRoleEnum = pgEnum("workspace_role", WORKSPACE_ROLES);
export const invitedRoleEnum = pgEnum("invited_role", INVITED_ROLES);
export const taxModeEnum = pgEnum("tax_mode", TAX_MODES);

/** One shop. */
export const workspaces = pgTable(
  "workspaces",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** IANA name: the zone of its days and of what it has planned. */
    timeZone: text("time_zone").notNull(),
    /** ISO 4217, in capitals; amounts are in its minor units. */
    currency: text().notNull(),
    /** Of what it writes to its customers. */
    language: localeEnum().notNull(),
    taxMode: taxModeEnum("tax_mode").notNull(),
    /** Counts changes, so that nobody overwrites one that they have not seen; so in every table of trades. */
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [check("workspaces_currency_check", sql`${t.currency} ~ '^[A-Z]{3}$'`), onlyIn(t.id), directory()],
);

/** A row's workspace: with it goes all that is in it. */
export const workspaceId = () =>
  uuid("workspace_id")
    .notNull()
    .references(() => workspaces.id, { onDelete: "cascade" });

export const workspaceMembers = pgTable(
  "workspace_members",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    role: workspaceRoleEnum().notNull(),
    version: integer().notNull().default(1),
    joinedAt: instant("joined_at").notNull().defaultNow(),
  },
  (t) => [
    // For what points at a member, which must be of the same workspace.
    unique("workspace_members_key").on(t.workspaceId, t.id),
    uniqueIndex("workspace_members_user_key").on(t.workspaceId, t.userId),
    uniqueIndex("workspace_members_owner_key").on(t.workspaceId).where(sql`role = 'owner'`),
    index("workspace_members_user_idx").on(t.userId),
    onlyIn(t.workspaceId),
    directory(),
  ],
);

/** Who may come in by a link that was mailed. It names the row and is derived, never stored; a row that is gone opens nothing. */
export const workspaceInvites = pgTable(
  "workspace_invites",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    /** Lower case. */
    email: text().notNull(),
    role: invitedRoleEnum().notNull(),
    /** Of the mail. */
    language: localeEnum().notNull(),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => users.id),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    unique("workspace_invites_key").on(t.workspaceId, t.id),
    uniqueIndex("workspace_invites_email_key").on(t.workspaceId, t.email),
    index("workspace_invites_address_idx").on(t.email),
    index("workspace_invites_expires_idx").on(t.expiresAt),
    onlyIn(t.workspaceId),
    directory(),
  ],
);

/** What was done in a workspace, and by whom: written in the transaction of the act. The role may add rows, and neither change nor remove one. */
export const workspaceEvents = pgTable(
  "workspace_events",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    at: instant("at").notNull().defaultNow(),
    actorId: uuid("actor_id")
      .notNull()
      .references(() => users.id),
    action: text().$type<WorkspaceAct>().notNull(),
    /** What it is about: its kind and id. */
    target: text(),
    /** The fields that differ, as they were and as they are; null where a thing is new, or gone. Nothing by which a person could be known. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    unique("workspace_events_key").on(t.workspaceId, t.id),
    index("workspace_events_at_idx").on(t.workspaceId, t.at, t.id),
    // What was done to one thing, such as a job.
    index("workspace_events_target_idx").on(t.workspaceId, t.target, t.at, t.id),
    onlyIn(t.workspaceId),
  ],
);

/** Those who are in the workspace that is worked in, by name: all that trades see of accounts. */
export const workspacePeople = pgView("workspace_people").as((db) =>
  db
    .select({
      memberId: sql<string>`${workspaceMembers.id}`.as("member_id"),
      workspaceId: workspaceMembers.workspaceId,
      userId: workspaceMembers.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(eq(workspaceMembers.workspaceId, HERE)),
);
