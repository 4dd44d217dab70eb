import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgEnum, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { STORED_FILE_STATES } from "@/lib/enums/service";
import { localeEnum, users } from "./account";
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
    /** Which request writes the file, and until when that counts unless it says so again: its process may have died. */
    writer: uuid(),
    writingUntil: instant("writing_until"),
  },
  (t) => [
    index("stored_files_state_idx").on(t.state, t.createdAt),
    // What is deleted or erased is looked for by what it was uploaded for, and by whom.
    index("stored_files_uid_idx").on(sql`(metadata ->> 'uid')`),
    index("stored_files_owner_idx").on(sql`(metadata ->> 'userId')`),
    // Recordings are nearly all, and what looks for files of nobody does not look at them.
    index("stored_files_slug_idx").on(t.slug, t.createdAt).where(sql`state = 'uploaded'`),
  ],
);

/** The answer that an `Idempotency-Key` already got; `answer` is null while the first call still runs. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text().notNull(),
    /** SHA-256 over path and input: the same key with another request is a mistake of the caller. */
    requestHash: text("request_hash").notNull(),
    /** Which call it is that runs: another one may have taken over from a process that died. */
    claim: uuid(),
    /** When that call last showed that it runs. */
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Packed and sealed: it may hold addresses that open something. */
    answer: text(),
    answeredAt: instant("answered_at"),
    /** Of the releases before answers were sealed; read by nobody. */
    response: jsonb().$type<{ value: unknown }>(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_created_idx").on(t.createdAt)],
);

/** A file that goes with a mail; its content in base64. */
export interface MailAttachment {
  name: string;
  type: string;
  content: string;
}

/** Mails that are to go out. Written in the transaction that is their reason, sent by a job, emptied once they are gone. */
export const outboxMails = pgTable(
  "outbox_mails",
  {
    id: uuid().primaryKey(),
    /** Null for a request about an address without an account: nothing goes out, but it took as long to ask. */
    recipient: text(),
    locale: localeEnum().notNull(),
    template: text().notNull(),
    values: jsonb().$type<Record<string, string | number>>().notNull(),
    /** What goes with it; gone once it is sent, as is all else that it says. */
    attachments: jsonb().$type<MailAttachment[]>().notNull().default([]),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Not before this instant: the wait grows with each failure. */
    dueAt: instant("due_at").notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    sentAt: instant("sent_at"),
  },
  (t) => [
    index("outbox_mails_due_idx").on(t.dueAt).where(sql`sent_at is null`),
    // In the order in which they go out.
    index("outbox_mails_turn_idx").on(sql`(template in ('notification', 'notification_digest'))`, t.dueAt).where(sql`sent_at is null`),
    index("outbox_mails_created_idx").on(t.createdAt),
  ],
);

/** What was spent lately of the budgets that all processes share; the columns are rate-limiter-flexible's, which writes them. */
export const spentBudgets = pgTable(
  "spent_budgets",
  {
    /** The budget's name, and who spends it in a form that nobody can read back. */
    key: text().primaryKey(),
    points: integer().notNull(),
    /** When its minute, or day, is over. */
    expire: instant("expire").notNull(),
  },
  (t) => [index("spent_budgets_expire_idx").on(t.expire)],
);
