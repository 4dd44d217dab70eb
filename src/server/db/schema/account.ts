import { index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "@/lib/enums";
import { LOCALES } from "@/lib/locales";
import { instant } from "./columns";

export const roleEnum = pgEnum("role", ROLES);
export const localeEnum = pgEnum("locale", LOCALES);

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    /** Lower case: spellings that differ in case mean one account. */
    email: text().notNull(),
    username: text(),
    passwordHash: text("password_hash"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    role: roleEnum().notNull().default("candidate"),
    language: localeEnum().notNull().default("en"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("users_email_key").on(t.email), uniqueIndex("users_username_key").on(t.username)],
);

/** One row per signed-in device: ending the row ends its token everywhere at once. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [index("sessions_user_idx").on(t.userId), index("sessions_expires_idx").on(t.expiresAt)],
);

/**
 * Failed logins in a row. Kept beside the accounts and not in them, so that an address without an account locks in the
 * same way and nobody learns from a lock which addresses have one.
 */
export const loginFailures = pgTable(
  "login_failures",
  {
    /** An account's id, or a hash of what was typed where no account has it. */
    subject: text().primaryKey(),
    failures: integer().notNull(),
    lockedUntil: instant("locked_until"),
    lastAt: instant("last_at").notNull().defaultNow(),
  },
  (t) => [index("login_failures_last_idx").on(t.lastAt)],
);
