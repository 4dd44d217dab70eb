import { sql } from "drizzle-orm";
import { index, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { VIEWING_STATES } from "@/lib/enums/account";
import { users } from "./account";
import { instant } from "./columns";

export const viewingStateEnum = pgEnum("viewing_state", VIEWING_STATES);

/** Looks of those who run the service at somebody's account, each asked for with a reason and allowed by its owner. */
export const viewings = pgTable(
  "viewings",
  {
    id: uuid().primaryKey(),
    /** Whose account it is. */
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Who looks. */
    adminId: uuid("admin_id")
      .notNull()
      .references(() => users.id),
    /** Why: the owner reads it before they answer. */
    reason: text().notNull(),
    state: viewingStateEnum().notNull().default("asked"),
    askedAt: instant("asked_at").notNull().defaultNow(),
    answeredAt: instant("answered_at"),
    /** Until when it is allowed; null before. */
    endsAt: instant("ends_at"),
    /** When the account was looked at first; null if it never was. */
    openedAt: instant("opened_at"),
    /** When it was over before its time. */
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("viewings_user_idx").on(t.userId, t.askedAt, t.id),
    index("viewings_asked_idx").on(t.askedAt),
    // One at a time between two people.
    uniqueIndex("viewings_open_key").on(t.userId, t.adminId).where(sql`state in ('asked', 'allowed')`),
  ],
);
