import { bigint, index, jsonb, pgEnum, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { STORED_FILE_STATES } from "@/lib/enums";
import { users } from "./account";
import { instant } from "./columns";

export const storedFileStateEnum = pgEnum("stored_file_state", STORED_FILE_STATES);

/** The embedded storage's catalogue: what UploadThing's own servers would know of a file. */
export const storedFiles = pgTable(
  "stored_files",
  {
    key: text().primaryKey(),
    name: text().notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    type: text().notNull(),
    state: storedFileStateEnum().notNull().default("uploading"),
    md5: text(),
    slug: text().notNull(),
    customId: text("custom_id"),
    metadata: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    uploadedAt: instant("uploaded_at"),
  },
  (t) => [index("stored_files_state_idx").on(t.state, t.createdAt)],
);

/** The answer that an `Idempotency-Key` already got; `response` is null while the first call still runs. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text().notNull(),
    /** SHA-256 over path and input: the same key with another request is a mistake of the caller. */
    requestHash: text("request_hash").notNull(),
    response: jsonb().$type<{ value: unknown }>(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_created_idx").on(t.createdAt)],
);
