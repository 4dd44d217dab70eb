import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgEnum, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { EXPORT_STATES } from "@/lib/enums/account";
import { users } from "./account";
import { instant } from "./columns";

export const exportStateEnum = pgEnum("export_state", EXPORT_STATES);

/** Archives of everything an account holds. */
export const dataExports = pgTable(
  "data_exports",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    state: exportStateEnum().notNull().default("queued"),
    /** 0 to 100. */
    progress: smallint().notNull().default(0),
    fileKey: text("file_key"),
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    /** When the job last moved: one whose process died is begun again. */
    movedAt: instant("moved_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
  },
  (t) => [
    index("data_exports_user_idx").on(t.userId, t.requestedAt),
    index("data_exports_state_idx").on(t.state),
    // One at a time.
    uniqueIndex("data_exports_active_key").on(t.userId).where(sql`state in ('queued', 'running')`),
  ],
);

/** That an account was erased, when, and how much went with it. Nothing in it says whose it was but the account's id. */
export const erasureReceipts = pgTable("erasure_receipts", {
  userId: uuid("user_id").primaryKey(),
  requestedAt: instant("requested_at").notNull(),
  erasedAt: instant("erased_at").notNull(),
  erased: jsonb().$type<Record<string, number>>().notNull(),
});
